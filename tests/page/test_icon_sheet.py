"""The page of all icons, to choose from."""

from __future__ import annotations

import re
from pathlib import Path

from tests.commands import aidgen

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'


def names(page: str) -> dict[str, list[str]]:
    """Return the names of the icons by the titles that they stand below."""
    parts = re.findall(r"<h2>(.*?) \((\d+)\)</h2>(.*?)</ul>", page, re.S)
    found = {title: re.findall(r"</svg>([\w-]+)</li>", said) for title, _, said in parts}
    assert [len(each) for each in found.values()] == [int(number) for _, number, _ in parts]
    return found


def test_all_icons_that_a_game_may_name_are_shown_with_their_names(
    pack: Path, tmp_path: Path
) -> None:
    icons = pack / "assets" / "icons"
    icons.mkdir()
    for name in ("ferry10", "ferry9"):
        (icons / f"{name}.svg").write_text(SVG, encoding="utf-8")
    done = aidgen("icons", "--pack", pack, "--out", tmp_path)
    page = tmp_path / "icons.html"
    assert (done.exit_code, done.stderr) == (0, "")
    assert str(page) in done.stdout
    shown = names(page.read_text(encoding="utf-8"))
    assert shown["Of this pack"] == ["ferry9", "ferry10"]
    assert "d20" in shown["Dice and suits"]
    assert {"sword", "book"} <= set(shown["Phosphor, fill"])


def test_icons_that_cannot_be_printed_are_reported_by_their_files(
    pack: Path, tmp_path: Path
) -> None:
    icons = pack / "assets" / "icons"
    icons.mkdir()
    for name in ("barge", "Ferry"):
        (icons / f"{name}.svg").write_text("<svg", encoding="utf-8")
    (icons / "raft.svg").write_text(SVG, encoding="utf-8")
    done = aidgen("icons", "--pack", pack, "--out", tmp_path)
    reported = [f"assets/icons/{name}.svg: error: is not SVG: " for name in ("Ferry", "barge")]
    assert done.exit_code == 1
    assert [
        line[: len(one)] for line, one in zip(done.stderr.split("\n"), reported, strict=False)
    ] == reported
    assert not (tmp_path / "icons.html").exists()
    checked = aidgen("check", "--pack", pack).stderr
    assert all(one in checked for one in reported)
    assert "`Ferry` is not a valid icon name" in checked
