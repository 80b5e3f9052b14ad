"""Fingerprints: digests of files, of our own code and of the libraries that we use.

Imports little: a command with nothing to do ends before anything else is loaded.
"""

from __future__ import annotations

import ctypes
import json
import os
import stat
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from aidgen.sandbox.places import user_cache

# The folder of this program.
PROGRAM = Path(__file__).resolve().parents[1]
# How the name of a folder ends that describes an installed distribution.
INFO = ".dist-info"
# Bytes: no file of a pack or program, and no PDF of a game, is larger.
LARGEST_FILE = 100_000_000
# The folders of a pack that a build reads.
READ_FOLDERS = ("content", "locales", "templates", "assets")
# The endings of files that a build writes into the output folder; hidden folders are skipped.
OUTPUT_ENDINGS = (".pdf", ".png", ".json", ".html")
# The file of user settings, in a pack and in the user's own folder.
SETTINGS_FILE = "aidgen.toml"
# The system libraries that decide each line break: the function that returns the version of each,
# and its file names on Linux and macOS, as WeasyPrint loads it.
LIBRARIES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "pango": ("pango_version_string", ("libpango-1.0.so.0", "libpango-1.0.dylib")),
    "harfbuzz": ("hb_version_string", ("libharfbuzz.so.0", "libharfbuzz.0.dylib")),
    "fontconfig": ("FcGetVersion", ("libfontconfig.so.1", "libfontconfig.1.dylib")),
}


# Files -------------------------------------------------------------------------------------------


def files_digest(
    paths: Iterable[str], names: Iterable[str] = (), below: Collection[Path] = ()
) -> str:
    """Return a digest of files, as they are named `below` folders, and names. Raises OSError."""
    prefixes = tuple(f"{folder}/" for folder in below)
    whole = sha256()
    for path in paths:
        # Thousands of Path objects take longer to create than the files take to read.
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            if os.fstat(file.fileno()).st_size > LARGEST_FILE:
                raise OSError(f"{path} is too large")
            content = file.readall()
        name = next((path.removeprefix(at) for at in prefixes if path.startswith(at)), path)
        whole.update(os.fsencode(f"\0{name}\0{len(content)}\0"))
        whole.update(content)
    for name in names:
        whole.update(os.fsencode(f"\0{name}"))
    return whole.hexdigest()


def regular_files(path: str | Path) -> Iterator[str]:
    """Yield a file, or the files below a folder in order, except hidden ones; none if none exists.

    Raises OSError for anything else, such as a link: links are not followed.
    """
    for name, status in walk_files(path):
        if not stat.S_ISREG(status.st_mode):
            raise OSError(f"{name} is no file")
        yield name


