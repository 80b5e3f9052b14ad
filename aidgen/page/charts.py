"""Line charts as inline SVG, distinguishable without colour: by dashes, markers and end labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Literal

from markupsafe import Markup

from aidgen.assets.fonts import SCRIPTS
from aidgen.game.data import GameData
from aidgen.game.figures import Figure
from aidgen.game.records import Chart
from aidgen.page.markdown import plain_text
from aidgen.page.theme import SANS

DASHES = ("", "6 2", "2 2", "8 2 2 2", "4 3", "1 3")
# Least distance in pt between the names at the ends of two lines.
LABEL_GAP = 9.5
MOST_AXIS_TICKS = 8
# The size of the words in pt.
SIZE = 9.6
# Half the width of a plus sign: the 20 of 20+ is centred below its tick.
PLUS = SIZE / 4
# Space in pt around the plot, for the labels.
PLOT_LEFT, PLOT_RIGHT, PLOT_TOP, PLOT_BOTTOM = 34.0, 74.0, 8.0, 34.0
# The thinnest line in pt that prints well everywhere.
THINNEST_LINE = 0.25
# How large a chart is, in pt.
WIDTH, HEIGHT = 340.0, 152.0


@dataclass(frozen=True)
class Series:
    """A line of a chart: its name, and a value for each tick of the x axis."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Pen:
    """The amount of ink for a chart."""

    width: float = 1.0
    """How wide lines are."""
    dot: float = 1.0
    """How large marks are that are solid."""
    ring: float = 1.0
    """How large marks are that are hollow."""

    def line(self, usual: float) -> str:
        """Return how wide a line is to be drawn, in pt."""
        return f"{max(usual * self.width, THINNEST_LINE if self.width < 1 else 0):g}"


@dataclass(frozen=True)
class Letters:
    """In which letters the words of a chart are: their fonts, in order of choice."""

    families: str = SANS
    rtl: bool = False
    """Whether they are read from right to left; the axes are as they always are."""

    @property
    def attributes(self) -> str:
        """The attributes of an SVG element."""
        direction = ' direction="rtl"' if self.rtl else ""
        return f'font-family="{self.families}"{direction}'

    @property
    def along(self) -> str:
        """The attributes of a tick label along the axis: 20+ must not run into the 19."""
        return ' direction="ltr"' if self.rtl else ""

    def at(self, side: Literal["left", "right"]) -> str:
        """Return the attributes of an SVG text that is anchored at one side."""
        return "" if (side == "left") != self.rtl else ' text-anchor="end"'


USUAL_STROKE, THIN_STROKE = Pen(), Pen(0.32, 0.55, 0.7)
LATIN = Letters()


@dataclass(frozen=True)
class Axes:
    """The labels along a chart's axes."""

    x_label: str
    y_label: str
    ticks: tuple[str, ...]


def charts(
    game_data: GameData, printed: frozenset[str], *, sparing: bool = False
) -> Mapping[str, Markup]:
    """Return the charts of `game_data` among the records `printed`, by their references.

    Those `sparing` of ink are drawn in thin lines.
    """
    return {
        f"charts.{name}": Markup(
            _draw_chart(game_data, chart, THIN_STROKE if sparing else USUAL_STROKE)
        )
        for name, chart in game_data.charts.items()
        if f"charts.{name}" in printed
    }


def _draw_chart(game_data: GameData, chart: Chart, pen: Pen) -> str:
    table = game_data.tables[chart.table]
    series = []
    ticks: tuple[str, ...] = ()
    for _, title, rows in table.grids():
        ticks = tuple(str(row[table.key]) for row in rows.values())
        for column in chart.y:
            cells = [row[column] for row in rows.values()]
            values = tuple(float(cell.number) for cell in cells if isinstance(cell, Figure))
            name = title if len(chart.y) == 1 else table.columns[column].header or column
            series.append(Series(plain_text(name), values))
    axes = Axes(chart.x_label, chart.y_label, ticks)
    return line_chart(axes, series, plain_text(chart.text), pen, chart_letters(game_data.script))


def chart_letters(script: str) -> Letters:
    """Return in which letters the words of a chart are, by their script (ISO 15924)."""
    script_font = SCRIPTS.get(script)
    return Letters(f"{script_font.family}, {SANS}", script_font.rtl) if script_font else LATIN


