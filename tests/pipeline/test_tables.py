"""Tables of real data on paper: what does not apply, units, signs, headings upwards, many rows."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, JobResult
from aidgen.pipeline.production import make

COLUMNS = """tables:
  arms:
    title: Arms
    columns:
      name: {header: Arm, type: text, width: 30}
      price: {header: Price, type: text, align: right}
      reach: {header: Reach, unit: ft}
      bonus: {header: What it adds to every attack roll of its bearer, turned: true}
      rate: {header: Rate, turned: true}
    rows:
"""
ROWS = (
    "Club, 1 sp, na, +1, 50 %",
    "Bow, 5 gp, 20/60, na, 3/4",
    "Fist, na, 5, -1, +10 %",
)
ENDS = """sections: {arms: {title: Arms, contents: [tables.arms]}}
aids:
  list: {title: A list, kind: book, paper: A5, contents: [sections.arms]}
  page: {title: A page, kind: sheet, paper: A4, blocks: {arms: {contents: [tables.arms]}}}
"""
MANY = 70
"""So many rows that they take up more than a page of any paper."""


def arms(pack: Path, rows: int) -> Path:
    """Return Mini with a table of so many rows, in a book and on a sheet."""
    listed = "".join(f"      arm-{n}: [{ROWS[n % len(ROWS)]}]\n" for n in range(rows))
    path = pack / "content" / "mini" / "arms.yaml"
    path.write_text(COLUMNS + listed + ENDS, encoding="utf-8")
    return pack


def made(pack: Path, out: Path, aid: str) -> JobResult:
    (one,) = make([Job(Pack(pack), "mini", aid, "en")], out, workers=1)
    return one


def test_a_long_table_of_a_book_has_its_head_on_each_page(pack: Path, tmp_path: Path) -> None:
    done = made(arms(pack, MANY), tmp_path / "out", "list")
    assert [str(problem) for problem in done.problems] == []
    assert done.finished is not None
    book = pypdfium2.PdfDocument(done.finished.pdf)
    pages = [page.get_textpage().get_text_bounded() for page in book]
    listing = [page for page in pages if "Club" in page]
    assert len(listing) > 1
    assert all("Arm" in page and "Rate" in page for page in listing)
    assert "Club" in pages[2], "the table begins below the heading of its chapter"


def test_a_table_longer_than_a_sheet_is_reported(pack: Path, tmp_path: Path) -> None:
    done = made(arms(pack, MANY), tmp_path / "out", "page")
    (problem,) = map(str, done.problems)
    assert problem.startswith("content/mini/arms.yaml:")
    assert "mini-page-en.pdf, page 1: takes up 2 pages, expected 1 (say less" in problem
