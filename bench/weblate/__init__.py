"""Our files on a real Weblate: `python -m bench.weblate` (see bench/README.md)."""
