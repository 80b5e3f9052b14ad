"""Where a text ends, looked for by patterns that are written once."""

from __future__ import annotations

from aidgen.press.engine.document import Source
from aidgen.press.engine.parsing import Patterns


def test_a_pattern_runs_up_to_some_characters_or_as_far_as_they_go() -> None:
    patterns = Patterns()
    up_to, along = patterns[frozenset("<&"), False], patterns["ab", True]
    assert up_to.match("one & two")[0] == "one "  # type: ignore[index]
    assert along.match("abba, c")[0] == "abba"  # type: ignore[index]
    assert patterns[frozenset("<&"), False] is up_to


def test_what_reads_html_keeps_its_patterns() -> None:
    html = "<html lang='en'><body><p title='a b'>One &amp; <b>two</b></p></body></html>"
    root = Source(html).root
    from weasyprint import tinyhtml5

    kept = tinyhtml5.inputstream.characters_until_regex
    written = dict(kept)
    assert "".join(root.itertext()) == "One & two"
    Source(html)
    assert dict(kept) == written
