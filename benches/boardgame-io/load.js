// README: `npm install && node load.js --agon PATH/TO/agon` puts the same load on Agon's server (with `--no-limits`, its default
// durable SQLite storage) and on boardgame.io's (which holds everything in memory by default), and prints medians and ratios.
//
//   --agon FILE       the release binary of Agon
//   --rooms 50,200    how many rooms play at once
//   --rounds 20       how many games every room plays in a run
//   --warm 2          how many games it plays before, uncounted (a fresh Node server is slow at first)
//   --runs 3          how many runs of each server; they take turns: A, B, A, B, ...
//   --think 0         milliseconds a player waits before each move (at random up to twice that)
//   --flat            measure boardgame.io with its FlatFile storage too
//   --out FILE        write every run as JSON, too
//
// Every run has a fresh server. A round: as many rooms as asked for are made over HTTP, two players of each come in over a socket
// of their own; then all play tic-tac-toe at random until their game is over, each move sent when the previous one was seen by
// the opponent (the same games on both servers, by a seed). Making rooms and opening sockets is not in the figures of moves.
// The players of both servers are in this one process, with the bare sockets: `ws`, and socket.io-client on the WebSocket
// transport without boardgame.io's own client, whose work (Redux, optimistic moves) is thus not counted against it.
const { spawn } = require('child_process');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const WebSocket = require('ws');
const { io } = require('socket.io-client');

const arg = (name, otherwise) => {
  const i = process.argv.indexOf('--' + name);
  return i < 0 ? otherwise : process.argv[i + 1];
};
const AGON = arg('agon', 'agon');
const ROOMS = arg('rooms', '50,200').split(',').map(Number);
const ROUNDS = Number(arg('rounds', 20));
const WARM = Number(arg('warm', 2));
const RUNS = Number(arg('runs', 3));
const THINK = Number(arg('think', 0));
const KINDS = ['agon', 'boardgame.io'].concat(process.argv.includes('--flat') ? ['boardgame.io FlatFile'] : []);
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const NAMES = ['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1'];

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const now = () => Number(process.hrtime.bigint()) / 1e6;
const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });

/** A POST with a JSON body, answered with JSON. */
function post(port, where, body) {
  return new Promise((done, failed) => {
    const text = JSON.stringify(body);
    const request = http.request(
      { host: '127.0.0.1', port, path: where, method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } },
      (answer) => {
        let got = '';
        answer.on('data', (part) => (got += part));
        answer.on('end', () => (answer.statusCode < 300 ? done(JSON.parse(got)) : failed(new Error(where + ': ' + answer.statusCode + ' ' + got))));
      },
    );
    request.on('error', failed);
    request.end(text);
  });
}

/** A small generator of numbers by a seed (mulberry32). */
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The squares of one whole game at random. */
function game(seed) {
  const random = generator(seed);
  const cells = Array(9).fill(null);
  const moves = [];
  while (moves.length < 9) {
    const empty = cells.map((c, i) => (c === null ? i : -1)).filter((i) => i >= 0);
    const cell = empty[Math.floor(random() * empty.length)];
    cells[cell] = moves.length % 2;
    moves.push(cell);
    if (LINES.some((l) => l.every((i) => cells[i] !== null && cells[i] === cells[l[0]]))) break;
  }
  return moves;
}

// A player has `move(revision, cell)` and `close()`, and calls `seen(revision, over)` with every state that reaches it.

