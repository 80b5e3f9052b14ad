"""A text of a YAML file written anew: nothing else in the file is touched."""

from __future__ import annotations

import pytest

from aidgen.game.edits import rewrite_text
from aidgen.game.source import parse_yaml
from aidgen.problems import InputError, Where

FILE = """\
# Above.
rules:
  plain: {title: Start, text: Two words., source: "book:1"}  # beside
  quoted:
    text: "Say: “go”, and *go*."
    single: 'It''s so: yes'
  folded:
    # Before the text.
    text: >-
      The first line of a text that
      was wrapped by hand.

      A second paragraph.

    after: yes
  literal:
    text: |
      - one;
      - two.
  bare:
    text: A text without quotes that
      goes on in a second line.
# Below.
"""


def changed(path: str, words: str, file: str = FILE) -> str:
    source = parse_yaml(file, "rules.yaml")
    new = rewrite_text(file, source.places[tuple(path.split("."))], words)
    again = parse_yaml(new, "rules.yaml")
    node = again.data
    for step in path.split("."):
        assert isinstance(node, dict)
        node = node[step]
    assert isinstance(node, str)
    assert node.strip() == words.strip()
    return new


TEXTS = (
    *("rules.plain.text", "rules.quoted.text", "rules.quoted.single"),
    *("rules.folded.text", "rules.literal.text", "rules.bare.text"),
)


@pytest.mark.parametrize("path", TEXTS)
def test_a_text_that_is_the_same_leaves_the_file_as_it_is(path: str) -> None:
    data = parse_yaml(FILE, "rules.yaml").data
    for step in path.split("."):
        assert isinstance(data, dict)
        data = data[step]
    assert isinstance(data, str)
    assert changed(path, data) == FILE


@pytest.mark.parametrize("path", TEXTS)
@pytest.mark.parametrize(
    "words",
    [
        "Other words.",
        "With a colon: and # no comment",
        "“Quotes”, \"quotes\", 'quotes' and a \\ backslash",
        "true",
        "12",
        "Two paragraphs.\n\nThe second one.",
        "- a list;\n- of two.",
        "{health} health & *more*, ] and }",
        " ".join(["long"] * 60),
    ],
)
def test_whatever_is_written_is_read_and_all_other_lines_stay(path: str, words: str) -> None:
    new = changed(path, words)
    kept = [line for line in FILE.splitlines() if line.strip().startswith(("#", "after:"))]
    assert [line for line in new.splitlines() if line in kept] == kept


def test_what_stays_of_a_wrapped_text_stays_as_it_was_wrapped() -> None:
    old = "The first line of a text that was wrapped by hand.\nA second paragraph."
    new = changed("rules.folded.text", old.replace("paragraph.", "one."))
    assert new == FILE.replace("A second paragraph.", "A second one.")


def test_a_place_where_no_text_stands_is_reported() -> None:
    with pytest.raises(InputError, match=r"rules\.yaml:3:4.*reload it"):
        rewrite_text(FILE, Where("rules.yaml", 3, 4), "words")
