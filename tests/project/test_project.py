"""House rules with teeth: what a reviewer would otherwise have to look for."""

import ast
import doctest
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import dev
import release
import unolab
from tests.command import run

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/unolab"
SOURCES = sorted(PACKAGE.rglob("*.py"))
TOOL: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
CONTRACTS = {contract["id"]: contract for contract in TOOL["importlinter"]["contracts"]}
CORE_MODULES: list[str] = CONTRACTS["core"]["source_modules"]
FOR_READERS = sorted(ROOT.glob("*.md"))  # README.md and what else is found beside it
DECISIONS = sorted((ROOT / "docs/adr").glob("*.md"))
PAGES = sorted({*(ROOT / "docs").rglob("*.md")} - {*DECISIONS})
DOCUMENTS = [ROOT / "README.md", *PAGES]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def core_sources() -> list[Path]:
    paths = [PACKAGE / module.removeprefix("unolab.") for module in CORE_MODULES]
    folders = [source for path in paths for source in sorted(path.glob("*.py"))]
    return [path.with_suffix(".py") for path in paths if not path.is_dir()] + folders


def imports(path: Path) -> Iterator[str]:
    """Every module or name that a file imports from elsewhere, in full: ``numpy.random``."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_random(imported: str) -> bool:
    return re.match(r"(random|secrets|numpy\.random)\b", imported) is not None


# ── the source ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", core_sources(), ids=name)
def test_core_has_no_chance_but_its_own(path: Path) -> None:
    assert [imported for imported in imports(path) if is_random(imported)] == []
    dotted = [ast.unparse(n) for n in ast.walk(ast.parse(path.read_text("utf-8"))) if is_dotted(n)]
    assert [use for use in dotted if use in ("np.random", "numpy.random")] == []


def is_dotted(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)


@pytest.mark.parametrize("path", core_sources(), ids=name)
def test_core_imports_only_numpy_and_numba(path: Path) -> None:
    allowed = sys.stdlib_module_names | {"unolab", "numpy", "numba", "llvmlite"}
    assert {imported.partition(".")[0] for imported in imports(path)} <= allowed


def test_only_three_files_touch_numba() -> None:
    compilers = {"numba", "llvmlite"}
    users = [p for p in SOURCES if compilers & {i.partition(".")[0] for i in imports(p)}]
    assert [name(p) for p in users] == [
        f"src/unolab/engine/{n}.py" for n in ("compact", "gpu", "jit")
    ]


def test_coverage_watches_exactly_the_core() -> None:
    watched = TOOL["coverage"]["report"]["include"]
    modules = [Path(entry.removeprefix("src/").removesuffix("/*")) for entry in watched]
    assert [".".join(path.with_suffix("").parts) for path in modules] == CORE_MODULES


def test_types_are_shipped() -> None:
    assert (PACKAGE / "py.typed").is_file()


# ── the tree ──────────────────────────────────────────────────────────────────────────────────────


def test_changelog_starts_with_this_version() -> None:
    assert dev.changelog_problem() is None


def test_changelog_check_sees_a_difference(tmp_path: Path) -> None:
    (tmp_path / "src/unolab").mkdir(parents=True)
    (tmp_path / "src/unolab/__init__.py").write_text(f'__version__ = "{unolab.__version__}"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 0.0.1 (2026-01-01)\n")
    assert dev.changelog_problem(tmp_path) == (
        f"CHANGELOG.md has 0.0.1 on top, src/unolab/__init__.py says {unolab.__version__}"
    )


@pytest.mark.parametrize("script", [".ci/run", ".github/workflows/test.yml"])
def test_ci_runs_what_a_developer_runs(script: str) -> None:
    assert "python3 dev.py test\n" in (ROOT / script).read_text("utf-8")


@pytest.mark.parametrize(
    ("command", "known"),
    [
        ("play --rules party", True),
        ("test -k wild", True),
        ("check", True),
        ("check -k wild", False),
        ("docs --build", True),
        ("docs --serve", False),
        ("release --dry-run", True),
        ("deploy", False),
    ],
)
def test_dev_takes_only_what_it_knows(command: str, known: bool) -> None:
    name, *rest = command.split()
    assert dev.is_known(name, rest) == known


def test_map_is_right() -> None:
    """CONTRIBUTING.md asks in which file 25 things are: every answer is a file."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    answers = re.findall(r"^\| \d+ \| .* \| `(.+)` \|$", text, re.MULTILINE)
    assert len(set(answers)) == 25
    assert [answer for answer in answers if not (ROOT / answer).is_file()] == []


def test_paths_named_for_contributors_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    paths = re.findall(r"`((?:src|tests|web|docs)/[^`\s]+)`", text)
    missing = [path for path in paths if "NAME" not in path and not [*ROOT.glob(path.rstrip("/"))]]
    assert missing == []


def test_import_is_quick_because_nothing_heavy_comes_along() -> None:
    heavy = ["fastapi", "numba", "numpy", "pydantic", "sqlalchemy", "textual", "typer", "uvicorn"]
    program = f"import sys, unolab; print(*sys.modules.keys() & {heavy})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("", "")


