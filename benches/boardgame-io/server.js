// boardgame.io's server with the tic-tac-toe of its tutorial:
//   node server.js PORT [FOLDER]     in memory (its default), or with its FlatFile storage in FOLDER
const { Server, FlatFile } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (lines.some((l) => l.every((i) => G.cells[i] !== null && G.cells[i] === G.cells[l[0]]))) {
      return { winner: ctx.currentPlayer };
    }
    if (G.cells.every((c) => c !== null)) return { draw: true };
  },
};

const [port, dir] = process.argv.slice(2);
const options = { games: [TicTacToe], origins: [/.*/] };
if (dir) options.db = new FlatFile({ dir });
Server(options).run({ port: Number(port), callback: () => console.log('ready') });
