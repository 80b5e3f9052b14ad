"""Builds of the game Mini as its users run them: whole programs, in folders of their own."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from aidgen.build.build import plan
from aidgen.game.load import OURS
from aidgen.store.shelf import write
from tests.mini import MINI, change

AIDS = 7
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(OURS), "NO_COLOR": "1"}


def command(*words: str | Path, python: tuple[str, ...] = ()) -> list[str]:
    return [sys.executable, "-P", *python, "-m", "aidgen", *map(str, words)]


def run(*words: str | Path, python: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run aidgen to its end; whatever happens, it never shows a traceback."""
    done = subprocess.run(
        command(*words, python=python), capture_output=True, text=True, env=ENVIRONMENT, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def pdfs(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (out / "mini").rglob("*.pdf")}


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


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `pack`, Mini, and `out`, all its PDFs; to be copied, not changed."""
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(MINI, folder / "pack")
    done = run("build", "--pack", folder / "pack", "--out", folder / "out", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def copy(built: Path, tmp_path: Path) -> Path:
    shutil.copytree(built, tmp_path / "copy")
    return tmp_path / "copy"


def build(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return run("build", "--pack", folder / "pack", "--out", folder / "out", "--jobs", "2", *more)


def test_a_build_makes_every_aid_in_every_language_and_says_so(built: Path) -> None:
    expected = {job.output.name for job in plan(MINI)}
    assert len(expected) == 2 * AIDS
    assert set(pdfs(built / "out")) == expected
    assert_readable(built / "out")
    assert not list((built / "out").rglob("*.part"))
    assert "Chaque héros a 12 points de vie" in words(pdfs(built / "out")["mini-book-fr.pdf"])


def test_the_gallery_shows_every_pdf(built: Path) -> None:
    gallery = (built / "out" / "index.html").read_text(encoding="utf-8")
    for job in plan(MINI):
        assert f'href="{job.output.as_posix()}"' in gallery
        assert (built / "out" / "thumbnails" / job.output.with_suffix(".png").name).is_file()
    assert "Français" in gallery


def test_a_second_build_typesets_nothing_and_loads_no_engine(copy: Path) -> None:
    before = pdfs(copy / "out")
    words = ("build", "--pack", copy / "pack", "--out", copy / "out")
    done = run(*words, python=("-X", "importtime"))
    assert f"{2 * AIDS} of {2 * AIDS} PDFs" in done.stdout
    assert "0 of them new" in done.stdout
    imported = {line.rsplit("|")[-1].strip() for line in done.stderr.split("\n")}
    assert "aidgen.page.render" in imported
    heavy = ("weasyprint", "pikepdf", "pypdfium2", "PIL", "fontTools.subset")
    assert not [name for name in imported if name.startswith(heavy)]
    assert pdfs(copy / "out") == before


def test_a_build_from_nothing_gives_the_same_bytes(copy: Path) -> None:
    before = pdfs(copy / "out")
    shutil.rmtree(copy / "out")
    build(copy)
    assert pdfs(copy / "out") == before


def test_a_changed_text_sets_only_the_pdfs_that_print_it(copy: Path) -> None:
    before = pdfs(copy / "out")
    change(copy / "pack", "content/mini/rules.yaml", "The last line of the page.", "The last word.")
    done = build(copy)
    after = pdfs(copy / "out")
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"mini-book-en.pdf", "mini-book-fr.pdf"}
    assert "2 of them new" in done.stdout
    assert "The last word." in words(after["mini-book-en.pdf"])


def test_a_changed_limit_is_held_against_a_pdf_on_the_shelf(copy: Path) -> None:
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


def test_a_pdf_with_faults_is_kept_back_and_the_old_one_stays(copy: Path) -> None:
    before = pdfs(copy / "out")
    text = " ".join(["Much too long for a card."] * 90)
    change(copy / "pack", "content/mini/rules.yaml", "at least *3* wins.", f"at least *3*. {text}")
    done = build(copy, "--locale", "en", "--aid", "deck")
    assert done.returncode == 1
    assert "cards.fight.front" in done.stderr
    assert "does not fit" in done.stderr
    assert (copy / "out" / "kept-back" / "mini-deck-en.pdf").is_file()
    assert pdfs(copy / "out") == before


def test_a_damaged_shelf_is_made_good(copy: Path) -> None:
    before = pdfs(copy / "out")
    for path in (copy / "out" / ".shelf").rglob("*.pdf"):
        path.write_bytes(path.read_bytes()[:-100])
    for path in (copy / "out" / "mini").rglob("*.pdf"):
        path.unlink()
    (copy / "out" / ".shelf" / "gallery.json").write_text("[")
    assert build(copy).returncode == 0
    assert pdfs(copy / "out") == before


@pytest.mark.parametrize("finished", [0, 1, 5])
def test_a_killed_build_leaves_every_published_pdf_whole(copy: Path, finished: int) -> None:
    change(copy / "pack", "content/mini/game.yaml", "title: Mini\n", "title: Maxi\n")
    before = pdfs(copy / "out")
    given = command("build", "--pack", copy / "pack", "--out", copy / "out", "--jobs", "2")
    silent = subprocess.DEVNULL
    with subprocess.Popen(
        given, env=ENVIRONMENT, start_new_session=True, stdout=silent, stderr=silent
    ) as started:
        for _ in range(3000):
            now = pdfs(copy / "out")
            if sum(now[name] != before[name] for name in before) >= finished:
                break
            time.sleep(0.01)
        time.sleep(0 if finished else 0.1)
        assert started.poll() is None, "the build was over before it could be killed"
        os.killpg(started.pid, signal.SIGKILL)
    assert set(pdfs(copy / "out")) == set(before)
    assert_readable(copy / "out")
    done = build(copy)
    assert done.returncode == 0, done.stderr
    new = pdfs(copy / "out")
    assert not [name for name in before if new[name] == before[name]]


def test_two_builds_at_once_do_not_harm_each_other(copy: Path) -> None:
    expected = pdfs(copy / "out")
    shutil.rmtree(copy / "out")
    words = command("build", "--pack", copy / "pack", "--out", copy / "out", "--jobs", "1")
    both = [
        subprocess.Popen(
            words, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    for started in both:
        _, said = started.communicate()
        assert started.returncode == 0, said
        assert "Traceback" not in said
    assert pdfs(copy / "out") == expected
    assert not list((copy / "out").rglob("*.part"))


def test_strict_refuses_what_is_missing_or_fuzzy(copy: Path) -> None:
    shutil.rmtree(copy / "out")
    done = build(copy, "--strict", "--aid", "plan")
    assert done.returncode == 1
    assert "`mini.rules.guess.text` was made for another text" in done.stderr
    assert "is not translated" in done.stderr
    assert set(pdfs(copy / "out")) == {"mini-plan-en.pdf"}


def test_errors_stop_their_own_language_alone(copy: Path) -> None:
    shutil.rmtree(copy / "out")
    change(copy / "pack", "locales/fr/mini.po", "a {health} points", "a {santé} points")
    done = build(copy, "--aid", "plan")
    assert done.returncode == 1
    assert set(pdfs(copy / "out")) == {"mini-plan-en.pdf"}


def test_a_broken_game_does_not_hide_the_others(copy: Path) -> None:
    other = copy / "pack" / "content" / "other"
    other.mkdir()
    write(other / "game.yaml", b"game: [")
    done = build(copy)
    assert done.returncode == 1
    only = run("build", "mini", "--pack", copy / "pack", "--out", copy / "out")
    assert only.returncode == 0, only.stderr
    assert "mini-book-en.pdf" in (copy / "out" / "index.html").read_text(encoding="utf-8")


def test_an_output_folder_that_cannot_be_written_is_a_lack_of_the_machine(pack: Path) -> None:
    (pack / "file").write_text("")
    done = run("build", "--pack", pack, "--out", pack / "file" / "out", "--aid", "plan")
    assert done.returncode == 3
    assert done.stderr.split("\n")[-2].startswith("aidgen: ")


def test_a_pack_of_ones_own_needs_nothing_but_content(pack: Path, tmp_path: Path) -> None:
    shutil.rmtree(pack / "locales")
    done = run("build", "--pack", pack, "--out", tmp_path / "out", "--aid", "plan")
    assert (done.returncode, done.stderr) == (0, "")
    assert set(pdfs(tmp_path / "out")) == {"mini-plan-en.pdf"}


def test_a_closed_pipe_ends_the_program_quietly() -> None:
    with subprocess.Popen(
        command("list"), env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        said = started.stderr.read()
    assert "Traceback" not in said
