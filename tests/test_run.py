"""run.py: two commands on a bare machine, and one plain sentence when something is missing."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from testkit.server import running
from tests import wheel

ROOT = Path(__file__).resolve().parent.parent
SOURCE = (ROOT / "run.py").read_text(encoding="utf-8")


def load(folder: Path) -> ModuleType:
    """run.py as a module that believes to lie in this folder."""
    spec = importlib.util.spec_from_file_location("run_py", folder / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What run.py looks at, in an empty folder."""
    for name in ("run.py", "constraints.txt", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def start(checkout: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "run.py", *arguments],
        cwd=checkout,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def test_the_file_parses_on_old_pythons() -> None:
    """No syntax younger than Python 2.7 or 3.4 in it, so that an old one can say its sentence."""
    tree = ast.parse(SOURCE, feature_version=(3, 4))
    young = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Nonlocal, ast.AsyncFunctionDef, ast.Await, ast.YieldFrom)
    for node in ast.walk(tree):
        assert not isinstance(node, young), ast.dump(node)
        if isinstance(node, ast.FunctionDef):
            arguments = node.args
            assert node.returns is None
            assert not arguments.kwonlyargs
            assert not arguments.posonlyargs
            assert not any(argument.annotation for argument in arguments.args)
        if isinstance(node, ast.Raise):
            assert node.cause is None
        if isinstance(node, ast.Call | ast.List | ast.Tuple):
            items = node.args if isinstance(node, ast.Call) else node.elts
            assert not any(isinstance(item, ast.Starred) for item in items), ast.dump(node)
        if isinstance(node, ast.Dict):
            assert None not in node.keys
    assert SOURCE.startswith("# -*- coding: utf-8 -*-\n")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en_GB.UTF-8", "needs Python 3.11 or newer; this is Python 3.9.2"), ("zh_TW.UTF-8", "需要 Python 3.11 以上")],
)
def test_an_older_python_gets_one_plain_line(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str, words: str
) -> None:
    """Which Python is needed and which one this is; status 1, nothing is made."""
    run = load(checkout)
    monkeypatch.setenv("LC_ALL", language)
    monkeypatch.setattr(run.sys, "version_info", (3, 9, 2, "final", 0))
    assert run.main([]) == 1
    said = capsys.readouterr()
    assert words in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert not (checkout / ".venv").exists()


def test_venv_missing_names_the_package(checkout: Path) -> None:
    """Debian's python3 without python3-venv: one line with the package, status 1, no traceback."""
    broken = checkout / "broken"
    broken.mkdir()
    (broken / "ensurepip.py").write_text("raise ImportError('not here')\n")
    run = start(checkout, PYTHONPATH=str(broken))
    assert run.returncode == 1
    assert "python3-venv" in run.stderr
    assert run.stderr.count("\n") == 1
    assert not (checkout / ".venv").exists()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGTERM")
def test_the_second_start_needs_no_network(checkout: Path) -> None:
    """With .venv as the first start leaves it: no step, the address and the code; SIGTERM goes through, status 0."""
    for name in wheel.SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    wheel.environment(checkout / ".venv", lend=True)
    run = load(checkout)
    run.write_stamp({"home": run.home(), "done": {"core": True, "vision": True, "project": run.project()}})
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_CONFIG_FILE": os.devnull}
    with running(checkout / "data", cwd=checkout, command=("run.py",), environment=nowhere) as server:
        assert not any(line.startswith("[") for line in server.said)
        assert f"    {server.url}/" in server.said
        assert server.get("/healthz")
        server.process.send_signal(signal.SIGTERM)
        _, error = server.process.communicate(timeout=30)
    assert (server.process.returncode, error) == (0, "")


def stamped(checkout: Path, **done: object) -> ModuleType:
    """run.py in a folder whose .venv was made for it, with these steps done."""
    run = load(checkout)
    python = Path(run.venv_python())
    python.parent.mkdir(parents=True)
    python.touch()
    run.write_stamp({"home": run.home(), "done": done})
    return run


def steps(run: ModuleType, monkeypatch: pytest.MonkeyPatch, for_tests: bool = False) -> list[str]:
    """The names of the steps that `prepare` takes."""
    taken: list[str] = []
    pretend_steps(run, monkeypatch, taken)
    run.prepare(for_tests)
    return taken


