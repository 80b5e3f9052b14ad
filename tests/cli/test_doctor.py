"""`aidgen doctor`: what this machine has, and lacks."""

from __future__ import annotations

import pytest

from tests.commands import aidgen


def test_what_the_machine_lacks_is_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aidgen.assets.fonts.FONT_PACKAGES", ("font_source_none_pro",))
    result = aidgen("doctor")
    assert result.exit_code == 3
    assert "missing fonts: the font package font-source-none-pro is not installed" in result.output


def test_it_is_content_with_this_machine() -> None:
    result = aidgen("doctor")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\nok ") - result.stdout.count("\nok      fonts for ") == 3