def walk_files(path: str | Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yield everything below a folder, links included, with its status. Raises OSError."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return
    if stat.S_ISDIR(status.st_mode):
        with os.scandir(path) as scan:
            names = sorted(entry.name for entry in scan)
        for name in names:
            if not name.startswith(".") and name != "__pycache__":
                yield from walk_files(f"{path}/{name}")
    else:
        yield str(path), status


def files_at(place: Path) -> Iterator[str]:
    """Yield the regular files at a place; raises OSError, too, if a link leads there."""
    if os.path.realpath(place) != str(place):
        raise OSError(f"{place} is reached by a link")
    yield from regular_files(place)


class Snapshot:
    """The state of the files in some places when this object is created.

    Create it before you read the files, and check it before you store results of them.
    """

    def __init__(self, places: Iterable[Path]) -> None:
        """Record the state of some files, and of everything below some folders."""
        self._places = tuple(places)
        self._states = _file_states(self._places)

    @property
    def holds(self) -> bool:
        """Whether nothing was changed, added or removed; False if that is unknown."""
        return self._states is not None and _file_states(self._places) == self._states

    def changed(self) -> list[str]:
        """Return the files that were changed, added or removed since, in order."""
        then, now = self._states or {}, _file_states(self._places) or {}
        return sorted(path for path in {*then, *now} if then.get(path) != now.get(path))

    def after(self, paths: Iterable[Path]) -> Snapshot:
        """Return the same snapshot, but with the present state of some files."""
        new = Snapshot(self._places)
        if self._states is not None and new._states is not None:
            names = {*map(str, paths)}
            kept = {path: state for path, state in self._states.items() if path not in names}
            new._states = kept | {name: new._states[name] for name in names & {*new._states}}
        return new


def _file_states(places: Iterable[Path]) -> Mapping[str, tuple[int, ...]] | None:
    try:
        # The status also differs for a file that was changed and changed back.
        return {
            path: (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
            for place in places
            for path, status in walk_files(place)
        }
    except OSError:
        return None


# Code and libraries ------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def program_digest() -> str:
    """Return a digest of this program, Python and all that is installed. Raises OSError."""
    versions = {**installed_versions(), **library_versions()}
    listed = sorted(" ".join(both) for both in versions.items())
    return files_digest(regular_files(PROGRAM), [sys.version, *listed])


def code_digest(names: Iterable[str], program: Path = PROGRAM) -> str:
    """Return a digest of modules and folders of a program, wherever it is. Raises OSError."""
    paths: list[str] = []
    for name in names:
        listed = list(regular_files(program / name))
        if not listed:
            raise OSError(f"{name} is not in {program}")
        paths += listed
    return files_digest(paths, below=[program])


@lru_cache(maxsize=1)
def installed_versions() -> dict[str, str]:
    """Return the versions of the installed distributions by name. Raises OSError."""
    places = [Path(place) for place in sys.path if place.endswith("-packages")]
    # If a name is installed twice, Python imports the first: it is the last here.
    folders = [place for place in reversed(places) if place.is_dir()]
    names = (path.name for place in folders for path in place.iterdir())
    parts = (name.removesuffix(INFO).partition("-") for name in names if name.endswith(INFO))
    return {name.lower().replace("_", "-"): number for name, _, number in parts}


@lru_cache(maxsize=1)
def library_versions() -> dict[str, str]:
    """Return the versions of the system's text libraries by name; "" for one that is missing."""
    return {name: _library_version(*facts) for name, facts in LIBRARIES.items()}


def _library_version(function: str, names: Iterable[str]) -> str:
    for name in names:
        with suppress(OSError, AttributeError):
            asked = getattr(ctypes.CDLL(name), function)
            if function == "FcGetVersion":  # a number: 21401 is 2.14.1
                number = asked()
                return f"{number // 10_000}.{number // 100 % 100}.{number % 100}"
            asked.restype = ctypes.c_char_p
            return str(asked().decode())
    return ""


# Folders -----------------------------------------------------------------------------------------


def settings_files(packs: Iterable[str | Path]) -> Iterator[Path]:
    """Yield the files that may hold settings: in packs, and in the user's folder."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser())
    yield from (Path(pack) / SETTINGS_FILE for pack in packs)
    yield (config / "aidgen" / SETTINGS_FILE).resolve()  # the user's own file may be a link


def pack_around(folder: Path) -> Path | None:
    """Return the pack that contains `folder`: itself, or the nearest folder above; None if none.

    Other programs have folders called `content`, too: that of a pack has YAML in its folders.
    """
    folder = folder.resolve()
    for root in (folder, *folder.parents):
        with suppress(OSError):  # a folder above that may not be read
            if any((root / "content").glob("*/[!.]*.yaml")):
                return root
    return None


# Commands ----------------------------------------------------------------------------------------


class CommandFingerprint:
    """The fingerprint of the files that a command in this folder read and wrote."""

    def __init__(self, words: Sequence[str]) -> None:
        """Find where the fingerprint of the command is stored: in the user's cache."""
        here = Path.cwd()
        # It may be another one than last time. If one is named, the jail shows no other.
        is_named = any(word.partition("=")[0] == "--pack" for word in words)
        pack = None if is_named else pack_around(here)
        command = "\0".join([str(PROGRAM), str(here), str(pack), *words])
        self._path = user_cache() / f"{sha256(os.fsencode(command)).hexdigest()}.json"

    def recall(self) -> tuple[str, str] | None:
        """Return what the command printed, and its warnings; None if something has changed."""
        try:
            stored = json.loads(self._path.read_text(encoding="utf-8"))
            packs, out = stored["packs"], stored["out"]
            same = all(os.path.realpath(given) == place for given, place in (packs | out).items())
            same = same and _command_digest([*packs.values()], *out.values()) == stored["digest"]
            return (stored["printed"], stored["warned"]) if same else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def store(
        self, packs: Sequence[Path], out: Path | None, read: Snapshot, output: tuple[str, str]
    ) -> None:
        """Store the output of a command that finished all its work for some packs.

        `out` is the folder that it wrote to, None if it wrote nothing; `read` is the state of the
        files before it read them. Stores nothing if a file has changed meanwhile.
        """
        with suppress(OSError):  # there is no cache
            # As named on the command line: one of them may later be a link that leads elsewhere.
            targets = {str(pack.absolute()): os.path.realpath(pack) for pack in packs}
            written = {str(out.absolute()): os.path.realpath(out)} if out else {}
            entry = {
                "digest": _command_digest([*targets.values()], *written.values()),
                "packs": targets,
                "out": written,
                "printed": output[0],
                "warned": output[1],
            }
            # Checked after the digest is taken: it must be that of the files that were read.
            if not read.holds:
                return
            from aidgen.sandbox.output import write_file

            write_file(self._path, json.dumps(entry).encode(), self._path.parent, durable=False)


def _command_digest(packs: Sequence[str], out: str = "") -> str:
    folders = [Path(pack) / folder for pack in packs for folder in READ_FOLDERS]
    settings = [path for place in settings_files(packs) for path in regular_files(place)]
    read = [path for folder in folders for path in regular_files(folder)]
    written = [path for path in regular_files(out) if path.endswith(OUTPUT_ENDINGS)] if out else []
    return files_digest([*settings, *read, *written], [program_digest()])
