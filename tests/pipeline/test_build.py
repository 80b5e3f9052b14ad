"""Builds of the game Mini as its users run them, in folders of their own."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from tests.commands import ENVIRONMENT, command, here, run
from tests.mini import MINI, change

AIDS = 9
FEW = ("--locale", "en", "--aid", "deck", "--aid", "plan")
"""What is enough of Mini where it is about builds, and not about pages."""


def pdfs(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (out / "mini").rglob("*.pdf")}


def few(out: Path) -> dict[str, bytes]:
    """Return those of the PDFs that FEW asks for."""
    wanted = ("mini-deck-en.pdf", "mini-plan-en.pdf")
    return {name: content for name, content in pdfs(out).items() if name in wanted}


def words(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        text = "".join(page.get_textpage().get_text_bounded() for page in document)
    finally:
        document.close()
    return " ".join(text.split())


def assert_readable(out: Path) -> None:
    for name, content in pdfs(out).items():
        with pikepdf.open(io.BytesIO(content)) as document:
            assert len(document.pages) >= 1, name
        assert content.rstrip().endswith(b"%%EOF"), name


def build(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return here("build", "--pack", folder / "pack", "--out", folder / "out", "--jobs", "2", *more)


def test_a_build_makes_every_aid_in_every_language_and_says_so(built: Path) -> None:
    expected = {job.output.name for job in plan(Pack(MINI)).jobs}
    assert len(expected) == 2 * AIDS
    assert set(pdfs(built / "out")) == expected
    assert_readable(built / "out")
    assert not list((built / "out").rglob("*.part"))
    assert "Chaque héros a 12 points de vie" in words(pdfs(built / "out")["mini-book-fr.pdf"])


@pytest.mark.parametrize(
    ("name", "turned"),
    [("mini-book-fr.pdf", "/DuplexFlipLongEdge"), ("mini-plan-fr.pdf", "None")],
)
def test_a_book_is_printed_on_both_sides_and_a_sheet_as_one_likes(
    built: Path, name: str, turned: str
) -> None:
    with pikepdf.open(io.BytesIO(pdfs(built / "out")[name])) as document:
        preferences = document.Root.ViewerPreferences
        assert str(preferences.get("/Duplex")) == turned


def test_the_gallery_shows_every_pdf(built: Path) -> None:
    gallery = (built / "out" / "index.html").read_text(encoding="utf-8")
    for job in plan(Pack(MINI)).jobs:
        assert f'href="{job.output.as_posix()}"' in gallery
        assert (built / "out" / "thumbnails" / job.output.with_suffix(".png").name).is_file()
    assert "Français" in gallery


MODULES = """
import atexit, sys
from aidgen.cli import main
atexit.register(lambda: print(*sys.modules))
main(prog_name="aidgen")
"""
"""A program that says at its end what it has imported, of processes that it starts nothing."""


def test_a_build_of_what_is_in_the_cache_typesets_nothing_and_loads_no_engine(copy: Path) -> None:
    """It has one loaded by another process meanwhile: before it looks, it is likely to need it."""
    before = pdfs(copy / "out")
    words = ("build", "--pack", str(copy / "pack"), "--out", str(copy / "out"))
    given = [sys.executable, "-P", "-c", MODULES, *words]
    done = subprocess.run(given, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert f"Built {2 * AIDS} PDFs, 0 new: " in done.stdout
    imported = done.stdout.splitlines()[-1].split()
    assert "aidgen.pipeline.production" in imported
    heavy = ("weasyprint", "pikepdf", "pypdfium2", "PIL", "fontTools.subset")
    assert not [name for name in imported if name.startswith(heavy)]
    assert pdfs(copy / "out") == before


def test_a_second_build_is_answered_by_its_stamp_until_something_has_gone(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(copy / "pack" / "locales")
    words = ("build", "--pack", copy / "pack", "--out", copy / "out")
    monkeypatch.setattr(sys, "argv", ["aidgen", *map(str, words)])
    first = here(*words)
    assert first.returncode == 0
    before = pdfs(copy / "out")
    again = run(*words, python=("-X", "importtime"))
    reported = [line for line in first.stdout.splitlines() if " removed: " not in line]
    assert (again.returncode, again.stdout.splitlines()) == (0, reported)
    assert ", 0 new: " in again.stdout
    imported = {line.rsplit("|")[-1].strip() for line in again.stderr.split("\n")}
    assert "aidgen.pipeline.fingerprints" in imported
    assert not [name for name in imported if name.startswith(("aidgen.cli", "click", "pydantic"))]
    assert pdfs(copy / "out") == before
    pdf = copy / "out" / "mini" / "en" / "mini-deck-en.pdf"
    pdf.write_bytes(pdf.read_bytes()[:-1])
    mended = run(*words)
    assert (mended.returncode, mended.stderr) == (0, first.stderr)
    assert "Built 9 PDFs, 1 new, in " in mended.stdout
    assert pdfs(copy / "out") == before


def test_a_build_from_nothing_gives_the_same_bytes(copy: Path) -> None:
    before = few(copy / "out")
    shutil.rmtree(copy / "out")
    build(copy, *FEW)
    assert pdfs(copy / "out") == before


def test_a_changed_text_sets_only_the_pdfs_that_print_it(copy: Path) -> None:
    before = pdfs(copy / "out")
    change(copy / "pack", "content/mini/rules.yaml", "The last line of the page.", "The last word.")
    done = build(copy)
    after = pdfs(copy / "out")
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"mini-book-en.pdf", "mini-book-fr.pdf"}
    assert ", 2 new, in " in done.stdout
    assert "The last word." in words(after["mini-book-en.pdf"])


def test_a_changed_limit_is_held_against_a_pdf_in_the_cache(copy: Path) -> None:
    change(
        copy / "pack",
        "content/mini/aids.yaml",
        "kind: book, paper: A5",
        "kind: book, paper: A5, pages: 99",
    )
    done = build(copy)
    assert done.returncode == 1
    assert "content/mini/aids.yaml" in done.stderr
    assert "mini-book-en.pdf: has" in done.stderr
    assert "pages, expected 99" in done.stderr
    assert_readable(copy / "out")


def test_a_pdf_with_faults_is_held_back_and_the_old_one_stays(copy: Path) -> None:
    before = pdfs(copy / "out")
    text = " ".join(["Much too long for a card."] * 90)
    change(copy / "pack", "content/mini/rules.yaml", "at least *3* wins.", f"at least *3*. {text}")
    done = build(copy, "--locale", "en", "--aid", "deck")
    assert done.returncode == 1
    assert "cards.fight.front" in done.stderr
    assert "does not fit" in done.stderr
    assert (copy / "out" / "held-back" / "mini-deck-en.pdf").is_file()
    assert pdfs(copy / "out") == before


@pytest.mark.parametrize("content", ["[" * 100_000, '{"pdfs": {"": {}}}'])
def test_a_broken_manifest_is_reported_and_made_good(copy: Path, content: str) -> None:
    path = copy / "out" / "mini" / "en" / "manifest.json"
    before = path.read_bytes()
    path.write_text(content)
    reported = here("verify", copy / "out")
    assert reported.returncode == 1
    assert f"{path}: error: is no manifest that can be read (run `aidgen build`)" in reported.stderr
    assert build(copy).returncode == 0
    assert path.read_bytes() == before
    assert here("verify", copy / "out").returncode == 0


def test_the_gallery_shows_what_earlier_builds_made_and_nothing_that_is_gone(copy: Path) -> None:
    (copy / "out" / "mini" / "fr" / "mini-book-fr.pdf").unlink()
    assert build(copy, "--aid", "plan", "--locale", "en").returncode == 0
    gallery = (copy / "out" / "index.html").read_text(encoding="utf-8")
    assert "mini-board-en.pdf" in gallery
    assert "mini-deck-fr.pdf" in gallery
    assert "mini-book-fr.pdf" not in gallery


def test_the_gallery_offers_no_variant_that_says_something_else(copy: Path) -> None:
    asked = ("--aid", "plan", "--locale", "en")

    def offers(*more: str) -> bool:
        assert build(copy, *asked, *more).returncode == 0
        return "plan-en-letter.pdf" in (copy / "out" / "index.html").read_text(encoding="utf-8")

    assert offers("--paper", "letter")
    change(copy / "pack", "content/mini/rules.yaml", "The den is dark.", "The den is darker.")
    assert not offers()
    assert (copy / "out" / "mini" / "en" / "letter" / "mini-plan-en-letter.pdf").is_file()
    assert offers("--paper", "letter")


# Templates of the pack


def test_a_pack_with_templates_of_its_own_has_a_gallery(copy: Path) -> None:
    (copy / "pack" / "templates").mkdir()
    done = build(copy, "--aid", "plan", "--locale", "en")
    assert (done.returncode, done.stderr) == (0, "")
    (copy / "pack" / "templates" / "words.yaml").write_text("page: Sheet\n", encoding="utf-8")
    (copy / "out" / "index.html").unlink()
    done = build(copy, "--aid", "plan", "--locale", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 sheet ·" in (copy / "out" / "index.html").read_text(encoding="utf-8")


# What a build says of it


def test_a_build_says_where_its_pdfs_are_whether_they_are_new_or_not(copy: Path) -> None:
    out = copy / "out"
    assert build(copy, "--aid", "plan", "--locale", "en").stdout.split("\n")[:-1] == [
        f"{out}/mini/en/mini-plan-en.pdf: 1 page, A4",
        f"Built 1 PDF, 0 new: 1 page. Open {out}/index.html to see them.",
    ]
    assert build(copy).stdout.split("\n")[:-2] == [
        f"{out}/mini/{locale}: {AIDS} PDFs" for locale in ("en", "fr")
    ]
    shutil.rmtree(out / ".cache")
    (out / "mini" / "en" / "mini-plan-en.pdf").unlink()
    first, last, _ = build(copy, "--aid", "plan", "--locale", "en").stdout.split("\n")
    assert first == f"[1/1] {out}/mini/en/mini-plan-en.pdf: 1 page, A4"
    assert re.fullmatch(r"Built 1 PDF, 1 new, in \d+\.\d s: 1 page\. Open .*/index\.html .*", last)


def test_a_build_that_is_stopped_certifies_what_it_has_published(copy: Path) -> None:
    shutil.rmtree(copy / "out")
    given = command("build", "--pack", copy / "pack", "--out", copy / "out", "--jobs", "1", *FEW)
    with subprocess.Popen(
        given, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout is not None
        assert started.stdout.readline()
        started.send_signal(signal.SIGINT)
        _, said = started.communicate()
    assert started.returncode == 130, said
    assert "aidgen: interrupted; finished files are complete\n" in said
    assert pdfs(copy / "out")
    assert here("verify", copy / "out").returncode == 0


def test_a_killed_build_leaves_every_published_pdf_whole(copy: Path) -> None:
    change(copy / "pack", "content/mini/game.yaml", "title: Mini\n", "title: Maxi\n")
    before = pdfs(copy / "out")
    aids = ("deck", "plan", "counters", "pad")
    words: list[str | Path] = ["build", "--pack", copy / "pack", "--out", copy / "out"]
    words += ["--locale", "en", *(word for aid in aids for word in ("--aid", aid))]
    given = command(*words, "--jobs", "2")
    silent = subprocess.DEVNULL
    with subprocess.Popen(
        given, env=ENVIRONMENT, start_new_session=True, stdout=silent, stderr=silent
    ) as started:
        for _ in range(600):
            now = pdfs(copy / "out")
            if sum(now[name] != before[name] for name in before) >= 2:
                break
            time.sleep(0.05)
        assert started.poll() is None, "the build was over before it could be killed"
        os.killpg(started.pid, signal.SIGKILL)
    assert set(pdfs(copy / "out")) == set(before)
    assert_readable(copy / "out")
    done = here(*words)
    assert done.returncode == 0, done.stderr
    new = pdfs(copy / "out")
    assert {name for name in before if new[name] != before[name]} == {
        f"mini-{aid}-en.pdf" for aid in aids
    }


def test_two_builds_at_once_do_not_harm_each_other(copy: Path) -> None:
    expected = (copy / "out" / "mini" / "en" / "mini-plan-en.pdf").read_bytes()
    shutil.rmtree(copy / "out")
    words = command("build", "--pack", copy / "pack", "--out", copy / "out", "--aid", "plan")
    with subprocess.Popen(
        words, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as started:
        here_too = build(copy, "--aid", "plan")
        _, said = started.communicate()
    assert (started.returncode, here_too.returncode) == (0, 0), said + here_too.stderr
    assert "Traceback" not in said
    assert pdfs(copy / "out")["mini-plan-en.pdf"] == expected
    assert not list((copy / "out").rglob("*.part"))


def test_strict_refuses_what_is_missing_or_fuzzy(copy: Path) -> None:
    shutil.rmtree(copy / "out" / "mini")
    done = build(copy, "--strict", "--aid", "plan")
    assert done.returncode == 1
    assert "the source text of `mini.rules.guess.text` has changed" in done.stderr
    assert "texts are not translated yet" in done.stderr
    assert set(pdfs(copy / "out")) == {"mini-plan-en.pdf"}


def test_errors_stop_what_prints_their_text_in_its_language_alone(copy: Path) -> None:
    shutil.rmtree(copy / "out" / "mini")
    change(copy / "pack", "locales/fr/mini.po", "a {health} points", "a {santé} points")
    done = build(copy, "--aid", "book", "--aid", "plan")
    assert done.returncode == 1
    made = {"mini-book-en.pdf", "mini-plan-en.pdf", "mini-plan-fr.pdf"}
    assert set(pdfs(copy / "out")) == made


def test_an_output_folder_that_cannot_be_written_is_a_lack_of_the_machine(pack: Path) -> None:
    (pack / "file").write_text("")
    done = here("build", "--pack", pack, "--out", pack / "file" / "out", "--aid", "plan")
    assert done.returncode == 3
    assert done.stderr.split("\n")[-2].startswith("aidgen: ")
