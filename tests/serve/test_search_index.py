"""The index of the site's search."""

from __future__ import annotations

from aidgen.serve.search_index import words_of_html


def test_signs_stay_with_the_words_of_links_and_blocks_apart() -> None:
    words = words_of_html(
        "<h2>Fight</h2><p>At least <em>3</em>: see <a href='#'>the start</a>.</p><svg>x</svg>"
    )
    assert words == "Fight At least 3: see the start."
