"""Each limit is reported at its line, is documented, and can be raised by name."""

from __future__ import annotations

import os
import re
import resource
import time
from contextlib import suppress
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.pipeline.pack import Pack
from aidgen.problems import InputError, Problem, UsageError, Where
from aidgen.sandbox.limits import MEANINGS, STANDARD, Limits, cpu_time, is_out_of_memory
from tests.mini import problems_of

LONGEST = 5.0
"""Seconds of processor time for what is refused: as long as nobody minds, on a busy machine."""


def test_the_page_about_security_has_the_table() -> None:
    page = (BUNDLED_PACK / "docs" / "reference" / "security.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z_]+)` \| ([\d,]+) \| (.+) \|$", page, re.M)
    assert rows == [
        (key, f"{getattr(STANDARD, key):,}", meaning) for key, meaning in MEANINGS.items()
    ]


def look_at(pack: Pack) -> None:
    """Read all that a build reads."""
    for game in pack.games:
        for locale in pack.locales(game):
            pack.localized(game, locale)


@pytest.mark.parametrize(
    ("limits", "reported"),
    [
        ({"nodes": 300}, ": error: found "),
        ({"nesting": 4}, "found 5 levels of nested lists and mappings in a YAML file"),
        ({"file_bytes": 900}, "content/mini/aids.yaml: error: found "),
    ],
    ids=str,
)
def test_what_is_beyond_a_limit_is_reported_at_its_place(
    limits: dict[str, int], reported: str, pack: Path
) -> None:
    with pytest.raises(InputError) as raised:
        look_at(Pack(pack, Limits(**limits)))
    assert reported in str(raised.value)
    assert f"(if the pack is your own: `--limits {next(iter(limits))}=…`)" in str(raised.value)


# Bombs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("x: " + "[{" * 60_000, "[" * 100_000, "- " * 50_000, "? " * 50_000, "{a: " * 50_000),
        "".join(f"k{i}: 1\n" for i in range(60_000)),
        "# translators: x\n" * 50_000,
        "".join(f"# translators: x\nk{i}: 1\n" for i in range(15_000)),
        'x: "' + "[a](" * 20_000 + '"',
        "x: " + "a" * 900_000,
        "x: '" + "''" * 400_000 + "'",
        "a: b\n" + "x: y\n" * 100_000 + "[",
    ],
    ids=lambda text: text[:12],
)
def test_a_file_that_asks_for_much_work_is_refused_soon(text: str, pack: Path) -> None:
    (pack / "content" / "mini" / "zz.yaml").write_text(text, encoding="utf-8")
    before = time.process_time()
    assert problems_of(pack)
    assert time.process_time() - before < LONGEST


# Raised ------------------------------------------------------------------------------------------


def test_limits_are_raised_by_words() -> None:
    raised = STANDARD.with_overrides(["id=12,000", "pages = 900", "nodes=90_000"])
    assert (raised.id, raised.pages, raised.nodes) == (12_000, 900, 90_000)
    assert raised.nesting == 20


@pytest.mark.parametrize(
    ("word", "reported"),
    [
        ("page=9", r"--limits: error: unknown limit `page` \(did you mean `pages`\?\)"),
        ("pages=many", "found `many` for `pages`, expected a whole number"),
        ("pages=-1", "found `-1` for `pages`, expected a whole number"),
        ("pages=٣", "found `٣` for `pages`, expected a whole number"),
    ],
)
def test_what_is_no_limit_is_wrong_usage(word: str, reported: str) -> None:
    with pytest.raises(UsageError, match=reported):
        STANDARD.with_overrides([word])


def test_an_error_of_any_class_is_a_lack_of_memory_where_none_is_left() -> None:
    """CPython raised a TypeError in the engine when a process had none left."""
    assert is_out_of_memory(MemoryError())
    assert not is_out_of_memory(TypeError())
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_DATA, (1000, resource.RLIM_INFINITY))
        os._exit(is_out_of_memory(TypeError()))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1


# Time -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("swallowed", [0, 1])
def test_work_that_does_not_end_is_ended_and_reported(
    swallowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aidgen.sandbox.limits.SIGNAL_INTERVAL", 0.01)
    late = InputError([Problem(Where("theirs.csv"), "takes too long")])
    with pytest.raises(InputError, match=r"theirs\.csv"), cpu_time(0, late):
        work_for_ever(swallowed)


def work_for_ever(swallowed: int) -> None:
    """Never end, as a library that hears so many times of its end and goes on."""
    for _ in range(swallowed):
        with suppress(InputError):
            work_for_ever(0)
    while True:
        sum(range(100))
