"""Rooms of a real server: played by texts and with players, watched, left and found again, over a bad network."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest

import agon
import agon.online
from agon.online import OnlineError

#: Nobody waits longer for anything here.
LIMIT = 60.0


def test_two_play_a_room_by_its_link(server: str) -> None:
    with agon.online.create("tic-tac-toe", server=server, name="Ada") as ada:
        assert ada.link.startswith(f"{server}/#/room/") and ada.seat == 0 and not ada.over
        with agon.online.join(ada.link, name="Bob") as bob, agon.online.watch(ada.link) as eve:
            assert (bob.seat, eve.seat, eve.token) == (1, None, None)
            rooms = [ada, bob]
            for ply, move in enumerate(["a1", "a2", "b1", "b2", "c1"]):
                room = rooms[ply % 2]
                turn = room.wait(LIMIT)
                assert turn is not None and move in turn.legal and turn.seat == room.seat
                assert turn.table().legal == turn.legal and turn.history == room.history
                room.play(agon.best(room.table(), "perfect") if room.ply == 4 else move, LIMIT)
            assert ada.wait(LIMIT) is None is bob.wait(LIMIT)
            seen = list(eve.changes())
            assert eve.over and seen[-1]["view"]["ply"] == 5
            for room in [ada, bob, eve]:
                assert room.winners == [0] and room.turn is None and len(room.history) == 5
                assert room.record is not None
                assert str(agon.Table.replay(room.record).outcome) == "player 1 wins: line"
            names = [chair["name"] for chair in bob.view["chairs"]]
            assert names == ["Ada", "Bob"]
            with pytest.raises(OnlineError, match="the game is over") as refused:
                ada.play("c3", LIMIT)
            assert refused.value.code == "state" and isinstance(refused.value, agon.AgonError)
            with pytest.raises(OnlineError, match="you watch and have no turn"):
                eve.wait()


def test_players_play_whole_games(server: str) -> None:
    # One of ours, a function, and one at the server.
    with agon.online.create("gambit", server=server, seats=["me", "open"], big_islands="zero") as first:
        assert first.options == {"big-islands": "zero"}
        with agon.online.join(first.link) as second:
            other = threading.Thread(target=second.play_with, args=(lambda turn: turn.legal[0],), daemon=True)
            other.start()
            winners = first.play_with(agon.player("hard"))
            other.join(LIMIT)
            assert winners == second.winners == first.winners and second.over
            assert first.record is not None and agon.Table.replay(first.record).over
    with agon.online.create("primi-composti", server=server, seats=["random", "me", "easy"], players=3) as room:
        # Where something is hidden a function sees positions and legal moves.
        assert room.play_with(lambda turn: turn.random.choice(turn.legal)) == room.winners
        assert room.ply > 3 and {seat for seat, _ in room.history} == {0, 1, 2}


def test_offers_are_declined_and_rematches_followed(server: str) -> None:
    with agon.online.create("tic-tac-toe", server=server) as ada, agon.online.join(ada.link) as bob:
        player = threading.Thread(target=bob.play_with, args=(agon.player("random"),), daemon=True)
        player.start()
        ada.play("b2", LIMIT)
        ada.wait(LIMIT)
        before = ada.view["version"]
        ada.do("draw", LIMIT)
        # One change is the offer, the other that it is declined; a slow client sees only the last.
        ada._until(lambda view: view["version"] >= before + 2 and not view["offers"].get("draw"), LIMIT)
        assert not ada.over
        ada.resign()
        player.join(LIMIT)
        assert ada.winners == bob.winners == [1] and ada.view["ending"] == {"resigned": 0}
        for room in [ada, bob]:
            assert room.follow() is None
            room.do("rematch", LIMIT)
        bob._until(lambda view: view.get("next") is not None, LIMIT)
        again = bob.follow()
        assert again is not None
        with again:
            assert again.seat == 0 and again.code != bob.code, "everybody is one seat further"
            again.play("a1", LIMIT)


def test_a_seat_is_found_again(server: str) -> None:
    first = agon.online.create("tic-tac-toe", server=server, seats=["me", "random"])
    first.play("a1", LIMIT)
    link, token = first.link, first.token
    first.close()
    with pytest.raises(OnlineError, match="the room was left"):
        first.play("a2")
    with agon.online.join(link, token=token) as again:
        assert again.seat == 0 and again.history[0] == (0, "a1")
        again.wait(LIMIT)
    with agon.online.join(f"{link}?key={token}") as secret:
        assert secret.seat == 0
    with agon.online.watch(first.code.lower(), server=server) as watched:
        assert watched.seat is None and watched.table().history()[0] == (0, "a1")


class Network:
    """A network between a client and the server that loses what it is told to lose."""

    def __init__(self, server: str) -> None:
        host, _, port = server.removeprefix("http://").rpartition(":")
        self.target = (host, int(port))
        self.fault: Literal["request", "answer"] | None = None
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def lose(self, what: Literal["request", "answer"]) -> None:
        """Loses the next message of a client, or the answer to it, and with that the connection."""
        self.fault = what

    def accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            server = socket.create_connection(self.target)
            cut = threading.Event()
            for way in (self.up, self.down):
                threading.Thread(target=way, args=(client, server, cut), daemon=True).start()

    def up(self, client: socket.socket, server: socket.socket, cut: threading.Event) -> None:
        while data := receive(client):
            if self.fault is not None and holds_text(data):
                fault, self.fault = self.fault, None
                cut.set()
                if fault == "answer":
                    server.sendall(data)
                    # Only when the server has answered is it certain that it has read the message.
                    receive(server)
                break
            server.sendall(data)
        close(client, server)

    def down(self, client: socket.socket, server: socket.socket, cut: threading.Event) -> None:
        server.settimeout(0.05)
        while not cut.is_set():
            try:
                data = server.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                break
            if not data or cut.is_set():
                break
            try:
                client.sendall(data)
            except OSError:
                break
        if not cut.is_set():
            close(client, server)


def holds_text(data: bytes) -> bool:
    """Whether a text message is among the frames that arrived together; a sign of life may come before it."""
    while len(data) >= 2:
        if data[0] == 0x81:
            return True
        # A client masks what it sends by four bytes, and no sign of life is longer than 125.
        data = data[2 + 4 + (data[1] & 0x7F):]
    return False


def receive(connection: socket.socket) -> bytes:
    try:
        connection.settimeout(LIMIT)
        return connection.recv(65536)
    except OSError:
        return b""


def close(*connections: socket.socket) -> None:
    for connection in connections:
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        connection.close()


@contextmanager
def network(server: str) -> Iterator[Network]:
    between = Network(server)
    try:
        yield between
    finally:
        between.listener.close()


@pytest.mark.parametrize("lost", ["request", "answer"])
def test_a_move_is_made_once_whatever_is_lost(server: str, lost: Literal["request", "answer"]) -> None:
    with network(server) as between, agon.online.create("tic-tac-toe", server=between.address) as ada:
        with agon.online.join(ada.link.replace(between.address, server)) as bob:
            made: list[tuple[int, str]] = []
            for mine, theirs in [("a1", "a2"), ("c2", "b1"), ("b3", "c3")]:
                assert ada.wait(LIMIT) is not None
                before = between.connections
                between.lose(lost)
                ada.play(mine, LIMIT)
                made.append((0, mine))
                assert between.connections > before, "the connection was cut, and made again"
                assert bob.wait(LIMIT) is not None
                assert ada.history == bob.history == made
                bob.play(theirs, LIMIT)
                made.append((1, theirs))


def test_other_wishes_are_not_repeated(server: str) -> None:
    with network(server) as between, agon.online.create("gambit", server=between.address) as ada:
        with agon.online.join(ada.link.replace(between.address, server)):
            ada.wait(LIMIT)
            between.lose("request")
            with pytest.raises(OnlineError, match="the connection was lost before the server answered") as lost:
                ada.do("draw", LIMIT)
            assert lost.value.code == "network"
            turn = ada.wait(LIMIT)
            assert turn is not None
            ada.play(turn.legal[0], LIMIT)
            assert ada.view["offers"].get("draw", []) == []


def test_what_is_wrong_is_said(server: str) -> None:
    wrong: list[tuple[object, str, str]] = [
        (lambda: agon.online.join("nowhere"), "`nowhere` is neither the link nor the code of a room; ", "address"),
        (lambda: agon.online.join("K7XM-4QPT", server="play.example"), "bad address `play.example` of a server", "address"),
        (lambda: agon.online.watch("K7XM-4QPT", server=server), "", "no_room"),
        (lambda: agon.online.create("chess", server=server), "unknown game `chess`; ", "bad"),
        (lambda: agon.online.create("gambit", server=server, size=3), "unknown option `size` of gambit", "bad"),
        (lambda: agon.online.create("gambit", server=server, seats=["me", "deepblue"]), "unknown player `deepblue`", "bad"),
        (lambda: agon.online.create("gambit", server="http://127.0.0.1:1"), "no server answers at `http://127.0.0.1:1`", "network"),
    ]
    for call, said, code in wrong:
        with pytest.raises(OnlineError) as raised:
            call()  # type: ignore[operator]
        assert str(raised.value).startswith(said) and raised.value.code == code, (str(raised.value), raised.value.code)
    with agon.online.create("gambit", server=server, seats=["me", "random"]) as room:
        with pytest.raises(OnlineError, match="illegal move `d2xd5`; `d2xd4`, ") as illegal:
            room.play("d2xd5", LIMIT)
        assert illegal.value.code == "illegal" and room.ply == 0
        with pytest.raises(OnlineError) as token:
            agon.online.join(room.link, token="x" * 40)
        assert token.value.code == "token"
        with pytest.raises(OnlineError) as full:
            agon.online.join(room.link)
        assert full.value.code == "full"
        with pytest.raises(agon.MoveError, match="the player answered `up`, which is no legal move"):
            room.play_with(lambda turn: "up")
    with agon.online.create("gambit", server=server) as alone, pytest.raises(TimeoutError, match="nothing has happened"):
        alone.wait(0.01)
    with pytest.raises(TypeError, match="`seats` is a list of names"):
        agon.online.create("gambit", server=server, seats="me")


def test_without_websockets_it_says_what_to_install(tmp_path: Path) -> None:
    # A folder that comes first and has no such package.
    (tmp_path / "websockets").mkdir()
    (tmp_path / "websockets" / "__init__.py").write_text("raise ModuleNotFoundError('websockets')")
    program = "import agon.online\nagon.online.create('gambit', server='http://127.0.0.1:1')"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "ModuleNotFoundError: playing online needs websockets: `pip install websockets`"
    )
