"""A pack is a jail: nothing outside it is read, and what is no file is not even opened."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.problems import InputError, Problem
from aidgen.sandbox import files
from aidgen.sandbox.limits import Limits
from tests.commands import here

SECRET = "only for my eyes"

Put = Callable[[Path, Path], None]


def link_to_file(path: Path, outside: Path) -> None:
    path.symlink_to(outside / "secret.yaml")


def zero(path: Path, outside: Path) -> None:
    path.symlink_to("/dev/zero")


def pipe(path: Path, outside: Path) -> None:
    os.mkfifo(path)


def listening(path: Path, outside: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the path of a socket has to be short
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(path.name)
    finally:
        os.chdir(here)


def nowhere(path: Path, outside: Path) -> None:
    path.symlink_to(path.parent / "not-there")


def folder(path: Path, outside: Path) -> None:
    path.mkdir()


TRICKS: dict[Put, str] = {
    link_to_file: "is a link out of",
    zero: "is a link out of",
    pipe: "is a pipe or device, expected a file",
    listening: "is a pipe or device, expected a file",
    nowhere: "cannot be read: No such file or directory",
    folder: "is a folder, expected a file",
}
DOORS = ("content/mini/rules.yaml", "locales/fr/mini.po", "templates/plan/page.html")


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.yaml").write_text(f"rules:\n  {SECRET}", encoding="utf-8")
    return folder


def reported(root: Path) -> list[Problem]:
    """Return what is wrong with a pack, its templates included."""
    try:
        pack = Pack(root)
        problems = [*plan(pack).problems, *pack.problems("mini")]
        for path in (root / "templates").rglob("*.html"):
            files.read_text(path, root, path.relative_to(root).as_posix())
    except InputError as error:
        return list(error.problems)
    return problems


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__)
@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_file_of_the_pack_is_refused_by_name(
    door: str, trick: Put, pack: Path, outside: Path
) -> None:
    path = pack / door
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    trick(path, outside)
    problems = [problem for problem in reported(pack) if problem.where.file == door]
    assert problems, reported(pack)
    assert problems[0].message.startswith(TRICKS[trick])
    assert not any(SECRET in str(problem) for problem in reported(pack))


@pytest.mark.parametrize("place", ["content", "content/mini", "locales/fr", "templates"])
def test_a_folder_that_is_a_link_out_of_the_pack_is_refused(
    place: str, pack: Path, outside: Path
) -> None:
    inner = pack / place
    if inner.exists():
        inner.rename(outside / "moved")
    else:
        (outside / "moved").mkdir()
        (outside / "moved" / "words.yaml").write_text("page: Sheet\n", encoding="utf-8")
    inner.symlink_to(outside / "moved")
    assert any("is a link out of" in problem.message for problem in reported(pack))


def test_a_link_within_the_pack_is_followed(pack: Path) -> None:
    (pack / "content" / "mini" / "rules.yaml").rename(pack / "rules.yaml")
    (pack / "content" / "mini" / "rules.yaml").symlink_to("../../rules.yaml")
    assert not [problem for problem in reported(pack) if problem.severity == "error"]


# What is written


def test_a_default_output_folder_that_leads_out_of_the_pack_has_to_be_named(
    pack: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pack / "build").symlink_to(outside)
    monkeypatch.chdir(pack)
    done = here("build", "--aid", "plan")
    assert done.returncode == 2
    assert "build: error: is a link that leads out of the pack" in done.stderr


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("build --aid plan --locale en", "build/mini"),
        ("build --aid plan --locale en", "build/.cache"),
        ("export png --aid deck --locale en", "build/mini"),
        ("site site --aid plan --locale en", "site/mini"),
        ("calibrate --locale en --paper a4", "build/calibration"),
    ],
)
def test_nothing_is_written_through_a_link_below_an_output_folder(
    words: str,
    place: str,
    pack: Path,
    outside: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(pack)
    before = sorted(outside.rglob("*"))
    (pack / place).parent.mkdir()
    (pack / place).symlink_to(outside)
    done = here(*words.split())
    assert done.returncode == 1
    assert re.search(rf"{place}\S*: error: is a link out of", done.stderr)
    assert sorted(outside.rglob("*")) == before


@pytest.mark.parametrize("place", ["content", "locales"])
def test_no_file_of_the_pack_is_written_through_a_folder_that_is_a_link(
    place: str, pack: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pack)
    (pack / place).rename(outside / place)
    (pack / place).symlink_to(outside / place)
    before = sorted(outside.rglob("*"))
    for words in (("schema",), ("i18n", "extract"), ("i18n", "sync"), ("i18n", "add", "es")):
        done = here(*words)
        assert done.returncode == (0 if words == ("schema",) and place == "locales" else 1)
    assert sorted(outside.rglob("*")) == before


# How much is read


def test_a_file_that_is_too_large_is_not_read(pack: Path) -> None:
    path = pack / "content" / "mini" / "rules.yaml"
    with path.open("ab") as file:
        file.truncate(10**7)
    (problem,) = reported(pack)
    assert str(problem).startswith(
        "content/mini/rules.yaml: error: found 10,000,000 bytes of a file of the pack"
    )


def test_a_pack_of_too_many_bytes_is_refused(pack: Path) -> None:
    with pytest.raises(InputError, match="its assets apart, expected at most 100"):
        files.refuse_too_much(pack, Limits(pack_bytes=100))
    files.refuse_too_much(pack)


@pytest.mark.parametrize("folder", ["content/mini", "templates/cards"])
def test_a_folder_that_cannot_be_read_is_a_problem_of_the_pack(
    pack: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pack / folder).mkdir(parents=True, exist_ok=True)
    scan = os.scandir

    def refusing(path: str) -> object:
        if str(path) == str(pack / folder):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    with pytest.raises(InputError) as refused:
        files.refuse_too_much(pack)
    assert str(refused.value.problems[0]) == f"{folder}: error: cannot be read: Permission denied"
