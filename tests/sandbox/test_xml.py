"""XML that grows without end, or names other files, is refused at its line."""

from __future__ import annotations

import pytest

from aidgen.problems import InputError
from aidgen.sandbox.limits import STANDARD
from aidgen.sandbox.xml import refuse_harmful

LAUGHS = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">\n' for n in range(9))


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (f'<!DOCTYPE a [\n<!ENTITY l0 "ha">\n{LAUGHS}]>\n<a>&l9;</a>', ":1:"),
        ('<a/>\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', ":2: error: cannot be"),
        ('<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x SYSTEM "/etc/passwd">]><a>&x;</a>', ":2:"),
        ('<!DOCTYPE a [<!ENTITY % p SYSTEM "http://a.b/c.dtd">%p;]><a/>', ":1:"),
        ("<!DOCTYPE a [<!ELEMENT a ANY>]><a/>", ":1:"),
        ("<a>\n<b>&x;</b></a>", ":2: error: cannot be read: undefined entity"),
        ("<a>" * 10_000, ":1:12"),
        ("<a>\n" * 41, ":41:1: error: found 41 levels"),
        ("<a", ":1: error: cannot be read"),
        ("", ":1: error: cannot be read: no element found"),
        ('<?xml version="1.0" encoding="no-such"?><a/>', ":1"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_no_data_needs_is_reported_at_its_line(
    text: str, reported: str, encoding: str
) -> None:
    with pytest.raises(InputError) as raised:
        refuse_harmful(text.encode(encoding), "theirs.xml", STANDARD)
    assert str(raised.value).startswith(f"theirs.xml{reported}")


@pytest.mark.parametrize(
    "text",
    [
        "<a>" * 40 + "</a>" * 40,
        '<!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx/>',
        "<a>&lt;&#65;</a>",
        "<a><![CDATA[<!DOCTYPE b [<!ENTITY c 'd'>]>]]></a>",
    ],
)
def test_what_data_need_passes(text: str) -> None:
    refuse_harmful(text.encode(), "theirs.xml", STANDARD)
