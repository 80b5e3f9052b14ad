"""The folder of fonts made ready."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from aidgen.assets import instances


def test_a_folder_of_somebody_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    assert instances.fonts_folder().parent == tmp_path
    somebody = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: somebody)
    with pytest.raises(OSError, match="is not yours"):
        instances.fonts_folder()
