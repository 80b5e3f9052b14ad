"""Pieces on paper: numbers in, numbers out."""
