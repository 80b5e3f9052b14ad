"""Texts that are translated rightly though they look different, and the words of their languages.

French, German, Spanish and Italian are read with our own `ui.po`; the other languages with the word
lists of `translation/words.yaml`, as their translators would write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from aidgen.translation.compare import compare
from aidgen.translation.words import Language
from tests.mistranslations import tongue

TEXTS = Path(__file__).parent / "translation" / "pairs"
"""Files called by two languages, as en-fr: on each line a text and a right translation of it."""
WORDS = Path(__file__).parent / "translation" / "words.yaml"

# What an editor would not show, as it is in the files: \n, and spaces as \u00a0.
ESCAPE = re.compile(r"\\n|\\u([0-9a-f]{4})")


def pairs() -> Iterator[tuple[str, str, str, str]]:
    """Yield the languages of each pair, and its two texts."""
    for path in sorted(TEXTS.glob("*.txt")):
        source_language, target_language = path.stem.split("-")
        for line in path.read_text(encoding="utf-8").splitlines():
            source, target = ESCAPE.sub(_typed, line).split(" | ")
            yield source_language, target_language, source, target


def _typed(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16)) if escape[1] else "\n"


@cache
def language(locale: str) -> Language:
    """Return a language: ours, one of WORDS, or one whose words nobody has given yet."""
    if locale in ("en", "fr", "de", "es", "it"):
        return tongue(locale).language
    lists = yaml.safe_load(WORDS.read_text(encoding="utf-8"))
    return Language.of(lists.get(locale.split("_")[0], {}), locale)


def doubts(source: str, target: str, pair: tuple[str, str]) -> list[str]:
    """Return what is reported of a translation between two languages, but for its terms."""
    problems = compare(source, target, language(pair[0]), language(pair[1]))
    return [problem.message for problem in problems]
