"""The engine's libraries: loaded by their names, and no compiler asked where they lie."""

from __future__ import annotations

import ctypes.util
import subprocess
import sys

import pytest

from aidgen.press.engine import libraries
from aidgen.press.engine.libraries import loaded_by_name
from tests.commands import ENVIRONMENT

LOADING = """
import subprocess
started = []
begin = subprocess.Popen.__init__
def noted(self, *words, **options):
    started.append(words)
    begin(self, *words, **options)
subprocess.Popen.__init__ = noted
from aidgen.press.engine.document import set_page
print(set_page("<p>A page</p>"), len(started))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="libraries have these names on Linux")
def test_the_engine_is_loaded_without_a_process() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", LOADING],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=True,
    )
    assert done.stdout.split() == ["1", "0"]


def test_where_a_library_has_no_such_name_python_looks_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    before = ctypes.util.find_library
    monkeypatch.setattr(libraries, "NAMES", ("libm.so.6", "libnowhere.so.0"))
    with loaded_by_name():
        assert ctypes.util.find_library is before
    monkeypatch.setattr(libraries, "NAMES", ())
    with loaded_by_name():
        assert ctypes.util.find_library("m") is None
    assert ctypes.util.find_library is before
