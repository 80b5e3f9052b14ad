"""The sentences of a file held against the texts of the canon: who says what, and otherwise."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TypeVar

from aidgen.collation.grids import Difference
from aidgen.collation.likeness import Weights, folded, stems
from aidgen.collation.manuscript import Chapter, Passage
from aidgen.game.texts import LINK
from aidgen.language.language import Language
from aidgen.language.meaning import Meaning
from aidgen.language.tokens import tokenize, unmarked
from aidgen.problems import Where

Key = TypeVar("Key", str, int)


@dataclass(frozen=True)
class Said:
    """What a sentence says that can be held against another: its words and its figures."""

    text: str
    words: frozenset[str]
    reading: Meaning
    implied: frozenset[str]
    """Figures that it may mean: its number in a list, or 0 by the "no" in a cell."""

    @classmethod
    def of(cls, text: str, language: Language, row: bool = False) -> Said:
        """Read a sentence, or a row of a table, in which "none" may be a 0."""
        plain = _plain(text)
        bare = _ENUMERATED.sub(" ", plain)
        words = stems(plain)
        number = plain[: len(plain) - len(bare)]
        counted = frozenset(re.findall(r"\d+", number) if number else ())
        none = row and bool(language.comparisons.negations.occurrences(tokenize(plain)))
        return cls(text, words, language.read(bare), counted | ({"0"} if none else frozenset()))

    @cached_property
    def letters(self) -> str:
        """Its letters, digits and signs, by which it is the same as another."""
        plain = unmarked(_plain(self.text))
        return " ".join([folded(plain), *re.findall(r"[<>≤≥%+×÷/=-]", plain)])

    @cached_property
    def figures(self) -> frozenset[str]:
        """All its numbers but 1, without signs, and its dice; a die also as count and faces."""
        found = {number.lstrip("+-±") for number in (*self.reading.numbers, *self.reading.asides)}
        half = {"2"} if "0.5" in found else set()
        return frozenset((found | half | self._dice | self.implied) - {"1"})

    @cached_property
    def figured(self) -> frozenset[str]:
        """Those of its figures that are in digits: said from afar, words would not count."""
        return frozenset({*self.digits, *self._dice, *self.implied} - {"1"})

    @cached_property
    def digits(self) -> tuple[str, ...]:
        """Those of its numbers and dice that are written in digits."""
        plain = _ENUMERATED.sub(" ", _plain(self.text)).replace(",", ".")
        plain = _UP_TO_X.sub(" ", plain)
        numbers = {number.lstrip("+-±") for number in self.reading.numbers} - {"1"}
        written = [number for number in numbers if re.search(_alone(number), plain)]
        return tuple(sorted(written) + sorted(self.reading.dice))

    @property
    def _dice(self) -> frozenset[str]:
        return frozenset().union(*(_of_die(die) for die in self.reading.dice))


def _of_die(die: str) -> frozenset[str]:
    """Return a die as it may be written: itself, how many of it, its faces."""
    return frozenset({die, *re.findall(r"\d+", re.sub(r"[+-].*", "", die))})


@dataclass(frozen=True)
class Statement:
    """A sentence of the canon: of which record, and the path of the text it stands in."""

    record: str
    path: tuple[str, ...]
    said: Said
    prose: bool = True
    """Whether it is a sentence, and no row of a table."""
    example: bool = False
    """Whether it is an example, whose figures a source need not have."""

    values: Mapping[str, str] = field(default_factory=dict)
    """From a figure to the value of the game that it is, if it is quoted."""

    @property
    def held(self) -> bool:
        """Whether the file must have its figures."""
        return bool(self.said.digits) and not self.example and self.path[-1] != "title"


@dataclass(frozen=True)
class Sentence:
    """A sentence of the file: where it stands, in which chapter and passage, by number."""

    said: Said
    passage: Passage
    begin: int
    chapter: int
    number: int
    heading: bool = False
    below: bool = True
    """Whether it stands below a heading."""
    above: tuple[int, ...] = ()
    """Of a heading, the chapters around its own, by number."""

    @property
    def where(self) -> Where:
        """Where it begins."""
        return self.passage.at(self.begin)

    def at(self, figure: str) -> Where:
        """Return where it writes a figure, or where it begins if that is in words."""
        pattern = _alone(figure).replace(r"\.", "[.,]")
        found = re.search(pattern, self.said.text, re.IGNORECASE)
        return self.passage.at(self.begin + found.start()) if found else self.where


def sentences(chapters: Sequence[Chapter], language: Language) -> list[Sentence]:
    """Return the sentences of a file, in order."""
    found: list[Sentence] = []
    number = 0
    for place, chapter in enumerate(chapters):
        if chapter.title:
            number += 1
            title = Passage(chapter.title, ((0, chapter.where),))
            said = Said.of(chapter.title, language)
            above = tuple(
                i for i, one in enumerate(chapters[:place]) if one.titles == chapter.titles[1:]
            )
            found.append(Sentence(said, title, 0, place, number, heading=True, above=above[-1:]))
        for passage in chapter.passages:
            number += 1
            for begin, text in split(passage.text):
                said = Said.of(text, language)
                below = bool(chapter.title)
                found.append(Sentence(said, passage, begin, place, number, below=below))
    return found


def split(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a text, each with the number of letters before it."""
    begin = 0
    for end in [*(found.end() for found in _END.finditer(text)), len(text)]:
        sentence = text[begin:end]
        if sentence.strip():
            yield begin + len(sentence) - len(sentence.lstrip()), sentence.strip()
        begin = end


