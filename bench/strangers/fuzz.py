"""Random input to each door behind which text is read: a problem may come back, no exception."""

from __future__ import annotations

import random
import string
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from aidgen.assets.characters import unprintable_characters
from aidgen.cli.printing import printable
from aidgen.game.context import Context
from aidgen.game.figures import Figure
from aidgen.game.formulas import evaluate
from aidgen.game.load import load
from aidgen.game.source import parse_yaml
from aidgen.game.texts import LINK, Text, phrase_pattern, term_forms
from aidgen.language.localize import typography
from aidgen.page.markdown import plain_text
from aidgen.page.misuse import find_misuse
from aidgen.problems import InputError
from aidgen.translation.catalog import read_catalog
from aidgen.translation.figures import read_figures
from aidgen.translation.phrases import Phrases, tokenize
from aidgen.translation.words import Language
from strangers.documents import Documents
from tests.mini import MINI

Door = Callable[[Any], object]

SLOW = 1.0
"""Seconds of processor time that no input may need."""
SLOWER = {"font": 3.0, "XLSX": 5.0, "ODS": 5.0}
"""The doors that may need more: digits and signs of a font are drawn, workbooks are packed."""
LONG_INPUT, SLOW_IF_LONG = 20_000, 5.0
"""Characters or bytes of an input that may need more seconds than others."""
SIGNS = string.printable + "“”’–—…½≥≤×\u00a0\u202f\u202e\u0300٣龍ﬁ😀\ufeff\ud800"
PARTS = (
    *("{health}", "{", "}", ":sword:", "[a](rules.start)", "[", "](", "**", "*", "- ", "1. "),
    *(
        "\n\n",
        "|",
        "#",
        "&amp;",
        "<b>",
        "`",
        "\\",
        "!",
        "2d6+1",
        "9-12",
        "9+",
        "1,000.5",
        "at least",
    ),
    *(
        "plus de",
        "5 %",
        "http://a.bc/d-e",
        ": ",
        "? ",
        "&a",
        "*a",
        "!!x",
        "<<:",
        "'",
        '"',
        ">-\n  ",
    ),
    *("[a|b: c](index)", "](index#1)", "[^note]", "{page}", "[x {page}](rules.start)", "](index)"),
    *("msgid ", "msgstr ", "msgctxt ", '"', "\\n", "#, fuzzy\n", "#| ", "msgstr[0] ", "\t", "\r"),
)


FORMULA = (*"ab10+-*/(), ", "2.5", "max(", "ceil(", "**")


def _mini() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(MINI.rglob("*.yaml"))]


def _po() -> str:
    return (MINI / "locales" / "fr" / "mini.po").read_text(encoding="utf-8")


def text(chance: random.Random, longest: int = 200) -> str:
    """Return signs and parts of our formats at random."""
    pieces = chance.choices(PARTS if chance.random() < 0.5 else SIGNS, k=chance.randrange(1, 30))
    pieces += chance.choices(SIGNS, k=chance.randrange(8))
    return "".join(pieces)[:longest]


def mutant(chance: random.Random, whole: str) -> str:
    """Return a text with some places of it changed, doubled or left out."""
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(whole) + 1)
        end = min(len(whole), at + chance.choice((0, 1, 2, 8, 60)))
        whole = whole[:at] + chance.choice(("", text(chance, 20), whole[at:end] * 2)) + whole[end:]
    return whole


@dataclass(frozen=True)
class Doors:
    """Each door with the share of inputs that it gets, and what makes these."""

    language: Language
    scratch: Path

    def all(self) -> list[tuple[str, float, Callable[[random.Random], object], Door]]:
        """Return name, share, maker and door of each."""
        yamls, po = _mini(), _po()
        return [
            ("YAML", 60, lambda chance: mutant(chance, chance.choice(yamls)[:600]), _yaml),
            ("a game", 0.3, lambda chance: mutant(chance, chance.choice(yamls)), self._game),
            ("PO", 20, lambda chance: mutant(chance, po), self._po),
            ("Markdown", 120, text, _markdown),
            ("figures", 250, lambda chance: text(chance, 20), Figure.read),
            ("formulas", 150, lambda chance: _formula(chance), _derive),
            ("typography", 80, text, _typography),
            ("tokens", 80, text, tokenize),
            ("meaning", 60, text, lambda text: read_figures(str(text), self.language)),
            ("phrases", 60, text, _phrases),
            ("texts", 80, text, _texts),
            ("characters", 40, text, lambda found: list(unprintable_characters(found))),
            ("printing", 60, text, _printed),
        ]

    def _game(self, found: str) -> None:
        path = self.scratch / "content" / "mini" / "zz.yaml"
        path.write_text(found, encoding="utf-8", errors="replace")
        load(self.scratch, "mini")

    def _po(self, found: str) -> None:
        path = self.scratch / "mini.po"
        path.write_text(found, encoding="utf-8", errors="replace")
        read_catalog(path, "locales/fr/mini.po")


def _yaml(found: str) -> None:
    parse_yaml(found.replace("\ud800", "\\ud800"), "f")  # no file can hold it, but an escape can


def _markdown(found: str) -> None:
    plain_text(found)
    list(find_misuse(found))


def _formula(chance: random.Random) -> str:
    parts = (
        "a",
        "b",
        "1",
        "2.5",
        "+",
        "-",
        "*",
        "/",
        "(",
        ")",
        "max(",
        ",",
        " ",
        "ceil(",
        "0",
        "**",
    )
    return "".join(chance.choices(parts, k=chance.randrange(1, 20)))


def _derive(found: str) -> None:
    with suppress(ValueError):
        evaluate(found, {"a": Fraction(3), "b": Fraction(0)})


def _typography(found: str) -> None:
    for locale in ("fr", "en", "de"):
        typography(found, locale)


def _phrases(found: str) -> None:
    Phrases.of(term_forms(found)).distinct(tokenize(found))
    phrase_pattern(found)


def _texts(found: str) -> None:

    LINK.sub(r"\1", found)
    str(Context.read(found))
    Text(found).ids  # noqa: B018 - that it can be asked


def _printed(found: str) -> None:
    if len(printable(found).splitlines()) > 1:
        raise AssertionError("more than one line")


def fuzz(
    seed: int, inputs: int, minutes: float, language: Language, only: str = ""
) -> tuple[Counter[str], list[str]]:
    """Return how many inputs each door was tried with, and each that raised, or was slow.

    `only` is what the names of the doors have to contain.
    """
    tried = Counter[str]()
    chance, found, late = random.Random(seed), list[str](), time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for path in MINI.rglob("*.yaml"):
            copy = scratch / path.relative_to(MINI)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
        known = (*Doors(language, scratch).all(), *Documents(scratch).all())
        doors = [door for door in known if only in door[0]]
        shares = [share for _, share, _, _ in doors]
        for number in range(inputs):
            if number % 500 == 0 and (time.monotonic() > late or len(found) > 50):
                break
            door, _, make, ask = chance.choices(doors, shares)[0]
            found += _asked(door, make(chance), ask)
            tried[door] += 1
    return tried, found


def _asked(door: str, given: object, ask: Door) -> Iterator[str]:
    before = time.process_time()
    try:
        ask(given)
    except InputError as error:
        if not error.problems:
            yield f"{door}: nothing is reported of {given!r}"
    except Exception as error:
        yield f"{door}: {type(error).__name__}: {error}: {given!r}"
    most = SLOW_IF_LONG if isinstance(given, str | bytes) and len(given) > LONG_INPUT else SLOW
    if time.process_time() - before > SLOWER.get(door, most):
        yield f"{door}: slow: {given!r:.2000}"
