"""Let a real Weblate keep translations of ours, and see whether anything is lost.

Needs what bench/README.md says, and some minutes.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.weblate.api import Api
from bench.weblate.project import Project, added, committed
from bench.weblate.server import weblate
from bench.weblate.trials import Verdict, enforced, kept, listed, translated

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Try all; stops with 1 if something is lost, ignored or not enforced."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--venv", type=Path, help="where Weblate is installed, or is to be")
    parser.add_argument("--keep", action="store_true", help="leave the folder of the trial")
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="aidgen-weblate-"))
    folder.chmod(0o755)  # PostgreSQL is another user
    try:
        verdicts = tried(folder, chosen.venv or folder / "venv")
    finally:
        if not chosen.keep:
            shutil.rmtree(folder, ignore_errors=True)
    for one in verdicts:
        print(one)
    sys.exit(not all(one.holds for one in verdicts))


def tried(folder: Path, venv: Path) -> list[Verdict]:
    """Run the trial in `folder`; return what was seen."""
    project = Project.cloned(ROOT, folder)
    with weblate(folder, venv) as server:
        print(f"Weblate {server.version} at {server.url}", flush=True)
        api = Api(server)
        added(api, project)
        verdicts = [*listed(api, project)]
        verdicts += translated(api)
        verdicts += enforced(api)
        committed(api)
        verdicts += kept(project)
    return [*verdicts, *_built(project)]


def _built(project: Project) -> list[Verdict]:
    """Return whether aidgen takes what Weblate wrote: in step, checked, and on paper."""
    found = []
    for words in (
        ["i18n", "sync"],
        ["check", "expedition"],
        ["build", "expedition", "--locale", "it", "--aid", "tracker", "--out", project.out],
    ):
        given = [sys.executable, "-m", "aidgen", *map(str, words), "--pack", str(project.clone)]
        done = subprocess.run(given, cwd=ROOT, capture_output=True, text=True, check=False)
        said = (done.stdout + done.stderr).strip().splitlines()
        what = f"aidgen {' '.join(map(str, words[:2]))}"
        found.append(Verdict(what, not done.returncode, said[-1:]))
    changed = project.git("diff", "--stat").strip().splitlines()
    return [*found, Verdict("sync changes nothing that Weblate wrote", not changed, changed)]


if __name__ == "__main__":
    main()
