#!/usr/bin/env python3
"""Everything a fresh clone needs, with nothing but Python 3.11 or newer.

python3 dev.py play [...]     play Uno: sets everything up and runs "unolab play"
python3 dev.py test           run everything that has to pass before a change goes in
python3 dev.py test --thorough   the same, with everything tried that can be: for hours
python3 dev.py test -k wild   run only pytest, with these arguments
python3 dev.py check          run only the quick checks: style, types, imports, documentation
python3 dev.py bench [...]    measure the speed: runs "unolab bench"
python3 dev.py docs           build the documentation site and serve it (--build: only build it)
python3 dev.py release        build a release and check it (--dry-run: ready or not)

The first run makes a virtual environment in .venv and builds the page in web/, which takes a few
minutes; later runs start at once, and build the page anew only when web/ has changed.
What follows "play" and "bench" is passed on: try "python3 dev.py play --help".
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# All of this file has to parse with an old Python, so that this sentence can be read there.
if sys.version_info < (3, 11):  # noqa: UP036 - whoever runs this may have an older one
    sys.exit(f"unolab needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

import webpage

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = str(BIN / "python")
STAMP = VENV / "unolab-stamp"  # there only while .venv is whole; tells what was installed last

# Not the script "lint-imports": the path in its first line is wrong once the clone has moved.
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"

# Warnings are errors: a dead link or anchor, a name that the API reference can't find.
BUILD_DOCS = [PYTHON, "-m", "zensical", "build", "--strict"]

BUILD_PAGE = [PYTHON, "webpage.py", "build"]
NO_PAGE = "There is no page for the browser; what is wrong with web/ is said above."

# Some tests are long: a worker that has done its share takes some from the others.
WORKERS = ["-n", "2", "--dist", "worksteal"]

PYTEST = [PYTHON, "-m", "pytest"]

# What most tests have compiled, and a new machine has not.
COMPILE = """
import unolab
from unolab.bots.bot import BOTS
from unolab.envs import Batch, Decision
from unolab.server.run import compile_all

for bot in BOTS:
    unolab.simulate([bot, "random"], games=2)