@dataclass(frozen=True)
class Collation:
    """What a file says of the records: differences by record, and what has no counterpart."""

    differences: dict[str, list[Difference]]
    found: frozenset[str]
    """The records of which the file says something."""
    foreign: tuple[int, ...]
    """The chapters, by number, of which no record says anything."""


def hold(statements: Sequence[Statement], told: Sequence[Sentence]) -> Collation:
    """Hold the sentences of a file against the statements of the canon.

    Sentences in almost the same words must say the same figures and comparisons. Where the words
    are others, a figure in digits must stand somewhere in what speaks of the same thing.
    """
    book = _Book(statements, told)
    return Collation(book.differences(), book.found(), book.foreign())


class _Book:
    """Both sides, with how much of the words of one is in the other."""

    def __init__(self, statements: Sequence[Statement], told: Sequence[Sentence]) -> None:
        self.statements, self.told = statements, told
        self.weights = Weights.of(
            [*(one.said.words for one in statements), *(one.said.words for one in told)]
        )
        self.mine = [self.weights.weight(one.said.words) for one in statements]
        self.theirs = [self.weights.weight(one.said.words) for one in told]
        self.shared = self._shared()
        self.back: dict[int, dict[int, float]] = defaultdict(dict)
        for i, row in self.shared.items():
            for j, weight in row.items():
                self.back[j][i] = weight
        self.of_record = _grouped(statement.record for statement in statements)
        self.of_chapter = _grouped(sentence.chapter for sentence in told)
        self.of_passage = _grouped(sentence.number for sentence in told)
        self.inner: dict[int, set[int]] = defaultdict(set)
        for j, sentence in enumerate(told):
            if sentence.heading:
                for chapter in sentence.above:
                    self.inner[chapter].add(j)

    @cached_property
    def at_length(self) -> frozenset[tuple[int, str]]:
        """Each chapter, by number, with the records that it tells at length."""
        count = Counter(
            (sentence.chapter, self.statements[near[0][1]].record)
            for j, sentence in enumerate(self.told)
            if (near := self.best_back(j)) and near[0][0] >= AKIN
        )
        return frozenset(pair for pair, times in count.items() if times >= LENGTH)

    def _shared(self) -> dict[int, dict[int, float]]:
        """Return the weight of the words that a statement and a sentence share."""
        holders: dict[str, list[int]] = defaultdict(list)
        for j, sentence in enumerate(self.told):
            for word in sentence.said.words:
                holders[word].append(j)
        shared: dict[int, dict[int, float]] = {}
        for i, statement in enumerate(self.statements):
            row: dict[int, float] = defaultdict(float)
            for word in statement.said.words:
                for j in holders.get(word, ()):
                    row[j] += self.weights.rarity[word]
            shared[i] = row
        return shared

    def alike(self, i: int, j: int) -> float:
        """Return how alike the words of a statement and a sentence are, from 0 to 1."""
        both = self.mine[i] + self.theirs[j]
        return 2 * self.shared[i].get(j, 0.0) / both if both else 0.0

    def touches(self, i: int, j: int) -> bool:
        """Tell whether both may be about the same: alike, or the words of one are in the other."""
        least = min(self.mine[i], self.theirs[j])
        held = self.shared[i].get(j, 0.0)
        return self.alike(i, j) >= TOUCHING or (least > 0 and held / least >= HELD_IN)

    @cache  # noqa: B019 - a book lives no longer than its comparison
    def best(self, i: int) -> list[tuple[float, int]]:
        """Return the sentences most like a statement, with their likeness, the best first."""
        scores = [(self.alike(i, j), j) for j in self.shared[i]]
        return sorted(scores, key=lambda pair: (-pair[0], pair[1]))[:NEAREST]

    @cache  # noqa: B019
    def best_back(self, j: int) -> list[tuple[float, int]]:
        """Return the statements most like a sentence, with their likeness, the best first."""
        scores = [(self.alike(i, j), i) for i in self.back[j]]
        return sorted(scores, key=lambda pair: (-pair[0], pair[1]))[:NEAREST]

    # What is found at all

    def found(self) -> frozenset[str]:
        """Return the records of which the file says something."""
        return frozenset(
            statement.record
            for i, statement in enumerate(self.statements)
            if any(self.tells(score, j) for score, j in self.best(i)) or self._named(i)
        )

    def _named(self, i: int) -> bool:
        """Tell whether a sentence has the title of a statement's record, and a little of itself."""
        statement = self.statements[i]
        titles = [
            folded(self.statements[k].said.text)
            for k in self.of_record[statement.record]
            if self.statements[k].path[-1] == "title" and k != i
        ]
        return any(
            f" {title} " in f" {folded(self.told[j].said.text)} " and self.alike(i, j) >= FAINT
            for title in titles
            for j in self.shared[i]
        )

    def tells(self, score: float, j: int) -> bool:
        """Tell whether a sentence so much like a statement says it, and not far rather another."""
        return score >= max(RELATED, RIVAL * self.best_back(j)[0][0])

    def foreign(self) -> tuple[int, ...]:
        """Return the chapters with sentences, none of which is like a statement."""
        return tuple(
            chapter
            for chapter, places in sorted(self.of_chapter.items())
            if self.told[places[0]].below
            and any(len(self.told[j].said.words) >= 4 and not self.told[j].heading for j in places)
            and not any(score >= RELATED for j in places for score, _ in self.best_back(j)[:1])
        )

    # What is said otherwise

    def differences(self) -> dict[str, list[Difference]]:
        """Return what the file says otherwise, by record."""
        listed: dict[str, list[Difference]] = defaultdict(list)
        close_mine, close_theirs = self._close(listed)
        lost, extra = self._lost(close_mine), self._extra(close_theirs)
        confirmed = self._confirmed()
        dice = {die for statement in self.statements for die in statement.said.reading.dice}
        for j, figures in extra.items():
            i = self.best_back(j)[0][1]
            statement, sentence = self.statements[i], self.told[j]
            for figure in figures:
                instead = self._instead(lost, i, sentence, figure)
                if not instead and figure in dice:
                    continue
                says = f"the canon has `{instead}`" if instead else "which the canon has not there"
                place = Difference(sentence.at(figure), f"found `{figure}`, {says}", statement.path)
                listed[statement.record].append(place)
        for (i, j), figures in lost.items():
            statement, sentence = self.statements[i], self.told[j]
            for figure in figures:
                if not _is_die(figure) and statement.values.get(figure) not in confirmed:
                    message = f"`{figure}` of the canon is not said here"
                    place = Difference(sentence.where, message, statement.path)
                    listed[statement.record].append(place)
        for i, statement in enumerate(self.statements):
            if i not in close_mine:
                listed[statement.record] += self._turned_round(i)
        return {record: list(dict.fromkeys(found)) for record, found in listed.items()}

    def _instead(
        self, lost: dict[tuple[int, int], list[str]], i: int, sentence: Sentence, figure: str
    ) -> str:
        """Take the figure that the passage lacks, if the record has one that is lost there."""
        record = self.statements[i].record
        for (other, j), figures in lost.items():
            if self.told[j].number != sentence.number or self.statements[other].record != record:
                continue
            for candidate in figures:
                if _is_die(candidate) == _is_die(figure):
                    figures.remove(candidate)
                    return candidate
        return ""

    def _close(self, listed: dict[str, list[Difference]]) -> tuple[set[int], set[int]]:
        """Compare sentences in almost the same words; return those compared, of both sides."""
        mine: set[int] = set()
        theirs: set[int] = set()
        letters: dict[str, list[int]] = defaultdict(list)
        for j, sentence in enumerate(self.told):
            letters[sentence.said.letters].append(j)
        for i, statement in enumerate(self.statements):
            if same := letters.get(statement.said.letters):
                mine.add(i)
                theirs.update(same)
                continue
            near = [(score, j) for score, j in self.best(i) if score >= CLOSE]
            if not near or not statement.prose or len(statement.said.words) < FEW:
                continue
            ways = [
                (-round(score, 3), len(found), j, found)
                for score, j in near
                for found in [list(_contrast(statement.said, self.told[j], statement.path))]
            ]
            _, _, j, found = min(ways, key=lambda way: way[:3])
            mine.add(i)
            theirs.add(j)
            listed[statement.record] += found
        return mine, theirs

    def _lost(self, done: set[int]) -> dict[tuple[int, int], list[str]]:
        """Return the figures of statements that nothing says where the file speaks of the same."""
        lost: dict[tuple[int, int], list[str]] = {}
        for i, statement in enumerate(self.statements):
            near = self.best(i)
            if i in done or not statement.held or not near or near[0][0] < AKIN:
                continue
            direct = [j for score, j in near if score >= near[0][0] * BESIDE]
            known = _figures(self.told[j].said for j in direct)
            known |= {f for k in self._around(i) for f in self.told[k].said.figured}
            missing = [figure for figure in statement.said.digits if figure not in known]
            if missing:
                lost[i, near[0][1]] = missing
        return lost

    def _around(self, i: int) -> set[int]:
        """Return the sentences that may say the figures of a statement.

        They stand where the file says what its record says, under a heading of that chapter, or
        share some words with it or with the record's title.
        """
        siblings = self.of_record[self.statements[i].record]
        titles = [k for k in siblings if self.statements[k].path[-1] == "title"]
        around = {j for k in (i, *titles) for j in self.shared[k] if self.touches(k, j)}
        for k in siblings:
            near = self.best(k)
            for score, j in near:
                if score >= max(AKIN, near[0][0] * BESIDE) or (k == i and j == near[0][1]):
                    around |= self._beside(j)
        return around

    def _beside(self, j: int) -> set[int]:
        """Return the sentences of the same passage, or of the whole chapter if it is short."""
        sentence = self.told[j]
        chapter = self.of_chapter[sentence.chapter]
        if len(chapter) <= SHORT:
            return {*chapter, *self.inner.get(sentence.chapter, ())}
        return {*self.of_passage[sentence.number], *self.inner.get(sentence.chapter, ())}

    def _extra(self, done: set[int]) -> dict[int, list[str]]:
        """Return the figures of sentences that no statement says which speaks of the same."""
        extra: dict[int, list[str]] = {}
        for j, sentence in enumerate(self.told):
            near = self.best_back(j)
            if j in done or sentence.heading or not sentence.said.digits:
                continue
            if not near or near[0][0] < AKIN:
                continue
            chapter = self.of_chapter[sentence.chapter]
            around = {
                i
                for k in ([j, *chapter] if len(chapter) <= SHORT else [j])
                for found in [self.best_back(k)]
                for score, i in found
                if score >= found[0][0] * BESIDE
            }
            around |= {k for k in self.back[j] if self.touches(k, j)}
            record = self.statements[near[0][1]].record
            told_at_length = (sentence.chapter, record) in self.at_length
            least = 0.0 if told_at_length else FAINT
            around |= {k for k in self.of_record[record] if self.alike(k, j) >= least}
            known = _figures(self.statements[k].said for k in around)
            missing = [figure for figure in sentence.said.digits if figure not in known]
            if missing:
                extra[j] = missing
        return extra

    def _confirmed(self) -> frozenset[str]:
        """Return the values of the game that a sentence says which is like one that quotes it."""
        return frozenset(
            name
            for i, statement in enumerate(self.statements)
            for figure, name in statement.values.items()
            for score, j in self.best(i)
            if score >= AKIN and figure in self.told[j].said.figures
        )

    def _turned_round(self, i: int) -> Iterator[Difference]:
        """Yield a comparison that the file's sentence makes the other way round, or otherwise."""
        statement, near = self.statements[i], self.best(i)
        if not near or near[0][0] < AKIN:
            return
        sentence = self.told[near[0][1]]
        one, other = statement.said.reading, sentence.said.reading
        expected, found = list(one.comparisons), list(other.comparisons)
        ways = [{DIRECTION[sign] for sign in signs} for signs in (expected, found)]
        clear = len(ways[0]) == len(ways[1]) == 1 and not one.negated and not other.negated
        if clear and ways[0] != ways[1]:
            message = f"found `{found[0]}`, the canon has `{expected[0]}`"
            yield Difference(sentence.where, message, statement.path)


