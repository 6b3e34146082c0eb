// The engine in a worker: in browsers a module worker, in Node a worker thread. One message in, one message out, in order.
import { Engine } from "./engine.mjs";

const inBrowser = typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope;
const port = inBrowser ? self : (await import("node:worker_threads")).parentPort;
const listen = (hear) => (inBrowser ? port.addEventListener("message", ({ data }) => hear(data)) : port.on("message", hear));

let engine;

const actions = {
  async load({ wasm, pack, zones }) { engine = await Engine.make(wasm, pack, zones); },
  call({ method, params }) { return engine.call(method, params ?? {}); },
  set({ parameters }) { return engine.set(parameters); },
  shares() { return engine.shares(); },
};

// One after another: `load` is the only one that waits for something, and what comes meanwhile is answered after it.
let turn = Promise.resolve();
listen(({ id, action, ...rest }) => {
  turn = turn.then(async () => {
    try {
      port.postMessage({ id, result: await actions[action](rest) });
    } catch (error) {
      port.postMessage({ id, error: { message: String(error?.message ?? error), diagnostics: error?.diagnostics } });
    }
  });
});