async function agonRoom(port, seen) {
  const mine = await post(port, '/api/rooms', { game: 'tic-tac-toe' });
  const theirs = await post(port, `/api/rooms/${mine.room}/join`, {});
  return Promise.all(
    [mine, theirs].map(
      (ticket, seat) =>
        new Promise((done, failed) => {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, { perMessageDeflate: false });
          let id = 0;
          let first = true;
          const player = {
            move: (revision, cell) => socket.send(JSON.stringify({ type: 'do', id: ++id, do: { play: { revision, text: NAMES[cell] } } })),
            close: () => new Promise((closed) => { socket.on('close', closed); socket.close(); }),
          };
          socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', v: 2, room: ticket.room, token: ticket.token })));
          socket.on('message', (data) => {
            const message = JSON.parse(data);
            if (message.type === 'refused') failed(new Error(message.text));
            if (message.type !== 'view') return;
            if (first) done(player);
            first = false;
            seen(seat, message.revision, message.view.outcome !== null);
          });
          socket.on('error', failed);
        }),
    ),
  );
}

async function bgioRoom(port, seen) {
  const { matchID } = await post(port, '/games/tic-tac-toe/create', { numPlayers: 2 });
  const tickets = [];
  for (const playerID of ['0', '1']) tickets.push(await post(port, `/games/tic-tac-toe/${matchID}/join`, { playerID, playerName: 'p' + playerID }));
  return Promise.all(
    tickets.map(
      ({ playerCredentials: credentials }, seat) =>
        new Promise((done, failed) => {
          const playerID = String(seat);
          const socket = io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ['websocket'], forceNew: true, reconnection: false });
          const player = {
            move: (revision, cell) => socket.emit('update', { type: 'MAKE_MOVE', payload: { type: 'clickCell', args: [cell], playerID, credentials } }, revision, matchID, playerID),
            close: async () => socket.disconnect(),
          };
          const state = (s) => seen(seat, s._stateID, s.ctx.gameover !== undefined);
          socket.on('connect', () => socket.emit('sync', matchID, playerID, credentials, 2));
          socket.on('sync', (_match, info) => { done(player); state(info.state); });
          socket.on('update', (_match, s) => state(s));
          socket.on('connect_error', failed);
        }),
    ),
  );
}

/** Plays a game to its end; the times from a move to the opponent go into `times`. */
function play(room, moves, times) {
  return new Promise((done, failed) => {
    let at = 0;
    let sent = 0;
    let base = null;
    const timer = setTimeout(() => failed(new Error(`a game hangs at move ${at}`)), 60000);
    const next = () => {
      const go = () => {
        sent = now();
        room.players[at % 2].move(room.revisions[at % 2], moves[at]);
      };
      if (THINK) setTimeout(go, Math.random() * 2 * THINK);
      else go();
    };
    room.seen = (seat, revision, over) => {
      // The opponent of whoever moved sees a newer state: the move has arrived.
      if (base === null || seat === at % 2 || revision <= base) return;
      times.push(now() - sent);
      base = revision;
      at += 1;
      if (over !== (at === moves.length)) failed(new Error('the game is over at another move than expected'));
      if (at < moves.length) return next();
      clearTimeout(timer);
      done();
    };
    base = Math.max(...room.revisions);
    next();
  });
}

const stat = (pid) => {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10; // clock ticks of 10 ms
};
const rss = (pid) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
const freePort = () => new Promise((done) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => done(port)); }); });

const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

async function start(kind) {
  const port = await freePort();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'load-'));
  const [command, args] = kind === 'agon'
    ? [AGON, ['serve', '--port', String(port), '--data', folder, '--no-limits']]
    : [process.execPath, [path.join(__dirname, 'server.js'), String(port)].concat(kind.endsWith('FlatFile') ? [folder] : [])];
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production', RUST_LOG: 'warn' } });
  running.add(child);
  for (let i = 0; ; i++) {
    const up = await new Promise((done) => { const s = net.connect(port, '127.0.0.1', () => { s.destroy(); done(true); }); s.on('error', () => done(false)); });
    if (up) break;
    if (i > 200) throw new Error(kind + ' does not start');
    await sleep(50);
  }
  const stop = async () => {
    child.kill('SIGKILL');
    await new Promise((done) => child.on('exit', done));
    running.delete(child);
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { port, pid: child.pid, stop };
}

