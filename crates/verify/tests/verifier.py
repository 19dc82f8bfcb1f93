"""A second verifier of certificates, written from docs/certificates.md alone, with moves of its own for two games.

Usage: python3 verifier.py FILE…   (nothing but the standard library; shares no code with the other verifier)
"""

import hashlib
import sys
import zlib


class Wrong(Exception):
    """The file proves nothing."""


def need(good, why):
    if not good:
        raise Wrong(why)


def read_board(text, files, ranks, letters):
    """A board in the notation of the rules pages, from a1 rank by rank: a seat, or None."""
    rows = text.split("/")
    need(len(rows) == ranks, "ranks")
    board = []
    for row in reversed(rows):
        cells = []
        for char in row:  # no rank here is longer than nine squares
            cells += [None] * int(char) if char.isdigit() else [letters.index(char)]
        need(len(cells) == files, "files")
        board += cells
    return tuple(board)


class TicTacToe:
    """A state is the board and who moves."""

    points = False

    def __init__(self, options):
        self.size, line = int(options["size"]), int(options["line"])
        inside = range(self.size)
        self.names = ["abcde"[f] + str(r + 1) for r in inside for f in inside]
        self.lines = []
        for f, r in ((f, r) for r in inside for f in inside):
            for df, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(f + i * df, r + i * dr) for i in range(line)]
                if all(x in inside and y in inside for x, y in cells):
                    self.lines.append([y * self.size + x for x, y in cells])
        grid = [[r * self.size + f for f in inside] for r in inside]
        self.images = []
        for _ in range(4):
            grid = [list(row) for row in zip(*grid[::-1])]  # a quarter turn
            self.images += [sum(grid, []), sum(grid[::-1], [])]

    def read(self, text):
        board, turn = text.split(" ")
        return read_board(board, self.size, self.size, "xo"), int(turn)

    def won(self, s, seat):
        return any(all(s[0][at] == seat for at in line) for line in self.lines)

    def moves(self, s):
        board, turn = s
        if self.won(s, 1 - turn):
            return {}
        empty = [at for at, mark in enumerate(board) if mark is None]
        return {self.names[at]: (board[:at] + (turn,) + board[at + 1 :], 1 - turn) for at in empty}

    def score(self, s, seat):
        return int(self.won(s, seat))

    def twins(self, s):
        return {(tuple(s[0][at] for at in image), s[1]) for image in self.images}

    def rows(self, s, seat):
        open_lines = [line for line in self.lines if all(s[0][at] != 1 - seat for at in line)]
        return [{self.names[at] for at in line if s[0][at] is None} for line in open_lines]


