"""aidgen prints a game's rules and tables, kept once as data, as play aids in any language."""

__version__ = "1.0.0"