unolab.simulate([lambda view: view.legal[0], "random"], games=2)
compile_all()
batch = Batch(2)
out = batch.make_buffers()
batch.reset(out)
batch.sample(actions := out.actors.astype("int64"))
batch.step(actions, out)
Decision(batch.view(0)).action("+")
"""

# These run by themselves: while Playwright is at work, no other event loop can be.
BROWSER_TESTS = "tests/browser"

# Thoroughly, the lines that these reach are counted; fewer per cent than this are too few.
SERVER_TESTS = "tests/server"
SERVER = "src/unolab/server/*"
SERVER_FLOOR = 94

# These run as plain Python too, so that every line of the core is reached: they are about it alone.
OWN_BOTS = ["tests/bots/test_own.py", "tests/bots/test_own_faults.py"]
NETWORKS = "tests/bots/test_neural.py"
CORE_TESTS = ["tests/rules", "tests/core", *OWN_BOTS, NETWORKS]

Step = tuple[str, Callable[[], bool]]


class Problem(Exception):
    """Something the user has to put right, said in a sentence."""


# ── the virtual environment ───────────────────────────────────────────────────────────────────────


def prepare(dev: bool) -> None:
    """Make sure that .venv is whole and has the package, and its tools for development if asked."""
    wanted = fingerprint()
    stamp = STAMP.read_text("utf-8") if STAMP.is_file() and venv_works() else None
    if stamp == wanted + " dev":
        return build_page()
    if stamp == wanted and not dev and not webpage.is_due():
        return
    tools = dev or (stamp is not None and stamp.endswith(" dev"))
    # Without a stamp the next run starts over, should this one be cut off from here on.
    STAMP.unlink(missing_ok=True)
    if stamp is None:
        make_venv()
    if install_tools() if tools else install("unolab", "-e", f"{ROOT}[plot,tune]"):
        STAMP.write_text(wanted + " dev" if tools else wanted, "utf-8")
        return
    STAMP.write_text("to be installed", "utf-8")  # .venv itself is fine, only try pip again
    raise Problem(
        "pip could not install what unolab needs; its own words are above. The first run needs a "
        "network: without one, try again when there is one."
    )


def install(what: str, *packages: str, **more: str) -> bool:
    """Let pip install something into .venv."""
    pip = [PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages]
    return quietly(f"installing {what} into .venv", pip, **more)


def install_tools() -> bool:
    """Install the package and the tools to develop it; a Node comes first and builds the page."""
    if not install("Node", webpage.NODE_WHEEL):
        return False
    with ThreadPoolExecutor(1) as meanwhile:
        page = meanwhile.submit(attempt, BUILD_PAGE)
        # most of what comes along is never imported: it is compiled when it is
        options = ["--no-compile", "-e", f"{ROOT}[dev]"]
        what = "unolab and the tools to develop it"
        installed = install(what, *options, UNOLAB_SKIP_PAGE="1")
        built, told = page.result()
    say(f"building the page meanwhile ... {told}")
    if not built:
        raise Problem(NO_PAGE)
    return installed


def build_page() -> None:
    """Build the page if web/ has changed, with the Node that the tools for development have.

    Without them that is left to pip, which takes longer but leaves no Node behind.
    """
    if webpage.is_due() and not quietly("building the page", BUILD_PAGE):
        raise Problem(NO_PAGE)


def fingerprint() -> str:
    """What the installation depends on: the project file and the place of the clone."""
    pyproject = (ROOT / "pyproject.toml").read_bytes()
    return hashlib.sha256(pyproject + os.fsencode(ROOT)).hexdigest()


def venv_works() -> bool:
    """Tell whether the Python in .venv runs and is of the version that runs this."""
    try:
        tag = "import sys; print(sys.implementation.cache_tag)"
        answer = subprocess.run([PYTHON, "-ISc", tag], capture_output=True, text=True)
    except OSError:
        return False
    return answer.stdout.strip() == sys.implementation.cache_tag


def make_venv() -> None:
    """Make .venv anew, whatever is left of an old one."""
    if VENV.exists():
        shutil.rmtree(VENV)
    # Not sys.executable: that may be the Python in the .venv just removed.
    python = getattr(sys, "_base_executable", None) or sys.executable
    if not quietly("making .venv", [python, "-m", "venv", str(VENV)]):
        raise Problem(
            "Python could not make a virtual environment; its own words are above. On Debian and "
            "Ubuntu the module for it is a package of its own: apt install python3-venv"
        )


# ── running things ────────────────────────────────────────────────────────────────────────────────


def say(text: str, end: str = "\n") -> None:
    """Tell the user; not on stdout, which belongs to the command that is run."""
    print(text + end, end="", file=sys.stderr, flush=True)  # in one go: two steps may speak


def environment(**more: str) -> dict[str, str]:
    """The environment without what would lead .venv astray."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONHOME", "PYTHONPATH")}
    return kept | more


def quietly(what: str, command: list[str], **more: str) -> bool:
    """Run a command in one line with the seconds it took; show its output only if it fails."""
    say(f"{what} ... ", end="")
    passed, told = attempt(command, **more)
    say(told)
    return passed


def attempt(command: list[str], **more: str) -> tuple[bool, str]:
    """Run a command; return whether it passed, and the seconds it took with what went wrong."""
    start = time.perf_counter()
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment(**more),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output, failed = done.stdout.decode(errors="replace"), done.returncode != 0
    except OSError as error:
        output, failed = str(error), True
    seconds = f"{time.perf_counter() - start:.1f} s"
    return not failed, f"failed after {seconds}\n{output.rstrip()}" if failed else seconds


def openly(what: str, command: list[str], **more: str) -> bool:
    """Run a command that speaks for itself."""
    say(f"\n{what}:")
    return subprocess.run(command, cwd=ROOT, env=environment(**more)).returncode == 0