def pretend_steps(run: ModuleType, monkeypatch: pytest.MonkeyPatch, taken: list[str]) -> None:
    """Each step only notes its name, and that there is a venv now."""

    def step(name: str) -> Callable[[str], None]:
        def pretended(venv: str) -> None:
            taken.append(name)
            _pretend(run, venv)

        return pretended

    for name in ("make_venv", "install_core", "install_project", "install_vision", "install_test"):
        monkeypatch.setattr(run, name, step(name))


def _pretend(run: ModuleType, venv: str) -> None:
    python = Path(run.venv_python(venv))
    python.parent.mkdir(parents=True, exist_ok=True)
    python.touch()


@pytest.mark.slow
def test_no_network_at_first_start(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says that the internet is needed once; with it, the same folder goes on where it stopped."""
    # Port 9 of this computer: nothing answers there.
    run = start(checkout, PIP_INDEX_URL="http://127.0.0.1:9/", PIP_CONFIG_FILE=os.devnull)
    assert run.returncode == 1
    assert "needs the internet once" in run.stderr
    assert run.stderr.count("\n") == 1
    assert "[1/4]" in run.stdout
    assert "[2/4]" in run.stdout
    assert steps(load(checkout), monkeypatch) == ["install_core", "install_project", "install_vision"]


EVERYTHING = ["make_venv", "install_core", "install_project", "install_vision"]


def test_a_second_start_installs_nothing(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With everything done there is no step and no line; the tests add one step, once."""
    run = stamped(checkout, core=True, vision=True)
    assert steps(run, monkeypatch) == ["install_project"]
    assert steps(run, monkeypatch) == []
    assert steps(run, monkeypatch, for_tests=True) == ["install_test"]
    assert steps(run, monkeypatch, for_tests=True) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param("moved", EVERYTHING, id="a moved folder rebuilds .venv"),
        pytest.param("python", EVERYTHING, id="another Python rebuilds .venv"),
        pytest.param("constraints", EVERYTHING, id="a changed constraints file rebuilds .venv"),
        pytest.param("broken", EVERYTHING, id="a .venv whose Python is gone is rebuilt"),
        pytest.param("stamp", EVERYTHING, id="a stamp that cannot be read: rebuilt"),
        pytest.param("project", ["install_project"], id="a changed pyproject.toml installs the project again"),
        pytest.param("nothing", [], id="nothing changed"),
    ],
)
def test_what_makes_a_new_venv(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, expected: list[str]
) -> None:
    """.venv is made anew exactly when it would not fit any more."""
    run = stamped(checkout, core=True, vision="none")
    run.write_stamp({"home": run.home(), "done": {"core": True, "vision": "none", "project": run.project()}})
    match change:
        case "moved":
            elsewhere = tmp_path.with_name(tmp_path.name + "-moved")
            shutil.move(checkout, elsewhere)
            run = load(elsewhere)
        case "python":
            monkeypatch.setattr(run.sys, "version", "3.99.0 (a newer one)")
        case "constraints":
            (checkout / "constraints.txt").write_text("flask==3.1.3\n")
        case "broken":
            Path(run.venv_python()).unlink()
        case "stamp":
            Path(run.VENV, run.STAMP).write_text('{"home": 3')
        case "project":
            (checkout / "setup.py").write_text("# other\n")
    assert steps(run, monkeypatch) == expected
    assert steps(run, monkeypatch) == []
    assert not Path(run.NEW).exists()
    assert not Path(run.OLD).exists()


