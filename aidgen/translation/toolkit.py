"""The door to translate-toolkit, which is no part of aidgen: whoever wants it installs an extra."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from aidgen.problems import Unequipped


def toolkit(module: str) -> Any:
    """Return a module of translate-toolkit; raises Unequipped if it is not installed."""
    try:
        return import_module(f"translate.storage.{module}")
    except ImportError:
        message = "this needs translate-toolkit: `pip install aidgen[exchange]`"
        raise Unequipped(message) from None


def tag(locale: str) -> str:
    """Return a locale as XML names it: pt-BR."""
    return locale.replace("_", "-")
