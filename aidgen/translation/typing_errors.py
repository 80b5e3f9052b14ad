"""Typing errors of a translation that its source does not have."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from aidgen.game.texts import ICON, LINK, PLACEHOLDER, UNSPACED
from aidgen.language.locales import conventions
from aidgen.problems import Problem
from aidgen.translation.differences import differs
from aidgen.translation.words import Language

# A letter of UTF-8 read as Latin-1 or Windows-1252: Ã¤, â€œ, Â«.
MOJIBAKE = re.compile("Ã[\u0080-\u00bf\u0152-\u2122]|â€[\u0080-\u2122]?|Â[\u00a0-\u00bf]|\ufffd")

# Spaces of no width, a byte order mark.
UNSEEN_SIGNS = frozenset("\u200b\ufeff")

# A word of three letters or more ("ha ha" has two), or a number, twice with a space between.
TWICE = re.compile(
    rf"(?<![\w.,'’-])((?:(?![{UNSPACED}\uac00-\ud7a3])[^\W\d_]){{3,}}|\d{{1,2}}) \1"
    r"(?![\w'’-]|[.,]\d)",
    re.IGNORECASE,
)

SENTENCE_ENDS = frozenset(".!?…:")

# Words with letters of two alphabets that look alike.
MIXED = re.compile(r"(?=[^\W\d_]*[a-zA-ZÀ-ɏ])(?=[^\W\d_]*[Ͱ-Ͽа-яёіїєґА-ЯЁІЇЄҐ])[^\W\d_]+")

# A die as English writes it: d20, 2D6.
DIE = re.compile(r"(?<![\w.,-])(\d*)([dD])(\d+)(?!\w)")

# A decimal of one or two digits, in no version: 1.5.
DECIMAL = re.compile(r"(?<![\w.,])\d+\.\d{1,2}(?!\w|[.,]\w)")


# So many equal letters show that two words are one: version, versión, Version.
COGNATE = 4


def typing_errors(source: str, target: str, language: Language) -> Iterator[Problem]:
    """Yield the typing errors of `target` that `source` does not have."""
    meant, typed = _bare(source), _bare(target)
    for message, hint in (
        *_broken_signs(meant, typed),
        *_broken_words(meant, typed, language),
        *_foreign_numbers(meant, typed, language),
    ):
        yield differs("typing", message, hint, "warning")


def _broken_signs(meant: str, typed: str) -> Iterator[tuple[str, str]]:
    if broken := MOJIBAKE.search(typed):
        yield f"`{broken[0]}` is text in a wrong encoding", "save the file as UTF-8; type it again"
    for sign in sorted(UNSEEN_SIGNS & {*typed} - {*meant}):
        yield f"an invisible character (U+{ord(sign):04X})", "delete it"
    if meant.count("(") == meant.count(")") and typed.count("(") != typed.count(")"):
        yield "`(` and `)` do not match", "one of them is missing or too much"
    if typed.count('"') % 2 and not meant.count('"') % 2:
        yield '`"` is not closed', "one is missing or too much"


def _broken_words(meant: str, typed: str, language: Language) -> Iterator[tuple[str, str]]:
    # What the source doubles may be doubled: “Two Two Pairs”.
    for word in TWICE.finditer(typed) if not TWICE.search(meant) else ():
        if word[1].lower() in conventions(language.locale).doubled:
            continue
        first, second = word[0].split(" ")
        # Within a sentence, „Kosten kosten“ are two words; at its start, “The the” is a slip.
        before = typed[: word.start()].split()
        begins = not before or SENTENCE_ENDS.intersection(before[-1])
        if first == second or begins:
            yield f"`{word[1]}` is typed twice in a row", "delete one of them"
    for mixed in MIXED.findall(typed):
        if mixed not in meant:
            scripts = Counter(_script(letter) for letter in mixed)
            rare = min(scripts, key=lambda script: scripts[script])
            letter = next(each for each in mixed if _script(each) == rare)
            yield f"`{mixed}` has the {rare.title()} letter `{letter}`", f"type `{mixed}` again"


def _foreign_numbers(meant: str, typed: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield dice and decimals as another language writes them: in German 2d6 and 1.5."""
    letter = language.dice_letters[0]
    for die in DIE.finditer(typed) if "dice-letter" not in language.silent else ():
        if die[2].lower() != letter.lower():
            hint = f"write `{die[1]}{letter}{die[3]}`"
            yield f"the die `{die[0]}` has the letter of another language", hint
    for number in DECIMAL.finditer(typed) if language.decimals == {","} else ():
        if number[0] in meant and not _is_version(meant, typed, number[0]):
            written = number[0].replace(".", ",")
            yield f"`{number[0]}` has the decimal sign of another language", f"write `{written}`"


@lru_cache(maxsize=1 << 10)
def _bare(text: str) -> str:
    # What stands for markup is neither a word nor a digit, so that {0} {1} is no word typed twice.
    return PLACEHOLDER.sub("\ufffc", ICON.sub("\ufffc", LINK.sub(r"\1", text))).replace("*", "")


def _is_version(meant: str, typed: str, number: str) -> bool:
    """Tell whether a number is that of a version or of a thing: version 1.2, SRD 5.1."""
    before = [re.search(rf"(\w+)[^\w]*{re.escape(number)}", text) for text in (meant, typed)]
    words = [word[1] for word in before if word]
    alike = len(words) == 2 and words[0][:COGNATE].lower() == words[1][:COGNATE].lower()
    return alike or any(word[0].isupper() for word in words)


def _script(letter: str) -> str:
    """Return the first word of a letter's name in Unicode: LATIN, CYRILLIC, GREEK."""
    return unicodedata.name(letter, "LATIN").split()[0]
