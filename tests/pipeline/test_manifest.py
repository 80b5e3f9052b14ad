"""The certificate of published PDFs: what it says, and that it notices what was done to them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from aidgen.assets.papers import Size
from aidgen.layout.promises import PrintedText
from aidgen.pipeline.changes import lost_parts, printed_before
from aidgen.pipeline.manifest import (
    HELD_BACK,
    MANIFEST,
    Certificate,
    Verdict,
    certified_pdfs,
    manifest,
    printed_parts,
    verify,
)
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, JobResult
from aidgen.pipeline.tasks import Finished, PrintedUnit
from aidgen.problems import UsageError
from aidgen.sandbox.output import write_file
from tests.mini import MINI


def pages(folder: Path) -> dict[str, int]:
    """Return how many pages each certified PDF has."""
    return {name: each.pages for name, each in certified_pdfs(folder).items()}


def certificate(content: bytes, mark: str = "1 · abc") -> Certificate:
    return Certificate(
        sha256=hashlib.sha256(content).hexdigest(),
        pages=1,
        mark=mark,
        canon="c",
        translation="t",
        versions={"aidgen": "1"},
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two PDFs as they were certified."""
    home = tmp_path / "out" / "game" / "en"
    home.mkdir(parents=True)
    made = {}
    for name in ("a.pdf", "b.pdf"):
        (home / name).write_bytes(name.encode())
        made[name] = certificate(name.encode())
    (home / MANIFEST).write_bytes(manifest(home, made))
    return home


def verdict(folder: Path) -> Verdict:
    (found,) = verify(folder)
    return found


def messages(folder: Path) -> list[str]:
    return [str(problem).removeprefix(f"{folder}/") for problem in verdict(folder).problems]


def test_what_a_pdf_no_longer_prints_is_told_by_the_manifest_before(tmp_path: Path) -> None:
    job = Job(Pack(MINI), "mini", "board", "en")
    path = tmp_path / job.output
    path.parent.mkdir(parents=True)
    path.write_bytes(b"before")
    prints = ("procedures.turn.steps.draw", "procedures.turn.steps.play", "rules.dark")
    before = replace(certificate(b"before"), prints=(*prints, "states.tired.ends", "states.tired"))
    (path.parent / MANIFEST).write_bytes(manifest(path.parent, {path.name: before}))
    pages = {"procedures.turn.steps.draw.brief": 1, "rules.dark.text": 2, "aids.board.title": 1}
    pages |= {"tables.prizes.rows.1.prize": 1, "states.tired.effect": 0}  # that is on no page
    texts = tuple(PrintedText(f"mini.{ref}", page, "", 9) for ref, page in pages.items())
    sheet = Size(210, 297)
    finished = Finished(pdf=b"", thumbnail=b"", pages=1, sheet=sheet, faults=(), texts=texts)
    assert printed_parts(finished) == (prints[0], "rules.dark", "tables.prizes.rows.1")
    assert lost_parts(JobResult(job, finished), tmp_path) == (prints[1], "states.tired")


def test_pdfs_as_they_were_proved_are_counted(folder: Path) -> None:
    assert verdict(folder) == Verdict(folder, 2, ("1 · abc",), ())
    assert [found.folder for found in verify(folder.parent.parent)] == [folder]


def test_a_changed_missing_or_unknown_pdf_is_reported(folder: Path) -> None:
    (folder / "a.pdf").write_bytes(b"a.pdg")
    (folder / "b.pdf").unlink()
    (folder / "c.pdf").write_bytes(b"c")
    changed, missing, unknown = messages(folder)
    assert changed.startswith("a.pdf: error: has been changed since it was verified: SHA-256 ")
    assert missing == "b.pdf: error: is missing (run `aidgen build`)"
    assert unknown == "c.pdf: error: is not in manifest.json: aidgen has not verified it"
    assert verdict(folder).whole == 0


