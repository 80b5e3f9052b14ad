"""The words that a reader sees: one type, so that translation and checks can visit all of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from aidgen.game.context import Context

# Accents and vowels that are written on letters, from Latin to Lao: to `re` they are no part of a
# word (`\w`).
COMBINING_MARKS = "".join(
    mark for mark in map(chr, range(0x300, 0xF00)) if unicodedata.category(mark).startswith("M")
)

# Scripts without spaces between words: Thai and Lao, Burmese, Khmer, Japanese, Chinese.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u312f\u3400-\u9fff\uf900-\ufaff"
)
UNSPACED_LETTER = re.compile(f"[{UNSPACED}]")

# Spaces, soft hyphens, and what joins letters or turns the direction of a text (Unicode 15, 23.2).
INVISIBLE = re.compile(r"[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
# A value of the game, to be put in: {health}. A brace after a backslash or another brace is a sign.
PLACEHOLDER = re.compile(r"(?<!\\)(?<!(?<!\\)\{)\{([^{}]*)\}")
# A brace as a sign: \{, or doubled.
LITERAL_BRACE = re.compile(r"\\[{}]|\{\{|\}\}")
# What looks like the name of an icon between colons, wherever it is: 2:drop:, :flame::flame:. A
# number is one only apart, as in :100:, so that 10:30:15 is a time. A backslash before the first
# colon makes it words.
ICON_PATTERN = r"(?<!\\):(?:[^\W\d_][\w+-]*|(?<!\w:)[+-]?\d+(?=:(?!\w))):"
ICON = re.compile(ICON_PATTERN.replace("(?:", "(", 1))
# [words](target), [words|heading](index) and [^footnote]: its words, and what it leads to. The
# words hold no bracket and the target no `](`, as in Markdown, so a text of nothing but brackets is
# read in linear time.
LINK = re.compile(
    r"\[((?!\^)[^\[\]|]*|(?=\^))(?:\|[^\[\]]*)?(?:\]\(|(?=\^))((?:(?!\]\()[^)\s\[\]])*)[)\]]"
)
# The placeholder for a page number in the words of a link: [see page {page}](rules.landing).
PAGE_NUMBER = "page"
# What a link in a text leads to, if its words are to be in the index; as contents, the index.
INDEX = "index"
# The mark of an item: a hyphen or star, a bullet of a word processor, or a number.
LIST_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?:[-*+][ \t]+(?=\S)"
    r"|(?P<bullet>[•◦▪▫‣⁃∙·▸►]|[●○■□](?=[ \t]))[ \t]*(?=\S)"
    r"|(?P<number>\d{1,3}[.)])[ \t]+(?=\S))"
)
# The fields of a term that list its forms.
TERM_FORMS = ("one", "many")
# What CLDR calls the forms of a text that goes by a number, in its order; all have `other`.
PLURAL_NAMES = ("zero", "one", "two", "few", "many", "other")


@lru_cache(maxsize=1 << 14)
def letters_without_hyphens(text: str) -> str:
    """Return the letters and signs of a text, ligatures apart: no spaces, and no hyphens, which are
    the typesetter's."""
    text = unicodedata.normalize("NFKC", text).replace("\N{HYPHEN}", "").replace("-", "")
    return INVISIBLE.sub("", text)


def hyphen_bullets(text: str) -> str:
    """Return a text of several lines with hyphens for its bullets, whatever was typed."""
    return "\n".join(
        f"{item['indent']}- {line[item.end() :]}"
        if (item := LIST_ITEM.match(line)) and item["bullet"]
        else line
        for line in text.split("\n")
    )


def as_text(scalar: object) -> object:
    """Return a number as a text, as YAML need not have it in quotes."""
    return str(scalar) if type(scalar) in (int, Decimal) else scalar


TextState = Literal["source", "translated", "fuzzy", "missing"]


class Text(str):
    """Words a reader sees, in the Markdown dialect; `state` tells whether they are translated.

    Every such word of every record has this type, so nobody lists the translatable fields a second
    time. `context` is where it stands, once it is localized.

    A text that goes by a number has a form for each way of counting, named in `plural`: by CLDR
    (one, few, other) in the source, by their places (0, 1, 2) in a translation. The author asks
    for them where a number may change; all other texts stay one string. The text itself is `other`.
    """

    __slots__ = ("context", "plural", "state")

    state: TextState
    context: Context | None
    plural: tuple[tuple[str, str], ...]

    def __new__(
        cls,
        words: str,
        state: TextState = "source",
        context: Context | None = None,
        plural: tuple[tuple[str, str], ...] = (),
    ) -> Text:
        """Make a text of `words`."""
        text = super().__new__(cls, words.replace("\r\n", "\n").replace("\r", "\n"))
        text.state, text.context, text.plural = state, context, plural
        return text

    @property
    def wordings(self) -> tuple[str, ...]:
        """All wordings of the text: itself, or each of its forms."""
        return tuple(words for _, words in self.plural) or (str(self),)

    @property
    def ids(self) -> tuple[str, str]:
        """The text as a PO file holds it: msgid and, "" if there is none, msgid_plural."""
        return (self.wordings[0], str(self)) if self.plural else (str(self), "")

    @classmethod
    def _read(cls, typed: object, string: Callable[[object], str]) -> Text:
        if not isinstance(typed, Mapping):
            return cls(string(as_text(typed)))
        if not {"other"} < set(typed) <= set(PLURAL_NAMES):
            listed = ", ".join(f"`{name}`" for name in typed) or "nothing"
            names = "`other` and one or more of zero, one, two, few, many"
            raise ValueError(f"found the forms {listed}, expected {names}")
        plural = tuple((name, string(typed[name])) for name in PLURAL_NAMES if name in typed)
        return cls(dict(plural)["other"], plural=plural)

    @classmethod
    def __get_pydantic_core_schema__(cls, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        """Validate from a YAML string, or a mapping of forms."""
        strings = core_schema.str_schema(min_length=1, strip_whitespace=True)
        return core_schema.no_info_wrap_validator_function(cls._read, strings)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, _: CoreSchema, __: GetJsonSchemaHandler
    ) -> dict[str, object]:
        """Describe the YAML that is allowed."""
        words = {"type": "string", "minLength": 1}
        forms = {
            "type": "object",
            "properties": dict.fromkeys(PLURAL_NAMES, words),
            "required": ["other"],
            "minProperties": 2,
            "additionalProperties": False,
            "description": "forms by the first whole number that the text quotes",
        }
        return {"anyOf": [words, forms], "description": "translatable text"}


def phrase_pattern(*phrases: str) -> str:
    """Return a pattern that finds phrases in texts, whatever their spaces and apostrophes.

    Each is a group of it, in their order; where several fit, the first of them is found.
    """
    parts = (map(re.escape, words.replace("’", "'").split()) for words in phrases)
    listed = "|".join("(" + r"\s+".join(escaped) + ")" for escaped in parts).replace("'", "['’]")
    return rf"(?<![\w{COMBINING_MARKS}])(?:{listed})(?![\w{COMBINING_MARKS}])"


def term_forms(term: str) -> list[str]:
    """Return the forms of a glossary term, the one to print first."""
    return [form.strip() for form in term.split("|") if form.strip()] or [term]
