"""Rooms of a server: make and join them, play by texts or with a player, and watch, from Python.

    import agon.online
    room = agon.online.create("gambit", seats=["me", "open"], server="http://127.0.0.1:8000")
    print(room.link)                                 # for a friend, who opens it in a browser
    while turn := room.wait():                       # until it is our turn; None when the game is over
        room.play(turn.legal[0])
    print(room.winners)

`agon.online.join(link)` takes a free seat, `agon.online.watch(link)` watches, and `room.play_with(choose)` plays a whole
game with an `agon.Player` or a function of your own, the same that `agon.serve_player` takes. A lost connection is made
again, and a move that was not answered is sent again, which can never make it twice. docs/protocol.md is the protocol.

This module needs `pip install websockets`.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ._agon import GameError, OptionError, Reply, Table
from ._server import USUAL, OnlineError, Server, Ticket, find
from ._turn import Choose, Turn, answer, table_of

__all__ = ["OnlineError", "Room", "create", "join", "watch"]

#: The version of the protocol.
VERSION = 3
#: What no new connection can change: no such room, a wrong token, another version.
FINAL_CODES, FINAL_CLOSES = {"no_room", "token", "version"}, {4004, 4426}
#: Seconds: the first wait before connecting again is shorter, no wait is longer, and after a connection that lived this
#: long waits begin anew.
FIRST, LONGEST, GOOD = 0.5, 15.0, 5.0
#: A room of a server can be this long as text.
LARGEST = 1 << 22


def create(
    game: str,
    *,
    server: str = USUAL,
    seats: Sequence[str] = (),
    name: str = "",
    clock: tuple[int, int] | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    **keywords: str | int | bool,
) -> Room:
    """Makes a room and takes a seat in it.

    `seats` says who sits where, the first seat first: `"me"`, `"open"` for whoever joins, or the name of a computer
    player, who thinks at the server; without it the first seat is yours and the others are open. `clock` is the seconds
    for the whole game and those added with every move. Every other keyword is an option of the game.
    """
    given = {**(options or {}), **{key.replace("_", "-"): value for key, value in keywords.items()}}
    wish: dict[str, Any] = {"game": game, "options": list(given.items()), "name": name}
    if isinstance(seats, str):
        raise TypeError("`seats` is a list of names, such as `['me', 'open']`")
    wish["seats"] = [seat if seat in ("me", "open") else {"computer": seat} for seat in seats]
    if clock is not None:
        seconds, increment = clock
        wish["clock"] = {"total": {"seconds": seconds, "increment": increment}}
    at = Server.at(server)
    _sockets()
    return Room(at, at.make(wish))


def join(link: str, *, server: str | None = None, name: str = "", token: str | None = None) -> Room:
    """Takes a free seat in a room, by its link, or by its code at a server.

    With the `token` of a seat (`room.token`), or by a secret link, it comes back to that seat: after a restart of this
    program, for example.
    """
    at, ticket = find(link, server)
    _sockets()
    token = token or ticket.token
    return Room(at, at.join(ticket.room, name) if token is None else Ticket(ticket.room, token))


def watch(link: str, *, server: str | None = None) -> Room:
    """Watches a room, by its link, or by its code at a server."""
    at, ticket = find(link, server)
    _sockets()
    return Room(at, Ticket(ticket.room, None))


class _Request:
    """Something the server was asked to do, until it answers."""

    def __init__(self, number: int, action: Any) -> None:
        self.text = json.dumps({"type": "do", "id": number, "do": action})
        # Only a move can be sent again without harm.
        self.repeats = isinstance(action, dict) and "play" in action
        self.done = False
        self.why: OnlineError | None = None


class Room:
    """A room of a server, which a thread of its own keeps up to date; make one with `create`, `join` or `watch`.

    Close it when you are done, or use it as `with agon.online.join(link) as room:`. Your seat stays yours.
    """

    def __init__(self, server: Server, ticket: Ticket) -> None:
        self._server, self._ticket = server, ticket
        self._news = threading.Condition()
        # All below are guarded by it.
        self._view = server.look(ticket)
        self._received = time.monotonic()
        self._socket: Any = None
        self._requests: dict[int, _Request] = {}
        self._number = 0
        self._ended: OnlineError | None = None
        self._chance = random.Random()
        self._declined: set[tuple[str, int]] = set()
        self._thread = threading.Thread(target=self._keep, name=f"agon room {self.code}", daemon=True)
        self._thread.start()

    # What is known.

    @property
    def view(self) -> dict[str, Any]:
        """The newest view of the room as the server has sent it: docs/protocol.md lists its fields."""
        with self._news:
            return self._view

    @property
    def code(self) -> str:
        """The code of the room."""
        return self._ticket.room

    @property
    def link(self) -> str:
        """The link that opens the room: in a browser, or by `join` and `watch`."""
        return self._server.link(self.code)

    @property
    def token(self) -> str | None:
        """The secret of your seat, for `join(link, token=…)`; keep it to yourself. `None` if you watch."""
        return self._ticket.token

    @property
    def seat(self) -> int | None:
        """Your seat, counted from 0; `None` if you watch."""
        seat: int | None = self.view["seat"]
        return seat

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.view["game"])

    @property
    def options(self) -> dict[str, str | int | bool]:
        """Every option by name and value."""
        given = dict(self.view["options"])
        try:
            return Table(self.game, options=given).options
        except (GameError, OptionError):
            # A server can have games that this package does not know.
            return given

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return int(self.view["view"]["ply"])

    @property
    def turn(self) -> int | None:
        """The seat that decides; `None` when the game is over."""
        view = self.view
        seat: int | None = None if _is_over(view) else view["view"]["turn"]
        return seat

    @property
    def history(self) -> list[tuple[int, str]]:
        """The moves made so far as you know them, each with the seat that made it."""
        return [(step["seat"], step["text"]) for step in self.view["view"]["history"]]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return _is_over(self.view)

    @property
    def winners(self) -> list[int] | None:
        """The seats that have won, none of them in a draw; `None` while the game goes on."""
        winners: list[int] | None = self.view.get("winners")
        return winners

    @property
    def record(self) -> str | None:
        """The whole game as text, which `agon.Table.replay` reads; `None` while it goes on."""
        record: str | None = self.view.get("record")
        return record

    def table(self) -> Table:
        """The game as a table of its own, where nothing is hidden from you."""
        view = self.view["view"]
        history = [(step["seat"], step["text"]) for step in view["history"]]
        return table_of(self.game, self.options, history, view["position"])

    # What is done.

    def wait(self, timeout: float | None = None) -> Turn | None:
        """Waits until it is your turn, and returns what you see; `None` when the game is over.

        Raises `TimeoutError` if neither comes in time.
        """
        if self.seat is None:
            raise OnlineError("you watch and have no turn; `changes` follows the game", "not_seated")
        view = self._until(lambda view: _is_over(view) or _is_ours(view), timeout)
        return None if _is_over(view) else self._turn_of(view, view["seat"])

    def changes(self) -> Iterator[dict[str, Any]]:
        """Every view from now on, the present one first, until the game is over. Who is slow skips some."""
        version = -1
        while True:
            view = self._until(lambda view: view["version"] > version, None)
            version = view["version"]
            yield view
            if _is_over(view):
                return

    def play(self, move: str | Reply, timeout: float | None = None) -> None:
        """Makes a move, and returns when the server has stored it.

        If the connection is lost meanwhile, the move is sent again: it is made once. Raises `OnlineError` with the
        server's sentence if the move is refused, and `TimeoutError` if no answer comes in time; then look at `history`.
        """
        text = move.move if isinstance(move, Reply) else move
        self._play(text, self.view["revision"], timeout)

    def play_with(self, choose: Choose) -> list[int]:
        """Plays with a player until the game is over, and returns the winners.

        `choose` is an `agon.Player`, or a function that gets an `agon.Turn` and answers as for `agon.serve_player`. What
        other players offer is declined.
        """
        if self.seat is None:
            raise OnlineError("you watch and have no seat to play at; `join` takes one", "not_seated")
        while True:
            view = self._until(lambda view: _is_over(view) or _is_ours(view) or self._offer(view) is not None, None)
            if _is_over(view):
                return list(view.get("winners") or [])
            if (offer := self._offer(view)) is not None:
                self._declined.add(offer)
                # Nobody asks for it any more once the game is over.
                with _overtaken("state"):
                    self.do("decline")
                continue
            move = answer(choose, self._turn_of(view, view["seat"]))
            # Nor for this move after a takeback, or when time was up.
            with _overtaken("stale", "state", "turn"):
                self._play(move, view["revision"], None)

    def resign(self) -> None:
        """Resigns, for good, and returns when the room shows it."""
        self.do("resign")
        self._until(lambda view: _is_over(view) or view["chairs"][view["seat"]].get("resigned") is True, None)

    def do(self, action: Any, timeout: float | None = None) -> None:
        """Does anything else that docs/protocol.md lists under actions, such as `"draw"` or `{"say": "hello"}`.

        These are not sent again if the connection is lost: then this raises, and you look at `view`.
        """
        self._ask(action, timeout)

    def follow(self) -> Room | None:
        """The room of the rematch, where your seat is kept; `None` as long as there is none."""
        code = self.view.get("next")
        return None if code is None else Room(self._server, Ticket(code, self.token))

    def close(self) -> None:
        """Leaves the room. The seat stays yours: `join(link, token=room.token)` comes back to it."""
        with self._news:
            self._end(OnlineError("the room was left; `join` comes back with its token", "closed"))
            socket = self._socket
        if socket is not None:
            socket.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5)

    def __enter__(self) -> Room:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        who = "watched" if self.seat is None else f"seat {self.seat}"
        return f"<agon.online.Room {self.link}: {self.game}, {who}, ply {self.ply}>"

    # Between this thread and the one of the socket.

    def _until(self, true: Callable[[dict[str, Any]], bool], timeout: float | None) -> dict[str, Any]:
        """Waits for a view of which something is true."""
        with self._news:
            if not self._news.wait_for(lambda: true(self._view) or self._ended is not None, timeout):
                raise TimeoutError(f"nothing has happened in room {self.code} for {timeout} seconds")
            if self._ended is not None and not true(self._view):
                raise self._ended
            return self._view

    def _ask(self, action: Any, timeout: float | None) -> None:
        """Asks for something, and waits for the answer."""
        with self._news:
            if self._ended is not None:
                raise self._ended
            self._number += 1
            number, request = self._number, _Request(self._number, action)
            self._requests[number] = request
            self._send(request)
            try:
                if not self._news.wait_for(lambda: request.done or self._ended is not None, timeout):
                    raise TimeoutError(f"the server has not answered in {timeout} seconds; look at the room")
            finally:
                self._requests.pop(number, None)
            why = request.why if request.done else self._ended
        if why is not None:
            raise OnlineError(str(why), why.code)

    def _play(self, move: str, revision: int, timeout: float | None) -> None:
        self._ask({"play": {"revision": revision, "text": move}}, timeout)
        # The view that shows it comes before the answer or after it.
        self._until(lambda view: view["revision"] > revision, timeout)

    def _turn_of(self, view: dict[str, Any], seat: int) -> Turn:
        """What a player sees who is to move."""
        game, chairs = view["view"], view["chairs"]
        left: list[float] | None = None
        if any(chair.get("left_ms") is not None for chair in chairs):
            passed = time.monotonic() - self._received if view["started"] and not _is_over(view) else 0.0
            left = [(chair.get("left_ms") or 0) / 1000 for chair in chairs]
            if game["turn"] is not None:
                left[game["turn"]] = max(0.0, left[game["turn"]] - passed)
        return Turn(
            game=view["game"],
            options=self.options,
            seat=seat,
            seats=len(chairs),
            ply=game["ply"],
            position=game["position"],
            legal=sorted(choice["text"] for choice in game["choices"]),
            history=[(step["seat"], step["text"]) for step in game["history"]],
            seconds=None if left is None else left[seat],
            left=left,
            random=self._chance,
        )

    def _offer(self, view: dict[str, Any]) -> tuple[str, int] | None:
        """What somebody else offers and was not declined yet."""
        for kind in ("takeback", "draw"):
            by = view["offers"].get(kind, [])
            known = (kind, view["revision"])
            if by and view["seat"] not in by and known not in self._declined:
                return known
        return None

    def _end(self, why: OnlineError) -> None:
        """Nothing more will come; the lock is held."""
        self._ended = self._ended or why
        self._news.notify_all()

    def _send(self, request: _Request) -> None:
        """Sends it if there is a connection; the lock is held."""
        if self._socket is not None:
            try:
                self._socket.send(request.text)
            except (OSError, _sockets().WebSocketException):
                # The thread of the socket will notice, too, and sends it again.
                pass

    # In the thread of the socket.

    def _keep(self) -> None:
        """Keeps a connection, as long as it makes sense."""
        tries = 0
        while self._ended is None:
            begin, closed = time.monotonic(), None
            try:
                closed = self._listen()
            except (OSError, ValueError, KeyError, TypeError, _sockets().WebSocketException):
                # A server that restarts, a network that is down, an answer that is none: try again.
                pass
            with self._news:
                self._socket = None
                for request in [request for request in self._requests.values() if not request.repeats]:
                    request.done = True
                    request.why = OnlineError("the connection was lost before the server answered; look at the room")
                if closed in FINAL_CLOSES:
                    self._end(OnlineError("the server has closed the room, or speaks another version", "no_room"))
                self._news.notify_all()
                tries = 0 if time.monotonic() - begin >= GOOD else tries + 1
                # Spread, so that the clients of a restarted server do not all return at once.
                wait = random.uniform(0, min(LONGEST, FIRST * 2 ** min(tries, 10)))
                self._news.wait_for(lambda: self._ended is not None, wait)

    def _listen(self) -> int | None:
        """One connection, from hello until it is lost; its close code."""
        sockets = _sockets()
        hello = {"type": "hello", "v": VERSION, "room": self.code, "token": self.token}
        # The server itself gives signs of life, so that a dead connection is noticed soon.
        with sockets.connect(self._server.socket, proxy=None, compression=None, max_size=LARGEST, open_timeout=10,
                             ping_interval=5, ping_timeout=5, close_timeout=1) as socket:
            socket.send(json.dumps({key: value for key, value in hello.items() if value is not None}))
            try:
                while self._ended is None:
                    self._hear(socket, json.loads(socket.recv()))
            except sockets.ConnectionClosed:
                pass
            code: int | None = socket.close_code
            return code

    def _hear(self, socket: Any, message: dict[str, Any]) -> None:
        with self._news:
            match message["type"]:
                case "view":
                    if message["version"] >= self._view["version"]:
                        self._view, self._received = message, time.monotonic()
                    if self._socket is None:
                        # Now the room is ours again: what was not answered is sent once more.
                        self._socket = socket
                        for request in self._requests.values():
                            if not request.done:
                                self._send(request)
                case "presence" if message["version"] == self._view["version"]:
                    self._note(message)
                case "done" | "refused" if message.get("id") in self._requests:
                    request = self._requests[message["id"]]
                    request.done = True
                    if message["type"] == "refused":
                        request.why = OnlineError(message["text"], message["code"])
                case "refused" if message["code"] in FINAL_CODES:
                    self._end(OnlineError(message["text"], message["code"]))
            self._news.notify_all()

    def _note(self, presence: dict[str, Any]) -> None:
        """Who is there and what the clocks show, in a copy: somebody may be reading the view."""
        chairs = [{**chair, "here": here} for chair, here in zip(self._view["chairs"], presence["here"], strict=True)]
        if presence.get("left_ms"):
            self._received = time.monotonic()
            for chair, left in zip(chairs, presence["left_ms"], strict=True):
                chair["left_ms"] = left
        self._view = {**self._view, "chairs": chairs, "watchers": presence["watchers"]}


@contextmanager
def _overtaken(*codes: str) -> Iterator[None]:
    """Lets what the server refuses for these reasons pass: the room has changed meanwhile."""
    try:
        yield
    except OnlineError as why:
        if why.code not in codes:
            raise


def _is_over(view: dict[str, Any]) -> bool:
    return view.get("ending") is not None or view["view"].get("outcome") is not None


def _is_ours(view: dict[str, Any]) -> bool:
    """Whether it is the turn of whoever sees this view."""
    game = view["view"]
    return bool(view["started"] and game["turn"] is not None and game["turn"] == view["seat"] and game["choices"])


class _Sockets:
    """What is used of the package websockets."""

    def __init__(self) -> None:
        try:
            from websockets.exceptions import ConnectionClosed, WebSocketException
            from websockets.sync.client import connect
        except ModuleNotFoundError as why:
            raise ModuleNotFoundError("playing online needs websockets: `pip install websockets`") from why
        self.connect, self.ConnectionClosed, self.WebSocketException = connect, ConnectionClosed, WebSocketException


_known: _Sockets | None = None


def _sockets() -> _Sockets:
    """The package websockets, imported when it is first needed; it says so where it is missing."""
    global _known
    if _known is None:
        _known = _Sockets()
    return _known