def aside(what: str, command: list[str], **more: str) -> bool:
    """Run a command beside another that speaks for itself; this one speaks when it is over."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(**more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    say(f"\n{what}:\n{done.stdout.decode(errors='replace').rstrip()}")
    return done.returncode == 0


def patiently(what: str, tests: str) -> bool:
    """Run tests that wait for browsers and processes; those that fail get one more chance.

    A busy machine can be slower than anything waits for. What passes only then is shown twice, and
    wants mending all the same.
    """
    # what failed is kept where the tests beside these do not forget it
    apart = ["-o", f"cache_dir=.pytest_cache/{Path(tests).name}", tests]
    if aside(what, [*PYTEST, *WORKERS, *apart]):
        return True
    failed = ["--last-failed", "--last-failed-no-failures", "none", "--maxfail", "1"]
    return aside(f"{what}: once more, those that failed", [*PYTEST, *failed, *apart])


def become(command: list[str]) -> int:
    """Hand the terminal, the signals and the exit code over to a command."""
    if os.name != "nt":
        os.execve(command[0], command, environment())
    return subprocess.run(command, env=environment()).returncode


# ── the checks ────────────────────────────────────────────────────────────────────────────────────


def changelog_problem(root: Path = ROOT) -> str | None:
    """Say what is wrong if the top of the changelog is another version than the package's."""
    top = re.search(r"^## (\S+)", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    source = (root / "src/unolab/__init__.py").read_text("utf-8")
    version = re.search(r'^__version__(?:: \w+)? = "(.+)"', source, re.MULTILINE)
    names = [found[1] if found else "nothing" for found in (top, version)]
    if top and names[0] == names[1]:
        return None
    return f"CHANGELOG.md has {names[0]} on top, src/unolab/__init__.py says {names[1]}"


def changelog() -> bool:
    """Check the changelog."""
    problem = changelog_problem()
    say(f"changelog ... {problem or 'agrees'}")
    return problem is None


def quiet_step(name: str, *command: str) -> Step:
    """Make a step that has one line when it is over, and more only if it fails."""

    def do() -> bool:
        passed, told = attempt([*command])
        say(f"{name} ... {told}")
        return passed

    return name, do


def checks() -> list[Step]:
    """List the quick checks, those that take longest first."""
    return [
        quiet_step("mypy", PYTHON, "-m", "mypy"),
        quiet_step("page: types", PYTHON, "webpage.py", "check"),
        quiet_step("docs", *BUILD_DOCS),
        quiet_step("import-linter", PYTHON, "-c", LINT_IMPORTS),
        quiet_step("ruff check", PYTHON, "-m", "ruff", "check", "."),
        quiet_step("ruff format", PYTHON, "-m", "ruff", "format", "--check", "."),
        ("changelog", changelog),
    ]


def start_compiling() -> Callable[[], bool]:
    """Compile the engine and the bots while the page is checked; return what waits for it."""
    command = [PYTHON, "-c", COMPILE]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, env=environment())
    return lambda: running.wait() == 0


def compiled() -> bool:
    """Run all tests that need no browser, with the engine compiled; the server's come by itself."""
    tests = [*PYTEST, *WORKERS, "--ignore", BROWSER_TESTS, "--ignore", SERVER_TESTS]
    return openly("all tests but the server's, compiled", tests)


def server(thorough: bool) -> bool:
    """Run the tests of the server; counting the lines that they reach takes half as long again."""
    if not thorough:
        return patiently("the tests of the server", SERVER_TESTS)
    cover = [PYTHON, "-m", "coverage"]
    # a file that the coverage of the core does not take for its own; the cheapest way to count
    more = {"COVERAGE_FILE": ".server-coverage"}
    if sys.version_info >= (3, 12):
        more["COVERAGE_CORE"] = "sysmon"
    tests = ["run", "--source", "unolab.server", "-m", "pytest", *WORKERS, SERVER_TESTS]
    report = ["report", "--include", SERVER, "--fail-under", str(SERVER_FLOOR)]
    passed = aside("forgetting older coverage", [*cover, "erase"], **more)
    passed &= aside("the tests of the server", [*cover, *tests], **more)
    passed &= aside("combining the coverage of the workers", [*cover, "combine", "-q"], **more)
    return passed & aside("lines of the server that no test reaches", [*cover, *report], **more)


