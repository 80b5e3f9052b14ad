"""What only the whole body of a book tells: the numbers of its footnotes, and its index."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import dropwhile, groupby

import icu

from aidgen.game.data import GameData
from aidgen.layout.document import page_of
from aidgen.page.markdown import INDEX_ANCHOR, NOTE_MARK, note_sign, plain_text
from aidgen.page.views import Shown

# Where a chapter begins.
CHAPTER = '<section class="ag-chapter'
# A mark for the index, before its heading.
MARKED = f'data-anchor="{INDEX_ANCHOR}" data-heading="'
# The kinds of record that an index lists.
INDEXED = ("rules", "procedures", "tables", "charts", "states", "terms")
# Those that have names: beside marked words, the others have headings that nobody looks for.
NAMED = ("states", "terms")
PLATE = "plate:"
# What parts the heading of an index from one below it: ferry: lanterns of. That one is not parted
# again, since the template prints no third.
SUBHEADING, NOTHING = ": ", "\0"
# The target of a picture that fills a page, until it has a number.
PLATE_ANCHOR = f"{PLATE}\ue004"
# Signs before a word that say nothing about its place in an index.
OPENERS = "«“„\"'’(¿¡ "
# ICU's kind of a bucket with a letter; the others hold what is before, between and behind them.
LETTER_BUCKET = 0
# Stands for the index until it is known; a character that no text may have.
INDEX_PLACE = "\ue005"


def number_notes(body: str) -> str:
    """Return the HTML of a body with its footnotes numbered, in each chapter from 1."""
    chapters = []
    for chapter in body.split(CHAPTER):
        before, *parts = chapter.split(NOTE_MARK)
        # The number of each note is where it belongs, and before it.
        chapters.append(before + "".join(note_sign(n // 2) + part for n, part in enumerate(parts)))
    return CHAPTER.join(chapters)


@dataclass(frozen=True)
class IndexEntry(Shown):
    """An entry of the index: its words, where its page numbers come, and the entries below it."""

    words: str
    pages: str
    below: tuple[IndexEntry, ...] = ()


@dataclass(frozen=True)
class IndexGroup(Shown):
    """The entries that begin with a letter."""

    letter: str
    entries: tuple[IndexEntry, ...]


def number_marks(body: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a body with names for its marks and plates, and the heading of each mark."""
    headings: list[tuple[str, str]] = []
    before, *parts = body.split(MARKED)
    for number, part in enumerate(parts, start=1):
        heading, _, rest = part.partition('"')
        anchor = f"{INDEX_ANCHOR[:-1]}{number}"
        headings.append((unescape(heading), anchor))
        before += f'data-anchor="{anchor}"{rest}'
    before, *parts = before.split(PLATE_ANCHOR)
    plates = (f"{PLATE}{number}{part}" for number, part in enumerate(parts, start=1))
    return before + "".join(plates), tuple(headings)


def index_of(
    game_data: GameData, body: str, marked: Sequence[tuple[str, str]]
) -> tuple[IndexGroup, ...]:
    """Return the index of a body: its `marked` words and what has a name, or else all titles.

    A term is on the page of its rule, and else in the glossary.
    """
    anchors = dict.fromkeys(part.partition('"')[0] for part in body.split(' data-anchor="')[1:])
    articles = re.escape(str(game_data.words.get("index-articles", "-"))).replace(r"\|", "|")
    leading = re.compile(rf"({articles})(?:(?<=[’'])|\s+)(.+)", re.IGNORECASE | re.DOTALL)
    terms = game_data.terms.values()
    forms = {str(term.many).casefold(): str(term.one) for term in terms if term.many}
    headings = [(forms.get(words.casefold(), words), anchor) for words, anchor in marked]
    looked_up = {words.casefold() for words in (*forms.values(), *(words for words, _ in headings))}
    for ref in anchors:
        kind, _, name = ref.partition(".")
        title = game_data.title(ref) if kind in INDEXED and "." not in name else None
        heading = plain_text(title[1]) if title else ""
        # An article is behind its title, as in: Salt Stair, The.
        if match := leading.fullmatch(heading):
            heading = f"{match[2][:1].upper()}{match[2][1:]}, {match[1]}"
        # Trap (red) and Attack X are where a trap and an attack are.
        bare = re.sub(r" (\(.*|\w)$", "", heading)
        heading = bare if bare.casefold() in looked_up else heading
        if heading and (not marked or kind in NAMED or heading.casefold() in looked_up):
            rule = getattr(game_data.find(ref), "rule", None)
            headings.append((heading, rule if rule in anchors else ref))
    collate = icu.Collator.createInstance(icu.Locale(game_data.locale)).getSortKey
    entries = _entries(headings, lambda words: collate(words.lstrip(OPENERS)))
    letter_of = _index_letters(game_data.locale)
    grouped = groupby(entries, key=lambda entry: letter_of(entry.words.lstrip(OPENERS)))
    return tuple(IndexGroup(letter, tuple(group)) for letter, group in grouped)


def _entries(
    headings: Iterable[tuple[str, str]], key: Callable[[str], bytes], parting: str = SUBHEADING
) -> list[IndexEntry]:
    places: dict[str, list[tuple[str, str, str]]] = {}
    for heading, ref in headings:
        main, _, sub = heading.partition(parting)
        places.setdefault(main.casefold(), []).append((main, sub, ref))
    entries = []
    for listed in places.values():
        refs = [ref for _, sub, ref in listed if not sub]
        below = _entries(((sub, ref) for _, sub, ref in listed if sub), key, NOTHING)
        # A capital may be that of a sentence or title: words without it come first.
        words = max(main for main, _, _ in listed)
        numbers = page_of(",".join((*refs, ""))) if refs else ""
        if len(below) == 1 and not refs:  # on one line, as in: terrain, passing over
            (inner,) = below
            words, numbers, below = f"{words}, {inner.words}", inner.pages, []
        entries.append(IndexEntry(words, numbers, tuple(below)))
    return sorted(entries, key=lambda entry: key(entry.words))


def _index_letters(locale: str) -> Callable[[str], str]:
    # By CLDR: Swedish has Å behind Z, Czech has Ch, Polish has Ś. A figure or sign is below #.
    index = icu.AlphabeticIndex(icu.Locale(locale)).buildImmutableIndex()

    def letter(word: str) -> str:
        # ¡Ojo! is among the words with O.
        bare = "".join(dropwhile(lambda sign: not sign.isalnum(), word))
        label, kind = index.getBucket(index.getBucketIndex(bare))
        return str(label) if kind == LETTER_BUCKET else "#"

    return letter
