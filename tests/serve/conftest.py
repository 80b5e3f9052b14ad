from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.browser import PATIENCE, Live, chromium, complaints, missing, required
from tests.commands import ENVIRONMENT, aidgen, command
from tests.mini import MINI, shelve
from tests.shared import alone
from tests.web import web_server


def served(pack: Path) -> Iterator[Live]:
    """Serve a pack in a process of its own; yield where it is."""
    line = command("serve", "--port", "0", "--pack", pack, "--out", pack.parent / "out")
    pipe = subprocess.PIPE
    with subprocess.Popen(line, stdout=pipe, stderr=pipe, text=True, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        yield Live(process.stdout.readline().split(": ")[1].strip(), pack, process.pid)
        process.terminate()
        process.communicate()


@pytest.fixture(scope="session")
def server(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """The game Mini, served: one server for all tests of a process."""
    folder = tmp_path_factory.mktemp("live")
    shelve(built, folder / "out")
    yield from served(Path(shutil.copytree(MINI, folder / "pack")))


@pytest.fixture(scope="session")
def original(server: Live) -> tuple[bytes, tuple[str, ...]]:
    """The texts of the game, and the documents of its deck, before any test."""
    while not (deck := deck_of(server)):
        time.sleep(0.05)
    return texts_of(server), deck


@pytest.fixture
def live(server: Live, original: tuple[bytes, tuple[str, ...]]) -> Iterator[Live]:
    """The game Mini, served; to be changed: afterwards its files are as they were, and read."""
    yield server
    restored = list(restore(server.pack))
    end = time.monotonic() + PATIENCE
    while restored and (texts_of(server), deck_of(server)) != original:
        assert time.monotonic() < end, restored
        time.sleep(0.05)


def restore(pack: Path) -> Iterator[Path]:
    """Write the files of Mini again that are others now, and remove those that it does not have."""
    for path in [path for path in pack.rglob("*") if path.is_file()]:
        original = MINI / path.relative_to(pack)
        if not original.is_file():
            path.unlink()
            yield path
        elif original.read_bytes() != path.read_bytes():
            path.write_bytes(original.read_bytes())
            yield path


def deck_of(live: Live) -> tuple[str, ...]:
    """Return the keys of the documents of the deck; none while it is being typeset."""
    with urlopen(f"{live.address}view/mini/deck/en") as answer:
        view = json.load(answer)
    if view["working"]:
        return ()
    return tuple(page["key"] for page in view["pages"])


def texts_of(live: Live) -> bytes:
    """Return the texts that are served now; nothing where the game cannot be read."""
    try:
        with urlopen(f"{live.address}texts/mini/book/fr") as answer:
            return bytes(answer.read())
    except HTTPError:
        return b""


@pytest.fixture(scope="session")
def site(built: Path) -> Path:
    """The site of the game Mini."""
    with alone("site") as folder:
        if not (folder / "index.html").is_file():
            done = aidgen("site", folder, "--pack", built / "pack", "--out", built / "out")
            assert done.exit_code == 0, done.output
            assert f"{folder}/index.html: " in done.stdout
    return folder


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """The site on a plain web server."""
    with web_server(site) as served:
        yield served


@pytest.fixture
def driver(browser: Any) -> Any:
    """The browser, with an empty page and nothing that it complained of before."""
    browser.get("about:blank")
    complaints(browser)
    return browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser, one for all tests of a process; skipped where there is none, but not in CI."""
    lacking = missing()
    if lacking and not required():
        pytest.skip(lacking)
    assert not lacking, lacking
    os.environ.setdefault("SE_OFFLINE", "true")
    with chromium() as started:
        yield started
