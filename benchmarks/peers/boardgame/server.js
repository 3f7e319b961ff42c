// boardgame.io's own server: in memory, or with bgio-postgres where DATABASE names a database.
// PORT: where to listen. Prints "ready" when it does.

const { Server, Origins } = require("boardgame.io/server");
const { Holdem } = require("./holdem.js");
const { TeenPatti } = require("./teen_patti.js");

function storage() {
  if (!process.env.DATABASE) return undefined; // its default: in memory
  const { PostgresStore } = require("bgio-postgres");
  return new PostgresStore({
    database: process.env.DATABASE,
    username: process.env.DATABASE_USER,
    password: "",
    host: process.env.DATABASE_HOST,
    logging: false,
  });
}

const server = Server({ games: [TeenPatti, Holdem], origins: [Origins.LOCALHOST], db: storage() });
server.run({ port: Number(process.env.PORT), callback: () => console.log("ready") });
