"""Layouts of a pack: what goes on around their cards, and their footers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from aidgen import BUNDLED_PACK
from aidgen.assets.options import PrintOptions
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.render import render
from aidgen.page.sheets import Card
from tests.sheets import typeset

GAME = """
game: {id: g, title: G, language: en, editions: {}, credits: C, notice: N}
decks:
  d: {layout: mine, colour: '#204060', fields: {cost: {type: number, place: top-left}}}
  e: {layout: other, colour: '#806020'}
cards:
  a: {deck: d, fields: {cost: 3}, front: {title: Long words, text: Near the edge}, back: {title: B}}
  b: {deck: e, front: {title: Other, text: t}, back: {title: C}}
aids: {deck: {title: D, kind: cards, paper: poker, contents: [cards]}}
"""
LAYOUT = """
<article class="ag-card" data-box="{{ side.name }}" style="{{ side.style }}">
<div style="position:absolute;left:0;top:0;width:100%;height:44mm;background:var(--ink)"></div>
<h2 style="color:#fff">{{ side.face.title|line }}</h2>
{% for slot in side.slots.get("top-left", ()) %}
<p style="position:absolute;left:1mm;top:30mm;color:#fff">{{ slot.value|line }}</p>
{% endfor %}
<div style="position:absolute;left:0;bottom:10mm;width:100%;background:#0a0">
{% if side.face.text %}{{ side.face.text|block }}{% endif %}</div></article>
"""


def leaves(pack: Path, **templates: str) -> tuple[Card, ...]:
    """Return the cards of a pack with two layouts and more templates, with a bleed of 3 mm."""
    (pack / "content" / "g").mkdir(parents=True)
    (pack / "content" / "g" / "game.yaml").write_text(GAME, encoding="utf-8")
    folder = pack / "templates" / "cards"
    folder.mkdir(parents=True)
    for name, source in {"mine": LAYOUT, "other": LAYOUT, **templates}.items():
        (folder / f"{name.replace('_', '-')}.html").write_text(source, encoding="utf-8")
    game_data = localize(load(pack, "g"), {}, "en")
    return render(game_data, "deck", (pack, BUNDLED_PACK), PrintOptions(bleed=3.0)).decks[0].cards


def test_what_goes_on_has_no_words_and_no_promises(tmp_path: Path) -> None:
    card = leaves(tmp_path)[0]
    assert card.front.bleed
    made = typeset(
        replace(card.front.bleed, inner=f'<div aria-hidden="true">{card.front.bleed.inner}</div>')
    )
    assert (made.faults, made.texts) == ((), ())


def test_a_template_for_what_goes_on_knows_the_side(tmp_path: Path) -> None:
    mine = leaves(tmp_path, bleed="<p>{{ side.name }} {{ deck.colour }} {{ back }}</p>")[0]
    assert mine.back
    around = [side.bleed.inner if side.bleed else "" for side in (mine.front, mine.back)]
    assert around == ["<p>cards.a.front #204060 False</p>", "<p>cards.a.back #204060 True</p>"]


def test_a_pack_has_a_footer_of_its_own(tmp_path: Path) -> None:
    mine, other = leaves(tmp_path, foot="<p>{{ canon.game.title|line }}, mine</p>")
    for card in (mine, other):
        assert card.front.inner.endswith(">G</span>, mine</p>")


def test_a_layout_may_leave_the_size_of_its_titles_to_the_theme(tmp_path: Path) -> None:
    front = leaves(tmp_path)[0].front
    assert "--title-size" not in front.inner
    assert typeset(front).faults == ()
