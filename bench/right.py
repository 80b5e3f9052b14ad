"""What each check and each exception is worth, on published translations: a table.

    .venv/bin/python bench/right.py FOLDER [--locales fr,de,es,it] [--sample 700] [--read 20]

FOLDER is outside the repository. Its `*.jsonl` files have a pair of texts a line, with `locale`,
`file`, `source` and `target`; `read.tsv` has what a reader judged: `true` or `false`, a check, and
the digest of a pair. `--read N` prints N alarms that nobody has judged, as lines for that file.

A check is true where it reports a mistake, and false where it reports a right text. Mistakes are
also seeded, one into each text without an alarm: `alone` are those that no other check reports.
An exception is switched off: `false` are the alarms that it spares, `hidden` the seeds it hides.
"""

from __future__ import annotations

import argparse
import inspect
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from aidgen.problems import Problem
from aidgen.translation import compare as comparison
from aidgen.translation import figures, typing_errors
from aidgen.translation.differences import CHECKS
from tests.pairs import language

FIGURE = re.compile(r"\d|\b(two|three|four|five|six|half|twice|least|most|more|fewer|less)\b", re.I)

# So many seeds show what an exception hides; all of them take an hour.
SEEDS = 3000

# Where each check is written; the reading of figures is shared.
CODE: dict[str, tuple[Callable[..., Any], ...]] = {
    "comparison": (comparison._bounds, figures._bounds),
    "dice": (figures._read_dice,),
    "left": (comparison._left, comparison._words),
    "number": (comparison._numbers, comparison._unanswered, figures._in_digits, figures._in_words),
    "opposite": (figures._sides,),
    "percent": (comparison._percents, figures._percents),
    "placeholder": (comparison._marks, comparison._placeholders),
    "repeated": (comparison._repeated, comparison._sentence_twice),
    "sign": (comparison._signs, figures._signed),
    "typing": (
        typing_errors._broken_signs,
        typing_errors._broken_words,
        typing_errors._foreign_numbers,
    ),
}

# What spares right texts: where it is, and what it is when it is switched off.
EXCEPTIONS: dict[str, tuple[Any, str, Any]] = {
    "begins another word, Roman": (figures, "_near", lambda *_: ()),
    "1960s, 1700s": (figures, "DECADE", re.compile(r"(?!)")),
    "1/3, 30 % more": (figures, "_fractions", lambda numbers, _: numbers),
    "R2, IG-88": (figures, "_is_in_name", lambda *_: False),
    "the number of a version": (typing_errors, "_is_version", lambda *_: False),
}


class Pair(NamedTuple):
    """A published text and its translation."""

    locale: str
    file: str
    source: str
    target: str

    @property
    def digest(self) -> str:
        """What names it in the file of the reader."""
        return sha256(f"{self.locale}\x04{self.source}\x04{self.target}".encode()).hexdigest()[:12]

    def problems(self, target: str = "") -> list[Problem]:
        """Return what is reported of it, or of another translation of its source."""
        words = (language("en"), language(self.locale))
        return comparison.compare(self.source, target or self.target, *words)


def main() -> None:
    """Judge the texts with a figure, then seeds in them, and print what is reported."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--locales", default="fr,de,es,it")
    parser.add_argument("--sample", type=int, default=700, help="texts of each file and language")
    parser.add_argument("--read", type=int, default=0, help="alarms to print that nobody judged")
    parser.add_argument("--check", default="", help="only those of a check")
    chosen = parser.parse_args()
    pairs = list(sample(chosen.folder, chosen.locales.split(","), chosen.sample))
    read = judged(chosen.folder / "read.tsv")
    alarms = [(pair, problems) for pair in pairs if (problems := pair.problems())]
    if chosen.read:
        print_unread(alarms, read, chosen.read, chosen.check)
        return
    print_languages(pairs, alarms, read)
    silent = [pair for pair in pairs if not pair.problems()]
    seeded = [(pair, kind, text) for pair in silent for kind, text in seeds(pair)]
    print_checks(alarms, read, seeded)
    print_exceptions(pairs, seeded)


def sample(folder: Path, locales: list[str], count: int) -> Iterator[Pair]:
    """Yield at most `count` pairs of each file and language, the same each time."""
    texts = defaultdict(list)
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            text = json.loads(line)
            if text["locale"] in locales and FIGURE.search(text["source"]):
                pair = Pair(*(text[field] for field in Pair._fields))
                texts[pair.locale, pair.file].append(pair)
    for _, listed in sorted(texts.items()):
        yield from random.Random(1).sample(listed, min(count, len(listed)))


def judged(path: Path) -> dict[tuple[str, str], bool]:
    """Return what a reader judged: whether a check is right about a pair."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    fields = [line.split("\t")[:3] for line in lines]
    return {(check, digest): verdict == "true" for verdict, check, digest in fields}


def checks_of(problems: list[Problem]) -> dict[str, Problem]:
    """Return the problems by their checks, errors first."""
    return {
        problem.message.partition(":")[0]: problem
        for problem in sorted(problems, key=lambda problem: problem.severity, reverse=True)
    }


def print_unread(
    alarms: list[tuple[Pair, list[Problem]]], read: dict[Any, bool], count: int, only: str
) -> None:
    unread = [
        (pair, check, problem)
        for pair, problems in alarms
        for check, problem in checks_of(problems).items()
        if (check, pair.digest) not in read and only in ("", check)
    ]
    for pair, check, problem in random.Random(2).sample(unread, min(count, len(unread))):
        print(f"?\t{check}\t{pair.digest}\t{pair.locale} {pair.file} {problem.message}")
        print(f"    {pair.source}\n    {pair.target}")