def named(name: str) -> str:
    """Return a manifest that certifies a PDF of that name, all else in order."""
    facts = {"sha256": "0" * 64, "mark": "1 · abc", "pages": 1}
    return json.dumps({"pdfs": {"a.pdf": facts, name: facts}})


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"pdfs": {"a.pdf": {}}}',
        "[" * 100_000,
        named("a\0.pdf"),
        named("\ud800.pdf"),
        named("../b.pdf"),
        named("b.html"),
        '{"pdfs": {"a.pdf": {"sha256": 1, "mark": "1", "pages": 1}}}',
    ],
)
def test_a_manifest_that_cannot_be_read_is_reported_and_made_anew(
    folder: Path, content: str
) -> None:
    (folder / MANIFEST).write_text(content, encoding="utf-8")
    assert messages(folder) == [
        "manifest.json: error: is no manifest that can be read (run `aidgen build`)"
    ]
    assert pages(folder) == {}
    made = manifest(folder, {"a.pdf": certificate(b"a.pdf"), "b.pdf": certificate(b"b.pdf")})
    write_file(folder / MANIFEST, made, folder)
    assert messages(folder) == []


def test_pdfs_without_a_manifest_are_reported_but_not_those_held_back(folder: Path) -> None:
    (folder / MANIFEST).unlink()
    kept = folder.parent.parent / HELD_BACK
    kept.mkdir()
    (kept / "x.pdf").write_bytes(b"x")
    (found,) = verify(folder.parent.parent)
    assert [problem.message for problem in found.problems] == [
        "found no manifest, expected one beside these PDFs"
    ]


def test_sheets_of_two_editions_are_reported(folder: Path) -> None:
    made = {"a.pdf": certificate(b"a.pdf", mark="2 · def")}
    (folder / MANIFEST).write_bytes(manifest(folder, made))
    (message,) = messages(folder)
    assert message.startswith(
        "manifest.json: warning: holds sheets of several editions: 1 · abc, 2 · def"
    )


def test_pdfs_of_earlier_builds_keep_their_certificates_while_they_stand(folder: Path) -> None:
    (folder / "b.pdf").unlink()
    (folder / "c.pdf").write_bytes(b"c")
    made = json.loads(manifest(folder, {"c.pdf": certificate(b"c")}))["pdfs"]
    assert list(made) == ["a.pdf", "c.pdf"]


def test_cards_of_a_manifest_are_listed_with_their_digests(tmp_path: Path) -> None:
    path = tmp_path / MANIFEST
    (tmp_path / "a.pdf").write_bytes(b"a")
    units = (PrintedUnit("wolf", "d", 2), PrintedUnit("owl", "e"))
    path.write_bytes(manifest(tmp_path, {"a.pdf": replace(certificate(b"a"), units=units)}))
    assert printed_before(path) == {"a.pdf": {"wolf": "d", "owl": "e"}}
    for units_of_another in ("7", '["wolf"]', "[{}]"):
        facts = json.loads(path.read_text("utf-8"))
        facts["pdfs"]["a.pdf"]["units"] = json.loads(units_of_another)
        other = tmp_path / "other.json"
        other.write_text(json.dumps(facts), encoding="utf-8")
        with pytest.raises(UsageError, match=r"found no manifest\.json with cards in "):
            printed_before(other)
    # No file system has such a name: to look for it would be an error of the machine.
    facts = json.loads(path.read_text("utf-8"))
    facts["pdfs"] = {f"{'x' * 255}.pdf": facts["pdfs"]["a.pdf"]}
    path.write_text(json.dumps(facts), encoding="utf-8")
    with pytest.raises(UsageError):
        printed_before(path)


def test_doubts_are_certified_and_reported_as_warnings(folder: Path) -> None:
    doubts = tuple(f"game.yaml:{line}:1: warning: pale words" for line in range(1, 13))
    sure = certificate(b"a.pdf")
    certified = manifest(folder, {"a.pdf": replace(sure, doubts=doubts)})
    (folder / MANIFEST).write_bytes(certified)
    reported = verdict(folder).problems
    assert {problem.severity for problem in reported} == {"warning"}
    assert len(reported) == 12
    assert reported[0].message == f"was built with a warning: {doubts[0]}"


def test_a_manifest_that_came_with_a_pack_is_not_believed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`verify` warns of it, and a build certifies only what it has made itself."""
    monkeypatch.setattr("aidgen.pipeline.seal._secret", lambda: b"another")
    assert verdict(folder).whole == 2
    assert messages(folder) == [
        f"{MANIFEST}: warning: was not written by you on this computer: "
        "it says what its maker says (run `aidgen build`)"
    ]
    own = manifest(folder, {"a.pdf": certificate(b"a.pdf")})
    assert list(json.loads(own)["pdfs"]) == ["a.pdf"]
