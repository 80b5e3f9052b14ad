"""The script `run`: what it starts, what it installs, and what it refuses. Nothing is installed.

Every program that it could change the machine with is a stub, on a PATH of its own.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK

RUN = BUNDLED_PACK / "run"
BASH = shutil.which("bash") or "/bin/bash"
TOOLS = "bash cat cp dirname echo env find flock ls mkdir mktemp rm sed sort true xargs"

PYTHON = """#!/bin/sh
# A Python that writes down what it is asked for. $LOG, $FAIL, $LACKING, $LOCKED: see Machine.
case $1 in
  -IS)
    if [ "$2" = - ]; then cat >/dev/null; cat "$LACKING" 2>/dev/null; exit 0; fi
    case $3 in *version_info*hexdigest*|*hashlib*) echo "$LOCKED" ;; esac
    exit 0 ;;
esac
case $* in *fcntl*) exit 0 ;; esac # the lock of a system without flock
echo "$PWD: $*" >>"$LOG"
case $* in
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$0" "$3/bin/shellcheck" ;;
esac
case $* in *"$FAIL"*) exit 3 ;; esac
"""

APT = """#!/bin/sh
echo "apt-get $*" >>"$LOG"
case $* in *install*) [ -n "$BROKEN" ] || : >"$LACKING" ;; esac
"""


@dataclass(frozen=True)
class Machine:
    """A machine of stubs: its programs in `bin`, the venv of aidgen, what was called."""

    folder: Path

    @property
    def bin(self) -> Path:
        return self.folder / "bin"

    @property
    def venv(self) -> Path:
        return self.folder / "venv"

    @property
    def calls(self) -> list[str]:
        """What the stubs were asked for since they were last looked at: `folder: words`."""
        log = self.folder / "log"
        lines = log.read_text(encoding="utf-8").splitlines() if log.is_file() else []
        log.unlink(missing_ok=True)
        return lines

    def program(self, name: str, text: str) -> Path:
        path = self.bin / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
        return path

    def environment(self, **more: str) -> dict[str, str]:
        """Return the variables: the stubs fail where a call has `FAIL` in it; `LOCKED` is the
        digest of the lock; what the file LACKING names is missing on the machine."""
        known = {
            "PATH": str(self.bin),
            "AIDGEN_VENV": str(self.venv),
            "LOG": str(self.folder / "log"),
            "LACKING": str(self.folder / "lacking"),
            "LOCKED": "3 11 abc",
            "FAIL": "nothing fails",
        }
        return known | more

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Give the command `run WORDS…` in the machine's folder."""
        return self.bash([str(RUN), *words], **more)

    def function(self, script: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run `script` with the functions of `run`."""
        return self.bash(["-c", f'source "{RUN}"\n{script}'], **more)

    def bash(self, words: list[str], **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [BASH, *words],
            cwd=self.folder,
            env=self.environment(**more),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """A machine with Python and no venv."""
    machine = Machine(tmp_path / "a machine")
    machine.bin.mkdir(parents=True)
    for tool in TOOLS.split():
        path = shutil.which(tool)
        if path:
            (machine.bin / tool).symlink_to(path)
    machine.program("python3", PYTHON)
    return machine


@pytest.fixture
def ready(bare: Machine) -> Machine:
    """A machine on which all is installed."""
    assert bare.run("list").returncode == 0
    assert bare.calls
    return bare


# What it starts


def test_a_command_of_aidgen_is_run_where_one_stands(ready: Machine) -> None:
    words = ("build", "night ferry", "--aid", "*", "")
    done = ready.run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert ready.calls == [f"{ready.folder}: -P -m aidgen build night ferry --aid * "]


def test_the_exit_code_is_that_of_the_command(ready: Machine) -> None:
    assert ready.run("check", FAIL="aidgen check").returncode == 3


def test_without_a_word_it_explains_itself_and_lists_the_commands(ready: Machine) -> None:
    for words in ((), ("help",), ("-h",), ("--help",)):
        done = ready.run(*words)
        assert done.stdout.startswith("Everything this project does is started here:\n")
        assert "./run test [...]" in done.stdout
        assert "set -euo" not in done.stdout
        assert ready.calls == [f"{ready.folder}: -P -m aidgen --help"]


LINT = [
    f"{BUNDLED_PACK}: -P -m ruff check .",
    f"{BUNDLED_PACK}: -P -m ruff format --check .",
    f"{BUNDLED_PACK}: -P -m mypy --strict",
    f"{BUNDLED_PACK}: run .ci/run",
]


def test_lint_runs_all_its_tools_and_names_those_that_failed(ready: Machine) -> None:
    assert ready.run("lint").returncode == 0
    assert ready.calls == LINT
    done = ready.run("lint", FAIL="-m ruff")
    assert (done.returncode, ready.calls) == (1, LINT)
    assert done.stderr == "run: failed: ruff check, ruff format (./run fmt mends it)\n"


def test_lint_and_tests_are_run_at_once_and_complaints_come_last(ready: Machine) -> None:
    tests = f"{BUNDLED_PACK}: -P -m pytest -n auto -k paper --update"
    for failing, said in (("nothing", ""), ("mypy", "run: failed: mypy\n"), ("pytest", "")):
        done = ready.run("test", "-k", "paper", "--update", FAIL=failing)
        assert (done.returncode, done.stderr) == (int(failing != "nothing"), said)
        calls = ready.calls
        calls.remove(tests)
        assert calls == LINT


def test_quick_tests_are_those_of_rooms_that_are_there(ready: Machine) -> None:
    assert ready.run("test", "--quick", "-k", "paper").returncode == 0
    (tests,) = set(ready.calls) - set(LINT)
    words = tests.removeprefix(f"{BUNDLED_PACK}: -P -m pytest -n auto ").split()
    assert words[-2:] == ["-k", "paper"]
    assert {"tests/game", "tests/rules"} < set(words)
    assert [word for word in words[:-2] if not (BUNDLED_PACK / word).exists()] == []


def test_fmt_mends_and_formats(ready: Machine) -> None:
    assert ready.run("fmt").returncode == 0
    assert ready.calls == [
        f"{BUNDLED_PACK}: -P -m ruff check --fix-only .",
        f"{BUNDLED_PACK}: -P -m ruff format .",
    ]


RELEASING = """#!/bin/sh
# A Python that makes what each step of a release makes, empty.
case $* in
  *"-m pytest"*) [ "$FAIL" != pytest ] ;;
  *__version__*) echo 1.2.0 ;;
  *"aidgen build"*) echo "${*##*build}" >>"$ROOT/built"
    mkdir -p "$ROOT/build/ferry/fr" && : >"$ROOT/build/ferry/fr/deck-fr.pdf" ;;
  *zipfile*) : >"$4" ;;
  *hatchling*) : >"$5/aidgen-1.2.0.whl" && : >"$5/aidgen-1.2.0.tar.gz" ;;
