"""What is made once before workers are forked: that they have it, and share no open file."""

from __future__ import annotations

from io import UnsupportedOperation

import pytest

from aidgen.assets.faces import faces
from aidgen.layout.document import Document
from aidgen.pipeline import preload
from aidgen.pipeline.worker import print_document


def _opened() -> set[str]:
    """Return which faces this process has at hand, without opening one."""
    return set(faces()._opened)


def test_no_font_is_read_where_another_process_has_left_it() -> None:
    print_document(Document(preload.PAGE))
    for name in _opened() & {"Source-Sans-Pro", "Source-Serif-Pro"}:
        with pytest.raises(UnsupportedOperation):  # it is no file that a process has open
            faces()[name]._font.reader.file.fileno()
