"""Figures of a game: numbers, ranges and dice."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from unicodedata import numeric

_DECIMALS = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
PLAIN_NUMBER = re.compile(rf"-?{_DECIMALS}")
# How figures are written: the first alternative that fits the whole of a text is its figure.
_GRAMMAR = re.compile(
    rf"""
    # 1½, 1 1/2
    (?P<mixed> (?P<units>[0-9]{{0,9}})\s*(?P<part>[¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]
        |(?<=[0-9]\ )[0-9]{{1,9}}/0{{0,8}}[1-9][0-9]{{0,8}}) )
    # Thousands, with commas or spaces: 1,000.
    | (?P<thousands> -?[1-9][0-9]{{0,2}}(?:[, \u00a0\u202f][0-9]{{3}})+(?:\.[0-9]{{1,9}})? )
    # From one number to another, whatever dash or dots are between them: 9–12, −4…−2, -1–+1.
    | (?P<ends> (?P<low_sign>[-+]?)(?P<low>[0-9]{{1,9}})
        (?P<joint>\s*(?:…|\.{{2,3}}|[-‐‑‒–—])\s*)(?P<high_sign>[-+]?)(?P<high>[0-9]{{1,9}}) )
    # The number of dice, their faces, more dice, a modifier, a factor: d6, 2d10 - 1, 2d6+1d4.
    | (?P<dice> (?P<count>(?:[1-9][0-9]?)?)
        (?P<letter>[dDwWk]|(?<=[0-9])[KTt])(?P<faces>[1-9][0-9]{{0,2}}|1000|%|[fF])
        (?P<more>(?:\s*[-+]\s*[1-9][0-9]?[dDwWkKtT][1-9][0-9]{{0,2}}){{0,3}})
        (?:\s*(?P<bonus>[-+]\s*[0-9]{{1,3}}))?
        (?:\s*(?P<factor>[x×*/]\s*[1-9][0-9]{{0,3}}))? )
    # A number by itself, with its sign, or of a hundred: 12, +1, 12.5 %.
    | (?P<number> (?P<sign>[-+]?)(?P<digits>{_DECIMALS})(?P<percent>\s?%)? )
    # A number over another: 20/60.
    | (?P<ratio> (?P<first>{_DECIMALS})\s?/\s?(?P<second>(?=[0.]*[1-9]){_DECIMALS}) )
    # A number and all above or below it: 10+, 6-; ≤6; 10 or more.
    | (?P<open> (?P<end>[0-9]{{1,9}})\s*(?P<onward>[-+–−]) )
    | (?i:(?P<bound> (?P<limit>≤|<=?|up\ to|bis\ zu|bis|≥|>=?)\s?(?P<bounded>[-+]?[0-9]{{1,9}})
        | (?P<edge>[-+]?[0-9]{{1,9}})\s?(?:or|and|oder|und|ou|et|o|y|e|lub|i)\s?(?:
            (?P<less>less|lower|fewer|under|below|down|worse|weniger|niedriger|moins|meno|menos
            |mniej) | more|higher|greater|over|above|up|better|mehr|höher|plus|più|más|mais
            |więcej) ))
    """,
    re.VERBOSE,
)
# The faces of dice of other letters than d, as W6 in German, k6 in Polish and 1T6 in Swedish: W1
# and K6 are names of something else.
USUAL_FACES = frozenset({"2", "3", "4", "6", "8", "10", "12", "20", "30", "100"})
# Thousands in some languages, decimals in others: 1,500, 2.500.
_UNCLEAR = re.compile(r"-?[1-9][0-9]{0,2}[.,][0-9]{3}(?![0-9,])")
# Faces of a die, written as nothing else is: Nat 20; 1 to 3, −4 to −2; 1, 2 or 3.
_SPOKEN = re.compile(
    r"nat(?:ural|\.)?\s?([0-9]{1,9})|([-+]?[0-9]{1,9})\s(?:to|bis|à|a)\s([-+]?[0-9]{1,9})", re.I
)
_FACE_DIVIDER = re.compile(r",?\s(?:or|and|&|oder|und|ou|et|o|y|e)\s|,\s", re.I)
# A sign within a figure, or behind it, with the spaces beside it.
_FIGURE_SIGN = re.compile(r"\s*([-–+/%])\s*")
LARGEST_FIGURE = 10**12
# So many decimals of a number are printed, in every language.
MOST_DECIMALS = 2
EN_DASHES = str.maketrans(dict.fromkeys("-‐‑‒—", "–"))
DICE_LETTERS = str.maketrans({**dict.fromkeys("DWwKkTt", "d"), "×": "x", "*": "x"})


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from `low` to `high`, both counted; None is "and more", or "and less"."""

    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` dice of `faces` faces, plus `bonus`; a count of 0 is the die itself ("a d20")."""

    count: int
    faces: int
    bonus: int = 0
    sides: str = field(default="", repr=False)  # % or F, unless the faces are a number
    more: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """Other dice beside them, how many and of how many faces: +1d4. Fewer than 0 are taken off."""
    factor: str = field(default="", repr=False)  # the factor of the sum: x10, /2

    @property
    def span(self) -> tuple[int, int] | None:
        """The lowest and highest sum; None if not every number between can be rolled."""
        if self.factor:
            return None
        low, high = max(1, self.count), max(1, self.count) * self.faces
        if self.sides == "F":
            low, high = -low, low
        for count, faces in self.more:
            ends = count, count * faces
            low, high = low + min(ends), high + max(ends)
        return low + self.bonus, high + self.bonus


@dataclass(frozen=True, slots=True)
class Bonus:
    """A number that is written with its sign: +1."""

    number: Fraction


@dataclass(frozen=True, slots=True)
class Percent:
    """So many of a hundred: 50 %; a `signed` one is written with its plus."""

    number: Fraction
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Ratio:
    """One number over another, both written as they are: 1/2 of a thing, or 20/60 as two ranges."""

    first: Fraction
    second: Fraction


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """The dash in a cell where a column does not apply to a row."""

    def __str__(self) -> str:
        """Return the dash, which is one in every language."""
        return "–"


Raw = Fraction | Range | Dice | Bonus | Percent | Ratio
NA = NotApplicable()


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, range or dice: its `raw` value, and as a language writes it (`written`)."""

    raw: Raw
    written: str
    decimals: int = 0  # the least number of decimals, so that a column lines up
    typed: str = ""
    """How it was typed, where that is printed and not the way of a language: 007, 96–00, ≤6, ½."""
    unclear: str = field(default="", compare=False)
    """How a number was typed whose sign is one of thousands or of decimals: 1,500, 2.500."""

    def __str__(self) -> str:
        """Return the figure as it is to be printed."""
        return self.written

    @property
    def number(self) -> Fraction:
        """The figure as one number: itself, a range's low end, a die's faces, 50 % as a half."""
        raw = self.raw
        if isinstance(raw, Range):
            return Fraction((raw.high or 0) if raw.low is None else raw.low)
        if isinstance(raw, Dice):
            return Fraction(raw.faces)
        if isinstance(raw, Ratio):
            return raw.first / raw.second
        if isinstance(raw, Percent):
            return raw.number / 100
        return raw.number if isinstance(raw, Bonus) else raw

    @property
    def is_rounded(self) -> bool:
        """Whether it is a number of more decimals than are printed."""
        return isinstance(self.raw, Fraction) and (self.raw * 10**MOST_DECIMALS).denominator != 1

    @classmethod
    def read(cls, scalar: object) -> Figure | None:
        """Return the figure that `scalar` writes: 12, 9-12, 9+, 2d6+1, +1, 50 %, 3/4; else None."""
        if isinstance(scalar, Figure):
            return scalar
        if isinstance(scalar, bool) or scalar is None:
            return None
        text = str(scalar).strip()
        raw: Raw | None
        if isinstance(scalar, int | Decimal | Fraction):
            raw, typed = Fraction(scalar), ""
        else:
            raw, typed = _parse_typed(text)
        if raw is None or (isinstance(raw, Fraction) and abs(raw) >= LARGEST_FIGURE):
            return None
        unclear = text if _UNCLEAR.fullmatch(text) else ""
        return cls(raw, typed or neutral(raw), typed=typed, unclear=unclear)


def explain_unclear(typed: str) -> tuple[str, str]:
    """Return what is wrong with a number such as 1,500, and what to do; "" if it is clear."""
    if not (match := _UNCLEAR.match(typed)):
        return "", ""
    whole = match[0].replace(",", "").replace(".", "")
    short = match[0].replace(",", ".").rstrip("0").rstrip(".")
    return (
        f"found `{typed}`, which is {whole} in some languages and {short} in others",
        f"write `{whole}` or `{short}`: each language prints its own signs",
    )


def decimal_hint(typed: str) -> str:
    """Return what to write for a number with a comma for its decimals, as in 2,5; "" for others."""
    plain, _, decimals = typed.replace(".", "").replace(",", ".").partition(".")
    if len(decimals) not in (1, 2) or not PLAIN_NUMBER.fullmatch(f"{plain}.{decimals}"):
        return ""
    return f"write `{plain}.{decimals}`: each language prints its own decimal sign"


def has_other_spelling(typed: str, figure: Figure) -> bool:
    """Tell whether a figure is not printed as it is typed, such as 007 or 1.10."""
    plain = _FIGURE_SIGN.sub(lambda match: match[1].replace("–", "-"), typed)
    return plain != str(figure) or figure.is_rounded


def _parse_typed(text: str) -> tuple[Raw | None, str]:
    """Return the figure that a text writes, and how it is typed if that is printed."""
    text = text.replace("−", "-")
    text = f"-{text[1:]}" if text[:1] == "–" and text[1:2].isdecimal() else text
    match = _GRAMMAR.fullmatch(text)
    if match is None:
        return None, ""
    kind = match.lastgroup
    if kind == "mixed":
        part, whole = match["part"], int(match["units"] or 0)
        # A third is 0.333… to Python: no such sign has more than ten parts.
        rest = Fraction(part) if "/" in part else Fraction(numeric(part)).limit_denominator(10)
        return whole + rest, text
    if kind == "thousands":
        return Fraction("".join(text.replace(",", "").split())), ""
    if kind == "ends":
        return _parse_ends(match)
    if kind == "dice":
        return _parse_dice(match)
    if kind == "ratio":
        return Ratio(Fraction(match["first"]), Fraction(match["second"])), ""
    return _parse_number(match) if kind == "number" else _parse_open(match)


def _parse_number(match: re.Match[str]) -> tuple[Raw, str]:
    sign, digits = match.group("sign", "digits")
    number = Fraction(f"{sign}{digits}")
    if match["percent"]:
        return Percent(number, signed=sign == "+"), ""
    if sign == "+":
        return Bonus(number), ""
    return number, digits if _is_padded(digits) and not sign else ""


def _parse_open(match: re.Match[str]) -> tuple[Range, str]:
    if match["open"]:
        end = int(match["end"])
        return (Range(end, None), "") if match["onward"] == "+" else (Range(None, end), match[0])
    limit, end = (match["limit"] or "").lower(), int(match["bounded"] or match["edge"])
    end += {"<": -1, ">": 1}.get(limit, 0)
    is_most = match["less"] or limit[:1] not in ("", "≥", ">")
    return Range(None, end) if is_most else Range(end, None), match[0].replace("-", "−")


def _parse_ends(match: re.Match[str]) -> tuple[Range | None, str]:
    before, low, after, high = match.group("low_sign", "low", "high_sign", "high")
    dash = match["joint"].strip()
    is_dotted = dash[0] in "…."
    if not (is_dotted or before or after):
        is_padded = _is_padded(low) or _is_padded(high)
        return Range(int(low), int(high)), f"{low}–{high}" if is_padded else ""
    if dash == "-" and not after:
        return None, ""  # -2-0: two signs that look alike
    joint = match["joint"] if is_dotted else match["joint"].replace(dash, "–")
    signed = [end.replace("-", "−") for end in (before + low, after + high)]
    return Range(int(before + low), int(after + high)), f"{signed[0]}{joint}{signed[1]}"


def _parse_dice(match: re.Match[str]) -> tuple[Dice | None, str]:
    faces, letter, count = match["faces"].upper(), match["letter"], match["count"]
    if letter not in "dD" and faces not in USUAL_FACES:
        return None, ""
    parts = match.group("more", "bonus", "factor")
    more, bonus, factor = ("".join((part or "").split()).translate(DICE_LETTERS) for part in parts)
    terms = more.replace("+", " +").replace("-", " -").split()
    dice = Dice(
        int(count or 0),
        {"%": 100, "F": 3}.get(faces) or int(faces),
        int(bonus or 0),
        faces if faces in "%F" else "",
        tuple((int(count), int(top)) for count, top in (term.split("d") for term in terms)),
        factor,
    )
    typed = "".join(match[0].split())[:3]
    return dice, "" if neutral(dice).startswith(typed) else match[0]


def _is_padded(digits: str) -> bool:
    return len(digits) > 1 and digits[0] == "0" and digits.isdecimal()


def read_faces(typed: object) -> Figure | None:
    """Return the faces of a die that a cell names: also 1 to 3, `1, 2`, Nat 20; None if none."""
    text = str(typed).strip().replace("−", "-")
    figure = Figure.read(text.replace("%", "").rstrip()) if text.endswith("%") else None
    if figure and isinstance(figure.raw, Range) and None not in (figure.raw.low, figure.raw.high):
        text = "–".join(part.strip() for part in text.translate(EN_DASHES).split("–"))
    elif match := _SPOKEN.fullmatch(text):
        raw = Fraction(match[1]) if match[1] else Range(int(match[2]), int(match[3]))
        figure, text = Figure(raw, ""), text.replace("-", "−")
    elif len(faces := _FACE_DIVIDER.split(text)) > 1 and all(map(str.isdecimal, faces)):
        low, high = int(faces[0]), int(faces[-1])
        # Counted before it is compared: 1 or 999999999 is no list to make.
        if len(faces) == high - low + 1 and [*map(int, faces)] == [*range(low, high + 1)]:
            figure = Figure(Range(low, high), "")
    else:
        return Figure.read(typed)
    return figure and replace(figure, written=text, typed=text)


def neutral(raw: Raw) -> str:
    """Write `raw` in the way of no language in particular, as YAML would hold it."""
    if isinstance(raw, Range):
        low, high = raw.low, raw.high
        if high is None:
            return f"{low}+" if low and low >= 0 else f"≥{low}"
        if low is None:
            return f"{high}-" if high >= 0 else f"≤{high}"
        return f"{low}-{high}" if min(low, high) >= 0 else f"{low}…{high}"
    if isinstance(raw, Dice):
        bonus = f"{raw.bonus:+}" if raw.bonus else ""
        more = "".join(f"{count:+}d{faces}" for count, faces in raw.more)
        return f"{raw.count or ''}d{raw.sides or raw.faces}{more}{bonus}{raw.factor}"
    if isinstance(raw, Ratio):
        return f"{_plain_number(raw.first)}/{_plain_number(raw.second)}"
    if isinstance(raw, Percent):
        return f"{'+' if raw.signed else ''}{_plain_number(raw.number)}%"
    return f"+{_plain_number(raw.number)}" if isinstance(raw, Bonus) else _plain_number(raw)


def _plain_number(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.10g}"


def as_yaml(scalar: object) -> str:
    """Return a scalar as its author wrote it, true and not True; of a collection its signs."""
    if isinstance(scalar, dict | list):
        return "{…}" if isinstance(scalar, dict) else "[…]"
    if scalar is None:
        return "null"
    return str(scalar).lower() if isinstance(scalar, bool) else str(scalar)
