"""Builds a release into dist/ and checks it the way a stranger will use it; uploads nothing.

python3 dev.py release             refuse unless changelog, version and tree are ready
python3 dev.py release --dry-run   say what is not ready, and build and check all the same
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import dev

ROOT = Path(__file__).resolve().parent
DIST = ROOT / "dist"

# What has to work right after "pip install unolab", with nothing else installed.
FIRST_COMMANDS = (
    ["--version"],
    ["play", "--help"],
    ["simulate", "random", "random", "--games", "1000"],
)


class Problem(Exception):
    """Something that has to be put right before there can be a release."""


def problems(root: Path = ROOT) -> list[str]:
    """Say what is not ready: the changelog, its date, the tag, the tree."""
    found = []
    wrong = dev.changelog_problem(root)
    if wrong:
        found.append(wrong)
    heading = re.search(r"^## (.*)$", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    top = heading[1] if heading else ""
    if not re.fullmatch(r"\S+ \(\d{4}-\d\d-\d\d\)", top):
        found.append(f'the top of CHANGELOG.md is "{top}": the date of the release is missing')
    if git(root, "status", "--porcelain"):
        found.append("the tree has changes that are not committed: git status")
    tag = f"v{top.partition(' ')[0]}"
    if git(root, "tag", "--list", tag):
        found.append(f"the tag {tag} exists already: this version was released")
    return found


def git(root: Path, *arguments: str) -> str:
    """Ask git about the tree."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
    if done.returncode != 0:
        raise Problem(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def build() -> tuple[Path, Path]:
    """Build the source archive, then the wheel from it alone, as whoever has no git would."""
    shutil.rmtree(DIST, ignore_errors=True)
    call([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(DIST)], ROOT)
    (archive,) = DIST.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(archive, folder)
        (source,) = Path(folder).iterdir()
        call([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(DIST)], source)
    (wheel,) = DIST.glob("*.whl")
    return archive, wheel


def check(wheel: Path) -> None:
    """Install the wheel into a clean environment and run what people run first."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        venv.create(place / "venv", with_pip=True)
        scripts = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
        pip = [str(scripts / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        call([*pip, str(wheel)], place)
        for arguments in FIRST_COMMANDS:
            # its own cache, so that compiling for the first time is tried too
            call([str(scripts / "unolab"), *arguments], place, UNOLAB_CACHE_DIR=str(place / "code"))


def call(command: list[str], folder: Path, **more: str) -> None:
    """Run a command; show what it said only if it fails."""
    shown = " ".join([Path(command[0]).name, *command[1:]])
    print(shown, flush=True)
    done = subprocess.run(
        command,
        cwd=folder,
        env=dev.environment(**more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode != 0:
        raise Problem(f"{shown} failed:\n{done.stdout}{done.stderr}")


def main(arguments: list[str]) -> int:
    """Build and check a release; return the exit code."""
    unready = problems()
    for problem in unready:
        print(f"not ready: {problem}")
    if unready and arguments != ["--dry-run"]:
        return 1
    archive, wheel = build()
    check(wheel)
    version = wheel.name.split("-")[1]
    print(f"\n{archive.relative_to(ROOT)}\n{wheel.relative_to(ROOT)}\n")
    if unready:
        print("Both work, but the tree is not ready for a release; see above.")
        return 0
    print(f"""Both work. What is left to do by hand:
  python3 dev.py test                          if it has not passed for this commit
  git tag v{version} && git push origin v{version}
  python3 -m twine upload dist/*               needs twine, and the right to upload
  add "## NEXT (unreleased)" on top of CHANGELOG.md, and NEXT to src/unolab/__init__.py""")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Problem as problem:
        sys.exit(f"\n{problem}")
