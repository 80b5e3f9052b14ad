"""A sheet of regions that hold records in their brief form, flat or folded to a leaflet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from aidgen.assets.files import files_of
from aidgen.assets.fonts import is_rtl
from aidgen.assets.papers import OUTSIDE, PAPERS, SIDES, Folding, Rect, Size
from aidgen.game.aids import Aid, Block
from aidgen.layout.document import Document
from aidgen.page.imposing import crop_mark, paper_side
from aidgen.page.kinds.base import Entry, Kind, size, titled_below
from aidgen.page.sheets import BODY, END, LARGE, Face, Rendered, TypeRange, paged
from aidgen.page.templates import Templates
from aidgen.page.views import Shown

# The width of a sheet, by which a block's `width` counts.
SHEET_COLUMNS = 12
# Space in mm at the sides of the page, and between two blocks.
SHEET_MARGIN, GUTTER = 9.0, 2.6
# Space in mm above and below the content of a page; below it on a screen in large print.
SHEET_HEAD, LARGE_FOOT = 7.5, 10.0
# Type in pt: smaller cannot be read at arm's length.
SMALLEST_TYPE = 8.0
# Larger looks no better. What such a page leaves free is at its foot: its lines are on a grid.
READ = TypeRange(SMALLEST_TYPE, 14.0)
# Room that a form does not need to be read is for writing, up to half a line between two parts.
WRITTEN_ON = TypeRange(SMALLEST_TYPE, 10.5, air=2.4)
# The page that this type is for: larger ones are read from further away.
USUAL_TYPE = PAPERS["A4"]
# The usual type of large print on a sheet, in pt.
LARGE_TYPE = TypeRange(LARGE, 16.0)
# By how much in pt the type of two pages may differ: nobody sees it, they lie apart.
PAGES_ALIKE = 3.0
# Width in mm of the margin at the sides of a screen's panel; the fold runs through its middle.
FOLD = 14.0
# Space in mm above and below the content of a panel, and at its sides.
LEAFLET_EDGE, LEAFLET_GAP = 9.0, 6.5
# The room in mm at the foot of the back, for how to fold it and the notice.
LEAFLET_FOOT = 19.0
# The default number of folds of a leaflet.
FOLDS = 2
# How long the mark of a fold is in mm, and how far from the edge: printers leave that white.
FOLD_MARK, LEAFLET_WHITE = 3.0, 4.5
# How heavy a mark is, in mm.
FOLD_LINE = 0.2
# Lengths that the style sheet has as custom properties.
LENGTHS = {"fold-mark": f"{FOLD_MARK:g}mm", "large-type": f"{LARGE:g}pt"}


@dataclass(frozen=True)
class Region(Shown):
    """A block in its place: its name and block, its width in mm, and the records in it."""

    name: str
    block: Block
    width: float
    entries: tuple[Entry, ...]


Row = tuple[Region, ...]


def pages(
    templates: Templates, paper: Size, *, usual: TypeRange = READ, beside: float = SHEET_MARGIN
) -> Rendered:
    """Return the pages of a sheet as one document.

    `usual` is the type of an aid that names none, `beside` the space in mm at the sides of a page.
    """
    if templates.look.large:
        return _large(templates, paper, usual)
    width = paper.width - 2 * beside
    divided = [rows_of(templates, blocks, width) for blocks in divide_blocks(templates.aid)]
    choice = on_page(type_choice(templates.aid, usual), paper)
    is_large = templates.look.smallest_type >= LARGE
    margin = f"{SHEET_HEAD}mm {beside}mm" + is_large * f" {LARGE_FOOT}mm"
    faces = [
        templates.face(
            f"{templates.aid.kind}/page.html",
            paper,
            margin=margin,
            choice=choice,
            rows=rows,
            number=number,
            of=len(divided),
            room=round(paper.height - 2 * SHEET_HEAD, 2),
        )
        for number, rows in enumerate(divided, start=1)
    ]
    return Rendered((paged(faces, alike=PAGES_ALIKE),), paper=paper)


def _large(templates: Templates, paper: Size, usual: TypeRange) -> Rendered:
    """Return a sheet in large print: its blocks below each other, on as many pages as they need."""
    width = paper.width - 2 * SHEET_MARGIN
    regions = [
        _region(templates, name, block, width) for name, block in templates.aid.blocks.items()
    ]
    # It is never smaller than the largest type that the author's may have.
    choices = (type_choice(templates.aid, usual), LARGE_TYPE)
    page = templates.face(
        "sheet/large.html",
        paper,
        margin=f"{SHEET_HEAD}mm {SHEET_MARGIN}mm {2 * SHEET_HEAD}mm",
        type_size=max(on_page(choice, paper).most for choice in choices),
        regions=regions,
    )
    return Rendered((paged([replace(page, long=True)]),), paper=paper)


def on_page(choice: TypeRange, page: Size) -> TypeRange:
    """Return the type that there is to choose from on a page: on a larger one than A4, a larger."""
    short, long = sorted((page.width, page.height))
    factor = min(short / USUAL_TYPE.width, long / USUAL_TYPE.height)
    return replace(choice, most=round(choice.most * max(1.0, factor), 2))


def type_choice(aid: Aid, usual: TypeRange) -> TypeRange:
    """Return the type that an aid asks for, or else the usual one."""
    largest = aid.text_size or usual.most
    return replace(usual, least=min(aid.shrink_to or usual.least, largest), most=largest)


def divide_blocks(aid: Aid) -> tuple[Mapping[str, Block], ...]:
    """Return the blocks of an aid by their names, page by page, or panel by panel."""
    pages: list[dict[str, Block]] = [{}]
    for name, block in aid.blocks.items():
        if block.new_page and pages[-1]:
            pages.append({})
        pages[-1][name] = block
    return tuple(pages)


def in_rows(blocks: Mapping[str, Block]) -> list[list[str]]:
    """Return the names of the blocks of a page in rows, as many in each as their widths allow."""
    rows: list[list[str]] = []
    room = 0
    for name, block in blocks.items():
        if block.width > room:
            rows.append([])
            room = SHEET_COLUMNS
        rows[-1].append(name)
        room -= block.width
    return rows


def rows_of(templates: Templates, blocks: Mapping[str, Block], width: float) -> tuple[Row, ...]:
    """Return the blocks of a page so wide in mm, in rows."""
    column = (width + GUTTER) / SHEET_COLUMNS
    widths = {name: round(block.width * column - GUTTER, 3) for name, block in blocks.items()}
    return tuple(
        tuple(_region(templates, name, blocks[name], widths[name]) for name in row)
        for row in in_rows(blocks)
    )


def _region(templates: Templates, name: str, block: Block, width: float) -> Region:
    full = f"aids.{templates.aid_name}.blocks.{name}"
    entries = titled_below(templates.game_data, block.contents, block.title)
    return Region(full, block, width, entries)


def sheet_measures(aid: Aid, beside: float = SHEET_MARGIN) -> Mapping[str, object]:
    """Return the measures of a sheet in mm."""
    return {
        "paper": size(aid),
        "side_margin": beside,
        "gutter": GUTTER,
        "page_head": SHEET_HEAD,
        "fold": FOLD / 2,
        "lengths": LENGTHS,
    }


SHEET_KIND = Kind(
    "sheet",
    papers=("A4", "A5", "Letter"),
    holds="blocks",
    parts=pages,
    measures=sheet_measures,
    block_room=lambda aid: size(aid).height - 2 * SHEET_HEAD,
    large_type=LARGE,
    option_scopes=("text",),
)
FLOW = replace(SHEET_KIND, name="flow")
FORM = replace(
    SHEET_KIND,
    name="form",
    papers=("A5", "A4", "A6", "Letter"),
    parts=partial(pages, usual=WRITTEN_ON),
)
GM_SCREEN = Kind(
    "gm-screen",
    papers=("A4", "A5", "Letter"),
    holds="blocks",
    parts=partial(pages, beside=FOLD),
    measures=partial(sheet_measures, beside=FOLD),
    block_room=lambda aid: size(aid).height - 2 * SHEET_HEAD,
    large_type=LARGE,
    large_sheet="a3",
)


def panels(templates: Templates, paper: Size) -> Rendered:
    """Return both sides of a leaflet on paper of a size: its panels, and the marks of its folds."""
    folded = fold_of(templates.aid, backwards=is_rtl(templates.game_data.script))
    numbers = range(1, len(divide_blocks(templates.aid)) + 1)
    sheet, mains = folded.paper, []
    for side in SIDES:
        placed = [
            _panel(templates, folded, number).placed(
                folded.place(number).left,
                0.0,
                # The sides of the sheet have the panels in another order than a reader.
                attributes=f' data-order="{number}"',
            )
            for number in numbers
            if folded.side(number) == side
        ]
        inner = "".join([*placed, _foot(templates, folded) if side == OUTSIDE else ""])
        marks = "".join(map(crop_mark, fold_marks(folded, side)))
        mains.append(paper_side(sheet, marks + inner))
    rule = (
        f"@page side {{ size: {sheet.width:g}mm {sheet.height:g}mm; margin: 0; }}\n"
        "main.ag-side { page: side; position: relative; }\n"
    )
    head = templates.head
    body = BODY.replace("<body>", f'<body data-alike="{PAGES_ALIKE:g}">')
    html = "".join([head, rule, body, *mains, END])
    files = files_of(html, templates.pictures)
    return Rendered((Document(html, files, smallest=SMALLEST_TYPE),), paper=sheet)


def fold_of(aid: Aid, *, backwards: bool = False) -> Folding:
    """Return how an aid on its paper, in landscape, is folded."""
    paper = size(aid)
    across = paper if paper.width > paper.height else paper.turned()
    return Folding(across, aid.folds or FOLDS, backwards)


def _panel(templates: Templates, folded: Folding, number: int) -> Face:
    place, aid = folded.place(number), templates.aid
    width = _narrowest(folded).width - 2 * LEAFLET_GAP
    beside = round((place.width - width) / 2, 3)
    below = LEAFLET_EDGE + (LEAFLET_FOOT if number == folded.panels else 0.0)
    return templates.face(
        "leaflet/page.html",
        Size(place.width, place.height),
        margin=f"{LEAFLET_EDGE}mm {beside}mm {below}mm",
        choice=type_choice(aid, WRITTEN_ON),
        region=f"aids.{templates.aid_name}",
        rows=rows_of(templates, divide_blocks(aid)[number - 1], width),
        number=number,
        of=folded.panels,
        room=round(place.height - LEAFLET_EDGE - below, 2),
    )


def _narrowest(folded: Folding) -> Size:
    """Return the size of the narrowest panel: the others' content is no wider, to match."""
    widths = (folded.place(number).width for number in range(1, folded.panels + 1))
    return Size(min(widths), folded.paper.height)