def test_no_wheel_for_the_camera_part_is_one_line_and_on(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A 32-bit Raspberry Pi has no OpenCV wheel: the start goes on, and later starts do not try again."""
    run = stamped(checkout, core=True)
    asked: list[list[str]] = []

    def pip(arguments: list[str], venv: str) -> tuple[int, str]:
        asked.append(arguments)
        return (1, "ERROR: No matching distribution found") if "opencv" in str(arguments) else (0, "")

    monkeypatch.setattr(run, "pip", pip)
    run.prepare(False)
    assert "everything works, pictures are not read" in capsys.readouterr().out
    assert len(asked) == 2
    run.prepare(False)
    assert len(asked) == 2
    assert json.loads(Path(run.VENV, run.STAMP).read_text())["done"]["vision"] == "none"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("WARNING: Retrying: NewConnectionError: Failed to establish\nERROR: No matching distribution", "internet"),
        ("Temporary failure in name resolution\nERROR: Could not find a version", "internet"),
        ("Collecting x\nERROR: No space left on device", "No space left on device"),
        ("", "?"),
    ],
)
def test_when_pip_fails(checkout: Path, said: str, words: str) -> None:
    """One sentence: no network, or the last error pip named and where the rest is."""
    run = load(checkout)
    run.must((0, said))
    with pytest.raises(run.Failed, match=words.replace("?", r"\?")):
        run.must((1, said))


@pytest.mark.parametrize(
    ("platform", "environment", "screen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":0", "CI": "true"}, False),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "10.0.0.1 5 10.0.0.2 22"}, False),
    ],
)
def test_the_host_page_opens_where_there_is_a_screen(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], screen: bool
) -> None:
    """A laptop opens the page; a Raspberry Pi in a cupboard does not."""
    run = load(checkout)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CI", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(run.sys, "platform", platform)
    assert run.has_screen() is screen
    expected = ["-m", "companion", "serve", *(["--open"] if screen else []), "--port", "8001"]
    assert run.command(["--port", "8001"]) == expected


def test_the_commands(checkout: Path) -> None:
    """test and gallery hand their options on."""
    run = load(checkout)
    assert run.command(["test"])[:3] == ["-m", "pytest", "-n"]
    assert 1 <= int(run.command(["test"])[3]) <= 4
    assert run.command(["test", "-k", "mombasa"]) == ["-m", "pytest", "-k", "mombasa"]
    assert run.command(["gallery"]) == ["-m", "tests.gallery"]
    assert "waitress" in str(run.requirements())
    assert "pytest" in str(run.requirements("test"))
    assert "opencv" in str(run.requirements("vision"))


def test_everything_the_project_names_is_pinned() -> None:
    """Each requirement, of every extra too, has its one version in constraints.txt, and no address of a registry."""
    run = load(ROOT)
    lines = (ROOT / "constraints.txt").read_text().lower().splitlines()
    pinned = {line.partition("==")[0].replace("_", "-") for line in lines if "==" in line}
    named = {
        requirement.split(">")[0].strip().lower().replace("_", "-")
        for extra in (None, "vision", "test")
        for requirement in run.requirements(extra)
    }
    assert len(named) > 20
    assert named <= pinned
    assert all(line.startswith("#") or "==" in line for line in lines)
    assert not any("://" in line or line.startswith("-") for line in lines)


def installed(run: ModuleType, venv: str, name: str) -> None:
    """A venv with a command in it that names its folder, as pip writes them."""
    _pretend(run, venv)
    Path(run.scripts(venv), "companion").write_text(f"#!{run.venv_python(venv)}\n# {name}\n")


def test_a_new_venv_is_made_beside_the_old_one_and_takes_its_place(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the new one is complete, the old one lies where it was, whole; its commands then name the right folder."""
    run = stamped(checkout, core=True, vision=True)
    installed(run, run.VENV, "old")
    monkeypatch.setattr(run.sys, "version", "3.99.0 (a newer one)")

    def install_core(venv: str) -> None:
        assert venv == run.NEW
        assert "# old" in Path(run.scripts(run.VENV), "companion").read_text()
        installed(run, venv, "new")

    for name in ("make_venv", "install_project", "install_vision"):
        monkeypatch.setattr(run, name, lambda venv: _pretend(run, venv))
    monkeypatch.setattr(run, "install_core", install_core)
    run.prepare(False)
    command = Path(run.scripts(run.VENV), "companion").read_text()
    assert command == f"#!{run.venv_python()}\n# new\n"
    assert run.read_stamp()["done"]["core"] is True
    assert not Path(run.NEW).exists()
    assert not Path(run.OLD).exists()


@pytest.mark.parametrize("works", [True, False], ids=["the old one works", "the old one is broken too"])
def test_an_evening_without_internet_goes_on_with_what_there_is(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], works: bool
) -> None:
    """A Python update and no network deleted a working .venv; now it stays, and the start says so and goes on."""
    run = stamped(checkout, core=True, vision=True)
    installed(run, run.VENV, "old")
    before = Path(run.VENV, run.STAMP).read_text()
    monkeypatch.setattr(run.sys, "version", "3.99.0 (a newer one)")
    monkeypatch.setattr(run, "make_venv", lambda venv: _pretend(run, venv))
    monkeypatch.setattr(run, "pip", lambda arguments, venv: (1, "Temporary failure in name resolution"))
    monkeypatch.setattr(run, "still_works", lambda: works)
    if works:
        run.prepare(False)
        assert "stay as they were" in capsys.readouterr().out
    else:
        with pytest.raises(run.Failed, match="internet"):
            run.prepare(False)
    assert "# old" in Path(run.scripts(run.VENV), "companion").read_text()
    assert Path(run.VENV, run.STAMP).read_text() == before


