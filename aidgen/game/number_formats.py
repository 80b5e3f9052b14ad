"""Reads the number of a workbook's cell as the cell shows it, or refuses it.

A number format decides how many decimals a cell shows, and what surrounds its number. Currencies,
zeros behind the last decimal and thousands separators are left out.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import cache

MOST_DIGITS = 15
"""Spreadsheet programs keep no more digits of a number."""
GENERAL_DECIMALS = 9
"""Decimals of a number without a format."""
FORMAT_AS_SHOWN = (
    "format the cell as a plain number, or as text and type what it shall say into it again"
)
# Of a number format: words in quotes, a letter of its own, room or fill, what is in brackets.
TOKEN = re.compile(r'"[^"]*"?|\\.?|[_*].?|\[[^\]]*\]?|General|E[-+]|.', re.DOTALL | re.I)
# The digits of a format: whole ones, decimals.
DIGITS = re.compile(r"([#?0]*(?:,[#?0]+)*)(?:\.([#?0]*))?")
# The number as shown, and what surrounds it: 1,234.50 kg.
SHOWN_NUMBER = re.compile(r"([^0-9]*?)([0-9](?:[0-9.,'’\u00a0\u202f ]*[0-9])?)([^0-9]*)", re.DOTALL)
# A token of a format that shows something other than a number with decimals.
OTHER = re.compile(r"/|E[-+]|[A-Z]|\[[HMS]+\]", re.I)
MINUS = ("-", "−", "(")
# A number format that shows texts as they are, whatever room it leaves around them.
PLAIN_TEXT = re.compile(r"(?:_.|\*.|\[[^\]<>=]*\]|\s)*(?:@|General)(?:_.|\s)*", re.I)

BUILT_IN_FORMATS = {
    **dict(enumerate(("General", "0", "0.00", "#,##0", "#,##0.00"))),
    **dict.fromkeys((5, 6, 37, 38), "#,##0_);(#,##0)"),
    **dict.fromkeys((7, 8, 39, 40), "#,##0.00_);(#,##0.00)"),
    **dict(enumerate(("0%", "0.00%", "0.00E+00", "# ?/?", "# ??/??"), 9)),
    **dict.fromkeys((*range(14, 23), 45, 46, 47), "yyyy-mm-dd hh:mm:ss"),
    **dict.fromkeys((41, 42), '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)'),
    **dict.fromkeys((43, 44), '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)'),
    **{48: "##0.0E+0", 49: "@"},
}
"""Number formats that are not in a file, by number; currencies are left out."""


class UnreadableError(Exception):
    """A cell shows something that we cannot read; the message names it."""


def number_text(value: float, code: str) -> str:
    """Return what a cell with the number format `code` shows of a number.

    Raises UnreadableError if it shows a date, a fraction, thousands, or anything unknown.
    """
    number = _exact(value)
    sections = _sections(code)
    if len(sections) > 3 or (len(sections) > 1 and "@" in sections[-1]):
        sections.pop()
    if any(token[:2] in ("[<", "[>", "[=") for section in sections for token in section):
        raise UnreadableError("in a number format with conditions")
    at = 0 if number > 0 or len(sections) == 1 else 1 if number < 0 else 2
    section = sections[at] if at < len(sections) else sections[0]
    before, digits, after = _split_section(section)
    if number and not digits:
        raise UnreadableError("in a number format that does not show it")
    before, after = before.lstrip(), after.rstrip()
    if at == 1:
        if not any(sign in before + after for sign in MINUS):
            raise UnreadableError("in a number format that shows no minus")
        if before.endswith("(") and after.startswith(")"):
            before, after = f"{before[:-1]}-", after[1:]
    shown = _shown_digits(abs(number) * 100 ** section.count("%"), digits)
    if number < 0 and at == 0 and shown.strip("0."):
        before = f"-{before}"
    return (before + shown + after).strip()


@cache
def shows_texts(code: str) -> bool:
    """Tell whether a number format shows texts as they are."""
    sections = _sections(code)
    if len(sections) > 3:
        return PLAIN_TEXT.fullmatch("".join(sections[3])) is not None
    last = sections[-1]
    return "@" not in last or PLAIN_TEXT.fullmatch("".join(last)) is not None


@cache
def shows_dates(code: str) -> bool:
    """Tell whether a number format shows dates or times of a day."""
    return any(token in "dyhDYH" for section in _sections(code) for token in section)


def displayed_text(value: float, displayed: str, *, percent: bool, currency: bool) -> str:
    """Return a number as an ODS cell displays it: with as many decimals.

    Raises UnreadableError if what it displays is not that number.
    """
    number = _exact(value) * (100 if percent else 1)
    match = SHOWN_NUMBER.fullmatch(displayed.strip())
    if not match:
        raise UnreadableError(f"shown as `{displayed[:40]}`")
    before, after = ("", "") if currency else (match[1], match[3])
    shown = re.sub("[^0-9]", "", match[2])
    whole = shown if shown == match[2] else ""
    negative = any(sign in match[1] + match[3] for sign in MINUS)
    if negative:
        before = before.translate({ord(sign): None for sign in MINUS})
        after = after.replace(")", "")
    for decimals in (0, len(re.split("[.,]", match[2])[-1]) % len(shown)):
        rounded = _round(abs(number), decimals)
        digits = f"{rounded:f}".replace(".", "").zfill(len(whole))
        if digits == shown and (negative == (number < 0) or not rounded):
            minus = "-" if negative and rounded else ""
            return (minus + before + (whole or _drop_zeros(rounded)) + after).strip()
    raise UnreadableError(f"shown as `{displayed[:40]}`")


def _exact(value: float) -> Decimal:
    """Return a number without the digits that its binary form adds."""
    if not abs(value) < 10**MOST_DIGITS:
        raise UnreadableError(f"of more than {MOST_DIGITS} digits")
    return Decimal(f"{value:.{MOST_DIGITS}g}")


def _round(number: Decimal, decimals: int) -> Decimal:
    try:
        return number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    except InvalidOperation:
        raise UnreadableError(f"with {decimals:,} decimals") from None


def _drop_zeros(number: Decimal) -> str:
    """Return a number without zeros behind the last decimal."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _sections(code: str) -> list[list[str]]:
    """Return the tokens of a format: for numbers above 0, below it, 0, and for texts."""
    sections: list[list[str]] = [[]]
    for token in TOKEN.findall(code or "General"):
        if token == ";":
            sections.append([])
        else:
            sections[-1].append(token)
    return sections


