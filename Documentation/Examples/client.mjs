// A client of `terrain serve`, lines of JSON in and out:  node client.mjs [PROGRAM]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

// The message of an error, and that of its first diagnostic, which has what is wrong.
function reason(error) {
  if (typeof error?.message !== "string") return "an error without a message";
  const first = error.data?.diagnostics?.[0]?.message;
  return typeof first === "string" ? `${error.message}: ${first}` : error.message;
}

// Whatever comes back, each call is resolved or rejected, and nothing is thrown outside of one.
export function connect(program = "terrain") {
  const server = spawn(program, ["serve", "--log-level", "error"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  const end = (reason) => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const closed = new Promise((resolve) => {
    server.on("close", (code) => (end("the service has ended"), resolve(code)));
    server.on("error", (error) => (end(error.message), resolve(2)));
  });
  server.stdin.on("error", (error) => end(`the service does not read: ${error.message}`));
  createInterface({ input: server.stdout }).on("line", (line) => {
    let response;
    try {
      response = JSON.parse(line);
    } catch {
      return; // not for a program
    }
    if (response === null || typeof response !== "object") return;
    const { id, error } = response;
    const message = reason(error);
    // An error without an id is about a line that could not be read: whose it was is unknown, so that nobody may wait for it.
    if (id === null && error) return end(message);
    const call = waiting.get(id);
    if (!call) return;
    waiting.delete(id);
    "result" in response ? call.resolve(response.result) : call.reject(new Error(message));
  });
  let last = 0;
  return {
    // Many may be under way at once: responses come as they are done, and each has the id of its request.
    ask: (method, params) => new Promise((resolve, reject) => {
      if (server.stdin.destroyed || server.exitCode !== null) return reject(new Error("the service has ended"));
      waiting.set(++last, { resolve, reject });
      server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: last, method, params }) + "\n");
    }),
    close: () => (server.stdin.end(), closed),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const terrain = connect(process.argv[2]);
  const asked = [-4, 0, 5].map((cold_heat) => terrain.ask("decide", { decision: "types.thermal", facts: { cold_heat } }));
  await Promise.all(asked)
    .then((answers) => console.log("thermal:", answers.map((answer) => answer.value).join(", ")))
    .catch((error) => console.log("no answer:", error.message));
  await terrain.ask("score", { answers: { q1_run_temp: "lukewarm" } }).catch((error) => console.log("refused:", error.message));
  process.exitCode = await terrain.close();
}