def _grouped(keys: Iterable[Key]) -> dict[Key, list[int]]:
    """Return the places of each key."""
    places: dict[Key, list[int]] = defaultdict(list)
    for place, key in enumerate(keys):
        places[key].append(place)
    return places


def _figures(said: Iterable[Said]) -> frozenset[str]:
    return frozenset(figure for one in said for figure in one.figures)


def _is_die(figure: str) -> bool:
    return not re.fullmatch(r"[\d.]+", figure)


def _contrast(said: Said, sentence: Sentence, path: tuple[str, ...]) -> Iterator[Difference]:
    """Yield the figures and comparisons in which two sentences of almost the same words differ."""
    one, other = said.reading, sentence.said.reading
    bound = all(len(r.bounds) == len(r.comparisons) for r in (one, other))
    pairs = [
        (one.bounds, other.bounds) if bound else (one.comparisons, other.comparisons),
        (one.percents, other.percents),
        (one.numbers + one.dice, other.numbers + other.dice),
    ]
    for expected, found in ((Counter(mine), Counter(theirs)) for mine, theirs in pairs):
        lost = sorted((expected - found - Counter(other.asides)).elements())
        extra = sorted((found - expected - Counter(one.asides)).elements())
        lost = [figure for figure in lost if not _of_die(figure) & _other_ways(sentence.said)]
        extra = [figure for figure in extra if not _of_die(figure) & _other_ways(said)]
        for index in range(max(len(lost), len(extra))):
            yield _difference(lost[index : index + 1], extra[index : index + 1], sentence, path)
        if lost or extra:
            return


