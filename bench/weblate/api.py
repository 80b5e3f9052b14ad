"""Weblate's API, as far as it is needed here."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bench.weblate.server import Weblate

TRANSLATED, NEEDS_EDITING = 20, 10
"""States of a text."""
PATIENCE = 600
"""So many seconds a request may take: without a worker, it does all the work itself."""


@dataclass(frozen=True)
class Api:
    """A door to a server."""

    server: Weblate

    def ask(self, method: str, path: str, said: Mapping[str, Any] | None = None) -> Any:
        """Return what the server answers; raises RuntimeError with what it refuses."""
        url = path if path.startswith("http") else f"{self.server.url}/api/{path}"
        headers = {
            "Authorization": f"Token {self.server.token}",
            "Content-Type": "application/json",
            "Accept": "application/json",
        }
        data = None if said is None else json.dumps(said).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            reason = error.read().decode(errors="replace")[:1500]
            raise RuntimeError(f"{method} {path}: {error.code} {reason}") from None

    def get(self, path: str) -> Any:
        """Return what is at a path."""
        return self.ask("GET", path)

    def post(self, path: str, **said: Any) -> Any:
        """Send fields to a path."""
        return self.ask("POST", path, said)

    def units(self, translation: str) -> Iterator[dict[str, Any]]:
        """Yield the texts of a translation, `project/component/language`."""
        path = f"translations/{translation}/units/?page_size=1000"
        while path:
            page = self.get(path)
            yield from page["results"]
            path = page["next"]

    def translate(self, unit: Mapping[str, Any], *target: str) -> dict[str, Any]:
        """Translate a text, in each of its forms; return it as it is then."""
        said = {"target": target, "state": TRANSLATED}
        self.ask("PATCH", f"units/{unit['id']}/", said)
        found: dict[str, Any] = self.get(f"units/{unit['id']}/")
        return found

    def settled(self, component: str) -> dict[str, Any]:
        """Return a component, `project/name`, once the server has read its files."""
        while True:
            found: dict[str, Any] = self.get(f"components/{component}/")
            if not found.get("task_url"):
                return found
            time.sleep(1)
