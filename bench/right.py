"""How many published translations the checks report: a table by language and one by check.

Reads pairs of texts from a file outside the repository, a JSON object a line with `locale`,
`file`, `source` and `target`. Read what `--show` prints, to say which alarms are true.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from aidgen.translation.compare import compare
from tests.pairs import language

FIGURE = re.compile(r"\d|\b(two|three|four|five|six|half|twice|least|most|more|fewer|less)\b", re.I)


def main() -> None:
    """Judge the texts with a figure, and print what was reported."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--locales", default="fr,de,es,it")
    parser.add_argument("--sample", type=int, default=500, help="texts of each file and language")
    parser.add_argument("--show", type=int, default=0, help="alarms to print")
    parser.add_argument("--check", default="", help="only those of a check")
    chosen = parser.parse_args()
    texts = defaultdict(list)
    for line in chosen.texts.read_text(encoding="utf-8").splitlines():
        text = json.loads(line)
        if text["locale"] in chosen.locales.split(",") and FIGURE.search(text["source"]):
            texts[text["locale"], text["file"]].append(text)
    checks: Counter[tuple[str, str]] = Counter()
    alarms = []
    print(f"| {'language':8} | {'file':12} | texts | errors | warnings |\n|---|---|---|---|---|")
    for (locale, file), listed in sorted(texts.items()):
        sample = random.Random(1).sample(listed, min(chosen.sample, len(listed)))
        counts: Counter[str] = Counter()
        for text in sample:
            problems = compare(text["source"], text["target"], language("en"), language(locale))
            counts.update({min(problem.severity for problem in problems)} if problems else ())
            kinds = {(one.message.partition(":")[0], one.severity) for one in problems}
            checks.update(kinds)
            if any(chosen.check in ("", check) for check, _ in kinds):
                alarms.append((locale, file, text["source"], text["target"], problems))
        shown = f"{len(sample):5} | {counts['error']:6} | {counts['warning']:8}"
        print(f"| {locale:8} | {file:12} | {shown} |")
    for (check, severity), count in checks.most_common():
        print(f"{check:12} {severity:8} {count:5}")
    for locale, file, source, target, problems in random.Random(2).sample(
        alarms, min(chosen.show, len(alarms))
    ):
        print(locale, file, [problem.message for problem in problems])
        print(f"    {source}\n    {target}")


if __name__ == "__main__":
    main()
