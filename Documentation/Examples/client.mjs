// Talks to `terrain serve` in lines of JSON:  node client.mjs [PROGRAM]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

function connect(program = "terrain") {
  const server = spawn(program, ["serve", "--log-level", "error"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line);
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    error ? reject(new Error(error.message)) : resolve(result);
  });
  let last = 0;
  return {
    // Many may be under way at once: answers come as they are done, and their ids tell whose they are.
    ask: (method, params) => new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: last, method, params }) + "\n");
    }),
    close: () => new Promise((resolve) => server.on("exit", resolve).stdin.end()),
  };
}

const terrain = connect(process.argv[2]);
const asked = [-4, 0, 5].map((cold_heat) => terrain.ask("decide", { decision: "types.thermal", facts: { cold_heat } }));
console.log("thermal:", (await Promise.all(asked)).map((answer) => answer.value).join(", "));
await terrain.ask("score", { answers: { q1_run_temp: "lukewarm" } }).catch((error) => console.log("refused:", error.message));
process.exitCode = await terrain.close();
