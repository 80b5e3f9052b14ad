"""Sentences of a file beside those of the canon: which are the same, and where figures differ."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import zip_longest

from aidgen.collation.claims import Claims, folded, is_read, written
from aidgen.collation.manuscript import Sentence, plain, split
from aidgen.collation.tables import Original, Variant, likest
from aidgen.game.canon import Canon
from aidgen.game.context import Context
from aidgen.game.texts import Text
from aidgen.language.language import Language
from aidgen.language.tokens import unmarked

Pair = tuple[int, int]
"""A statement of the canon and a sentence of the file, by number."""

Stems = frozenset[str]


@dataclass(frozen=True)
class Statement:
    """A sentence of the canon, or a row of a table as one."""

    text: str
    record: str
    context: Context
    asked: bool
    """Whether a file must have it, as it must not titles and our examples."""

    @property
    def spoken(self) -> bool:
        """Whether it is a sentence of a text: no title, no row of a table."""
        return self.context.name != "title" and self.context.ids[-2] != "rows"


@dataclass(frozen=True)
class Prose:
    """What the sentences of a file say of the records."""

    variants: Mapping[str, Sequence[Variant]]
    """What is said otherwise, by record."""
    same: Set[str]
    """The records whose sentences are all there, in almost the same words."""
    told: Set[str]
    """The records of which something is said, in whatever words."""


def statements(canon: Canon, unmatched: Iterable[Original]) -> Iterator[Statement]:
    """Yield the sentences of all records that are in the language of the file.

    Tables that the file may tell in words, since it has no such table, are told row by row.
    """
    example = str(canon.words.get("example", "Example:")).rstrip(": \N{NO-BREAK SPACE}\u202f")
    for context, text in canon.texts():
        if _is_prose(context):
            asked = context.name not in ("title", "example") and not text.startswith(example)
            for entry in _ENTRIES.split(text) if is_read(text) else ():
                for _, sentence in split(" ".join(entry.split())):
                    yield Statement(plain(sentence), _record(canon, context), context, asked)
    for original in unmatched:
        for key, row in zip(original.keys, original.rows[1:], strict=True):
            if any(isinstance(cell, Text) and is_read(cell) for cell in row):
                context = original.context / "rows" / key
                yield Statement(plain(" ".join(map(written, row))), original.record, context, True)


def _is_prose(context: Context) -> bool:
    """Tell whether a text is a title or a paragraph: no cell, no heading of a column."""
    cells = {"rows", "columns"} & {*context.ids[2:]}
    return context.kind in KINDS and context.name in FIELDS and not cells


def _record(canon: Canon, context: Context) -> str:
    """Return the record of a text; what stands above a family of tables is of the first."""
    kind, name, *rest = context.ids
    parts = list(canon.tables[name].parts) if kind == "tables" else []
    return ".".join([kind, name, *(rest[1:2] if rest[:1] == ["parts"] else parts[:1])])


def compare(canon: Sequence[Statement], file: Sequence[Sentence], language: Language) -> Prose:
    """Hold the sentences of a file against the statements of the canon.

    Sentences in almost the same words must have the same figures and comparisons. In other words,
    a figure is wrong if the canon has it not, and the file lacks one of the canon's beside it.
    """
    pairs = _pairs(canon, file)
    variants: dict[str, list[Variant]] = defaultdict(list)
    for (i, j), differing in _differing(canon, file, pairs, language):
        variants[canon[i].record] += [_variant(*one, canon[i], file[j]) for one in differing]
    asked = {i for i, one in enumerate(canon) if one.asked}
    told = {canon[i].record for i in asked & (pairs.held | pairs.akin)}
    partly = {canon[i].record for i in asked - pairs.held}
    return Prose(variants, told - partly, told)


@dataclass(frozen=True)
class _Pairs:
    """Which sentences of the file belong to which statements."""

    held: Set[int]
    """The statements that the file has in almost the same words."""
    akin: Set[int]
    """Those to which some other sentence is akin."""
    close: Set[Pair]
    """In almost the same words, but not to the letter."""
    near: Set[Pair]
    """In other words."""


def _pairs(canon: Sequence[Statement], file: Sequence[Sentence]) -> _Pairs:
    words = [_stems(one.text) for one in canon]
    likeness = _likeness(words, [_stems(one.text) for one in file])
    same = _same(canon, file)
    held, taken = ({pair[side] for pair in same} for side in (0, 1))
    # A statement that the file has to the letter may be there again, with a fault.
    close = likest(
        ((i not in held, score), i, j)
        for (i, j), score in likeness.items()
        if score >= CLOSE
        and j not in taken
        and (i not in held or canon[i].spoken)
        and len(words[i]) >= FEW
    )
    held |= {*close}
    taken |= {*close.values()}
    akin = {
        (i, j): score
        for (i, j), score in likeness.items()
        if i not in held and j not in taken and not file[j].heading
    }
    near = _nearest({pair: score for pair, score in akin.items() if canon[pair[0]].spoken})
    return _Pairs(held, {i for i, _ in akin}, {*close.items()}, near)


def _same(canon: Sequence[Statement], file: Sequence[Sentence]) -> set[Pair]:
    """Return the pairs that are the same to the letter, and to the sign."""
    alike: dict[str, list[int]] = defaultdict(list)
    for j, sentence in enumerate(file):
        alike[_letters(sentence.text)].append(j)
    return {(i, j) for i, one in enumerate(canon) for j in alike.get(_letters(one.text), ())}


def _nearest(likeness: Mapping[Pair, float]) -> set[Pair]:
    """Return each statement with the sentence likest to it, each sentence with the statement."""
    best: dict[tuple[int, int], Pair] = {}
    for pair, _ in sorted(likeness.items(), key=lambda one: (one[1], one[0])):
        best[0, pair[0]] = best[1, pair[1]] = pair
    return set(best.values())


def _stems(text: str) -> Stems:
    """Return the beginnings of the longer words, by which all forms of a word are one.

    Figures and dice are none: with another of them a sentence is not another, but wrong.
    """
    words = (word for word in folded(text).split() if len(word) > 2 and word.isalpha())
    return frozenset(word[:STEM] for word in words)


def _letters(text: str) -> str:
    bare = unmarked(text)
    return " ".join([folded(bare), *re.findall(r"[<>≤≥%+×÷/=-]", bare)])


def _likeness(canon: Sequence[Stems], file: Sequence[Stems]) -> dict[Pair, float]:
    """Return how alike the words of statements and sentences are, of those that are: AKIN to 1.

    It is the weight of the words they share in that of all their words; a rare word weighs more.
    """
    times = Counter(stem for stems in (*canon, *file) for stem in stems)
    weights = {stem: math.log(1 + (len(canon) + len(file)) / n) for stem, n in times.items()}
    holders: dict[str, list[int]] = defaultdict(list)
    for j, stems in enumerate(file):
        for stem in _rarest(stems, weights):
            holders[stem].append(j)
    weight_of = [sum(map(weights.__getitem__, stems)) for stems in file]
    alike: dict[Pair, float] = {}
    for i, stems in enumerate(canon):
        weight = sum(map(weights.__getitem__, stems))
        for j in {j for stem in _rarest(stems, weights) for j in holders[stem]}:
            shared = sum(map(weights.__getitem__, stems & file[j]))
            if 2 * shared >= AKIN * (weight + weight_of[j]):
                alike[i, j] = 2 * shared / (weight + weight_of[j])
    return alike


def _rarest(stems: Stems, weights: Mapping[str, float]) -> list[str]:
    """Return so many of a sentence's rarest words that all that is like it has one of them.

    The rest weighs less than what two must share: so words that all have are never looked up.
    """
    ordered = sorted(stems, key=lambda stem: (weights[stem], stem))
    left = sum(weights[stem] for stem in ordered) * AKIN / (2 - AKIN)
    for place, stem in enumerate(ordered):
        left -= weights[stem]
        if left <= 0:
            return ordered[place:]
    return ordered


Differences = Sequence[tuple[str, str]]
"""What the canon says, and what the file says instead; "" for nothing."""


def _differing(
    canon: Sequence[Statement], file: Sequence[Sentence], pairs: _Pairs, language: Language
) -> Iterator[tuple[Pair, Differences]]:
    """Yield the pairs whose figures are read, and their differences."""
    mine = {i: Claims.of(canon[i].text, language) for i, _ in pairs.close | pairs.near}
    figured = {(i, j) for i, j in pairs.near if mine[i].figures or mine[i].signs}
    yours = {j: Claims.of(file[j].text, language) for _, j in pairs.close | figured}
    in_canon = _allowed((j, mine[i]) for i, j in pairs.near)
    in_file = _allowed((i, yours[j]) for i, j in figured)
    for i, j in sorted(pairs.close):
        yield (i, j), _in_same_words(mine[i], yours[j])
    for i, j in sorted(figured):
        if canon[i].asked:
            lost, extra = {*mine[i].figures} - in_file[i], {*yours[j].figures} - in_canon[j]
            figures = [pair for pair in _paired(lost, extra) if all(pair)]
            turned = [pair for pair in _turned(mine[i], yours[j]) if set(pair) in OPPOSITES]
            yield (i, j), figures or turned


def _allowed(claims: Iterable[tuple[int, Claims]]) -> Mapping[int, frozenset[str]]:
    """Return the figures that stand beside each statement, or sentence, of a number."""
    allowed: dict[int, frozenset[str]] = defaultdict(frozenset)
    for number, one in claims:
        allowed[number] |= one.allowed
    return allowed


def _in_same_words(mine: Claims, yours: Claims) -> Differences:
    ours, theirs = Counter(mine.figures), Counter(yours.figures)
    lost = [one for one in (ours - theirs).elements() if one not in yours.allowed - {*theirs}]
    extra = [one for one in (theirs - ours).elements() if one not in mine.allowed - {*ours}]
    return list(_paired(lost, extra)) or _turned(mine, yours)


def _turned(mine: Claims, yours: Claims) -> Differences:
    """Return the comparisons in which both differ, unless a "not" may turn one round."""
    negated = mine.negated or yours.negated
    return [] if negated else list(_paired(mine.signs - yours.signs, yours.signs - mine.signs))


def _paired(lost: Iterable[str], extra: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what one side lacks with what it has instead, dice with dice, or "" for either."""
    for dice in (True, False):
        sides = (sorted(one for one in side if ("d" in one) == dice) for side in (lost, extra))
        yield from zip_longest(*sides, fillvalue="")


