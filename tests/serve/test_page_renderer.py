"""What is drawn for the live preview before it is verified."""

from __future__ import annotations

import io
import pickle
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from aidgen.assets.options import NO_OPTIONS
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.tasks import RenderTask
from aidgen.serve.page_renderer import (
    draw,
    draw_changed,
    draw_draft,
    find_spots,
    render_draft,
    render_whole,
    typeset,
)
from tests.mini import MINI
from tests.trial import DECK, write_pack

CARDS = "".join(f"  c{at}: {{front: {{title: T, text: Word {at}.}}}}\n" for at in range(8))


def task(folder: Path, cards: str) -> RenderTask:
    pack = Pack(write_pack(folder, f"cards:\n{cards}{DECK}"))
    with (folder / "content/g/game.yaml").open("a", encoding="utf-8") as game:
        game.write("  theme: {frame: double}\n")  # a drawing that is shown on each card
    game_data = pickle.dumps(pack.localized("g", "en"))
    return RenderTask(game_data, "deck", pack.roots, NO_OPTIONS, pack.limits)


def difference(one: bytes, other: bytes) -> float:
    """Return how much two pictures differ, from 0 to 255."""
    pictures = [Image.open(io.BytesIO(picture)).convert("L") for picture in (one, other)]
    (mean,) = ImageStat.Stat(ImageChops.difference(*pictures)).mean
    return float(mean)


def test_a_changed_card_is_drawn_into_the_picture_of_its_page(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    whole = render_whole(task(tmp_path / "one", CARDS), cache)
    ((before, document),) = whole.documents
    typeset(before, document, cache)
    changed = CARDS.replace("Word 3.", "Something else is on this card.")
    draft = render_draft(task(tmp_path / "two", changed), whole.types, whole.faces)
    (((after, document),), (alone,)) = draft.documents, draft.changed
    assert "Something else" in alone.html
    assert "Word 4." not in alone.html
    first, second, *others = CARDS.splitlines(keepends=True)
    swapped = task(tmp_path / "three", "".join([second, first, *others]))
    # Two of eight cards are in other places: the page is drawn whole.
    assert render_draft(swapped, whole.types, whole.faces).changed == ()
    drawn = draw_changed(alone, before, 0, 1.0, cache)
    typeset(after, document, cache)
    # The edges of a card are rounded to pixels.
    assert difference(drawn, draw(before, 0, 1.0, cache)) > 0.2
    assert difference(drawn, draw(after, 0, 1.0, cache)) < 0.1


def test_a_draft_is_the_page_as_it_will_be_verified(tmp_path: Path) -> None:
    whole = render_whole(task(tmp_path / "pack", CARDS), tmp_path)
    ((key, document),) = whole.documents
    drawn = draw_draft(key, document, None, 0, 1.0)
    spots = {spot.context: spot.edges for spot in find_spots(key, document)}
    left, top, right, bottom = spots["g.cards.c0.front.text"]
    assert 10 < left < right < 74
    assert 16 < top < bottom < 105
    typeset(key, document, tmp_path)
    assert difference(drawn, draw(key, 0, 1.0, tmp_path)) < 0.005


@pytest.mark.parametrize(("aid", "page"), [("board", 0), ("book", 3), ("book", 4)])
def test_a_page_is_drawn_alone_as_it_was_laid_out_before(
    tmp_path: Path, aid: str, page: int
) -> None:
    pack = Pack(MINI)
    game_data = pickle.dumps(pack.localized("mini", "en"))
    one = render_draft(
        RenderTask(game_data, aid, pack.roots, NO_OPTIONS, pack.limits), {}, frozenset()
    )
    ((key, document),) = one.documents
    done = typeset(key, document, tmp_path)
    assert done.arrangement is not None
    with pytest.MonkeyPatch.context() as patch:  # nothing but the page is laid out
        patch.delattr("aidgen.serve.page_renderer.lay_out")
        drawn = draw_draft(f"{key} changed", document, done.arrangement, page, 1.0)
    assert drawn == draw_draft(key, document, None, page, 1.0)


def test_a_deck_whose_style_sheet_changed_is_not_rendered_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = render_draft(task(tmp_path, CARDS), {}, frozenset())
    styles = tmp_path / "templates" / "cards"
    styles.mkdir(parents=True)
    (styles / "style.css").write_text('{% include "ours/cards/style.css" %}\n.flavour {}\n')
    whole = render_draft(task(tmp_path, CARDS), {}, frozenset())
    assert ".flavour {}" in whole.documents[0][1].html
    assert before != whole
    monkeypatch.delattr("aidgen.serve.page_renderer.render_task")
    assert render_draft(task(tmp_path, CARDS), {}, frozenset(), restyled=True) == whole
