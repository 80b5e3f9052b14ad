"""Texts edited in the live preview."""

from __future__ import annotations

from pathlib import Path

from aidgen.game.context import Context
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import step
from aidgen.serve.texts import Edit, save_text

PO = "locales/fr/mini.po"
TEXT = "mini.rules.dark.text"


def test_a_file_of_windows_stays_one(pack: Path) -> None:
    list(step(Pack(pack), "fr"))
    path = pack / PO
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    edit = Edit(Context.read(TEXT), "translation", ("Les héros voient mal.",), ("",))
    save_text(Pack(pack), "mini", "fr", edit)
    text = path.read_bytes()
    assert text.count(b"\n") == text.count(b"\r\n")
    assert "Les héros voient mal.".encode() in text
