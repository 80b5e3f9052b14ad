"""Files that others wrapped: `sync` changes no byte of what it does not change."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from aidgen.game.load import OURS, load
from aidgen.translation.sync import sync
from tests.mini import change, read

FR = OURS / "locales" / "fr" / "expedition.po"
PO = "locales/fr/mini.po"


@pytest.mark.parametrize("width", [40, 78, 0, 200])
def test_a_file_that_is_wrapped_otherwise_stays_as_it_is(tmp_path: Path, width: int) -> None:
    po = polib.pofile(str(FR), wrapwidth=width)
    path = tmp_path / "fr.po"
    po.save(str(path))
    before = path.read_text(encoding="utf-8")
    expedition = load(OURS, "expedition")
    assert sync(expedition, "expedition", "fr", path) == before


def test_what_changes_is_all_that_changes(pack: Path) -> None:
    (pack / PO).write_text(sync(read(pack), "mini", "fr", pack / PO), encoding="utf-8")
    narrow = polib.pofile(str(pack / PO), wrapwidth=30)
    narrow.save(str(pack / PO))
    before = (pack / PO).read_text(encoding="utf-8").split("\n\n")
    change(pack, "content/mini/rules.yaml", "Every turn has two steps.", "Every turn has 2 steps.")
    after = sync(read(pack), "mini", "fr", pack / PO).split("\n\n")
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 1
    assert "Every turn has 2 steps." in changed[0]


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
