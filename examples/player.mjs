// A player for Agon in JavaScript: docs/players.md is the protocol.
//
//     agon match gambit "cmd:node examples/player.mjs" random --games 20
//
// It prefers moves that neither seat has made before in this game, and draws among them from its seed.
import { createInterface } from "node:readline";

let chance = () => 0;

// A small generator of random numbers (mulberry32): the same seed makes the same game again.
const generator = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

const handlers = {
    start: ({ seed }) => { chance = generator(Number(BigInt.asUintN(32, BigInt(seed)))); },
    turn: ({ legal, history }) => {
        const made = new Set(history.map(({ move }) => move));
        const fresh = legal.filter((move) => !made.has(move));
        const from = fresh.length > 0 ? fresh : legal;
        console.log(from[Math.floor(chance() * from.length)]);
    },
};

for await (const line of createInterface({ input: process.stdin })) {
    const event = JSON.parse(line);
    handlers[event.event]?.(event);
}
