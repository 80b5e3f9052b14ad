"""Print options: what you may choose when you print an aid, in one table.

The table is the fields of `PrintOptions` that have an `Option`. The options of `aidgen build`, the
keys of `aidgen.toml` and the table in docs/how-to/print.md are read from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from hashlib import sha256
from typing import Any, Literal

from aidgen.assets.papers import SHARES
from aidgen.assets.shops import Shop
from aidgen.problems import did_you_mean

Scope = Literal["all", "backs", "books", "cards", "cut-outs", "forms", "halves", "large", "text"]
# What an option may apply to, and its name in the documentation.
OPTION_SCOPES: Mapping[Scope, str] = {
    "all": "everything",
    "backs": "cards and tokens with backs without a text",
    "books": "books",
    "cards": "cards",
    "cut-outs": "cards, tokens, standees",
    "forms": "aids with something to fill in",
    "halves": "sheets, flow charts, forms, screens of half a sheet (A5)",
    "large": "books, cards, sheets, flow charts, forms, screens",
    "text": "books, cards, sheets, flow charts, forms",
}

# In mm: a larger number is a mistake.
LARGEST_GAP, LARGEST_BLEED, LARGEST_OFFSET = 50.0, 10.0, 10.0
# How many cards are named in the name of a file.
MOST_CARDS_NAMED = 3
# A language as its folder is called, as in `pt_BR`.
LOCALE_NAME = re.compile(r"[A-Za-z]{2,3}(_\w{2,10})*")


def _parse_flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("expected true or false")
    return value


@dataclass(frozen=True, kw_only=True)
class Option:
    """A print option: how it is written, what it does and what it applies to."""

    parse: Callable[[object], Any] = _parse_flag
    """Turns a word of the command line or a TOML value into the option's value; raises ValueError
    that names what was expected."""
    help: str
    metavar: str = ""
    """Stands for the value in `--help`; empty for an option without a value."""
    scope: Scope = "all"
    needs_back: bool = False
    """Whether it applies only if something is printed on the back of something else."""
    overridden_by: tuple[str, ...] = ()
    """The options beside which this one has no effect."""
    takes_room: bool = False
    """Whether a text may no longer fit because of it."""
    changes_pages: bool = False
    """Whether an aid may get another number of pages."""
    alternative: str = ""
    """What to do for an aid that it does not apply to."""
    label: Callable[[Any], str] | None = None
    """Returns the part of a file's name for a value, unless it is the default."""


def _option(default: Any, **row: Any) -> Any:
    return field(default=default, metadata={"option": Option(**row)})


# How values are read ------------------------------------------------------------------------------


def _parse_word(value: object, words: Collection[str]) -> str:
    if not isinstance(value, str) or value not in words:
        raise ValueError(did_you_mean(str(value), words) or f"known: {', '.join(words)}")
    return value


def _parse_length(value: object, least: float, most: float) -> float:
    expected = f"expected {least:g} to {most:g}, in mm"
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(expected)
    try:
        number = float(value)
    except ValueError:
        raise ValueError(expected) from None
    if not least <= number <= most:
        raise ValueError(expected)
    return number + 0.0  # no negative zero


def _parse_offset(value: object) -> tuple[float, float]:
    both = value.split(",") if isinstance(value, str) else value
    if not isinstance(both, list) or len(both) != 2:
        raise ValueError("expected two numbers, as in 0.5,-0.3")
    right, down = (_parse_length(number, -LARGEST_OFFSET, LARGEST_OFFSET) for number in both)
    return right, down


def _parse_languages(value: object) -> tuple[str, ...]:
    both = value.split("+") if isinstance(value, str) else []
    if len(set(both)) != 2 or len(both) != 2 or not all(map(LOCALE_NAME.fullmatch, both)):
        raise ValueError("expected two languages, as in fr+en")
    return tuple(both)


def _parse_cards(value: object) -> tuple[str, ...]:
    listed = value.split(",") if isinstance(value, str) else value
    names = [str(name).strip() for name in listed] if isinstance(listed, list) else []
    if not names or not all(names):
        raise ValueError('expected names with commas between them, as in "Fireball,Wolf"')
    return tuple(names)


def _cards_label(names: Sequence[str]) -> str:
    if len(names) <= MOST_CARDS_NAMED:
        return "-".join(("cards", *names))
    return f"{len(names)}-cards-{sha256(' '.join(names).encode()).hexdigest()[:6]}"


