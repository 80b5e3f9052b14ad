"""Which print options apply to an aid, and the warnings about those that do not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from aidgen.assets.options import OPTION_SCOPES, OPTIONS, PrintOptions, option_name, options_for
from aidgen.assets.papers import PAPERS, SHARES, matching_part
from aidgen.game.data import GameData
from aidgen.page.kinds import kind_of
from aidgen.problems import Problem, UsageError, Where

# The variants that a site may offer, by their names: what goes by a reader, not by a printer.
OFFERED: Mapping[str, PrintOptions] = {
    **{paper: PrintOptions(paper=paper) for paper in SHARES},
    "low-ink": PrintOptions(ink="low"),
    "large": PrintOptions(large=True),
    "booklet": PrintOptions(booklet=True),
}
# The default paper of cards.
CARD_PAPER = "a4"
# How many aids a message names.
MOST_NAMED = 4


def sensible(options: PrintOptions, names: Collection[str], paper: str) -> PrintOptions:
    """Return those print options, of the `names` that apply, that change an aid on its paper."""
    chosen = options.only(names)
    chosen = chosen.only(set(chosen.made) - _overruled(chosen.made).keys())
    # A page in two languages takes a sheet twice as large, unless a paper is chosen.
    lies_beside = bool(chosen.languages) and not {"booklet", "bleed"} & set(names)
    is_default = not lies_beside and _is_default_paper(paper, chosen.paper)
    return replace(chosen, paper="") if is_default else chosen


def _overruled(names: Collection[str]) -> dict[str, str]:
    return {
        name: ruler
        for name in names
        if name in OPTIONS
        for ruler in OPTIONS[name].overridden_by
        if ruler in names
    }


def overruled_warnings(names: Collection[str]) -> Iterator[Problem]:
    """Yield a warning for each option that another one overrules."""
    for name, ruler in _overruled(names).items():
        message = f"says nothing beside --{option_name(ruler)}"
        yield Problem(Where(f"--{option_name(name)}"), message, severity="warning")


def refuse_narrow(chosen: Iterable[PrintOptions]) -> None:
    """Raise UsageError if a gap between two cards has no room for their bleed."""
    for options in chosen:
        least = 2 * options.bleed
        if options.gap is not None and options.gap < least:
            message = f"{options.gap:g} mm between two cards have no room for their bleed"
            raise UsageError.at(Where("--gap"), message, f"at least {least:g}")


def choosable(game_data: GameData, aid_name: str) -> frozenset[str]:
    """Return the print options of an aid; none if its kind is unknown."""
    kind = kind_of(game_data, game_data.aids[aid_name].kind)
    try:
        return kind.sensible(game_data, aid_name) if kind else frozenset()
    except KeyError:  # a broken reference, which its own check reports: no options apply
        return options_for(kind.option_scopes, has_backs=True) if kind else frozenset()


def _is_default_paper(paper: str, chosen: str) -> bool:
    if paper in PAPERS:
        return chosen in SHARES and matching_part(paper, chosen) == paper
    return chosen == CARD_PAPER


def inapplicable_warnings(
    names: Sequence[str], aids: Mapping[str, Collection[str]]
) -> Iterator[Problem]:
    """Yield a warning for each option that some `aids` lack. Raises UsageError if all lack it."""
    for name in names:
        lacking = [aid for aid, choosable in aids.items() if name not in choosable]
        if not lacking:
            continue
        option, where = OPTIONS[name], Where(f"--{option_name(name)}")
        works = "what has a back" if option.needs_back else OPTION_SCOPES[option.scope]
        listed = ", ".join(lacking[:MOST_NAMED])
        if more := len(lacking) - MOST_NAMED:
            listed += f" and {more} more" * (more > 0)
        message = f"does not apply to {listed}, only to {works}"
        if len(lacking) == len(aids):
            raise UsageError.at(where, message, option.alternative)
        hint = "; ".join(filter(None, ("aidgen builds them without it", option.alternative)))
        yield Problem(where, message, hint, "warning")


def cramped_warnings(held_back: Iterable[PrintOptions]) -> Iterator[Problem]:
    """Yield a warning for the options of PDFs that are held back since something does not fit."""
    for names in dict.fromkeys(
        tuple(name for name in options.made if name in OPTIONS and OPTIONS[name].takes_room)
        for options in held_back
    ):
        if names:
            chosen = Where(" ".join(f"--{option_name(name)}" for name in names))
            message = "leaves too little room for some of what you print"
            yield Problem(chosen, message, "leave it out, or choose larger paper", "warning")