esac
"""


GIT = """#!/bin/sh
case $* in
  *status*) printf '%s' "$CHANGES" ;;
  *tag*) echo "$TAG" ;;
  *) tar -cf - --files-from /dev/null ;;
esac
"""


def test_a_release_has_archives_checksums_and_its_notes_and_leaves_no_scratch(
    ready: Machine,
) -> None:
    for tool in ("tar", "sha256sum", "basename", "true", "grep", "ls"):
        (ready.bin / tool).unlink(missing_ok=True)
        (ready.bin / tool).symlink_to(shutil.which(tool) or tool)
    ready.program("git", GIT)
    (ready.venv / "bin" / "python").write_text(RELEASING, encoding="utf-8")
    root, scratch = ready.folder / "project", ready.folder / "scratch"
    scratch.mkdir()
    root.mkdir()
    (root / "CHANGELOG.md").write_text("# Changes\n\n## 1.2.0\n\nNew.\n\n## 1.1.0\n\nOld.\n")
    for changes, tag, failing, refusal in (
        (" M run", "v1.2.0", "", "commit your changes first"),
        ("", "v1.1.0", "", "this commit has no tag of its version: git tag v1.2.0"),
        ("", "v1.2.0", "pytest", "the tests fail"),
    ):
        done = ready.function(f'root="{root}"\nrelease', CHANGES=changes, TAG=tag, FAIL=failing)
        assert (done.returncode, done.stderr) == (1, f"run: {refusal}\n")
    environment = {"ROOT": str(root), "TMPDIR": str(scratch), "CHANGES": "", "TAG": "v1.2.0"}
    done = ready.function(f'root="{root}"\nrelease', **environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith(f"run: version 1.2.0 is in {root}/dist\n")
    names = {path.name for path in (root / "dist").iterdir()}
    made = {"aidgen-1.2.0-ferry-fr.zip", "aidgen-1.2.0.whl", "aidgen-1.2.0.tar.gz"}
    assert names == made | {"NOTES.md", "SHA256SUMS"}
    assert (root / "built").read_text() == "\n --paper letter\n --ink low\n --large\n"
    assert (root / "dist" / "NOTES.md").read_text().split() == ["New."]
    sums = (root / "dist" / "SHA256SUMS").read_text().splitlines()
    assert {line.split("./")[1] for line in sums} == made
    assert not any(scratch.iterdir())


def test_a_venv_is_named_from_where_one_stands(ready: Machine) -> None:
    assert ready.run("lint", AIDGEN_VENV="venv").returncode == 0
    assert ready.calls == LINT


def test_modules_of_other_projects_are_not_seen(ready: Machine) -> None:
    (ready.venv / "bin" / "python").write_text(
        PYTHON.replace('echo "$PWD: $*"', 'echo "$PYTHONPATH|${PYTHONHOME-none}"'), encoding="utf-8"
    )
    ready.run("list", PYTHONPATH="/elsewhere", PYTHONHOME="/elsewhere")
    assert ready.calls == [f"{BUNDLED_PACK}|none"]


# What it installs


def test_the_first_run_makes_a_venv_from_the_lock_and_the_next_finds_it(bare: Machine) -> None:
    done = bare.run("list")
    assert done.returncode == 0
    assert done.stderr == (
        f"run: installing Python packages into {bare.venv} (once; about a minute)\n"
    )
    venv, install, check, command = bare.calls
    assert venv == f"{bare.folder}: -m venv {bare.venv}"
    assert "-m pip install" in install
    for guard in ("--require-hashes", "--no-deps", "--only-binary :all:"):
        assert guard in install
    assert install.endswith(f"-r {BUNDLED_PACK}/requirements.lock")
    assert "-m pip check" in check
    assert command.endswith("-P -m aidgen list")
    assert bare.run("list").stderr == ""
    assert bare.calls == [command]


def test_another_lock_makes_the_venv_anew(ready: Machine) -> None:
    (ready.venv / "old").write_text("")
    assert ready.run("list", LOCKED="3 11 def").returncode == 0
    assert f"{ready.folder}: -m venv {ready.venv}" in ready.calls
    assert not (ready.venv / "old").exists()


def test_a_venv_that_is_half_built_is_built_again(bare: Machine) -> None:
    done = bare.run("list", FAIL="pip install")
    assert done.returncode == 1
    assert done.stderr.endswith("run: pip could not install them\n")
    assert not any("aidgen list" in call for call in bare.calls)
    assert bare.run("list").returncode == 0
    assert any("-m venv" in call for call in bare.calls)


def test_a_folder_that_it_did_not_make_is_refused_and_left_as_it_is(bare: Machine) -> None:
    bare.venv.mkdir()
    (bare.venv / "dear.txt").write_text("dear")
    done = bare.run("list")
    assert done.returncode == 1
    assert done.stderr == (
        f"run: {bare.venv} was not made by this script: "
        "remove it, or set AIDGEN_VENV to another place\n"
    )
    assert [path.name for path in bare.venv.iterdir()] == ["dear.txt"]
    assert bare.calls == []


def test_a_place_that_cannot_be_written_is_reported(bare: Machine) -> None:
    (bare.folder / "file").write_text("")
    done = bare.run("list", AIDGEN_VENV=str(bare.folder / "file" / "venv"))
    assert done.returncode == 1
    assert done.stderr.endswith(f"cannot write to {bare.folder}/file/venv; set AIDGEN_VENV\n")


def test_missing_names_the_packages_of_what_is_not_there(bare: Machine) -> None:
    missing = f'missing "{sys.executable}" msgfmt'
    assert bare.function(missing).stdout == "gettext\n"
    bare.program("msgfmt", "#!/bin/sh\n")
    assert bare.function(missing).stdout == ""
    assert bare.function(f'missing "{sys.executable}"').stdout == ""
    missing = f'missing "{sys.executable}" poppler gs'
    assert bare.function(missing).stdout.split() == ["poppler-utils", "ghostscript"]


def test_what_tests_need_is_installed_for_them(bare: Machine) -> None:
    noting = 'bootstrap() { echo "$*"; }; install_system() { echo "$*"; }; install_for_tests'
    assert bare.function(noting).stdout == "libs msgfmt poppler gs\nbrowser cjk\n"


def test_missing_tries_to_load_the_libraries(bare: Machine) -> None:
    none = "import ctypes, sys\\ndef load(name): raise OSError(name)\\nctypes.CDLL = load\\n"
    stub = (
        f"#!/bin/sh\nshift 2\nexec '{sys.executable}' -IS -c \"$(printf '{none}'; cat)\" \"$@\"\n"
    )
    bare.program("lacking", stub)
    assert bare.function("missing lacking libs").stdout.split() == [
        "libpango-1.0-0",
        "libpangoft2-1.0-0",
        "libharfbuzz-subset0",
    ]
    assert bare.function("missing lacking").stdout == ""


def test_system_packages_that_are_missing_are_installed(bare: Machine) -> None:
    bare.program("apt-get", APT)
    bare.program("sudo", '#!/bin/sh\nshift\nexec "$@"\n')
    (bare.folder / "lacking").write_text("libpango-1.0-0\nlibharfbuzz-subset0\n")
    done = bare.run("list")
    assert done.returncode == 0, done.stderr
    assert "run: installing system packages: libpango-1.0-0 libharfbuzz-subset0\n" in done.stderr
    update, install, *_ = bare.calls
    assert update == "apt-get update -qq"
    assert install.endswith(" libpango-1.0-0 libharfbuzz-subset0")


def test_packages_that_do_not_help_are_reported_and_not_tried_again_and_again(
    bare: Machine,
) -> None:
    bare.program("apt-get", APT)
    bare.program("sudo", '#!/bin/sh\nshift\nexec "$@"\n')
    (bare.folder / "lacking").write_text("libpango-1.0-0\n")
    done = bare.run("list", BROKEN="yes")
    assert done.returncode == 3
    last = done.stderr.splitlines()[-1]
    assert last == "run: installed, and still not to be found: libpango-1.0-0"
    assert sum("install" in call for call in bare.calls) <= 2


def test_who_may_not_install_is_reported_the_command(bare: Machine) -> None:
    bare.program("apt-get", APT)
    done = bare.function("as_root() { return 1; }\ninstall libpango-1.0-0")
    assert done.returncode == 3
    assert done.stderr.rstrip().endswith(
        "su -c 'apt-get update && apt-get install -y --no-install-recommends libpango-1.0-0'"
    )
    assert bare.calls == []


def test_homebrew_knows_the_packages_by_other_names(bare: Machine) -> None:
    bare.program("brew", '#!/bin/sh\necho "brew $*" >>"$LOG"\n')
    packages = "libpango-1.0-0 libharfbuzz-subset0 python3.11-venv gettext poppler-utils"
    assert bare.function(f"install {packages}").returncode == 0
    assert bare.calls == ["brew install gettext pango poppler python"]


def test_a_system_without_either_is_reported_what_it_needs(bare: Machine) -> None:
    (bare.folder / "lacking").write_text("libpango-1.0-0\n")
    done = bare.run("list")
    assert done.returncode == 3
    assert done.stderr == (
        "run: neither apt-get nor brew is here. Please install what Debian calls: libpango-1.0-0\n"
    )


def test_a_python_that_is_too_old_is_passed_over(bare: Machine) -> None:
    bare.program("python3", "#!/bin/sh\nexit 1\n")
    newer = bare.program("python3.12", PYTHON)
    assert bare.function("find_python").stdout == f"{newer}\n"
    newer.unlink()
    assert bare.function("find_python").returncode == 1