def test_a_swap_that_fails_leaves_the_old_one_in_its_place(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = stamped(checkout, core=True)
    installed(run, run.VENV, "old")
    with pytest.raises(OSError, match=r"venv\.new"):
        run.swap()  # there is no new one
    assert "# old" in Path(run.scripts(run.VENV), "companion").read_text()


GIT = shutil.which("git")


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main")
    done = subprocess.run(
        ["git", *identity, "-C", str(folder), *arguments], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()


@pytest.fixture
def cloned(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The origin and a clone of it, one version behind."""
    if GIT is None:
        pytest.skip("there is no git here")
    origin = tmp_path_factory.mktemp("origin") / "companion"
    shutil.copytree(checkout, origin)
    git(origin, "init", "--quiet")
    (origin / "version").write_text("1")
    git(origin, "add", ".")
    git(origin, "commit", "--quiet", "-m", "one")
    clone = tmp_path_factory.mktemp("clone") / "companion"
    git(origin.parent, "clone", "--quiet", str(origin), str(clone))
    (origin / "version").write_text("2")
    git(origin, "commit", "--quiet", "-am", "two")
    return origin, clone


def test_update_fetches_the_newest_version_and_back_undoes_it(
    cloned: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, clone = cloned
    run = load(clone)
    taken: list[str] = []
    monkeypatch.setattr(run, "still_works", lambda: True)
    pretend_steps(run, monkeypatch, taken)
    assert run.main(["update"]) == 0
    assert (clone / "version").read_text() == "2"
    assert taken == EVERYTHING
    assert "update back" in capsys.readouterr().out
    assert run.main(["update"]) == 0
    assert "newest version already" in capsys.readouterr().out
    assert run.main(["update", "back"]) == 0
    assert (clone / "version").read_text() == "1"
    assert run.main(["update", "back"]) == 1
    assert "no update" in capsys.readouterr().err


def test_an_update_whose_packages_cannot_be_had_changes_nothing(
    cloned: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, clone = cloned
    run = load(clone)
    monkeypatch.setattr(run, "make_venv", lambda venv: _pretend(run, venv))
    monkeypatch.setattr(run, "pip", lambda arguments, venv: (1, "ERROR: No space left on device"))
    assert run.main(["update"]) == 1
    assert "nothing was changed" in capsys.readouterr().err
    assert (clone / "version").read_text() == "1"


@pytest.mark.parametrize(
    ("what", "said"),
    [
        pytest.param("changed", "in the way of the new version: version. Put them aside", id="a file changed here"),
        pytest.param(
            "new", "in the way of the new version: another. Put them aside", id="a file the new version brings"
        ),
        pytest.param("detached", "follows no branch", id="at one version, on no branch"),
        pytest.param("commit", "git pull --rebase", id="a change of one's own in the history"),
        pytest.param("gone", "nothing was changed: ", id="the origin does not answer"),
    ],
)
def test_an_update_that_git_does_not_do_says_why_and_the_way_out(
    cloned: tuple[Path, Path], what: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    origin, clone = cloned
    if what in ("changed", "new"):
        (origin / "another").write_text("theirs")
        git(origin, "add", ".")
        git(origin, "commit", "--quiet", "-m", "three")
        (clone / ("version" if what == "changed" else "another")).write_text("mine")
    elif what == "detached":
        git(clone, "checkout", "--quiet", "--detach")
    elif what == "commit":
        git(clone, "commit", "--quiet", "--allow-empty", "-m", "mine")
    else:
        origin.rename(origin.with_name("elsewhere"))
    before = git(clone, "rev-parse", "HEAD")
    assert load(clone).main(["update"]) == 1
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert git(clone, "rev-parse", "HEAD") == before


def test_without_git_update_says_what_to_do(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert load(checkout).main(["update"]) == 1
    said = capsys.readouterr().err
    assert "not fetched with git" in said
    assert said.count("\n") == 1