def _split_section(section: list[str]) -> tuple[str, str, str]:
    """Return the words before the digits of a section, the digits, and the words behind them.

    Raises UnreadableError at what else it has.
    """
    around, digits = ["", ""], ""
    if any(OTHER.fullmatch(token) for token in section):
        raise UnreadableError("in a number format of dates, times, fractions or powers of ten")
    for token in section:
        if token[0] == "*" and token[1:].strip():
            raise UnreadableError(f"in a number format that fills the cell with `{token[1:]}`")
        if token in "#?0.,@" or token.lower() == "general":
            if around[1]:
                raise UnreadableError("in a number format with signs between the digits")
            digits += token
            continue
        around[bool(digits)] += _words(token)
    return around[0], digits, around[1]


def _words(token: str) -> str:
    """Return the words that a token of a format shows; none for a currency."""
    if token.startswith("["):  # a colour, or a currency and a language
        words = token[2:].rstrip("]").partition("-")[0] if token.startswith("[$") else ""
        return "" if all(map(_is_currency, words)) else words
    words = {'"': token.strip('"'), "\\": token[1:], "_": " ", "*": ""}.get(token[0], token)
    is_currency = any(unicodedata.category(letter) == "Sc" for letter in words)
    return "" if is_currency and all(map(_is_currency, words)) else words


def _is_currency(letter: str) -> bool:
    return letter.isalpha() or letter in " ." or unicodedata.category(letter) == "Sc"


def _shown_digits(number: Decimal, digits: str) -> str:
    if digits == "@" or digits.lower() == "general":
        rounded = _round(number, GENERAL_DECIMALS)
        if number and not rounded:
            raise UnreadableError(f"of more than {GENERAL_DECIMALS} decimals")
        return _drop_zeros(rounded)
    match = DIGITS.fullmatch(digits)
    if not match:
        raise UnreadableError("in a number format of thousands")
    whole, decimals = match[1], len(match[2] or "")
    rounded = _round(number, decimals)
    if not rounded and "0" not in digits:  # # and ? show no zero
        return ""
    text = _drop_zeros(rounded)
    first, point, rest = text.partition(".")
    return first.zfill(whole.count("0")) + point + rest
