"""The server of live pages, spoken to over its socket: who is let in, and how it ends."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from aidgen.serve.session import SCALES
from tests.browser import PATIENCE, Live
from tests.commands import ENVIRONMENT, command
from tests.mini import MINI

VIEW = "view/mini/deck/en"
SAVE = "text/mini/deck/en/mini.rules.dark.text"
UNDER_WAY = 0.1
"""Seconds after which requests have been heard, and few pictures been drawn."""
WISH = {"which": "source", "forms": ["Mine."], "seen": ["Heroes see half as far."]}


def answered(
    live: Live, path: str, method: str = "GET", body: str = "", **headers: str
) -> tuple[int, str]:
    """Return status and words of what the server answers to a request with just these headers."""
    place = urlsplit(live.address)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders(body.encode() or None)
    answer = connection.getresponse()
    words = answer.read().decode()
    connection.close()
    return answer.status, words


def test_who_forges_host_origin_or_token_is_refused_and_changes_nothing(server: Live) -> None:
    place = urlsplit(server.address)
    ours = {"Host": place.netloc}
    same = {**ours, "Origin": f"http://{place.netloc}", "Sec-Fetch-Site": "same-origin"}
    body = json.dumps(WISH)
    long = {"Content-Length": str(len(body))}
    for path, headers in (
        (place.path + VIEW, {**ours, "Host": f"evil.example:{place.port}"}),
        (place.path + VIEW, {}),
        (place.path + VIEW, {**ours, "Origin": "http://evil.example"}),
        (place.path + VIEW, {**ours, "Sec-Fetch-Site": "cross-site"}),
        (f"/{VIEW}", ours),
        (f"{place.path[:-2]}/{VIEW}", ours),
    ):
        status, words = answered(server, path, **headers)
        assert (status, words[:7]) in ((403, "refused"), (400, "Invalid")), headers
    for headers in ({**ours, **long}, {**same, **long, "Origin": "null"}, same):
        assert answered(server, place.path + SAVE, "POST", body, **headers)[0] == 403, headers
    forged = place.path.replace(place.path[1:9], "AAAAAAAA") + SAVE
    assert answered(server, forged, "POST", body, **same, **long)[0] == 403
    rules = "content/mini/rules.yaml"
    assert (server.pack / rules).read_bytes() == (MINI / rules).read_bytes()
    status, words = answered(server, place.path + VIEW, **same)
    assert (status, json.loads(words)["view"]) == (200, "mini/deck/en")


def test_it_ends_at_once_and_without_a_word_whatever_is_under_way(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(MINI, tmp_path / "pack"))
    line = command("serve", "--port", "0", "--pack", pack, "--out", tmp_path / "out")
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as process:
        assert process.stdout is not None
        live = Live(process.stdout.readline().split(": ")[1].strip(), pack, process.pid)
        place = urlsplit(live.address)
        view = json.loads(answered(live, place.path + VIEW, Host=place.netloc)[1])
        keys = [piece["key"] for side in view["sides"] for piece in side["pieces"]]
        with ExitStack() as open_ones:
            for key, scale in product(dict.fromkeys(keys), SCALES):
                waiting = HTTPConnection(place.hostname or "", place.port)
                open_ones.enter_context(closing(waiting))
                waiting.request("GET", f"{place.path}picture/set/{key}/0/{scale}")
            time.sleep(UNDER_WAY)
            os.kill(process.pid, signal.SIGTERM)
            said = process.communicate(timeout=PATIENCE)[1]
    assert (process.returncode, said) == (0, "aidgen: press Ctrl-C to stop\n")


def test_the_server_ends_with_the_shell_that_started_it(pack: Path, tmp_path: Path) -> None:
    line = command("serve", "--port", "0", "--pack", pack, "--out", tmp_path / "out")
    script = '"$@" & wait'
    shell = ["sh", "-c", script, "sh", *map(str, line)]
    with subprocess.Popen(shell, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split(": ")[1].strip()
        port = urlsplit(address).port
        assert port is not None
        socket.create_connection(("127.0.0.1", port), 5).close()
        process.kill()
        process.wait()
        assert process.stdout.read() == ""  # ends when the server has closed it
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), 5)


def test_no_visitor_stops_the_server_or_makes_it_print(tmp_path: Path) -> None:
    line = command("serve", "--port", "0", "--pack", MINI, "--out", tmp_path, "--read-only")
    few = ["sh", "-c", 'ulimit -n 200; exec "$@"', "sh", *line]
    pipe = subprocess.PIPE
    with subprocess.Popen(few, stdout=pipe, stderr=pipe, text=True, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        live = Live(process.stdout.readline().split(": ")[1].strip(), MINI, process.pid)
        place = urlsplit(live.address)
        host = {"Host": place.netloc}
        assert answered(live, f"{place.path}picture/draft/x/{'9' * 5000}/1.0", **host)[0] == 403
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "eA=="}
        assert answered(live, place.path, **host, **upgrade, Sec_WebSocket_Version="13")[0] == 200
        with ExitStack() as visitors:
            for _ in range(300):
                visit = socket.create_connection((place.hostname, place.port), PATIENCE)
                visitors.enter_context(closing(visit))
                visit.send(b"GET / HTTP/1.1\r\n")
            time.sleep(3)  # it looks for its parent every second
        end = time.monotonic() + PATIENCE
        while True:
            try:
                assert answered(live, place.path, **host)[0] == 200
                break
            except OSError:
                assert time.monotonic() < end
        slow = f"POST {place.path}seen/mini/deck/en HTTP/1.1\r\nHost: {place.netloc}\r\n"
        slow += f"Origin: http://{place.netloc}\r\nContent-Length: 9\r\n\r\n["
        with socket.create_connection((place.hostname, place.port)) as visit:
            visit.send(slow.encode())
            time.sleep(UNDER_WAY)
            process.terminate()
            assert process.communicate()[1].splitlines()[1:] == []
