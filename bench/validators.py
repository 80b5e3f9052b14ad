"""Asks two validators that are not ours about PDFs: page-validation (PDF/UA-1) and outloud.

    python bench/validators.py build/**/*.pdf

Both are on PyPI; install them into an environment of their own, which runs this script. Prints each
file that does not conform, and how often outloud has each doubt. Exit status: 1 if a file does not
conform to PDF/UA-1, by either of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from importlib import import_module
from pathlib import Path


def main(paths: list[str]) -> int:
    """Validate the files at these paths."""
    page = import_module("page")
    profile = page.ValidationProfile.PDF_UA_1
    refused = [path for path in paths if not page.is_pdf_compliant(path, profile=profile)]
    for path in refused:
        print(f"{path}: not PDF/UA-1 by page-validation")
    print(f"page-validation: {len(paths) - len(refused)} of {len(paths)} conform to PDF/UA-1")
    wrong, doubts = (outloud_findings(paths, layer) for layer in ("conformance", "semantic"))
    print("outloud, conformance:", dict(wrong.most_common()) or "no findings")
    print("outloud, meaning:", dict(doubts.most_common()) or "no findings")
    return int(bool(refused) or any(rule.endswith(" error") for rule in wrong))


def outloud_findings(paths: list[str], layer: str) -> Counter[str]:
    """Return how often outloud reports each of its rules of a layer, with its severity."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "report.json"
        words = [str(Path(sys.executable).with_name("outloud")), "-q", "--fail-on", "never"]
        words += ["--layer", layer, "--json", str(target)]
        subprocess.run([*words, *paths], check=True, capture_output=True)
        reports = json.loads(target.read_text(encoding="utf-8"))["results"]
    findings = (finding for report in reports for finding in report["findings"])
    return Counter(f"{finding['rule']} {finding['severity']}" for finding in findings)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
