"""Our repository on Weblate: a clone, with components as in docs/how-to/weblate.md."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench.weblate.api import Api

PROJECT = "aids"
COMPONENTS = ("expedition", "ui")
LOCALE = "it"
"""The language that is begun on the server; nobody has translated a text into it yet."""
FLAGS = (
    r'placeholders:r":[a-z][a-z0-9-]*:":r"\]\([a-z][^)\s]*\)", '
    "ignore-end-stop, ignore-end-colon, ignore-ellipsis, ignore-punctuation-spacing"
)
ENFORCED = ("python_brace_format", "max-length", "placeholders")


@dataclass(frozen=True)
class Project:
    """Where our repository is for the server, and where a clone of ours gets what it has pushed."""

    origin: Path
    clone: Path
    out: Path

    @classmethod
    def cloned(cls, root: Path, folder: Path) -> Project:
        """Make the repositories in `folder`, of what is committed in `root`."""
        made = cls(folder / "origin.git", folder / "clone", folder / "out")
        _git(folder, "clone", "--quiet", "--bare", str(root), str(made.origin))
        _git(made.origin, "branch", "--force", "trial", _git(root, "rev-parse", "HEAD").strip())
        _git(folder, "clone", "--quiet", "--branch", "trial", str(made.origin), str(made.clone))
        return made

    def git(self, *words: str) -> str:
        """Run git in our clone; return what it says."""
        return _git(self.clone, *words)


def _git(folder: Path, *words: str) -> str:
    given = ["git", *words]
    return subprocess.run(given, cwd=folder, check=True, capture_output=True, text=True).stdout


def added(api: Api, project: Project) -> None:
    """Add the project, its components, and a new language to each."""
    api.post("projects/", name="Aids", slug=PROJECT, web="https://example.org/")
    for name in COMPONENTS:
        first = name == COMPONENTS[0]
        api.post(
            f"projects/{PROJECT}/components/",
            name=name,
            slug=name,
            vcs="git",
            repo=project.origin.as_uri() if first else f"weblate://{PROJECT}/{COMPONENTS[0]}",
            **({"push": project.origin.as_uri(), "branch": "trial"} if first else {}),
            file_format="po",
            file_format_params=PARAMETERS,
            filemask=f"locales/*/{name}.po",
            edit_template=False,
            new_base=f"locales/{name}.pot",
            new_lang="add",
            language_code_style="posix",
            source_language="en",
            check_flags=FLAGS if name != "ui" else "",
            enforced_checks=list(ENFORCED),
            license="MIT",
        )
        api.settled(f"{PROJECT}/{name}")
        api.post(f"components/{PROJECT}/{name}/translations/", language_code=LOCALE)


PARAMETERS = {"po_line_wrap": 77, "po_keep_previous": True, "po_no_location": False}


def committed(api: Api) -> None:
    """Let the server commit what was translated, and push it."""
    for operation in ("commit", "push"):
        api.post(f"components/{PROJECT}/{COMPONENTS[0]}/repository/", operation=operation)