class Gambit:
    """A state is the board, who moves, and the square of the piece that may go on."""

    points = True

    def __init__(self, options):
        self.zero = options["big-islands"] == "zero"
        self.names = ["abcdefgh"[at % 8] + str(at // 8 + 1) for at in range(32)]
        ways = [(df, dr) for df in (-1, 0, 1) for dr in (-1, 0, 1) if df or dr]
        step = lambda at, df, dr: at + 8 * dr + df if 0 <= at % 8 + df < 8 and 0 <= at // 8 + dr < 4 else None
        near = [[(step(at, *way), way) for way in ways] for at in range(32)]
        self.near = [[to for to, _ in steps if to is not None] for steps in near]
        self.jumps = [[(to, step(to, *way)) for to, way in steps if to is not None] for steps in near]

    def read(self, text):
        board, turn, runner = text.split(" ")
        return read_board(board, 8, 4, "OX"), int(turn), None if runner == "-" else self.names.index(runner)

    def leaps(self, board, turn, at):
        return [(over, to) for over, to in self.jumps[at]
                if to is not None and board[over] == 1 - turn and board[to] is None]

    def moves(self, s):
        board, turn, runner = s
        found = {} if runner is None else {"stop": (board, 1 - turn, None)}
        for at in [at for at in range(32) if board[at] == turn] if runner is None else [runner]:
            for over, to in self.leaps(board, turn, at):
                after = list(board)
                after[at], after[over], after[to] = None, None, turn
                goes_on = bool(self.leaps(after, turn, to))
                found[f"{self.names[at]}x{self.names[to]}"] = (
                    tuple(after), turn if goes_on else 1 - turn, to if goes_on else None)
        return found

    def score(self, s, seat):
        left, points = {at for at in range(32) if s[0][at] == seat}, 0
        while left:
            todo, island, alone = [left.pop()], 0, True
            while todo:
                at = todo.pop()
                island += 1
                for to in self.near[at]:
                    alone &= s[0][to] != 1 - seat
                    if to in left:
                        left.remove(to)
                        todo.append(to)
            points += 2 * island - 1 if alone and not (self.zero and island > 5) else 0
        return points

    def twins(self, s):
        board, turn, runner = s
        mirrored = tuple(board[at ^ 7] for at in range(32))
        return {s, (mirrored, turn, None if runner is None else runner ^ 7)}

    def rows(self, s, seat):
        return None


class Side:
    """The walk through the strategy of one seat."""

    def __init__(self, game, holder, bound, data):
        self.game, self.holder, self.bound, self.data, self.at = game, holder, bound, data, 0
        self.picks, self.known = {}, {}

    def number(self):
        n = shift = 0
        while True:
            need(self.at < len(self.data), "choices are missing")
            byte = self.data[self.at]
            self.at += 1
            n |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return n

    def holds(self, s):
        game, holder = self.game, self.holder
        moves = game.moves(s)
        if not moves:
            need(game.score(s, holder) - game.score(s, 1 - holder) >= self.bound, f"a result is too low: {s}")
            return
        mine = s[1] == holder
        if mine:
            if s in self.known:
                need(self.known[s], "play goes in circles")
                return
            self.known[s] = False
        replies = [moves[text] for text in sorted(moves)]
        own, others = game.rows(s, holder), game.rows(s, 1 - holder)
        if own is not None:
            threats = {text for row in own if len(row) == 1 for text in row}
            if mine and threats:
                replies = []
            elif threats and not any(len(row) == 1 for row in others):
                replies = [moves[text] for text in threats] if len(threats) == 1 else []
            elif self.bound <= 0 and sum(2.0 ** -len(row) for row in others) < (1 if mine else 0.5):
                replies = []
        if mine and len(replies) > 1:
            replies = self.own(s, sorted(moves), moves, others)
        for after in replies:
            self.holds(after)
        if mine:
            self.known[s] = True

    def own(self, s, texts, moves, others):
        """Where the strategy leads: to one position, or to none where pairs hold."""
        picked = next((self.picks[twin] for twin in self.game.twins(s) if twin in self.picks), None)
        if picked is not None:
            targets = self.game.twins(picked)
            after = next((moves[text] for text in texts if moves[text] in targets), None)
            need(after is not None, "no move leads where that of its twin led")
            return [after]
        choice = self.number()
        if choice < len(texts):
            self.picks[s] = moves[texts[choice]]
            return [self.picks[s]]
        need(choice == len(texts) and others is not None and self.bound <= 0, "no such choice")
        used = [self.number() for _ in range(2 * self.number())]
        need(len(set(used)) == len(used) and all(at < len(texts) for at in used), "bad pairs")
        pairs = [{texts[a], texts[b]} for a, b in zip(used[::2], used[1::2])]
        need(all(any(pair <= row for pair in pairs) for row in others), "a row holds no pair")
        return []


def verify(data):
    content, digest = data[:-32], data[-32:]
    need(len(data) > 32 and hashlib.sha256(content).digest() == digest, "the digest")
    head, _, rest = content.partition(b"\n\n")
    first, *lines = head.decode().split("\n")
    fields = dict(line.split(" ", 1) for line in lines)
    need(first == "agon certificate 1" and list(fields) == ["game", "rules", "value", "lower", "upper"], "the head")
    name, *options = fields["game"].replace("_", " ").replace("*", "+").replace("!", "<").split("~")
    options = dict(option.split("=", 1) for option in options)
    need(fields["rules"] == "1" and "at" in options, "the rules or the position")
    game, value = {"tic-tac-toe": TicTacToe, "gambit": Gambit}[name](options), int(fields["value"])
    start, counts = game.read(options["at"]), []
    for holder, side in enumerate(("lower", "upper")):
        bound = value if holder == 0 else -value
        if fields[side] == "trivial":
            need(not game.points and bound <= -1, "a proof is missing")
            continue
        packed, rest = rest[: int(fields[side])], rest[int(fields[side]) :]
        walk = Side(game, holder, bound, zlib.decompress(packed))
        walk.holds(start)
        need(walk.at == len(walk.data), "choices are left over")
        counts.append(len(walk.known))
    need(not rest, "bytes are left over")
    return f"{name} value {value:+} {' '.join(map(str, counts))}"


if __name__ == "__main__":
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                print(verify(file.read()))
        except (Wrong, ValueError, KeyError, IndexError, zlib.error) as why:
            sys.exit(f"{path}: {why!r}")
