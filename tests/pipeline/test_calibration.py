"""The calibration page: right on each paper, in each language, and its measures true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.assets.papers import PAPERS, SHARES
from aidgen.page.render import render
from aidgen.pipeline.build import calibration
from tests.commands import aidgen

TICK = re.compile(
    r'class="tick" style="left:([\d.]+)mm;top:([\d.]+)mm;width:([\d.]+)mm;height:([\d.]+)mm"'
)


def ticks(page: str) -> list[tuple[float, ...]]:
    return [tuple(map(float, found.groups())) for found in TICK.finditer(page)]


def test_it_has_no_problem_and_each_language_of_ours() -> None:
    result = aidgen("check", "--strict", "--pack", BUNDLED_PACK / "calibration")
    assert (result.exit_code, result.stderr) == (0, "")
    outputs = {job.output.as_posix() for job in calibration()}
    assert len(outputs) == len(SHARES) * 4
    assert "calibration/fr/calibration-page-fr.pdf" in outputs
    assert "calibration/de/legal/calibration-page-de-legal.pdf" in outputs


@pytest.mark.parametrize("paper", SHARES)
def test_it_is_right_on_every_paper(paper: str) -> None:
    for job in calibration([paper]):
        rendered = render(job.game_data, job.aid, job.pack.roots, job.options)
        size = PAPERS[SHARES[paper][0]]
        (document,) = rendered.documents
        front, back = map(ticks, document.html.split("<main")[1:])
        level = sorted(left for left, top, _, _ in front if top == 34)
        assert len(level) == 101
        assert level[-1] - level[0] == pytest.approx(100)
        upright = {round(top, 3) for left, top, _, _ in front if left < 34 and 59 < top < 161}
        assert max(upright) - min(upright) == pytest.approx(100, abs=0.1)
        # The cross of the back lies behind the middle of the target: in the middle of the paper.
        (across, down) = back
        assert across[0] + across[2] / 2 == pytest.approx(size.width / 2)
        assert down[0] + down[2] / 2 == pytest.approx(size.width / 2)


def test_a_page_is_made_for_a_paper_and_a_language(tmp_path: Path) -> None:
    done = aidgen("calibrate", "--paper", "a4", "--locale", "en", "--out", tmp_path)
    assert (done.exit_code, done.stderr) == (0, "")
    (pdf,) = tmp_path.rglob("*.pdf")
    assert str(pdf) in done.stdout
    assert pdf.name == "calibration-page-en.pdf"