# The table ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PrintOptions:
    """The print options of one variant; unset ones leave the author's design."""

    paper: str = _option(
        "",
        parse=partial(_parse_word, words=SHARES),
        metavar="|".join(SHARES),
        help="Lay pages out for the paper in your printer.",
        takes_room=True,
        label=str,
        changes_pages=True,
    )
    """A paper of `SHARES`."""
    ink: str = _option(
        "",
        parse=lambda value: _parse_word(value, ("normal", "low")).replace("normal", ""),
        metavar="normal|low",
        help="low saves ink: no backgrounds or tints, lighter pictures.",
        label="{}-ink".format,
    )
    large: bool = _option(
        False,
        help="Large print: some 16 pt, on as many pages as it takes; cards half as large again, "
        "screens on A3.",
        scope="large",
        alternative="print its PDF at a larger scale",
        takes_room=True,
        changes_pages=True,
    )
    """Pages are typeset again, and there may be more of them."""
    booklet: bool = _option(
        False,
        help="Two pages a side, on sheets to print double-sided, fold and staple.",
        scope="books",
        alternative="for two pages of half a sheet on one, try `--two-up`",
        takes_room=True,
        changes_pages=True,
    )
    gap: float | None = _option(
        None,
        parse=partial(_parse_length, least=0.0, most=LARGEST_GAP),
        metavar="MM",
        help="Leave space between two cards.",
        scope="cut-outs",
        changes_pages=True,
    )
    bleed: float = _option(
        0.0,
        parse=partial(_parse_length, least=0.0, most=LARGEST_BLEED),
        metavar="MM",
        help="Extend the background of cards beyond their edges.",
        scope="cards",
        alternative="`aidgen export pdf` makes cards with a bleed, one a page",
        changes_pages=True,
    )
    gutterfold: bool = _option(
        False,
        help="Put backs beside fronts, to fold and glue.",
        scope="cut-outs",
        needs_back=True,
        changes_pages=True,
    )
    single_sided: bool = _option(
        False,
        help="All fronts first, then all backs, for single-sided printers.",
        scope="cut-outs",
        needs_back=True,
        overridden_by=("gutterfold",),
    )
    no_backs: bool = _option(
        False,
        help="Leave out backs without a text, as for opaque sleeves.",
        scope="backs",
        changes_pages=True,
    )
    two_up: bool = _option(
        False,
        help="Print each page of half a sheet twice, on a whole sheet to cut in two.",
        scope="halves",
        overridden_by=("languages", "fillable", "large"),
        changes_pages=True,
    )
    shop: Shop | None = None
    """The shop whose format gives each card its own page."""
    frame: str = _option(
        "",
        parse=partial(_parse_word, words=("none",)),
        metavar="none",
        help="Leave out the frame around cards, as for a shop that does not cut exactly.",
        scope="cards",
        label="no-frame".format,
    )
    cards: tuple[str, ...] = _option(
        (),
        parse=_parse_cards,
        metavar="CARD,…",
        help="Print only these cards, each named by its title, id, tag or what a field says.",
        scope="cards",
        alternative="print pages of it with your PDF viewer",
        label=_cards_label,
        changes_pages=True,
    )
    offset: tuple[float, float] = _option(
        (0.0, 0.0),
        parse=_parse_offset,
        metavar="X,Y",
        help="Move backs X mm to the right and Y mm down, as you look at them.",
        needs_back=True,
        overridden_by=("single_sided", "gutterfold"),
        label=lambda offset: f"offset{offset[0]:+g}{offset[1]:+g}",
    )
    languages: tuple[str, ...] = _option(
        (),
        parse=_parse_languages,
        metavar="L+L",
        help="Print two languages in one PDF, as in fr+en: cards and books back to back, sheets "
        "side by side on paper twice as large (A3 for A4), or back to back on your --paper.",
        scope="text",
        alternative="build it in each language: `--locale fr --locale en`",
        takes_room=True,
        label="+".join,
        changes_pages=True,
    )
    """Two languages; the first is that of the aid."""
    fillable: bool = _option(
        False,
        help="Turn lines, boxes and tracks into form fields to fill in on screen.",
        scope="forms",
        alternative="there is nothing to fill in",
    )

    @property
    def made(self) -> tuple[str, ...]:
        """The names of the options that are chosen."""
        return tuple(
            field.name for field in fields(self) if getattr(self, field.name) != field.default
        )

    def only(self, names: Collection[str]) -> PrintOptions:
        """Return these options without those that are not in `names`."""
        return PrintOptions(**{name: getattr(self, name) for name in self.made if name in names})

    @property
    def name(self) -> str:
        """The name of a variant in the names of folders and files; "" if nothing is chosen."""
        return "-".join(self._labels())

    def _labels(self) -> Iterator[str]:
        if self.shop:
            yield f"{self.shop.key}-apart" if self.single_sided else self.shop.key
        for name in self.made:
            if self.shop and name in IN_SHOP_NAME:
                continue
            value, label = getattr(self, name), OPTIONS[name].label
            if label:
                yield label(value)
            else:
                yield option_name(name) if value is True else f"{name}{value:g}"


# The table of print options, by name.
OPTIONS: dict[str, Option] = {
    field.name: field.metadata["option"] for field in fields(PrintOptions) if field.metadata
}

# The options that are part of a shop's name: each shop has its own bleed.
IN_SHOP_NAME = ("shop", "bleed", "single_sided")

# Everything is as the author designed it.
NO_OPTIONS = PrintOptions()


def option_name(name: str) -> str:
    """Return the name of an option as it is written on the command line and in files."""
    return name.replace("_", "-")


def options_for(scopes: Collection[str], *, has_backs: bool) -> frozenset[str]:
    """Return the options that apply to what belongs to some scopes; "all" is always among them."""
    return frozenset(
        name
        for name, option in OPTIONS.items()
        if option.scope in ("all", *scopes) and (has_backs or not option.needs_back)
    )
