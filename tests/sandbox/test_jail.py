"""A process in a jail reaches its pack and its output, and nothing else."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from aidgen.sandbox.jail import lacking
from tests.commands import ENVIRONMENT

LACKING = lacking()
PROBES = """
import json, os, socket, sys
from pathlib import Path
from aidgen.sandbox.jail import Jail, enter

root, port = Path(sys.argv[1]), int(sys.argv[2])
enter(Jail((str(root / "pack"),), (str(root / "out"),)))

def connect():
    with socket.socket() as opened:
        opened.connect(("127.0.0.1", port))

def send():
    with socket.socket(type=socket.SOCK_DGRAM) as opened:
        opened.sendto(b"x", ("127.0.0.1", port))

PROBES = {
    "a file of the system": lambda: Path("/etc/passwd").read_bytes(),
    "a folder beside the pack": lambda: os.listdir(root),
    "a file beside the pack": lambda: (root / "secret").read_bytes(),
    "a link out of the pack": lambda: (root / "pack" / "link").read_bytes(),
    "a new file in the pack": lambda: (root / "pack" / "new").write_bytes(b"x"),
    "a link out of the output": lambda: (root / "out" / "link").write_bytes(b"x"),
    "a connection": connect,
    "a datagram": send,
    "the pack": lambda: (root / "pack" / "own").read_bytes(),
    "the output": lambda: (root / "out" / "new").write_bytes(b"x"),
    "a rename in the output": lambda: (root / "out" / "new").replace(root / "out" / "newer"),
}

def works(probe):
    try:
        probe()
    except OSError:
        return False
    return True

print(json.dumps([name for name, probe in PROBES.items() if works(probe)]))
"""


@pytest.mark.skipif(bool(LACKING), reason=f"this system has no jail: {LACKING}")
def test_nothing_is_reached_but_the_pack_and_the_output(tmp_path: Path) -> None:
    for folder in ("pack", "out"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "link").symlink_to(tmp_path / "secret")
    for file in ("secret", "pack/own"):
        (tmp_path / file).write_text("theirs")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        command = [sys.executable, "-P", "-c", PROBES, str(tmp_path), port]
        done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
    assert done.stderr == ""
    assert json.loads(done.stdout) == ["the pack", "the output", "a rename in the output"]
    assert (tmp_path / "secret").read_text() == "theirs"
