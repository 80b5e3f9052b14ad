"""Pieces of HTML: their type chosen, their pages filled, typeset, and cut out of one PDF."""
