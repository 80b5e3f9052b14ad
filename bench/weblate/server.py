"""PostgreSQL, Redis and Weblate, started on loopback in a folder, and stopped."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SETTINGS = "trial_settings"
PATIENCE = 120
"""So many seconds a server may take to answer: the first request loads all languages."""
# Debian 12 has the library that PyGObject 3.50 is for, and not that of later ones; django-otp 1.7
# has renamed what Weblate 5.14, the last for Python 3.11, takes from it; later GitPythons
# put quotes around a branch.
WANTED = ("weblate[postgres]", "PyGObject<3.52", "django-otp<1.7", "GitPython<3.1.46")


@dataclass(frozen=True)
class Weblate:
    """A server that runs."""

    url: str
    token: str
    version: str


@contextmanager
def weblate(folder: Path, venv: Path) -> Iterator[Weblate]:
    """Run a new Weblate in `folder`, with the packages of `venv`, installed if they are missing."""
    if not (venv / "bin" / "weblate").is_file():
        _run([sys.executable, "-m", "venv", venv])
        _run([venv / "bin" / "pip", "install", "--quiet", "--prefer-binary", *WANTED])
    ports = [_free() for _ in range(3)]
    with ExitStack() as stack:
        stack.enter_context(_postgres(folder / "postgres", ports[0]))
        stack.enter_context(_redis(folder, ports[1]))
        shutil.copy(HERE / "settings.py", folder / f"{SETTINGS}.py")
        site = f"127.0.0.1:{ports[2]}"
        (folder / "data").mkdir()
        environment = os.environ | {
            "PYTHONPATH": str(folder),
            "PATH": f"{venv / 'bin'}:{os.environ['PATH']}",
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "TRIAL_SITE": site,
            "TRIAL_DATA": str(folder / "data"),
            "TRIAL_POSTGRES": str(ports[0]),
            "TRIAL_REDIS": str(ports[1]),
        }
        program = venv / "bin" / "weblate"
        _run([program, "migrate", "--verbosity", "0"], environment)
        admin = ("createadmin", "--password", "trial", "--email", "a@example.org")
        _run([program, *admin], environment)
        token = _said([program, "shell", "-v", "0", "-c", TOKEN], environment).split()[-1]
        version = _said([venv / "bin" / "pip", "show", "weblate"], environment)
        serve: list[str | Path] = [program, "runserver", "--noreload", "--insecure", site]
        stack.enter_context(_running(serve, folder / "weblate.log", environment))
        _await(f"http://{site}/healthz/", folder / "weblate.log")
        yield Weblate(f"http://{site}", token, version.split("Version: ")[1].split()[0])


TOKEN = """
from weblate.auth.models import User
from rest_framework.authtoken.models import Token
print(Token.objects.get_or_create(user=User.objects.get(username="admin"))[0].key)
"""


@contextmanager
def _postgres(folder: Path, port: int) -> Iterator[None]:
    """Run PostgreSQL, which refuses to be run by root, with a user `weblate`."""
    folder.mkdir()
    as_other: tuple[str, ...] = ()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        as_other = ("runuser", "-u", "postgres", "--")
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    data = folder / "data"
    _run([*as_other, programs / "initdb", "-D", data, "-U", "weblate", "-A", "trust", "-E", "UTF8"])
    options = f"-p {port} -h 127.0.0.1 -k {folder} -c fsync=off"
    control: list[str | Path] = [
        *as_other,
        programs / "pg_ctl",
        "-D",
        data,
        "-l",
        folder / "log",
        "-w",
    ]
    _run([*control, "-o", options, "start"])
    try:
        yield
    finally:
        _run([*control, "-m", "immediate", "stop"])


@contextmanager
def _redis(folder: Path, port: int) -> Iterator[None]:
    words = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    with _running(words, folder / "redis.log", os.environ):
        yield


@contextmanager
def _running(
    words: Sequence[str | Path], log: Path, environment: Mapping[str, str]
) -> Iterator[None]:
    with log.open("wb") as out:
        process = subprocess.Popen(
            [str(word) for word in words], stdout=out, stderr=out, env=environment, cwd=log.parent
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait()


def _await(url: str, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(OSError), urllib.request.urlopen(url, timeout=PATIENCE):
            return
        time.sleep(0.5)
    sys.exit(f"Weblate does not answer:\n{log.read_text(encoding='utf-8')[-3000:]}")


def _free() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _run(words: Sequence[str | Path], environment: Mapping[str, str] | None = None) -> None:
    _said(words, environment)


def _said(words: Sequence[str | Path], environment: Mapping[str, str] | None = None) -> str:
    """Run a program, and return what it says; stop with what it says if it fails."""
    given = [str(word) for word in words]
    done = subprocess.run(given, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(given)}: {done.stdout[-2000:]}{done.stderr[-3000:]}")
    return done.stdout
