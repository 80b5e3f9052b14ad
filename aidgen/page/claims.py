"""Whether a page of a pack's own templates gives out other words as the game's than the game has.

A template may write `data-context` and `data-figure` by hand, and may take apart what a filter has
made. So the words of each such element are compared with what the filters have printed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from aidgen.page.markdown import NUMBER_TO_COME, PrintedWords, comparable
from aidgen.page.promises import Claim, read_claims, read_figure


def find_false_claim(html: str, printed: PrintedWords) -> tuple[int, str] | None:
    """Return where an element gives out other words as the game's, and the message; or nothing."""
    for claim in read_claims(html):
        if message := _objection(claim, printed):
            line, column = claim.place
            starts = [0, *(found.end() for found in re.finditer("\n", html))]
            return starts[line - 1] + column, message
    return None


def _objection(claim: Claim, printed: PrintedWords) -> str:
    """Return what is wrong with a claim; "" if it is true."""
    if not claim.source:
        has_digit = _has_own_digit(claim, printed)
        return f"“{claim.words.strip()}” has a number; print it with `|line`" if has_digit else ""
    figure = NUMBER_TO_COME.sub("1", claim.source[1:])
    if claim.source.startswith("=") and read_figure(figure) is None:
        return f"`data-figure` has to be a figure of the game, found `{claim.source[1:41]}`"
    words = comparable(claim.words)
    if claim.kind != "cell" and claim.source == f"={claim.words.replace('−', '-')}":
        return ""  # a number that the page counts itself
    own = printed.of(claim.source)
    if words in own or any(_is_composed(rest, printed) for rest in _without(words, own)):
        return ""
    named = claim.source.removeprefix("=")
    return f"“{claim.words}” is not what `{named}` says; print it with `|line` or `|block`"


def _without(words: str, texts: Collection[str]) -> Iterator[str]:
    """Yield what is left of words without each of some texts that they contain."""
    for text in texts:
        before, found, behind = words.partition(text)
        if found:
            yield f"{before} {behind}"


def _has_own_digit(claim: Claim, printed: PrintedWords) -> bool:
    """Tell whether the words of no text have a digit that the template has by itself."""
    words = comparable(claim.words)
    if not DIGIT.search(words):
        return False
    shown = claim.kind == "hidden"  # where what is printed without a filter is allowed, too
    return not _is_composed(words, printed, shown=shown, letters=True)


def _is_composed(
    words: str, printed: PrintedWords, *, shown: bool = False, letters: bool = False
) -> bool:
    """Tell whether words consist of what filters have printed, and of punctuation.

    If `shown`, they may have what was printed without a filter; if `letters`, other letters.
    """
    reached = [True] + [False] * len(words)
    for at, char in enumerate(words):
        if reached[at]:
            reached[at + 1] |= not char.isalnum() or (letters and char.isalpha())
            for text in printed.beginning_with(char, shown=shown):
                if words.startswith(text, at):
                    reached[at + len(text)] = True
    return reached[-1]


DIGIT = re.compile(r"\d")