def browser() -> bool:
    """Run the tests in a real browser."""
    found = aside("a browser for the tests", [PYTHON, "-m", "tests.browser.chromium"])
    return found and patiently("tests in the browser", BROWSER_TESTS)


def interpreted() -> bool:
    """Run the tests with the engine as plain Python: every line of the core has to be reached."""
    cover = [PYTHON, "-m", "coverage"]
    tests = ["run", "-m", "pytest", *WORKERS, "-m", "not slow", *CORE_TESTS]
    passed = subprocess.run([*cover, "erase"], cwd=ROOT).returncode == 0
    passed &= openly("the core as plain Python", [*cover, *tests], NUMBA_DISABLE_JIT="1")
    passed &= quietly("combining the coverage of the workers", [*cover, "combine", "-q"])
    return passed & openly("lines of the core that no test reaches", [*cover, "report"])


def timed(step: Step) -> tuple[str, bool, float]:
    """Run a step; return its name, whether it passed, and the seconds it took."""
    start = time.perf_counter()
    return step[0], step[1](), time.perf_counter() - start


def run(quick: list[Step], *long: list[Step]) -> int:
    """Run all steps, also after one that fails, and sum up.

    The quick ones go first, two at a time. Then all rows of long ones go side by side.
    """
    start = time.perf_counter()
    with ThreadPoolExecutor(2) as two:
        rows = [*two.map(timed, quick)]
        for found in two.map(lambda steps: [*map(timed, steps)], long):
            rows += found
    say("")
    for name, passed, seconds in rows:
        say(f"{'passed' if passed else 'FAILED'} {seconds:7.1f} s  {name}")
    failed = [name for name, passed, _ in rows if not passed]
    total = time.perf_counter() - start
    say(f"{', '.join(failed)} failed" if failed else f"everything passed in {total:.0f} s")
    return 1 if failed else 0


# ── the commands ──────────────────────────────────────────────────────────────────────────────────


def is_known(command: str, rest: list[str]) -> bool:
    """Whether there is such a command, and it takes these arguments."""
    if command in ("play", "bench", "test"):
        return True  # passed on
    flags = {"check": [], "docs": ["--build"], "release": ["--dry-run"]}
    return command in flags and rest in ([], flags[command])


def docs(serve: bool) -> int:
    """Build the documentation site into site/ and, if asked, serve it until Ctrl-C."""
    os.chdir(ROOT)
    if not quietly("building the documentation", BUILD_DOCS):
        return 1
    if not serve:
        say("It is in site/; any web server can send that folder.")
        return 0
    return become([PYTHON, "-m", "zensical", "serve"])


def main(arguments: list[str]) -> int:
    """Do what the first argument says; give back the exit code."""
    command, rest = (arguments or ["help"])[0], arguments[1:]
    if command in ("help", "-h", "--help"):
        print(__doc__)
        return 0
    if not is_known(command, rest):
        say(f"dev.py does not know: {' '.join(arguments)}\n\n{__doc__}")
        return 2
    if command in ("play", "bench"):
        prepare(dev=False)
        return become([str(BIN / "unolab"), *arguments])
    sys.stderr = sys.stdout  # one stream, so that a log has everything in order
    prepare(dev=True)
    if command == "check":
        return run(checks())
    if command == "docs":
        return docs(serve=not rest)
    if command == "release":
        return become([PYTHON, str(ROOT / "release.py"), *rest])
    thorough = rest == ["--thorough"]
    if thorough:
        os.environ["PYTEST_ADDOPTS"] = "--thorough"
    elif rest:
        os.chdir(ROOT)
        return become([*PYTEST, *rest])
    compiling = "compiling", start_compiling()
    page = quiet_step("page: tests", PYTHON, "webpage.py", "test")
    return run(
        [page, *checks(), compiling],
        [("pytest (compiled)", compiled), ("pytest (plain Python)", interpreted)],
        # these wait most of the time: for processes, timers, a browser
        [("pytest (server)", lambda: server(thorough)), ("pytest (browser)", browser)],
    )


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Problem, OSError) as problem:
        say(f"\n{problem}")
        sys.exit(2)
    except KeyboardInterrupt:
        say("\nstopped")
        sys.exit(130)
