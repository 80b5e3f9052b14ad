"""Line charts as inline SVG, distinguishable without colour: by dashes, markers and end labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count, pairwise
from typing import Literal

from markupsafe import Markup

from aidgen.assets.fonts import SCRIPTS, is_rtl
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
# How large a chart is, in pt.
WIDTH, HEIGHT = 340.0, 152.0


@dataclass(frozen=True)
class LineChart:
    """A chart: its title for readers of the screen, its labels, and its lines by their names.

    A line has a value for each tick of the x axis. Words are in the letters of a `script` (ISO
    15924); the axes are as they always are.
    """

    title: str
    x_label: str
    y_label: str
    ticks: Sequence[str]
    lines: Sequence[tuple[str, Sequence[float]]]
    script: str = "Latn"

    def svg(self) -> str:
        """Return it as an SVG element."""
        top_value = max((value for _, values in self.lines for value in values), default=1)
        # The least of 1, 2, 5, 10, 20, 50 … with which the y axis has few enough ticks.
        gaps = (digit * int(10**power) for power in count() for digit in (1, 2, 5))
        gap = next(gap for gap in gaps if top_value / gap <= MOST_AXIS_TICKS)
        y_max = (math.floor(top_value / gap) + (top_value % gap > 0 or gap == 1)) * gap
        step = (WIDTH - PLOT_LEFT - PLOT_RIGHT) / max(1, len(self.ticks) - 1)
        height = HEIGHT - PLOT_TOP - PLOT_BOTTOM
        families = f"{SCRIPTS[self.script].family}, {SANS}" if self.script in SCRIPTS else SANS
        direction = ' direction="rtl"' if is_rtl(self.script) else ""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="ag-chart" viewBox="0 0 {WIDTH:g} '
            f'{HEIGHT:g}" font-family="{families}"{direction} font-size="{SIZE:g}">',
            f"<title>{escape(self.title)}</title>",
            *self._axes(range(0, y_max + 1, gap), step),
        ]
        heights = [
            [PLOT_TOP + height * (1 - value / y_max) for value in values]
            for _, values in self.lines
        ]
        labels = _spread([line[-1] for line in heights])
        for i, ((name, _), line, label) in enumerate(zip(self.lines, heights, labels, strict=True)):
            points = [(PLOT_LEFT + step * x, y) for x, y in enumerate(line)]
            x_end, y_end = points[-1]
            parts += [
                *self._path(points, i),
                f'<path d="M{x_end + 4:.1f} {y_end:.1f}L{x_end + 12:.1f} {label:.1f}" '
                'stroke="#555" stroke-width="0.5" fill="none"/>'
                f'<text x="{x_end + 14:.1f}" y="{label + 3:.1f}"{self._anchored("left")} '
                f'font-weight="bold">{escape(name)}</text>',
            ]
        return "".join([*parts, "</svg>"])

    def _anchored(self, side: Literal["left", "right"]) -> str:
        return "" if (side == "left") != is_rtl(self.script) else ' text-anchor="end"'

    def _axes(self, values: range, step: float) -> Iterator[str]:
        bottom, right = HEIGHT - PLOT_BOTTOM, WIDTH - PLOT_RIGHT
        for value in values:
            y = PLOT_TOP + (bottom - PLOT_TOP) * (1 - value / values[-1])
            yield (
                f'<path d="M{PLOT_LEFT} {y:.1f}H{right:g}" stroke="#bbb" stroke-width="0.5"/>'
                f'<text x="{PLOT_LEFT - 6:g}" y="{y + 3:.1f}"{self._anchored("right")}>'
                f"{value}</text>"
            )
        # Along the axis 20+ must not run into the 19.
        along = ' direction="ltr"' if is_rtl(self.script) else ""
        for i, tick in enumerate(self.ticks):
            x = PLOT_LEFT + step * i
            yield (
                f'<path d="M{x:.1f} {bottom:g}v3" stroke="#000" stroke-width="0.7"/>'
                f'<text x="{x + PLUS * tick.endswith("+"):.1f}" y="{bottom + 13:g}" '
                f'text-anchor="middle"{along}>{escape(tick)}</text>'
            )
        middle, y_middle = (PLOT_LEFT + right) / 2, (PLOT_TOP + bottom) / 2
        yield (
            f'<path d="M{PLOT_LEFT} {PLOT_TOP}V{bottom:g}H{right:g}" stroke="#000" '
            'stroke-width="1" fill="none"/>'
            f'<text x="{middle:g}" y="{HEIGHT - 6:g}" text-anchor="middle" font-weight="bold">'
            f"{escape(self.x_label)}</text>"
            f'<text x="10" y="{y_middle:g}" text-anchor="middle" font-weight="bold" '
            f'transform="rotate(-90 10 {y_middle:g})">{escape(self.y_label)}</text>'
        )

    def _path(self, points: Sequence[tuple[float, float]], i: int) -> Iterator[str]:
        path, dashes = "L".join(f"{x:.1f} {y:.1f}" for x, y in points), DASHES[i % len(DASHES)]
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        yield f'<path d="M{path}" stroke="#000" stroke-width="1.2" fill="none"{dash}/>'
        for x, y in points:
            yield self._mark(x, y, i % 5)

    def _mark(self, x: float, y: float, shape: int) -> str:
        look = 'fill="#fff" stroke="#000" stroke-width="0.8"'
        if shape == 0:
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="#000"/>'
        if shape == 1:
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" {look}/>'
        if shape == 2:
            return f'<path d="M{x - 2.4:.1f} {y - 2.4:.1f}h4.8v4.8h-4.8z" fill="#000"/>'
        if shape == 3:
            return f'<path d="M{x:.1f} {y - 3.2:.1f}l3 5.4h-6z" {look}/>'
        return f'<path d="M{x:.1f} {y - 3.2:.1f}l3.2 3.2l-3.2 3.2l-3.2 -3.2z" fill="#000"/>'


def charts(game_data: GameData, printed: frozenset[str]) -> Mapping[str, Markup]:
    """Return the charts of `game_data` among the records `printed`, by their references."""
    return {
        f"charts.{name}": Markup(_chart_of(game_data, chart).svg())
        for name, chart in game_data.charts.items()
        if f"charts.{name}" in printed
    }


def _chart_of(game_data: GameData, chart: Chart) -> LineChart:
    table = game_data.tables[chart.table]
    lines: list[tuple[str, Sequence[float]]] = []
    ticks: tuple[str, ...] = ()
    for _, title, rows in table.grids():
        ticks = tuple(str(row[table.key]) for row in rows.values())
        for column in chart.y:
            cells = [row[column] for row in rows.values()]
            values = tuple(float(cell.number) for cell in cells if isinstance(cell, Figure))
            name = title if len(chart.y) == 1 else table.columns[column].header or column
            lines.append((plain_text(name), values))
    labels = plain_text(chart.text), chart.x_label, chart.y_label
    return LineChart(*labels, ticks, lines, game_data.script)


def _spread(heights: list[float]) -> list[float]:
    """Return `heights` moved apart for names of one line each; none is below the axis."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    moved = list(heights)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + LABEL_GAP)
    lowest = HEIGHT - PLOT_BOTTOM
    for i in reversed(order):
        moved[i] = min(moved[i], lowest)
        lowest = moved[i] - LABEL_GAP
    return moved