def print_languages(pairs: list[Pair], alarms: list[Any], read: dict[Any, bool]) -> None:
    print(f"| {'language':8} | texts | errors | warnings | read | true |")
    print("|---|---|---|---|---|---|")
    for locale in sorted({pair.locale for pair in pairs}):
        texts = sum(pair.locale == locale for pair in pairs)
        here = [(pair, problems) for pair, problems in alarms if pair.locale == locale]
        worst = Counter(min(problem.severity for problem in problems) for _, problems in here)
        verdicts = [
            read[check, pair.digest]
            for pair, problems in here
            for check in checks_of(problems)
            if (check, pair.digest) in read
        ]
        counts = f"{texts:5} | {worst['error']:6} | {worst['warning']:8}"
        print(f"| {locale:8} | {counts} | {len(verdicts):4} | {sum(verdicts):4} |")


def print_checks(
    alarms: list[tuple[Pair, list[Problem]]],
    read: dict[tuple[str, str], bool],
    seeded: list[tuple[Pair, str, str]],
) -> None:
    reported: Counter[tuple[str, str]] = Counter()
    verdicts: Counter[tuple[str, bool]] = Counter()
    for pair, problems in alarms:
        for check, problem in checks_of(problems).items():
            reported[check, problem.severity] += 1
            if (check, pair.digest) in read:
                verdicts[check, read[check, pair.digest]] += 1
    alone: Counter[str] = Counter()
    kinds: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for pair, kind, text in seeded:
        found = checks_of(pair.problems(text))
        alone.update(list(found) if len(found) == 1 else ())
        kinds[kind][0] += 1
        kinds[kind][1] += bool(found)
    print(f"\n| {'check':12} | lines | errors | warnings | true | false | alone |")
    print("|---|---|---|---|---|---|---|")
    for check in CHECKS:
        lines = sum(len(inspect.getsource(code).splitlines()) for code in CODE.get(check, ()))
        counts = f"{reported[check, 'error']:6} | {reported[check, 'warning']:8}"
        read_ones = f"{verdicts[check, True]:4} | {verdicts[check, False]:5}"
        print(f"| {check:12} | {lines or '':5} | {counts} | {read_ones} | {alone[check]:5} |")
    print(f"\n| {'seed':22} | made | reported |\n|---|---|---|")
    for kind, (made, told) in sorted(kinds.items()):
        print(f"| {kind:22} | {made:4} | {told:8} |")


def print_exceptions(pairs: list[Pair], seeded: list[tuple[Pair, str, str]]) -> None:
    seeded = random.Random(3).sample(seeded, min(SEEDS, len(seeded)))
    before = sum(bool(pair.problems()) for pair in pairs)
    reported = sum(bool(pair.problems(text)) for pair, _, text in seeded)
    print(f"\n| {'exception':27} | lines | false | hidden |\n|---|---|---|---|")
    for name, (module, attribute, neutral) in EXCEPTIONS.items():
        code = getattr(module, attribute)
        lines = len(inspect.getsource(code).splitlines()) if inspect.isfunction(code) else 1
        with switched_off(module, attribute, neutral):
            spared = sum(bool(pair.problems()) for pair in pairs) - before
            hidden = sum(bool(pair.problems(text)) for pair, _, text in seeded) - reported
        print(f"| {name:27} | {lines:5} | {spared:5} | {hidden:6} |")


@contextmanager
def switched_off(module: Any, attribute: str, neutral: Any) -> Iterator[None]:
    """Replace an exception by what spares nothing."""
    exception = getattr(module, attribute)
    setattr(module, attribute, neutral)
    figures.read_figures.cache_clear()
    yield
    setattr(module, attribute, exception)
    figures.read_figures.cache_clear()


# Mistakes -----------------------------------------------------------------------------------------


def seeds(pair: Pair) -> Iterator[tuple[str, str]]:
    """Yield the kind of a mistake, and the translation that has it."""
    text = pair.target
    for kind, pattern, wrong in (
        ("a digit changed", r"(?<![\w.,:{])\d(?![\w.,:}])", lambda it: str((int(it[0]) + 1) % 10)),
        ("a number dropped", r"(?<![\w.,:{/])\d+ (?=\w)", lambda it: ""),
        ("a sign turned", r"(?<![\w)}])[+−](?=\d)", lambda it: "−" if it[0] == "+" else "+"),
        ("a percent sign dropped", r"(?<=\d)\s?%", lambda it: ""),
        ("n/m exchanged", r"(?<![\w/])(\d+)/(\d+)(?![\w/])", lambda it: f"{it[2]}/{it[1]}"),
        ("a range turned", r"(?<![\w–-])(\d+)[–-](\d+)(?![\w–-])", lambda it: f"{it[2]}–{it[1]}"),
        ("a placeholder dropped", r"\{\w+\}", lambda it: ""),
        ("an icon dropped", r":[a-z][\w-]*:", lambda it: ""),
        ("a bound turned", "≥|≤", lambda it: "≤" if it[0] == "≥" else "≥"),
        ("a sentence twice", r"[^.!?]{40,}[.!?]", lambda it: it[0] + " " + it[0].strip()),
        ("a word twice", r"(?<=\w )[^\W\d_]{5,}(?= \w)", lambda it: f"{it[0]} {it[0]}"),
        ("a bracket dropped", r"\)", lambda it: ""),
    ):
        place = re.search(pattern, text)
        wording = place and f"{text[: place.start()]}{wrong(place)}{text[place.end() :]}"
        if wording and wording != text:
            yield kind, wording
    yield "left in the source", pair.source


if __name__ == "__main__":
    main()