def _foot(templates: Templates, folded: Folding) -> str:
    back = folded.place(folded.panels)
    foot = Rect(
        back.left + LEAFLET_GAP,
        back.height - LEAFLET_EDGE - LEAFLET_FOOT,
        back.width - 2 * LEAFLET_GAP,
        LEAFLET_FOOT,
    )
    return templates.face("leaflet/foot.html", folded.paper, foot=foot).inner


def fold_marks(folded: Folding, side: int) -> Iterator[Rect]:
    """Yield the marks of a side, above and below each fold."""
    for crease in folded.creases(side):
        for top in (LEAFLET_WHITE, folded.paper.height - LEAFLET_WHITE - FOLD_MARK):
            yield Rect(round(crease - FOLD_LINE / 2, 3), top, FOLD_LINE, FOLD_MARK)


def leaflet_measures(aid: Aid) -> Mapping[str, object]:
    """Return the measures of a leaflet in mm, as those of a sheet are called."""
    measures = {"paper": _narrowest(fold_of(aid)), "page_head": LEAFLET_EDGE, "fold": LEAFLET_GAP}
    return {**sheet_measures(aid, LEAFLET_GAP), **measures}


LEAFLET = Kind(
    "leaflet",
    papers=("A4", "Letter"),
    holds="blocks",
    parts=panels,
    keys=frozenset({"folds"}),
    landscape="its sheet is always landscape",
    block_room=lambda aid: min(size(aid).width, size(aid).height) - 2 * LEAFLET_EDGE,
    measures=leaflet_measures,
)
