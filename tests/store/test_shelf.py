from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from aidgen.page.faults import Fault
from aidgen.page.promises import Counts, Fit, Printed
from aidgen.store import shelf
from aidgen.store.shelf import Filed

FILED = Filed(
    pdf=b"%PDF whole",
    thumbnail=b"PNG",
    pages=3,
    faults=(
        Fault(kind="overflow", found="1.5 mm below does not fit", box="cards.a", page=3),
        Fault(kind="pale", found="cannot be seen", words="One", colours=("#ffffff", "#ffff66")),
    ),
    fits=(Fit("cards.a", 3, 9.5, -1.5), Fit("cards.b", 3, 9.5, None)),
    texts=(Printed("game.rules.a.text", 3, "cards.a", 40),),
    promised=Counts(texts=4, cells=0, cards=2),
    proved=Counts(texts=4, cells=0, cards=2, glyphs=99),
)
DIGEST = "ab" * 32


def test_what_is_put_can_be_got(tmp_path: Path) -> None:
    shelf.put(tmp_path, DIGEST, FILED)
    assert shelf.get(tmp_path, DIGEST) == FILED
    assert shelf.get(tmp_path, "cd" * 32) is None


@pytest.mark.parametrize("suffix", ["pdf", "png", "json"])
@pytest.mark.parametrize("how", ["gone", "short", "empty", "other"])
def test_what_is_not_whole_counts_as_nothing(tmp_path: Path, suffix: str, how: str) -> None:
    shelf.put(tmp_path, DIGEST, FILED)
    path = tmp_path / DIGEST[:2] / f"{DIGEST}.{suffix}"
    content = path.read_bytes()
    if how == "gone":
        path.unlink()
    else:
        path.write_bytes({"short": content[:-1], "empty": b"", "other": b"[]"}[how])
    assert shelf.get(tmp_path, DIGEST) is None


def test_the_key_changes_with_all_that_goes_into_a_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    key = shelf.key("page")
    assert key == shelf.key("page")
    assert key != shelf.key("page ")
    monkeypatch.setattr(shelf, "version", lambda name: "9.9")
    assert key != shelf.key("page")
    monkeypatch.undo()
    monkeypatch.setattr(shelf, "EDITION", shelf.EDITION + 1)
    assert key != shelf.key("page")


def test_faults_are_filed_with_the_pdf(tmp_path: Path) -> None:
    clean = replace(FILED, faults=())
    shelf.put(tmp_path, DIGEST, clean)
    found = shelf.get(tmp_path, DIGEST)
    assert found is not None
    assert found.faults == ()


DAMAGES = [
    lambda entry: entry["facts"].update(faults=[]),
    lambda entry: entry["facts"].update(pages="3"),
    lambda entry: entry["facts"].pop("fits"),
    lambda entry: entry["facts"]["proved"].update(glyphs=98),
    lambda entry: entry.update(facts=[]),
    lambda entry: entry.pop("sha256"),
]


@pytest.mark.parametrize("damage", range(len(DAMAGES)))
def test_a_damaged_verdict_counts_as_nothing_and_heals(tmp_path: Path, damage: int) -> None:
    shelf.put(tmp_path, DIGEST, FILED)
    path = tmp_path / DIGEST[:2] / f"{DIGEST}.json"
    entry = json.loads(path.read_text(encoding="utf-8"))
    DAMAGES[damage](entry)
    path.write_text(json.dumps(entry), encoding="utf-8")
    assert shelf.get(tmp_path, DIGEST) is None
    shelf.put(tmp_path, DIGEST, FILED)
    assert shelf.get(tmp_path, DIGEST) == FILED


@pytest.mark.parametrize("suffix", ["pdf", "png", "json"])
def test_a_folder_in_the_place_of_an_entry_counts_as_nothing_and_heals(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / DIGEST[:2] / f"{DIGEST}.{suffix}"
    (path / "inner").mkdir(parents=True)
    assert shelf.get(tmp_path, DIGEST) is None
    shelf.put(tmp_path, DIGEST, FILED)
    assert shelf.get(tmp_path, DIGEST) == FILED


def test_facts_that_are_nested_without_end_count_as_nothing(tmp_path: Path) -> None:
    shelf.put(tmp_path, DIGEST, FILED)
    (tmp_path / DIGEST[:2] / f"{DIGEST}.json").write_text("[" * 100_000, encoding="utf-8")
    assert shelf.get(tmp_path, DIGEST) is None