# ── a release ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree in which everything is ready for a release."""
    (tmp_path / "src/unolab").mkdir(parents=True)
    (tmp_path / "src/unolab/__init__.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0 (2026-01-31)\n")
    in_git(tmp_path, "init", "-q")
    in_git(tmp_path, "add", ".")
    in_git(tmp_path, "commit", "-qm", "Begin")
    return tmp_path


def in_git(tree: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=tree, check=True)


def test_release_is_ready(tree: Path) -> None:
    assert release.problems(tree) == []


def test_release_needs_a_date_a_new_version_and_a_clean_tree(tree: Path) -> None:
    in_git(tree, "tag", "v1.2.0")
    assert release.problems(tree) == ["the tag v1.2.0 exists already: this version was released"]
    (tree / "CHANGELOG.md").write_text("# Changelog\n\n## 1.3.0 (unreleased)\n")
    assert release.problems(tree) == [
        "CHANGELOG.md has 1.3.0 on top, src/unolab/__init__.py says 1.2.0",
        'the top of CHANGELOG.md is "1.3.0 (unreleased)": the date of the release is missing',
        "the tree has changes that are not committed: git status",
    ]


def test_no_file_is_large() -> None:
    files = tracked() or [path for path in ROOT.rglob("*") if ".venv" not in path.parts]
    large = [path for path in files if path.is_file() and path.stat().st_size > 2**20]
    weights = [path for path in large if path.parent == ROOT / "src/unolab/bots/neural/weights"]
    assert [name(path) for path in large if path not in weights] == []
    assert sum(path.stat().st_size for path in weights) < 4 * 10**6


def tracked() -> list[Path]:
    """The files that git has or would take, none where there is no git."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return []
    return [ROOT / file for file in listed.stdout.split("\0") if file]


# ── the documents ─────────────────────────────────────────────────────────────────────────────────


def links(page: Path) -> set[Path]:
    """The files that a page links to."""
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    return {(page.parent / target).resolve() for target in targets if "://" not in target}


def test_every_page_can_be_found() -> None:
    index = ROOT / "docs/index.md"
    assert [name(page) for page in PAGES if page not in links(index) | {index}] == []


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    site = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]
    shown = {ROOT / "docs" / page for page in leaves(site["nav"])}
    assert sorted(map(name, shown)) == sorted(map(name, [*PAGES, *DECISIONS]))


def leaves(entry: Any) -> Iterator[str]:
    """Every page of a navigation, however deep."""
    if isinstance(entry, str):
        yield entry
    else:
        for part in entry.values() if isinstance(entry, dict) else entry:
            yield from leaves(part)


def test_every_decision_can_be_found() -> None:
    index = ROOT / "docs/adr/README.md"
    assert [name(page) for page in DECISIONS if page not in links(index) | {index}] == []


@pytest.mark.parametrize("page", [*PAGES, *DECISIONS, *FOR_READERS], ids=name)
def test_no_link_is_dead(page: Path) -> None:
    assert [name(target) for target in links(page) if not target.exists()] == []


class Fence(NamedTuple):
    language: str
    line: int
    text: str


def fences(page: Path) -> list[Fence]:
    """The code on a page, fence by fence."""
    source = page.read_text("utf-8")
    found = re.finditer(r"^```(\w+)\n(.*?)^```$", source, re.MULTILINE | re.DOTALL)
    return [Fence(m[1], source.count("\n", 0, m.start()) + 1, m[2]) for m in found]


@pytest.mark.parametrize("page", DOCUMENTS, ids=name)
def test_python_on_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fence is a session (``>>>``) or a program; all fences of a page share their names."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    complaints: list[str] = []
    for fence in fences(page):
        if fence.language != "python":
            continue
        if ">>> " in fence.text:
            parser = doctest.DocTestParser()
            session = parser.get_doctest(fence.text, names, page.name, str(page), fence.line)
            runner.run(session, out=complaints.append, clear_globs=False)
            names.update(session.globs)
        else:
            program = "\n" * fence.line + fence.text  # so that a traceback names the line
            exec(compile(program, str(page), "exec"), names)
    assert not complaints, "".join(complaints)


def commands() -> Iterator[Any]:
    """The commands on all pages, each with what is shown below it."""
    for page in filter(Path.is_file, DOCUMENTS):
        sessions = "".join(fence.text for fence in fences(page) if fence.language == "console")
        for match in re.finditer(r"^\$ (unolab .*)\n((?:(?!\$ ).*\n)*)", sessions, re.MULTILINE):
            yield pytest.param(match[1], match[2], id=f"{name(page)}: {match[1]}")


@pytest.mark.parametrize(("command", "output"), [*commands()])
def test_command_on_a_page_runs(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is shown below a command is what it prints, ``...`` standing for anything.

    Where nothing is shown, a few games tell as much as many.
    """
    if not output:
        command = re.sub(r"\b(200|50k|4k)\b", "20", command)
    if "examples/" in command:
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    arguments = shlex.split(command, comments=True)[1:]
    done = run(*arguments, env={"NO_COLOR": "1", "COLUMNS": "100"})
    assert done.code == 0, done.err
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    if output and not doctest.OutputChecker().check_output(output, done.out, flags):
        assert done.out == output
