"""What is made once before workers are forked: that they have it, and share no open file."""

from __future__ import annotations

from io import UnsupportedOperation

import pytest

from aidgen.assets.faces import faces
from aidgen.layout.document import Document
from aidgen.pipeline import preload
from aidgen.pipeline.pool import WorkerPool
from aidgen.pipeline.worker import print_document
from aidgen.sandbox.limits import STANDARD


def _opened() -> set[str]:
    """Return which faces this process has at hand, without opening one."""
    return set(faces()._opened)


def test_a_process_that_is_forked_has_the_fonts_at_hand() -> None:
    print_document(Document(preload.PAGE))
    assert {"Source-Sans-Pro", "Source-Sans-Pro-Semi-Bold", "Source-Serif-Pro"} <= _opened()
    with WorkerPool(1, STANDARD) as workers:
        assert workers.submit(_opened).result() >= {"Source-Sans-Pro", "Source-Serif-Pro"}


def test_no_font_is_read_where_another_process_has_left_it() -> None:
    print_document(Document(preload.PAGE))
    for name in _opened() & {"Source-Sans-Pro", "Source-Serif-Pro"}:
        with pytest.raises(UnsupportedOperation):  # it is no file that a process has open
            faces()[name]._font.reader.file.fileno()
