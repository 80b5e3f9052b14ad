"""Imported by the process from which workers are forked: then each has the engine warm."""

from __future__ import annotations

from aidgen.press.engine import warm

warm()