/** Opens rooms, a few at a time, so that no server is asked for hundreds at once. */
async function open(kind, port, count) {
  const rooms = [];
  const one = async () => {
    const room = { revisions: [0, 0], seen: () => {} };
    room.players = await (kind === 'agon' ? agonRoom : bgioRoom)(port, (seat, revision, over) => { room.revisions[seat] = Math.max(room.revisions[seat], revision); room.seen(seat, revision, over); });
    rooms.push(room);
  };
  for (let i = 0; i < count; i += 10) await Promise.all(Array.from({ length: Math.min(10, count - i) }, one));
  return rooms;
}

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
const median = (list) => quantile([...list].sort((a, b) => a - b), 0.5);

async function run(kind, count) {
  // Memory with idle rooms, on a server of its own.
  let server = await start(kind);
  await sleep(500);
  const empty = rss(server.pid);
  const idle = await open(kind, server.port, count);
  await sleep(3000);
  const idleRss = rss(server.pid);
  await server.stop();
  for (const room of idle) for (const player of room.players) player.close().catch(() => {});

  server = await start(kind);
  let times = [];
  let wall = 0;
  let cpu = 0;
  let own = 0;
  let setup = 0;
  for (let round = 0; round < WARM + ROUNDS; round++) {
    if (round === WARM) {
      times = [];
      wall = cpu = own = setup = 0;
    }
    const before = stat(server.pid);
    const rooms = await open(kind, server.port, count);
    await sleep(50);
    setup += stat(server.pid) - before;
    const games = rooms.map((_, i) => game(round * 1000003 + i));
    const [t, c, o] = [now(), stat(server.pid), process.cpuUsage()];
    await Promise.all(rooms.map((room, i) => play(room, games[i], times)));
    wall += now() - t;
    cpu += stat(server.pid) - c;
    const used = process.cpuUsage(o);
    own += (used.user + used.system) / 1000;
    await Promise.all(rooms.flatMap((room) => room.players.map((player) => player.close())));
  }
  const endRss = rss(server.pid);
  await server.stop();
  times.sort((a, b) => a - b);
  return {
    kind, rooms: count, games: count * ROUNDS, moves: times.length,
    'moves/s': (times.length / wall) * 1000,
    'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99),
    'CPU us/move': (cpu / times.length) * 1000, 'CPU us/room made': (setup / (count * ROUNDS)) * 1000,
    'RSS empty MiB': empty, 'RSS idle MiB': idleRss, 'RSS end MiB': endRss,
    'driver busy': own / wall, load: os.loadavg()[0],
  };
}

(async () => {
  const all = [];
  for (const count of ROOMS) {
    for (let i = 0; i < RUNS; i++) {
      for (const kind of KINDS) {
        const result = await run(kind, count);
        all.push(result);
        console.error(JSON.stringify(result, (_, v) => (typeof v === 'number' ? Number(v.toPrecision(4)) : v)));
        if (arg('out')) fs.writeFileSync(arg('out'), JSON.stringify(all, null, 1));
      }
    }
    const figures = Object.keys(all[0]).slice(4);
    const of = (kind, figure) => median(all.filter((r) => r.kind === kind && r.rooms === count).map((r) => r[figure]));
    console.log(`\n${count} rooms, ${ROUNDS} games each, medians of ${RUNS} runs${THINK ? `, thinking ${THINK} ms` : ''}`);
    console.log(['', ...KINDS, ...KINDS.slice(1).map((k) => k + ' : agon')].join(' | '));
    for (const figure of figures) {
      const values = KINDS.map((kind) => of(kind, figure));
      const ratios = figure === 'load' ? [] : values.slice(1).map((v) => (v / values[0]).toFixed(2));
      console.log([figure, ...values.map((v) => Number(v.toPrecision(3))), ...ratios].join(' | '));
    }
  }
  process.exit(0);
})().catch((error) => { console.error(error); process.exit(1); });
