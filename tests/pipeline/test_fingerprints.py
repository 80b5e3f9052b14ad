"""What a command reported is reported again only of what it read and wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.pipeline.fingerprints import READ_FOLDERS, CommandFingerprint, Snapshot

TOLD = ("all is done\n", "")
WORDS = ["build", "--pack", "pack", "--out", "out"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two packs, each with a PDF, that one is in."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    for name in ("one", "other"):
        for path in (f"{name}/content/game/game.yaml", f"out-of-{name}/game.pdf"):
            Path(path).parent.mkdir(parents=True)
            Path(path).write_text(name, encoding="utf-8")
    return tmp_path


def stamped(pack: str, out: str, snapshot: Snapshot | None = None) -> tuple[str, str] | None:
    """Return what is answered after a command has read a pack and written to a folder."""
    read = snapshot or Snapshot([Path(pack) / name for name in READ_FOLDERS])
    CommandFingerprint(WORDS).store([Path(pack)], Path(out), read, TOLD)
    return CommandFingerprint(WORDS).recall()


@pytest.mark.parametrize("path", ["one/content/game/game.yaml", "out-of-one/game.pdf"])
def test_what_was_read_or_written_and_changed_since_is_another_question(
    here: Path, path: str
) -> None:
    assert stamped("one", "out-of-one") == TOLD
    Path(path).write_text("new", encoding="utf-8")
    assert CommandFingerprint(WORDS).recall() is None


def test_what_was_saved_while_the_command_ran_is_not_taken_for_what_it_read(here: Path) -> None:
    read = Snapshot([Path("one/content")])
    Path("one/content/game/game.yaml").write_text("new", encoding="utf-8")
    assert stamped("one", "out-of-one", read) is None


@pytest.mark.parametrize("link", ["pack", "out"])
def test_a_link_that_leads_elsewhere_is_another_question(here: Path, link: str) -> None:
    led = {"pack": "one", "out": "out-of-one"}
    for name, place in led.items():
        Path(name).symlink_to(place)
    assert stamped("pack", "out") == TOLD
    Path(link).unlink()
    Path(link).symlink_to(led[link].replace("one", "other"))
    assert CommandFingerprint(WORDS).recall() is None
    Path(link).unlink()
    Path(link).symlink_to(led[link])
    assert CommandFingerprint(WORDS).recall() == TOLD


def test_a_named_pack_is_known_again_from_within_one_that_the_jail_hides(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(here / "other")
    with monkeypatch.context() as jailed:
        jailed.setattr("aidgen.pipeline.fingerprints.pack_around", lambda _: None)
        CommandFingerprint(WORDS).store([here / "one"], None, Snapshot([here / "one"]), TOLD)
    assert CommandFingerprint(WORDS).recall() == TOLD
