"""Records in a browser: their words."""

from __future__ import annotations

from aidgen.page.lookups import BrowserPage


def test_signs_stay_with_the_words_of_links_and_blocks_apart() -> None:
    page = BrowserPage(
        "<h2>Fight</h2><p>At least <em>3</em>: see <a href='#'>the start</a>.</p><svg>x</svg>"
    )
    assert page.words.split() == ["Fight", "At", "least", "3:", "see", "the", "start."]
