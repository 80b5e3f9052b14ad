"""Styles that pieces share: what is laid out is the same, and the document is left as it was."""

from __future__ import annotations

from xml.etree import ElementTree

from aidgen.assets.papers import Size
from aidgen.page.pieces import Piece, together
from aidgen.press.engine.document import HtmlDocument, _styles_as_classes
from aidgen.press.engine.pages import LaidPage, LaidText

HEAD = (
    "<html lang='en'><head><title>x</title><style>p { margin: 0; font-size: var(--type) }"
    " main.piece { --type: 30pt } .piece + .piece { break-before: page }"
)
ALIKE = Piece(HEAD, "<p>One</p>", Size(60, 40), margin="5mm", smallest=7, type_size=9.0)


def sizes(pages: tuple[LaidPage, ...]) -> list[float]:
    texts = (piece for page in pages for piece in page.pieces if isinstance(piece, LaidText))
    return [round(text.box.lettering.size * 0.75, 2) for text in texts]


def test_each_piece_has_its_own_type_whatever_the_template_says() -> None:
    pieces = [ALIKE, ALIKE.sized(12.0), ALIKE]
    assert sizes(HtmlDocument(together(pieces)).lay_out().pages) == [9.0, 12.0, 9.0]


def test_a_document_is_afterwards_as_it_was() -> None:
    source = HtmlDocument(together([ALIKE, ALIKE.sized(12.0)]))
    before = ElementTree.tostring(source.root)
    with _styles_as_classes(source.root, source.root.find("head/style")):
        mains = list(source.root.iter("main"))
        assert [main.get("style") for main in mains] == [None, None]
        assert len({main.get("class") for main in mains}) == 2
    assert ElementTree.tostring(source.root) == before


def test_what_has_no_style_sheet_keeps_its_styles() -> None:
    root = ElementTree.fromstring("<html><body><main style='color:red'>a</main></body></html>")
    with _styles_as_classes(root, None):
        assert next(root.iter("main")).get("style") == "color:red"