def _other_ways(said: Said) -> frozenset[str]:
    """Return the figures that a sentence may mean by others: dice by numbers, ÷ 2 by half.

    The numbers of one that has no dice may be the faces of the other's.
    """
    halves = {"0.5": "2", "2": "0.5"}
    ways = {halves[number] for number in said.reading.numbers if number in halves}
    parts = frozenset[str]().union(*(_of_die(die) - {die} for die in said.reading.dice))
    return (parts | ways | {f"d{number}" for number in _standing_alone(said)}) - {"1"}


def _standing_alone(said: Said) -> list[str]:
    """Return the numbers before which no letter stands, as in "a die of 20"."""
    plain = said.text
    return [n for n in said.reading.numbers if re.search(rf"(?<!\w){re.escape(n)}(?!\w)", plain)]


def _difference(
    lost: Sequence[str], extra: Sequence[str], sentence: Sentence, path: tuple[str, ...]
) -> Difference:
    if not extra:
        return Difference(sentence.where, f"`{lost[0]}` of the canon is not said here", path)
    says = f"the canon has `{lost[0]}`" if lost else "which the canon has not there"
    where = sentence.at(extra[0].lstrip("<>≤≥ "))
    return Difference(where, f"found `{extra[0]}`, {says}", path)


def _plain(text: str) -> str:
    """Return a sentence without marks, addresses, numbers of pages and of versions."""
    plain = re.sub(r"</?[a-zA-Z][^<>]{0,60}>", "", LINK.sub(r"\1", text))
    plain = plain.replace(r"\times", "×")
    plain = re.sub(r"\\[a-zA-Z]+|[{}$]", " ", plain)
    plain = re.sub(r"\S+@\S+|\b(?:https?://)?[\w-]+\.[a-z]{2,4}/\S*", " ", plain)
    plain = re.sub(r"(?i)\bv?\d+\.\d+\.\d+\b|\bp(?:ages?|\.)?\s*\d+|\d{4}-\d\d-\d\d", " ", plain)
    return re.sub(r"\*+|(?<!\w)_+|_+(?!\w)|`|~~", "", plain)


