"""The font that a text is drawn in is the one that its page asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.assets.faces import FontFace, face_for, faces
from aidgen.assets.fonts import font_files
from aidgen.layout.faults import Fault
from aidgen.layout.promises import Promises, read_promises
from aidgen.page.layout import Run
from aidgen.press.engine import document
from aidgen.proof import layout
from aidgen.proof.content import Glyph
from tests.sheets import proved, set_document
from tests.trial import printed, write_pack

PAGE = """<!DOCTYPE html><html lang="en"><head><title>x</title><style>
@page { size: 60mm 40mm; margin: 5mm } body { font: 9pt Source Sans Pro, Source Serif Pro }
p { margin: 0 } .serif { font-family: Source Serif Pro }
</style></head><body><p>One</p><p class="serif">Two</p>
<svg width="30" height="20"><title>x</title><text y="9" font-family="Source Serif Pro">Six</text>
</svg></body></html>"""


def strange() -> list[tuple[str, str]]:
    """Return which words of the page are reported to be in another font, and their own."""
    return [(fault.words, fault.expected) for fault in reported() if fault.kind == "font"]


def reported() -> tuple[Fault, ...]:
    document = set_document(PAGE)
    return proved(document.pdf, Promises(), document.sheets).faults


def test_a_font_that_is_found_is_not_reported() -> None:
    assert not strange()


def test_a_font_that_the_machine_does_not_find_is_reported_at_each_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two fonts that are asked for the second is no other: the first has the letters."""
    sans = tuple(path for path in font_files() if "Sans" in path.name)
    with_fonts(monkeypatch, sans)
    assert strange() == [("Two", "Source Serif Pro"), ("Six", "Source Serif Pro")]
    with_fonts(monkeypatch, tuple(set(font_files()) - set(sans)))
    assert strange() == [("One", "Source Sans Pro")]


@pytest.mark.parametrize(("char", "reported"), [("ﬂ", ""), ("f", ""), ("é", "Source Sans Pro")])
def test_a_ligature_is_in_the_font_of_its_letters(
    char: str, reported: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A font may draw ﬂ for f and l without having the character, which another font has."""
    serif, has = faces()["Source-Serif-Pro"], FontFace.has
    monkeypatch.setattr(
        FontFace, "has", lambda face, char: has(face, char) and not (face is serif and char in "ﬂé")
    )
    monkeypatch.setattr(layout, "face_for", face_for.__wrapped__)  # which remembers nothing
    run = Run(char, 9, 9, 9, 9, faces=("Source-Serif-Pro", "Source-Sans-Pro"))
    assert layout._missing_font([Glyph(char, serif, 1, (1, 0, 0, 1, 9, 9))], run) == reported


@pytest.mark.parametrize("words", ["Ελλάδα → Москва ≥ x", "2 → 3 ✓", "*Ελλάδα* **и *Москва***"])
@pytest.mark.parametrize("aid", ["book", "sheet", "deck"])
def test_letters_and_signs_without_slanted_forms_are_set_upright(
    words: str, aid: str, tmp_path: Path
) -> None:
    text = f"*{words}*" if "*" not in words else words
    pack = write_pack(
        tmp_path,
        f"""
        rules: {{r: {{title: R, text: "{text}", example: "{words}"}}}}
        cards: {{c: {{front: {{title: "{text}", text: "{text}", flavour: "{words}"}}}}}}
        sections: {{s: {{title: S, contents: [rules.r]}}}}
        aids:
          book: {{title: B, kind: book, paper: A5, contents: [sections.s]}}
          sheet: {{title: S, kind: sheet, paper: A5, blocks: {{b: {{contents: [rules.r]}}}}}}
          deck: {{title: D, kind: cards, paper: poker, contents: [cards]}}
        """,
    )
    html = printed(pack, aid)
    page = set_document(html)
    assert [str(fault) for fault in page.faults if fault.kind == "font"] == []
    found = proved(page.pdf, read_promises(html), page.sheets).faults
    assert [str(fault) for fault in found if fault.kind == "font"] == []


def with_fonts(monkeypatch: pytest.MonkeyPatch, files: tuple[Path, ...]) -> None:
    """Have the engine know some of our fonts alone, as if the others were not found."""
    monkeypatch.setattr(document, "_all_font_files", lambda: files)
    monkeypatch.setenv("FONTCONFIG_FILE", str(document._fontconfig_file()))
    monkeypatch.setattr(
        document, "_shared_fonts", lambda families, _: document._open_fonts(families)
    )
