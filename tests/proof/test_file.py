"""A PDF has nothing that acts."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from aidgen.proof.file import check_file
from tests.verified import PAGE, verified


def faults_after(change: Callable[[Any], None]) -> list[str]:
    """Return the faults of the right page's PDF after a change."""
    right = verified(PAGE)
    with pikepdf.open(io.BytesIO(right.printed.pdf)) as document:
        change(document)
        out = io.BytesIO()
        document.save(out)
    return [str(fault) for fault in check_file(out.getvalue())[1]]


def open_with_script(document: Any) -> None:
    script = Dictionary(S=Name.JavaScript, JS="app.alert(1)", Type=Name.Action)
    document.Root.OpenAction = document.make_indirect(script)


def link_to_program(document: Any) -> None:
    action = Dictionary(Type=Name.Action, S=Name.Launch, F="calc.exe")
    link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]))
    link.A = document.make_indirect(action)
    document.pages[0].Annots = Array([document.make_indirect(link)])


def link_home(document: Any) -> None:
    action = Dictionary(Type=Name.Action, S=Name.URI, URI="https://example.org")
    document.pages[0].Annots = Array([document.make_indirect(action)])


def link_to_a_file(document: Any) -> None:
    action = Dictionary(Type=Name.Action, S=Name.URI, URI="file:///etc/passwd")
    document.pages[0].Annots = Array([document.make_indirect(action)])


def attach(document: Any) -> None:
    document.attachments["notes.txt"] = b"notes"


CHANGES: dict[Callable[[Any], None], list[str]] = {
    open_with_script: [
        "has /OpenAction, which acts or attaches a file",
        "has an action /JavaScript",
    ],
    link_to_program: ["has an action /Launch"],
    link_home: [],
    link_to_a_file: ["a link leads to file:///etc/passwd, expected https:"],
    attach: ["has /EmbeddedFiles, which acts or attaches a file"],
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_file_that_was_changed_is_reported(change: Callable[[Any], None]) -> None:
    assert faults_after(change) == CHANGES[change]
