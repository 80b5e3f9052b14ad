"""Packs of any size, made up: decks of cards, books with one long table, books of many chapters.

The same numbers give the same packs, so that figures can be compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

SEED = 7
SHORTEST, LONGEST = 30, 75
"""How many words a card has: what fits a poker card in the type that we allow."""
WORDS = (
    "the a your each player draws rolls moves takes gives enemy card token turn round phase"
    " before after until while if then damage heal ability attack defence hero map tile edge"
    " choose discard reveal shuffle place remove gain lose spend another first last next every"
    " any may must never only once again later close far alone together night road river tower"
    " gate fire water stone"
)
GAME = """\
game:
  id: grown
  title: Growth
  language: en
  editions: {{}}
  credits: Made up.
  notice: This is a test.

values: {{die: d6}}

rules:
  zero: {{title: Zero, text: "Roll a {{die}}."}}
{rules}
{rest}"""
"""The records of a game, but for those that make it large; each has to print `rules.zero`."""


class Author:
    """Writes text that means nothing, the same each time."""

    def __init__(self) -> None:
        self._random = random.Random(SEED)

    def number(self, least: int, most: int) -> int:
        """Return a number within bounds."""
        return self._random.randint(least, most)

    def text(self) -> str:
        """Return the text of a card."""
        return self.words(self.number(SHORTEST, LONGEST))

    def words(self, count: int) -> str:
        """Return sentences of so many words."""
        return " ".join(self._sentences(count))

    def _sentences(self, count: int) -> Iterator[str]:
        while count > 0:
            length = min(count, self.number(6, 14))
            words = [self._random.choice(WORDS.split()) for _ in range(length)]
            yield f"{' '.join(words).capitalize()}."
            count -= length


def cards(folder: Path, count: int) -> None:
    """Write a pack with a deck of so many different cards."""
    author = Author()
    rules = "".join(
        f"  r{i}:\n    title: Rule {i}\n    text: {author.text()}\n" for i in range(1, count)
    )
    faces = "".join(
        f"  c{i}:\n    front: {{title: Card {i}, icon: cards, contents: [{rule}]}}\n"
        for i, rule in enumerate(["rules.zero", *(f"rules.r{i}" for i in range(1, count))])
    )
    listed = ", ".join(f"cards.c{i}" for i in range(count))
    aids = f"  deck: {{title: Deck, kind: cards, paper: poker, contents: [{listed}]}}\n"
    write(folder, rules, f"cards:\n{faces}aids:\n{aids}")


OWN_LAYOUT = """\
{% set face = side.face %}
<article class="card own" data-box="{{ side.name }}" style="{{ side.style }}">
<h2 class="name" style="--title-size:{{ side.title.size }}pt">{{ face.title|line }}</h2>
{% if side.art %}
<img class="art" src="{{ side.art.address }}" alt="{{ side.art.alt|plain }}">
{% endif %}
<div class="words" data-fit="{{ side.name }}" data-height="fixed">{{ face.text|block }}</div>
</article>
"""
OWN_STYLE = """\
{% include "ours/cards/style.css" %}
.own .name { position: absolute; left: 5mm; top: 3mm; width: 50mm; margin: 0 }
.own .art { position: absolute; left: 5mm; top: 10mm; width: 50mm; height: 25mm }
.own .words { position: absolute; left: 5mm; top: 38mm; width: 50mm; height: 40mm }
"""
CURVES = 60
"""How many curves a drawing has."""


def drawn_cards(folder: Path, count: int) -> None:
    """Write a pack with a deck of so many two-sided cards in a layout of its own, each with art."""
    author = Author()
    faces = "".join(
        f"  c{i}:\n    deck: d\n"
        f"    front: {{title: Card {i}, text: {author.words(40)!r},"
        f" image: {{file: p{i}.svg, alt: Art}}}}\n"
        f"    back: {{title: Back {i}, text: {author.words(20)!r}}}\n"
        for i in range(count)
    )
    decks = 'decks: {d: {layout: own, size: 2.5 x 3.5 in, colour: "#4b3a8f"}}\n'
    aids = (
        "  deck: {title: Deck, kind: cards, paper: poker, contents: [cards]}\n"
        "  rules: {title: Rules, kind: sheet, paper: A4, contents: [rules.zero]}\n"
    )
    write(folder, "", f"{decks}cards:\n{faces}aids:\n{aids}")
    layouts, art = folder / "templates" / "cards", folder / "assets"
    for one in (layouts, art):
        one.mkdir(parents=True, exist_ok=True)
    (layouts / "own.html").write_text(OWN_LAYOUT, encoding="utf-8")
    (layouts / "style.css").write_text(OWN_STYLE, encoding="utf-8")
    for i in range(count):
        (art / f"p{i}.svg").write_text(_drawing(author), encoding="utf-8")


def _drawing(author: Author) -> str:
    """Return an SVG of coloured curves."""
    curves = "".join(
        f'<path fill="#{author.number(0, 0xFFFFFF):06x}" d="M{_points(author, 1)}'
        f'C{_points(author, 3)}Z"/>'
        for _ in range(CURVES)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">{curves}</svg>'


def _points(author: Author, count: int) -> str:
    return " ".join(f"{author.number(0, 400)} {author.number(0, 300)}" for _ in range(count))


def rows(folder: Path, count: int) -> None:
    """Write a pack with a book that holds one table of so many rows."""
    author = Author()

    def numbers() -> str:
        return ", ".join(str(author.number(0, 99)) for _ in range(3))

    written = "".join(f"      {i}: [{numbers()}, {author.words(4)}]\n" for i in range(1, count + 1))
    columns = "".join(f"      {name}: {{header: {name.upper()}}}\n" for name in "nabc")
    table = (
        f"tables:\n  big:\n    title: Big\n    columns:\n{columns}"
        f"      w: {{header: Word, type: text}}\n    rows:\n{written}"
    )
    sections = "sections:\n  s: {title: Table, contents: [rules.zero, tables.big]}\n"
    aids = "  book: {title: Book, kind: book, paper: A4, contents: [sections.s]}\n"
    write(folder, "", f"{table}{sections}aids:\n{aids}")


def chapters(folder: Path, count: int) -> None:
    """Write a pack with a book of so many chapters of four rules each: about a page a chapter."""
    author = Author()
    rules = "".join(
        f"  r{i}:\n    title: Rule {i}\n    text: {author.text()}\n" for i in range(4 * count)
    )
    sections = "".join(
        f"  s{i}:\n    title: Chapter {i}\n"
        f"    contents: [{', '.join(f'rules.r{4 * i + j}' for j in range(4))}]\n"
        for i in range(count)
    )
    listed = ", ".join(["sections.zero", *(f"sections.s{i}" for i in range(count))])
    aids = f"  book: {{title: Book, kind: book, paper: A5, contents: [{listed}]}}\n"
    sections = f"  zero: {{title: Zero, contents: [rules.zero]}}\n{sections}"
    write(folder, rules, f"sections:\n{sections}aids:\n{aids}")


def write(folder: Path, rules: str, rest: str) -> None:
    """Write a pack of one game, `grown`."""
    content = folder / "content" / "grown"
    content.mkdir(parents=True, exist_ok=True)
    text = GAME.format(rules=rules, rest=rest)
    (content / "game.yaml").write_text(text, encoding="utf-8")
