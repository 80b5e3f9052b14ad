"""A theme.css says how things look: the rest is reported, and what is allowed stays as it is."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
import tinycss2

from aidgen.page import stylesheet
from aidgen.rules.pictures import theme_files_exist
from tests.mini import read

SHEET = "content/mini/theme.css"
REFUSED = [
    ("h2 { color: red }\n@import 'x';", 2, "expected `selector"),
    ("h2 { color: red }\n@media print { h2 { color: red } }", 2, "no @ at all"),
    ("h2::before {\n  content: 'not ';\n}", 2, "words come from the game alone"),
    ("h2 { position: absolute }", 1, "`position` is not for a theme"),
    ("h2 { colr: red }", 1, "did you mean `color`?"),
    ("h2 { background: url(http://x/y.png) }", 1, "leads out of the pack"),
    ("h2 { background: url(../../x.svg) }", 1, "leads out of the pack"),
    ("h2 { background: url(/etc/passwd) }", 1, "leads out of the pack"),
    ("h2 { background: url(none.svg) }", 1, "is not in the folder"),
    ("h2 { background: u\\72l(http://x) }", 1, "leads out of the pack"),
    ("h2 { color: expression(1) }", 1, "not for a theme"),
    ("</style><script>", 1, "expected `selector"),
    # Words and figures that the game does not have.
    ('li { list-style-type: "12 " }', 1, "not for a theme"),
    ("li { list-style-type: symbols('1' '2') }", 1, "not for a theme"),
    ("li { list-style-type: cjk-decimal }", 1, "not for a theme"),
    ("li { list-style-type: var(--x) }", 1, "not for a theme"),
    ("li::before { content: none }", 1, "words come from the game alone"),
    ("td { counter-reset: a 5 }", 1, "not for a theme"),
    ("td { transform: rotate(180deg) }", 1, "not for a theme"),
    ("td { direction: rtl }", 1, "not for a theme"),
    ("td { order: 2 }", 1, "not for a theme"),
    ("tr { flex-direction: row-reverse }", 1, "not for a theme"),
    ('td { font-feature-settings: "frac" }', 1, "not for a theme"),
    ("td { font-variant-numeric: diagonal-fractions }", 1, "not for a theme"),
    ("td { text-transform: full-width }", 1, "not for a theme"),
    ("p { word-spacing: -.3em }", 1, "not so small"),
    ("p { word-spacing: calc(0em - 1em) }", 1, "not so small"),
    ("p { letter-spacing: -3pt }", 1, "not so small"),
    ("p { letter-spacing: var(--x) }", 1, "not so small"),
    ("p { --x: '12' }", 1, "not for a theme"),
    ("p { --x: var(--y) var(--y) }", 1, "more than one"),
    ("p { --x: ; position: fixed }", 1, "`position` is not"),
    # What one reader takes for a string, and another for the end of it.
    ('td::before { --x: ((); }\n)" { --y: "; content: \'.\'; --w: ("("); }', 1, "not for"),
    ("p { color: red; } }\np { position: fixed }", 1, "`}` is not for a theme"),
    ("p { color: 'x\ny'; position: fixed }", 1, "not for a theme"),
    ("p { background: url(a b); position: fixed }", 1, "not for a theme"),
    ("p { /* */ */ position: fixed }", 1, "`selector {"),
    ("p { p { color: red } }", 1, "a rule within another"),
    ("p { & { color: red } }", 1, "a rule within another"),
    ("p { color: red !ie; }", 1, "`!` is not for a theme"),
    ("p { font-family: 'a</style>' }", 1, "has a sign"),
    ("p { font-family: \\3c x }", 1, "has a sign"),
    ("p::part(x) { color: red }", 1, "`part()` is not for a theme"),
    ("@\\69mport 'x';", 1, "no @ at all"),
    ("p { color: " + "(" * 999 + ")" * 999 + " }", 1, "not for a theme"),
    ("p, " * 99 + "p { color: red }", 1, "a selector has at most"),
]


@pytest.mark.parametrize(("css", "line", "said"), REFUSED, ids=lambda value: str(value)[:40])
def test_a_style_sheet_says_how_things_look_and_nothing_else(
    pack: Path, css: str, line: int, said: str
) -> None:
    (pack / SHEET).write_text(css, encoding="utf-8")
    reported = [str(problem) for problem in theme_files_exist(read(pack))]
    assert any(f"{SHEET}:{line}:" in one and said in one for one in reported), reported


LOOKS = """
/* a chapter's look; all of it is allowed */
h2, .face > p:first-child, li:not(.step):nth-child(2n + 1), [data-context^="mini"] {
  color: var(--ink); text-transform: uppercase; letter-spacing: .08em; word-spacing: 2pt;
  font: 600 12pt/1.2 "Source Sans Pro", sans-serif; font-variant: small-caps tabular-nums;
  background: linear-gradient(to right, rgb(0 0 0 / 10%), #fff 40%), url(back.svg) no-repeat;
  margin: calc(1mm + 2%) 0 -1mm; border-bottom: 1pt solid color-mix(in srgb, red 20%, #000);
  list-style-type: square; width: min(10mm, 50%) !important;
}
:root { --mine: #a00 }
.x { color: var(--mine, black) }
"""


def test_a_style_sheet_of_looks_is_kept_whole(pack: Path) -> None:
    kept = stylesheet.read(LOOKS, SHEET, pack)
    assert [str(problem) for problem in kept.problems] == []
    for words in (
        *("text-transform: uppercase;", "letter-spacing: .08em;", "word-spacing: 2pt;"),
        *("font-variant: small-caps tabular-nums;", "width: min(10mm, 50%) !important;"),
        *("margin: calc(1mm + 2%) 0 -1mm;", "color: var(--mine, black);", "--mine: #a00;"),
        'h2, .face > p:first-child, li:not(.step):nth-child(2n + 1), [data-context^="mini"] {',
        'url("data:image/svg+xml;base64,',
    ):
        assert words in kept.css, words
    assert "/*" not in kept.css


# Signs that readers of CSS quarrel about.
SIGNS = (
    *("p", " ", "{", "}", "(", ")", "[", "]", ":", ";", ",", "'", '"', "\\", "\n", "/*", "*/"),
    *("url(", "@x", "!", "<", "-->", "<!--", "&", "\\3c ", "\\a ", "color", "position", "\0"),
    *("--x", "red", "1", "1em", "#a", "var(", "calc(", "color: red;", "p{", "position:fixed;"),
    *("background: url(back.svg);", "é", "\ufffd", "u\\72l(", "'\\\n", "{}", "content", "\f"),
)


def test_all_that_is_kept_is_read_by_the_engine_as_it_was_written(pack: Path) -> None:
    rng = random.Random(0)
    kept = 0
    for _ in range(3_000):
        some = "".join(rng.choices(SIGNS, k=rng.randint(1, 30)))
        css = f"p {{ {some}; color: red }} a {{ color: red }}"
        written = stylesheet.read(css, SHEET, pack).css
        assert "<" not in written
        for rule in tinycss2.parse_stylesheet(written, skip_whitespace=True):
            assert rule.type == "qualified-rule", css
            for part in tinycss2.parse_blocks_contents(rule.content, skip_whitespace=True):
                assert part.type == "declaration", css
                assert part.name.startswith("--") or part.lower_name in ("color", "background"), css
                kept += 1
    assert kept > 1_000


LONG = ("a", "a ", "(", "((", "a{", "a:", "'", "/*", "\\", "}", "-", "@", "url(", "a,", "a{}", "a;")


@pytest.mark.parametrize("sign", LONG)
def test_no_style_sheet_takes_longer_than_its_length(pack: Path, sign: str) -> None:
    css = (sign * 60_000)[:60_000]
    start = time.process_time()
    stylesheet.read(css, SHEET, pack)
    stylesheet.read(f"p {{ color: {css}", SHEET, pack)
    assert time.process_time() - start < 4
