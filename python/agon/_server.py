"""A server of Agon by its address, and what is asked of it before the socket: a new room, a seat, a look."""

from __future__ import annotations

import json
import re
import secrets
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from ._agon import AgonError

#: Where a server is looked for when nobody says.
USUAL = "http://127.0.0.1:8000"
#: The letters of a room's code, and how many there are.
LETTERS, LENGTH = frozenset("23456789ABCDEFGHJKMNPQRSTWXYZ"), 8
#: Seconds after which a request is given up.
PATIENCE = 10.0
#: No answer is longer.
LONGEST = 1 << 22


class OnlineError(AgonError):
    """What a server refuses, or why there is none. `code` is for programs: docs/protocol.md lists them."""

    code: str

    def __init__(self, text: str, code: str = "network") -> None:
        super().__init__(text)
        self.code = code


class _Straight(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the socket would not either."""

    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass(frozen=True)
class Ticket:
    """A room and the right to play a seat of it."""

    room: str
    token: str | None


@dataclass(frozen=True)
class Server:
    """A server, by an address such as `http://127.0.0.1:8000`."""

    base: str

    @staticmethod
    def at(address: str) -> Server:
        """The server at an address, which is checked."""
        base = address.strip().rstrip("/")
        try:
            parts = urlsplit(base)
            good = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
            good = bool(good) and parts.port != 0 and not re.search(r"[\s?#\x00-\x1f]", base)
        except ValueError:
            good = False
        if not good:
            raise OnlineError(
                f"bad address `{address[:60]}` of a server; one looks like `{USUAL}` or `https://play.example.org`",
                "address",
            )
        return Server(base)

    @property
    def socket(self) -> str:
        """The address of the socket: `http` becomes `ws`, and `https` `wss`."""
        return f"ws{self.base.removeprefix('http')}/api/socket"

    def link(self, room: str) -> str:
        """The link that opens a room, for people too."""
        return f"{self.base}/#/room/{room[: LENGTH // 2]}-{room[LENGTH // 2 :]}"

    def make(self, wish: dict[str, Any]) -> Ticket:
        """Makes a room."""
        ticket = self.ask("/api/rooms", body=wish)
        return Ticket(ticket["room"], ticket.get("token"))

    def join(self, room: str, name: str) -> Ticket:
        """Takes a free seat. The token is ours, so that asking again after a lost answer gives the same seat."""
        token = secrets.token_urlsafe(32)
        for last in (False, False, True):
            try:
                ticket = self.ask(f"/api/rooms/{quote(room)}/join", token, {"name": name})
                return Ticket(ticket["room"], ticket.get("token", token))
            except OnlineError as why:
                if last or why.code != "network":
                    raise
        raise AssertionError("the last try returns or raises")

    def look(self, ticket: Ticket) -> dict[str, Any]:
        """The room as the holder of a ticket sees it."""
        view: dict[str, Any] = self.ask(f"/api/rooms/{quote(ticket.room)}", ticket.token)
        return view

    def ask(self, path: str, token: str | None = None, body: dict[str, Any] | None = None) -> Any:
        """One request: what the server answers, or an `OnlineError` with its sentence."""
        request = urllib.request.Request(self.base + path, headers={"Accept": "application/json"})
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        # The socket goes straight to the server, so this does too.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _Straight())
        strange = f"what answers at `{self.base}` is not a server of Agon"
        try:
            with opener.open(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read(LONGEST))
        except urllib.error.HTTPError as why:
            try:
                problem = json.loads(why.read(LONGEST))
                said, code = str(problem["detail"]), str(problem["code"])
            except (ValueError, KeyError, TypeError):
                raise OnlineError(f"{strange} (status {why.code})") from why
            finally:
                why.close()
            raise OnlineError(said, code) from None
        except ValueError as why:
            raise OnlineError(strange) from why
        except OSError as why:
            reason = why.reason if isinstance(why, urllib.error.URLError) else why
            said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
            raise OnlineError(f"no server answers at `{self.base}`: {said}") from why


def find(link: str, server: str | None) -> tuple[Server, Ticket]:
    """The server and room of a link, or of a code at a server; a secret link has the token of a seat, too."""
    base, hash_, rest = link.strip().partition("#/room/")
    code, _, key = (rest if hash_ else base).partition("?key=")
    room = unquote(code).replace("-", "").replace(" ", "").upper()
    if len(room) != LENGTH or not LETTERS.issuperset(room):
        raise OnlineError(
            f"`{link[:60]}` is neither the link nor the code of a room; they look like `{USUAL}/#/room/K7XM-4QPT` and "
            "`K7XM-4QPT`",
            "address",
        )
    return Server.at(base if hash_ and base else server or USUAL), Ticket(room, unquote(key) or None)
