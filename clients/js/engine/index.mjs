// The engine in a worker, with the calls of a client of `terrain serve`: many at once, each resolved or rejected.

const inNode = typeof process !== "undefined" && process.versions?.node !== undefined;

/** What the engine reports about a request: a stable code, where, what, and how to repair it. */
export class TerrainError extends Error {
  constructor({ message, diagnostics }) {
    super(message);
    this.name = "TerrainError";
    this.diagnostics = diagnostics ?? [];
  }
}

/** Loads a built pack into an engine of its own. See `index.d.ts`. */
export async function load({ wasm, pack, zones = {} }) {
  const url = new URL("./worker.mjs", import.meta.url);
  const worker = inNode ? new (await import("node:worker_threads")).Worker(url) : new Worker(url, { type: "module" });
  const waiting = new Map();
  let last = 0;
  let ended;

  const end = (message) => {
    ended ??= message;
    for (const { reject } of waiting.values()) reject(new TerrainError({ message }));
    waiting.clear();
  };
  const hear = ({ id, result, error }) => {
    const call = waiting.get(id);
    if (!call) return;
    waiting.delete(id);
    if (error) call.reject(new TerrainError(error));
    else call.resolve(result);
  };
  if (inNode) {
    worker.on("message", hear);
    worker.on("error", (error) => end(`the engine has ended: ${error.message}`));
    worker.on("exit", () => end("the engine has ended"));
  } else {
    worker.addEventListener("message", ({ data }) => hear(data));
    worker.addEventListener("error", (event) => end(`the engine has ended: ${event.message ?? ""}`));
  }

  const send = (action, rest = {}) =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(new TerrainError({ message: ended }));
      const id = ++last;
      waiting.set(id, { resolve, reject });
      try {
        worker.postMessage({ id, action, ...rest });
      } catch (error) {
        waiting.delete(id);
        reject(new TerrainError({ message: `this cannot be sent to the engine: ${error.message}` }));
      }
    });

  const close = async () => {
    end("the engine was closed");
    await worker.terminate();
  };
  try {
    await send("load", { wasm, pack, zones });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ask: (method, params) => send("call", { method, params }),
    set: (parameters) => send("set", { parameters: Object.entries(parameters).map(([name, value]) => `${name}=${value}`) }),
    shares: () => send("shares"),
    close,
  };
}
