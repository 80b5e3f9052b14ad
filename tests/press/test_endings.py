"""The last word of a paragraph stays whole, unless it is longer than a line."""

from __future__ import annotations

import pytest

from aidgen.press.engine.document import HtmlDocument


def lines(inner: str, width: int, hyphens: str = "auto") -> list[str]:
    css = "@page{size:90mm 90mm;margin:5mm} body{margin:0;font:10pt Source Sans Pro}"
    css += f"p{{width:{width}mm;margin:0;hyphens:{hyphens};hyphenate-character:'-'}}"
    html = f"<html lang='en'><head><style>{css}</style></head><body><p>{inner}</p></body></html>"
    (page,) = HtmlDocument(html).lay_out().pages
    return [text.words.text.strip() for text in page.texts]


def test_the_last_word_moves_to_the_next_line() -> None:
    reported = lines("A long and old consideration.", 36)
    assert reported == ["A long and old", "consideration."]
    assert lines("A long and old consideration ends here.", 36)[0].endswith("-")


@pytest.mark.parametrize("inner", ["Consideration.", "A consideration."])
def test_a_word_longer_than_a_line_is_divided(inner: str) -> None:
    reported = lines(inner, 16)
    assert any(line.endswith("-") for line in reported)
    assert "".join(reported).replace("-", "").replace(" ", "") == inner.replace(" ", "")


def test_a_word_after_another_element_moves_as_well() -> None:
    assert lines("<b>A long and old</b> consideration.", 36)[-1] == "consideration."


def test_a_word_that_is_not_last_is_divided_before_another_element() -> None:
    reported = lines("A long and old consideration <b>ends</b> here.", 36)
    assert reported[0].endswith("-")
