"""Pages without their mark: all else is kept."""

from __future__ import annotations

import pytest

from aidgen.page.pieces import without_edition_mark

MARK = '<span class="mark" data-mark><span data-context="ui.edition">ed.</span> 1 · bb50d0</span>'


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<p><span>One</span></p>", "<p><span>One</span></p>"),
        (f"<p>One · {MARK} · <span>2/3</span></p>", "<p>One · </span> · <span>2/3</span></p>"),
        (f"<p>{MARK}</p><p>{MARK}</p>", "<p></span></p><p></span></p>"),
        ('<p><span class="mark">full</span></p>', '<p><span class="mark">full</span></p>'),
        ("<p><span data-mark>never ended</p>", "<p>never ended</p>"),
    ],
)
def test_the_mark_is_left_out_and_nothing_else(html: str, kept: str) -> None:
    assert without_edition_mark(html) == kept