def _variant(expected: str, found: str, statement: Statement, sentence: Sentence) -> Variant:
    """Return the variant at the figure that was found, or where the sentence begins."""
    says = f"the canon has `{expected}`" if expected else "which the canon has not there"
    message = f"found `{found}`, {says}" if found else f"`{expected}` of the canon is not said here"
    digits = re.escape(found.lstrip("+-±") or "\0").replace(r"\.", "[.,]")
    pattern = re.compile(rf"(?<![\d.,])(?:1(?=d))?{digits}(?!\d|[.,]\d)", re.IGNORECASE)
    place = pattern.search(sentence.raw)
    return Variant(sentence.at(place.start() if place else 0), message, statement.context)


KINDS = ("rules", "procedures", "states", "tables")
FIELDS = ("title", "text", "example", "intro", "outro", "effect", "ends", "note")

STEM = 5
"""Letters by which a word is known."""
CLOSE = 0.9
"""How alike the words of two sentences are that are one sentence."""
FEW = 2
"""Words that a sentence has at least if others in almost the same words are the same."""
AKIN = 0.2
"""How alike the words of two sentences are at least that speak of the same thing."""
OPPOSITES = [{sign, other} for sign in ">≥" for other in "<≤"]
"""Comparisons of which one turns the other round."""

# The marks of a list's entries, and empty lines.
_ENTRIES = re.compile(r"(?:\n|^)\s*(?:-|\d+\.)\s+|\n\s*\n")
