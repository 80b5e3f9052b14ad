"""Files that others wrapped: `sync` changes no byte of what it does not change."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polib
import pytest
from translate.storage import pypo

from aidgen.game.load import BUNDLED_PACK, load
from aidgen.language import grammar
from aidgen.translation.po import line_width
from aidgen.translation.sync import sync
from tests.mini import change, read

FR = BUNDLED_PACK / "locales" / "fr" / "expedition.po"
PO = "locales/fr/mini.po"
CRLF = ("\n", "\r\n")


def by_polib(path: Path, wide: int) -> None:
    polib.pofile(str(path), wrapwidth=wide).save(str(path))


def by_gettext(path: Path, *words: str) -> None:
    """Write a file as Poedit does, which has gettext do it; that drops flags it does not know."""
    assert shutil.which("msgcat"), "msgcat is missing: `./run test` installs gettext"
    subprocess.run(["msgcat", *words, "-o", str(path), str(path)], check=True)


def by_weblate(path: Path, wide: int) -> None:
    """Write a file as Weblate does, which has translate-toolkit do it."""
    kind: Any = pypo.pofile
    store = kind.parsefile(str(path))
    store.wrapper.width = wide
    for unit in store.units:  # all are written anew, not only those that somebody has changed
        unit.source = unit.source
        unit.target = unit.target
    path.write_bytes(bytes(store))


def poedits_header(path: Path) -> None:
    """Put the fields of a header into the order in which Poedit has them, with its own."""
    text = path.read_text(encoding="utf-8")
    language = '"Language: fr\\n"\n'
    assert text.count(language) == 1
    moved = text.replace(language, "").replace(
        '"MIME-Version', f'"X-Generator: Poedit 3.2.2\\n"\n{language}"MIME-Version', 1
    )
    path.write_text(moved, encoding="utf-8")


STYLES: dict[str, Callable[[Path], None]] = {
    "polib, 40": lambda path: by_polib(path, 40),
    "polib, 78": lambda path: by_polib(path, 78),
    "polib, not wrapped": lambda path: by_polib(path, 0),
    "polib, 200": lambda path: by_polib(path, 200),
    "gettext, 79": by_gettext,
    "gettext, 60": lambda path: by_gettext(path, "--width=60"),
    "gettext, not wrapped": lambda path: by_gettext(path, "--no-wrap"),
    "Weblate, 77": lambda path: by_weblate(path, 77),
    "Weblate, not wrapped": lambda path: by_weblate(path, -1),
    "Poedit's header": poedits_header,
}


def flagged_again(path: Path) -> None:
    """Let `sync` write the flags that gettext has dropped, and nothing else."""
    expedition = load(BUNDLED_PACK, "expedition")
    path.write_bytes(sync(expedition, "expedition", "fr", path).encode())


@pytest.mark.parametrize(
    ("style", "end"),
    [*((style, "\n") for style in STYLES), ("polib, 40", "\r\n"), ("gettext, 79", "\r\n")],
)
def test_a_file_that_is_wrapped_otherwise_stays_as_it_is(
    tmp_path: Path, style: str, end: str
) -> None:
    path = tmp_path / "fr.po"
    shutil.copy(FR, path)
    STYLES[style](path)
    wrapped = path.read_text(encoding="utf-8")
    assert wrapped != FR.read_text(encoding="utf-8")
    if style.startswith("gettext"):
        flagged_again(path)
        assert said(path.read_text(encoding="utf-8")) == said(wrapped)
    path.write_bytes(path.read_bytes().replace(b"\n", end.encode()))
    before = path.read_bytes()
    assert sync(load(BUNDLED_PACK, "expedition"), "expedition", "fr", path).encode() == before


@pytest.mark.parametrize("end", CRLF, ids=["lf", "crlf"])
@pytest.mark.parametrize("wide", [30, 0])
def test_what_changes_is_all_that_changes(pack: Path, wide: int, end: str) -> None:
    path = pack / PO
    path.write_text(sync(read(pack), "mini", "fr", path), encoding="utf-8")
    by_polib(path, wide)
    before = path.read_text(encoding="utf-8").split("\n\n")
    path.write_bytes(path.read_bytes().replace(b"\n", end.encode()))
    change(pack, "content/mini/rules.yaml", "Every turn has two steps.", "Every turn has 2 steps.")
    after = sync(read(pack), "mini", "fr", path)
    assert after.count("\n") == after.count(end)
    entries = after.replace("\r\n", "\n").split("\n\n")
    changed = [new for old, new in zip(before, entries, strict=True) if old != new]
    assert len(changed) == 1
    assert "Every turn has 2 steps." in changed[0]


def test_what_a_translator_says_alone_is_a_change(pack: Path) -> None:
    path = pack / PO
    path.write_text(sync(read(pack), "mini", "fr", path), encoding="utf-8")
    said_so = 'msgctxt "mini.rules.start.text"'
    change(pack, PO, said_so, f"# aidgen: number ok – because\n{said_so}")
    after = sync(read(pack), "mini", "fr", path)
    assert "# aidgen: number ok [" in after


def test_the_header_keeps_its_order_and_gets_what_it_lacks(pack: Path) -> None:
    path = pack / PO
    path.write_text(
        'msgid ""\nmsgstr ""\n"X-Generator: Poedit\\n"\n"Language-Team: \\n"\n'
        '"Language: fr\\n"\n"Content-Type: text/plain; "\n"charset=UTF-8\\n"\n',
        encoding="utf-8",
    )
    header = sync(read(pack), "mini", "fr", path).split("\n\n")[0]
    assert header.split("\n")[:10] == [
        "#",
        'msgid ""',
        'msgstr ""',
        '"X-Generator: Poedit\\n"',
        '"Language-Team: \\n"',
        '"Language: fr\\n"',
        '"Content-Type: text/plain; "',
        '"charset=UTF-8\\n"',
        '"Project-Id-Version: aidgen mini\\n"',
        '"MIME-Version: 1.0\\n"',
    ]


def test_a_rule_of_plural_forms_that_is_spelt_otherwise_stays(pack: Path) -> None:
    path = pack / PO
    path.write_text(sync(read(pack), "mini", "fr", path), encoding="utf-8")
    ours = grammar.plural_header("fr")
    theirs = ours.replace("(n > 1)", "n > 1") if "(" in ours else ours.replace("n > 1", "(n>1)")
    assert theirs != ours
    change(pack, PO, ours, theirs)
    assert sync(read(pack), "mini", "fr", path) == path.read_text(encoding="utf-8")


def test_what_is_changed_is_wrapped_as_the_rest() -> None:
    short = 'msgid "a"\nmsgstr "b"\n'
    assert line_width(short, 88) == 88
    assert line_width(short + f'msgid "{"a " * 80}"\n', 88) == 0
    broken = 'msgid ""\n"twelve chars, "\n"and more"\n'
    assert line_width(broken * 3, 88) == len('"twelve chars, "')
    assert line_width(broken * 3 + f'msgid ""\n"{"a" * 90}"\n"b"\n', 88) == len('"twelve chars, "')


def test_of_an_entry_that_moved_the_message_stays_wrapped(pack: Path) -> None:
    (pack / PO).write_text(sync(read(pack), "mini", "fr", pack / PO), encoding="utf-8")
    narrow = polib.pofile(str(pack / PO), wrapwidth=30)
    narrow.save(str(pack / PO))
    change(pack, "content/mini/rules.yaml", "\nrules:", "\n\nrules:")
    after = sync(read(pack), "mini", "fr", pack / PO)
    before = (pack / PO).read_text(encoding="utf-8")
    assert before != after
    assert said(before) == said(after)


def said(text: str) -> list[str]:
    return [line for line in text.split("\n") if not line.startswith("#")]