def _alone(figure: str) -> str:
    return rf"(?<![\d.,]){re.escape(figure)}(?!\d|[.,]\d)"


_END = re.compile(r"(?<=[.!?…])[\"»”)*_]*\s+(?=[\"«“(*_]*[^\W\d_]|\d+ [^\W\d_]{2})|\t+|\s*\n\s*")

_ENUMERATED = re.compile(r"^\W*(?:\d+(?:\.\d+)*[.)]|[1-9]\d*(?:\.\d+)*(?=\s+[A-ZÀ-Þ]))\s")
"""The number of a sentence in a list, or the first cell of a row."""

_UP_TO_X = re.compile(r"(?<!\w)0 ?(?:[-–]|[^\W\d_]{1,4}) ?X\b")
"""From 0 to X: a range without a figure, which may also be said as "up to X"."""

FEW = 4
"""Words of a cell or a heading, which are no sentence."""
NEAREST = 12
"""How many sentences are looked at for one."""
CLOSE = 0.85
"""How alike the words of two sentences are that are one sentence."""
AKIN = 0.3
"""How alike they are when they speak of the same thing, figures and all."""
RELATED = 0.2
"""How alike they are when one may be about the other."""
TOUCHING, HELD_IN = 0.15, 0.45
"""How alike two sentences are, or how much of one is in the other, if both may be about one."""
FAINT = 0.06
"""How alike two sentences are at least if one is of a record that the other speaks of."""
DIRECTION = {">": 1, "≥": 1, "<": -1, "≤": -1}
LENGTH = 3
"""How many sentences of a chapter are most like one record if the chapter tells it at length."""
SHORT = 12
"""How many sentences a chapter has at most whose sentences all belong together."""
RIVAL = 0.4
"""How much less a sentence may be like a statement than like another, and still say it."""
BESIDE = 0.6
"""How much less alike another may be than the most alike, and count beside it."""