def line_chart(
    axes: Axes, series: Sequence[Series], alt: str, pen: Pen = USUAL_STROKE, words: Letters = LATIN
) -> str:
    """Return a chart as an SVG element in a font stack; `alt` is its alternative text."""
    top_value = max((value for line in series for value in line.values), default=1)
    gap = _tick_gap(top_value)
    y_max = (math.floor(top_value / gap) + (top_value % gap > 0 or gap == 1)) * gap
    plot_width, plot_height = WIDTH - PLOT_LEFT - PLOT_RIGHT, HEIGHT - PLOT_TOP - PLOT_BOTTOM
    step = plot_width / max(1, len(axes.ticks) - 1)

    def y(value: float) -> float:
        return PLOT_TOP + plot_height * (1 - value / y_max)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ag-chart" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" {words.attributes} font-size="{SIZE:g}">',
        f"<title>{escape(alt)}</title>",
    ]
    parts += _axes(axes, range(0, y_max + 1, gap), step, pen, words)
    labels = _spread([y(line.values[-1]) for line in series])
    for i, line in enumerate(series):
        points = [(PLOT_LEFT + step * x, y(value)) for x, value in enumerate(line.values)]
        parts += _series_path(points, i, pen)
        x_end, y_end = points[-1]
        parts.append(
            f'<path d="M{x_end + 4:.1f} {y_end:.1f}L{x_end + 12:.1f} {labels[i]:.1f}" '
            f'stroke="#555" stroke-width="{pen.line(0.5)}" fill="none"/>'
            f'<text x="{x_end + 14:.1f}" y="{labels[i] + 3:.1f}"{words.at("left")} '
            f'font-weight="bold">{escape(line.name)}</text>'
        )
    return "".join([*parts, "</svg>"])


def _tick_gap(top: float) -> int:
    """Return the least of 1, 2, 5, 10, 20, 50 … by which the y axis has nine ticks at most."""
    power = 1
    while True:
        for gap in (power, 2 * power, 5 * power):
            if top / gap <= MOST_AXIS_TICKS:
                return gap
        power *= 10


def _axes(axes: Axes, values: range, step: float, pen: Pen, words: Letters) -> Iterator[str]:
    bottom, right = HEIGHT - PLOT_BOTTOM, WIDTH - PLOT_RIGHT
    before = words.at("right")
    for value in values:
        y = PLOT_TOP + (bottom - PLOT_TOP) * (1 - value / values[-1])
        yield (
            f'<path d="M{PLOT_LEFT} {y:.1f}H{right:g}" stroke="#bbb" '
            f'stroke-width="{pen.line(0.5)}"/>'
            f'<text x="{PLOT_LEFT - 6:g}" y="{y + 3:.1f}"{before}>{value}</text>'
        )
    for i, tick in enumerate(axes.ticks):
        x = PLOT_LEFT + step * i
        yield (
            f'<path d="M{x:.1f} {bottom:g}v3" stroke="#000" stroke-width="{pen.line(0.7)}"/>'
            f'<text x="{x + PLUS * tick.endswith("+"):.1f}" y="{bottom + 13:g}" '
            f'text-anchor="middle"{words.along}>'
            f"{escape(tick)}</text>"
        )
    axis = f'stroke="#000" stroke-width="{pen.line(1)}" fill="none"'
    yield f'<path d="M{PLOT_LEFT} {PLOT_TOP}V{bottom:g}H{right:g}" {axis}/>'
    middle = (PLOT_LEFT + right) / 2
    yield (
        f'<text x="{middle:g}" y="{HEIGHT - 6:g}" text-anchor="middle" font-weight="bold">'
        f"{escape(axes.x_label)}</text>"
    )
    y_middle = (PLOT_TOP + bottom) / 2
    yield (
        f'<text x="10" y="{y_middle:g}" text-anchor="middle" font-weight="bold" '
        f'transform="rotate(-90 10 {y_middle:g})">{escape(axes.y_label)}</text>'
    )


def _series_path(points: list[tuple[float, float]], i: int, pen: Pen) -> Iterator[str]:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dash = f' stroke-dasharray="{DASHES[i % len(DASHES)]}"' if DASHES[i % len(DASHES)] else ""
    yield f'<path d="M{path}" stroke="#000" stroke-width="{pen.line(1.2)}" fill="none"{dash}/>'
    for x, y in points:
        yield _mark(x, y, i, pen)


def _mark(x: float, y: float, i: int, pen: Pen) -> str:
    """Draw the mark of line `i`, one of five shapes, centred on (x, y)."""
    shape, dot, ring = i % 5, pen.dot, pen.ring
    look = f'fill="#fff" stroke="#000" stroke-width="{pen.line(0.8)}"'
    if shape == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2.6 * dot:g}" fill="#000"/>'
    if shape == 1:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2.4 * ring:g}" {look}/>'
    if shape == 2:
        half = 2.4 * dot
        square = f"h{2 * half:g}v{2 * half:g}h{-2 * half:g}z"
        return f'<path d="M{x - half:.1f} {y - half:.1f}{square}" fill="#000"/>'
    if shape == 3:
        high, half = 5.4 * ring, 3 * ring
        return f'<path d="M{x:.1f} {y - 3.2 * ring:.1f}l{half:g} {high:g}h{-2 * half:g}z" {look}/>'
    far = 3.2 * dot
    turned = f"l{far:g} {far:g}l{-far:g} {far:g}l{-far:g} {-far:g}z"
    return f'<path d="M{x:.1f} {y - far:.1f}{turned}" fill="#000"/>'


def _spread(heights: list[float]) -> list[float]:
    """Return `heights` moved apart just enough for names of one line each, their order kept.

    None is below the axis, where the ticks are named.
    """
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    moved = list(heights)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + LABEL_GAP)
    lowest = HEIGHT - PLOT_BOTTOM
    for i in reversed(order):
        moved[i] = min(moved[i], lowest)
        lowest = moved[i] - LABEL_GAP
    return moved
