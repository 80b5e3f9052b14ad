"""Words of pictures in scripts whose letters join, or are read from the right: set, and proved."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import pikepdf
import pytest

from aidgen.assets.fonts import SCRIPTS, is_missing
from aidgen.layout.promises import Promise, Promises
from aidgen.page.charts import Axes, Series, chart_letters, line_chart
from aidgen.proof.pieces import Proof
from tests.sheets import SetDocument, proved, set_document

WORDS = {
    "Arab": ("ar", "المستوى 3", "الضرر (٪)", "خطير"),
    "Hebr": ("he", "רמה 3", "נזק (%)", "מסוכן"),
    "Deva": ("hi", "स्तर 3", "क्षति (%)", "ख़तरनाक"),
    "Thai": ("th", "ระดับ 3", "ความเสียหาย", "อันตรายยิ่ง"),
}
"""Of each script: a language, what stands along the axes of a chart, and the name of a line."""


def chart(script: str) -> tuple[SetDocument, Promises]:
    """Set a chart in a script, and return it with what it promises."""
    locale, across, up, name = WORDS[script]
    axes = Axes(across, up, ("1", "2", "10+"))
    svg = line_chart(axes, [Series(name, (0, 9, 20))], "x", words=chart_letters(script))
    style = f"svg {{ width: 120mm }} body {{ font-family: {chart_letters(script).families} }}"
    html = f"<html lang={locale}><head><title>A</title><style>{style}</style></head>"
    page = set_document(f"{html}<body><p>{name}</p>{svg}</body></html>")
    drawn = ("0", "5", "10", "15", "20", "1", "2", "10+", across, up, name)
    return page, Promises((Promise(name),), pictured=drawn)


def proof_of(page: SetDocument, promises: Promises, pdf: bytes = b"") -> Proof:
    return proved(pdf or page.pdf, promises, page.sheets)


@pytest.fixture(params=WORDS)
def script(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if is_missing(name):
        pytest.skip(f"{SCRIPTS[name].family} is missing")
    return name


def test_a_chart_is_drawn_as_it_was_laid_out_and_read_again(script: str) -> None:
    page, promises = chart(script)
    assert page.faults == ()
    assert proof_of(page, promises).faults == ()
    runs = {run.text: run for sheet in page.sheets for run in sheet.runs if run.pictured}
    # What is drawn as a whole is as wide as its letters are, joined.
    for text in WORDS[script][1:]:
        assert len(runs[text].letters) > 2
    name, tick = runs[WORDS[script][3]], runs["20"]
    assert tick.x + tick.width < name.x
    assert name.x + name.width < page.sheets[0].width


def test_other_words_than_those_that_are_drawn_are_reported(script: str) -> None:
    page, promises = chart(script)
    other = replace(promises, pictured=(*promises.pictured[:-1], WORDS[script][1]))
    assert proof_of(page, other).faults != ()


@pytest.mark.parametrize(
    "text",
    [
        "<text x='9' y='20'></text>",
        "<text x='9' y='20'> </text>",
        "<text x='9' y='20' textLength='90'>שלום</text>",
        "<text x='9 19 29' y='20' letter-spacing='3'>שלום</text>",
        "<text x='150' y='20' direction='rtl'>\n  שלום abc  12\n</text>",
        "<g direction='rtl' font-weight='bold'><text x='90' y='20' text-anchor='end'>אב</text></g>",
        "<text x='9' y='20' transform='rotate(45 9 20)'>10</text>",
    ],
)
@pytest.mark.skipif(is_missing("Hebr"), reason="Heebo is missing")
def test_a_picture_of_a_pack_is_proved_as_it_is_drawn(text: str) -> None:
    style = "svg { width: 120mm } body { font-family: Source Sans Pro }"
    head = f"<html lang=he><head><title>A</title><style>{style}</style></head>"
    svg = f"<svg viewBox='0 0 200 60' font-size='12' font-family='Heebo'>{text}</svg>"
    page = set_document(f"{head}<body><p>x</p>{svg}</body></html>")
    words = re.sub("<[^>]*>", "", text)
    found = proof_of(page, Promises((Promise("x"),), pictured=(words,)))
    assert (page.faults, found.faults) == ((), ())


@pytest.mark.parametrize("change", ["reversed", "one left out", "one moved"])
def test_a_name_that_is_drawn_otherwise_is_reported(script: str, change: str) -> None:
    page, promises = chart(script)
    assert proof_of(page, promises, changed(page.pdf, change)).faults != ()


def changed(pdf: bytes, change: str) -> bytes:
    """Change the last letters that a page draws: those of the name of a line."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        page = document.pages[0]
        code: list[Any] = list(pikepdf.parse_content_stream(page))
        at = max(number for number, one in enumerate(code) if len(codes_of(one)) > 1)
        codes: list[Any] = codes_of(code[at])
        if change == "reversed":
            codes.reverse()
        elif change == "one left out":
            codes.pop()
        else:
            codes.insert(1, -400)
        shown = pikepdf.Array([pikepdf.String(c) if isinstance(c, bytes) else c for c in codes])
        code[at] = pikepdf.ContentStreamInstruction([shown], pikepdf.Operator("TJ"))
        page.Contents = document.make_stream(pikepdf.unparse_content_stream(code))
        out = io.BytesIO()
        document.save(out)
        return out.getvalue()


def codes_of(instruction: Any) -> list[bytes]:
    """Return the glyphs that an instruction shows."""
    operands, operator = instruction
    if str(operator) != "TJ":
        return []
    text = b"".join(bytes(part) for part in operands[0] if isinstance(part, pikepdf.String))
    return [text[i : i + 2] for i in range(0, len(text), 2)]
