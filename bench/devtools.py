"""A Chromium that is open, spoken to over a pipe in its own protocol: nothing to be installed."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import tempfile
from types import TracebackType
from typing import Any

OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe")
"""--no-sandbox: it opens our own pages alone, and runs as root in a container."""
LOADED = "Page.loadEventFired"
CHUNK = 1 << 16
PRINT = {
    "preferCSSPageSize": True,
    "printBackground": True,
    "generateTaggedPDF": True,
    "generateDocumentOutline": True,
}


class Browser:
    """A browser with one tab."""

    def __init__(self, path: str) -> None:
        """Take the program at `path`."""
        self._path = path
        self._number = 0
        self._session = ""
        self._met: list[str] = []
        """What has happened since a page was asked for."""
        self._rest = b""

    def __enter__(self) -> Browser:
        self._profile = tempfile.TemporaryDirectory(prefix="aidgen-chromium-")
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        words = [self._path, *OPTIONS, f"--user-data-dir={self._profile.name}"]
        # It reads from 3 and writes to 4.
        shell = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "bash", *words],
            pass_fds=(theirs_in, theirs_out),
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._out, self._in = os.fdopen(ours_out, "wb"), os.fdopen(ours_in, "rb")
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self._ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self._ask("Page.enable")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._out.close()
        self._in.close()
        self._profile.cleanup()

    def printed(self, url: str) -> bytes:
        """Return a page as a tagged PDF."""
        self._met.clear()
        self._ask("Page.navigate", url=url)
        while LOADED not in self._met:
            self._read()
        return base64.b64decode(self._ask("Page.printToPDF", **PRINT)["data"])

    def _ask(self, method: str, **given: Any) -> Any:
        self._number += 1
        words = {"id": self._number, "method": method, "params": given}
        if self._session:
            words["sessionId"] = self._session
        self._out.write(json.dumps(words).encode() + b"\0")
        self._out.flush()
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                return answer["result"]

    def _read(self) -> Any:
        parts = [self._rest]
        while b"\0" not in parts[-1]:
            parts.append(self._in.read1(CHUNK))
            if not parts[-1]:
                raise EOFError("the browser has ended")
        found, _, self._rest = b"".join(parts).partition(b"\0")
        answer = json.loads(found)
        self._met.append(answer.get("method", ""))
        return answer
