"""The door to translate-toolkit, which is no part of aidgen: whoever wants it installs an extra."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from aidgen.problems import MachineError
from aidgen.translation.offers import Offer

Line = tuple[int, Offer]
"""What a file offers, and at which line."""


def toolkit(module: str) -> Any:
    """Return a module of translate-toolkit; raises MachineError if it is not installed."""
    try:
        return import_module(f"translate.storage.{module}")
    except ImportError:
        message = "this needs translate-toolkit: `pip install aidgen[exchange]`"
        raise MachineError(message) from None


def line_in(element: Any) -> int:
    """Return the line of its file on which an XML element begins; 0 if it is not known."""
    return int(element.sourceline or 0)


def tag(locale: str) -> str:
    """Return a locale as XML names it: pt-BR."""
    return locale.replace("_", "-")
