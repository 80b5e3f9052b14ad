from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen.game.source import Source, parse_yaml
from aidgen.problems import InputError, Where
from aidgen.sandbox.files import read_text
from aidgen.sandbox.limits import STANDARD


def read_yaml(path: Path, name: str = "f") -> Source:
    return parse_yaml(read_text(path, path.parent, name, STANDARD), name)


ALL = "one\ntwo\nthree"


@pytest.mark.parametrize(
    ("written", "notes"),
    [
        ("# translators: one\na: b\n", {("a",): "one"}),
        ("a: b  # translators: one\n", {("a",): "one"}),
        ("#translators: one\n#   two\n\na:\n  b: c\n", {("a",): "one two"}),
        ("# translators: one\n# translators: two\na: b # translators: three\n", {("a",): ALL}),
        ("a: {b: c, d: e}  # translators: one\n", {("a",): "one"}),
        ("a:\n  # translators: one\n  b: c\n  d: e\n", {("a", "b"): "one"}),
        ("a:\n  - b\n  - c  # translators: one\n", {("a",): "one"}),
        ("a: |\n  # translators: one\n\n# translators: two\nb: c\n", {("b",): "two"}),
        ("a: \"# translators: one\"\nb: 'c # translators: two'\n", {}),
        ("# for translators: one\na: b\n# note\nc: d\n", {}),
    ],
)
def test_comments_to_translators_belong_to_the_key_below_or_beside_them(
    written: str, notes: dict[tuple[str, ...], str]
) -> None:
    assert parse_yaml(written, "f").notes == notes


def test_a_comment_to_translators_above_nothing_is_reported() -> None:
    with pytest.raises(
        InputError, match=r"^f:2:1: error: found a note to translators with no text below it"
    ):
        parse_yaml("a: b\n# translators: one\n", "f")


def test_a_comment_that_may_be_the_end_of_a_text_is_a_warning() -> None:
    text = "a: Draw card #2 now\nb: c  # note\nc: 'd' #5\ne: f #translators: one\ng: \"h #3\"\n"
    assert [str(doubt) for doubt in parse_yaml(text, "f").doubts] == [
        "f:1:13: warning: `#2 now` is a comment, and is not printed (quote the text if it goes on "
        "there; begin a comment with `# `)"
    ]


WORDS = "no on Yes y 1:30 2020-01-01 1_000 0x10 0o7 1e3 +1 1.2.3 9-12 2d6+1 = tRue 012"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *((word, word) for word in WORDS.split()),
        ("9" * 30, "9" * 30),
        ("'12'", "12"),
        ("'true'", "true"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("1.50", Decimal("1.50")),
        (".5", Decimal("0.5")),
    ],
)
def test_scalars_follow_yaml_1_2(written: str, meant: object) -> None:
    found = parse_yaml(f"key: {written}\n", "f").data
    assert found == {"key": meant}
    assert isinstance(found, dict)
    assert type(found["key"]) is type(meant)


def test_every_value_and_key_has_its_place() -> None:
    found = parse_yaml("rules:\n  first:\n    list: [a, {deep: b}]\n", "f.yaml")
    assert found.keys[("rules", "first")] == Where("f.yaml", 2, 3)
    assert found.places[("rules", "first", "list", 0)] == Where("f.yaml", 3, 12)
    assert found.places[("rules", "first", "list", 1, "deep")] == Where("f.yaml", 3, 22)
    assert found.keys[("rules", "first", "list", 1, "deep")] == Where("f.yaml", 3, 16)


def test_a_byte_order_mark_is_no_part_of_the_first_key(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfkey: 1\n")
    assert read_yaml(path).data == {"key": 1}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"a: 1\nb: \xff\n", "f:2: error: byte 9 is not UTF-8 (save the file as UTF-8)"),
        (b"a: 1\nb: \x01\n", "f:2: error: character U+0001 is not allowed in YAML"),
        (b"[" * 5000, "f:1:21: error: found 21 levels of nested lists and mappings"),
        (b"a: &x 1\nb: *x\n", "f:1:4: error: found the anchor or alias `x`, expected plain data"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_and_where(
    tmp_path: Path, content: bytes, problem: str
) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(content)
    with pytest.raises(InputError) as raised:
        read_yaml(path, "f")
    assert str(raised.value).startswith(problem)


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^f: error: cannot be read: No such file"):
        read_yaml(tmp_path / "none.yaml", "f")


SIGNS = """a|b: |- |\n|  |\t|[|]|{|}|,|'|"|>-|#|&x |*x|<<: |!t |!!int |%YAML 1.1\n|---|...|? |: |1|
@"""
YAMLISH = st.lists(st.sampled_from(SIGNS.split("|"))).map("".join)


@given(st.one_of(YAMLISH, st.text()))
def test_reading_gives_data_or_says_why_not(text: str) -> None:
    try:
        found = parse_yaml(text, "f")
    except InputError as error:
        files = {problem.where.file for problem in error.problems}
        data = None
    else:
        files, data = {"f"}, found.data
    assert files == {"f"}
    assert isinstance(data, (dict, list, str, int, Decimal, bool, type(None)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1: 2\n", "f:1:5: error: found a second `: ` in one line"),
        ("a: 1\n b: 2\n", "f:2:3: error: this key is indented too deeply"),
        ("a:\n\tb: 2\n", "f:2:1: error: found a tab, expected spaces"),
        ("a: @b\n", "(quote text that starts with this character)"),
        ("a:\n- 1\n- 2\n b: 3\n", "f:4:"),
    ],
)
def test_syntax_errors_are_explained_by_their_marks(text: str, said: str) -> None:
    """Whatever PyYAML calls them: 6.0.3 when this was written."""
    with pytest.raises(InputError) as raised:
        parse_yaml(text, "f")
    assert said in str(raised.value)
