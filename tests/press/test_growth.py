"""How high boxes get in other type, reckoned from one layout."""

from __future__ import annotations

import pytest

from aidgen.layout.document import Document
from aidgen.press.growth import content_growth
from aidgen.press.type import lay_out

HEAD = (
    '<!DOCTYPE html><html lang="en"><head><title>T</title><style>'
    "@page { size: 100mm 200mm; margin: 5mm } * { margin: 0 }"
    'main { font: SIZEpt/1.2 "Source Sans Pro" } p + p { margin-top: 1mm }'
    "td { vertical-align: top } .pair { display: table; width: 100% }"
    ".pair > div { display: table-cell; width: 50% }"
    "</style></head><body><main>"
)
WORDS = "Roll a die for each of your allies, then add what they have left. "
LONG = f"<p>{WORDS * 4}</p>"
CONTENTS = {
    "paragraphs": "".join(f"<p>{WORDS * times}</p>" for times in range(1, 8)),
    "lines that stay one": "<p>One</p><p>Two</p><p>Three words more</p>",
    "side by side": f'<div class="pair"><div>{LONG * 2}</div><div><p>{WORDS}</p></div></div>',
    "a table": f"<table><tr><td>Wound</td><td>{WORDS * 5}</td></tr><tr><td>-1</td><td>2</td></tr>"
    "</table>",
}


def height(content: str, size: float) -> tuple[float, float]:
    """Return the height in px of a content in type, and that reckoned for type a seventh larger."""
    html = f"{HEAD.replace('SIZE', f'{size:g}')}{content}</main></body></html>"
    growth = content_growth(next(lay_out(Document(html)).pages[0].mains))
    return growth(1.0), growth(8 / 7)


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_the_height_in_larger_type_is_reckoned_nearly_as_it_is_laid_out(content: str) -> None:
    now, reckoned = height(content, 10.5)
    assert reckoned == pytest.approx(height(content, 12)[0], rel=0.1)
    assert reckoned > now * 8 / 7 - 2
