"""A theme.css may look as it likes; what it would load from outside is reported at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tinycss2

from aidgen import BUNDLED_PACK
from aidgen.page import stylesheet
from aidgen.page.theme import theme_problems
from tests.mini import read

SHEET = "content/mini/theme.css"


@pytest.mark.parametrize(
    ("css", "line", "said"),
    [
        ("h2 { color: red }\n@import 'x';", 2, "`@import` loads something"),
        ("@\\69mport 'x';", 1, "loads something"),
        ("@media print { @font-face { src: url(x.ttf) } }", 1, "name the font in the theme"),
        ("h2 { background: url(http://x/y.png) }", 1, "leads out of the pack"),
        ("h2 { background: url(../../x.svg) }", 1, "leads out of the pack"),
        ("h2 { background: url('/etc/passwd') }", 1, "leads out of the pack"),
        ("h2 { background: u\\72l(http://x) }", 1, "leads out of the pack"),
        ("h2 { color: red }\nh2 { background: url(none.svg) }", 2, "is not in the folder"),
        ("h2 { background: url() }", 1, "leads out of the pack"),
        ("h2 { background: url(a b) }", 1, "cannot be read"),
        ("h2 { content: '</style>' }", 1, "ends it"),
        ("p { color: " + "(" * 999 + ")" * 999 + " }", 0, "too deeply"),
        ("p { width: " + "1" * 5_000 + " }", 0, "a number of thousands of digits"),
    ],
)
def test_what_loads_something_or_ends_the_sheet_is_refused(
    pack: Path, css: str, line: int, said: str
) -> None:
    (pack / SHEET).write_text(css, encoding="utf-8")
    reported = [str(problem) for problem in theme_problems(read(pack))]
    place = f"{SHEET}:{line}:" if line else f"{SHEET}: "
    assert any(message.startswith(place) and said in message for message in reported), reported


LOOKS = """
/* a chapter's look */
@media print { h2 > b { color: var(--ink) } }
h2::first-letter { float: left; font-size: 3em; transform: rotate(2deg) }
h2::before { content: "¶ "; position: absolute }
.x { background: linear-gradient(to right, #fff 40%, #000), url( back.svg ) no-repeat;
  letter-spacing: .5em; fill: url(#a) }
"""


def test_looks_of_all_kinds_are_kept_as_they_are_written(pack: Path) -> None:
    kept = stylesheet.read(LOOKS, SHEET, pack)
    assert kept.problems == ()
    before, _, after = LOOKS.partition("url( back.svg )")
    assert kept.css.startswith(f'{before}url("data:image/svg+xml;base64,')
    assert kept.css.endswith(after)


def selected_classes(tokens: list[Any]) -> Iterator[str]:
    """Yield the classes in the selectors of a style sheet."""
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before == "." and token.type == "ident":
            yield token.value
        for inner in ("content", "arguments"):
            yield from selected_classes(getattr(token, inner, None) or [])


def test_all_our_classes_have_a_prefix() -> None:
    """So that `slot` or `sheet` in a pack is its own."""
    classes = set()
    for path in sorted((BUNDLED_PACK / "templates").rglob("*.css")):
        css = re.sub(r"{({.*?}|%.*?%|#.*?#)}", " ", path.read_text("utf-8"))
        classes |= {*selected_classes(tinycss2.parse_component_value_list(css))}
    assert len(classes) > 150
    assert {name for name in classes if not name.startswith("ag-")} == set()
    for path in sorted((BUNDLED_PACK / "tests" / "golden").glob("*.html")):
        named = re.findall(r'<\w[^>]* class="([^"]*)"', path.read_text("utf-8"))
        used = {name for names in named for name in names.split()}
        # An author's own names: of an aid, of a deck.
        assert {name for name in used if not name.startswith(("ag-", "aid-", "deck-"))} == set()
