// A client of `terrain serve`, which it starts as a child process.
import { spawn } from "node:child_process";

export class TerrainError extends Error {
  get name() {
    return this.constructor.name;
  }
}
export class ServiceLost extends TerrainError {}
export class NoAnswer extends TerrainError {}
export class RequestError extends TerrainError {
  constructor(error) {
    const message = typeof error?.message === "string" ? error.message : "an error without a message";
    const found = Array.isArray(error?.data?.diagnostics) ? error.data.diagnostics : [];
    const diagnostics = found.filter((each) => each !== null && typeof each === "object");
    const detail = diagnostics[0]?.message;
    super(typeof detail === "string" ? `${message}: ${detail}` : message);
    this.code = Number.isInteger(error?.code) ? error.code : undefined;
    this.path = typeof diagnostics[0]?.path === "string" ? diagnostics[0].path : undefined;
    this.diagnostics = diagnostics;
  }
}

const newline = 10;
// The codes of requests that the service gave up: the time was over, or the client canceled.
const givenUp = [-32004, -32800];
const longestTimeout = 86_400_000;
// The version of the protocol that this client speaks.
const protocol = 1;

// Each call is resolved or rejected, whatever the service writes; nothing is thrown outside of a call.
export class Client {
  #process;
  #timeout;
  #longest;
  #closed;
  #waiting = new Map();
  #last = 0;
  #lost;
  #chunks = [];
  #size = 0;

  constructor(program = "terrain", commandArguments = [], { timeout = 30_000, longest = 64 << 20 } = {}) {
    [this.#timeout, this.#longest] = [timeout, longest];
    const stdio = ["pipe", "pipe", "inherit"];
    this.#process = spawn(program, ["serve", "--log-level", "error", ...commandArguments], { stdio });
    const { stdin, stdout } = this.#process;
    stdout.on("data", (data) => this.#receive(data));
    stdout.on("end", () => {
      this.#line(Buffer.concat(this.#chunks)); // the last line may lack its newline
      this.#lose("the service has ended");
    });
    // Lines that the service wrote before it ended may be the answers; the end of its output comes after them.
    stdin.on("error", () => {});
    this.#closed = new Promise((resolve) => {
      this.#process.on("close", (code) => (this.#lose("the service has ended"), resolve(code ?? 2)));
      this.#process.on("error", (error) => (this.#lose(`the service does not start: ${error.message}`), resolve(2)));
    });
  }

  call(method, params = {}, timeout = this.#timeout) {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(new ServiceLost(this.#lost));
      const id = ++this.#last;
      const timeout_ms = Math.min(Math.max(1, Math.round(timeout)), longestTimeout);
      const line = JSON.stringify({ jsonrpc: "2.0", id, method, params, timeout_ms }) + "\n";
      const giveUp = () => {
        this.#settle(id)?.reject(new NoAnswer(`no answer within ${timeout} ms`));
        this.#write(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${id}}}\n`);
      };
      this.#waiting.set(id, { resolve, reject, timer: setTimeout(giveUp, timeout_ms) });
      this.#write(line);
    });
  }

  async handshake(timeout = this.#timeout) {
    const versions = await this.call("version", {}, timeout);
    if (versions?.protocol === protocol) return versions;
    await this.close();
    throw new ServiceLost(`the service does not speak version ${protocol} of the protocol`);
  }

  async *calls(requests, { timeout = this.#timeout, ahead = 64 } = {}) {
    const pending = [];
    const outcome = async (call) => {
      const result = await call;
      if (result instanceof ServiceLost) throw result;
      return result;
    };
    for await (const [method, params] of requests) {
      pending.push(this.call(method, params, timeout).catch((error) => error));
      if (pending.length >= ahead) yield outcome(pending.shift());
    }
    while (pending.length > 0) yield outcome(pending.shift());
  }

  async close() {
    this.#lose("the client is closed");
    this.#process.stdin.end();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), 5000);
    try {
      return await this.#closed;
    } finally {
      clearTimeout(timer);
    }
  }

  async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    await this.close();
  }

  #write(line) {
    if (this.#process.stdin.writable) this.#process.stdin.write(line);
  }

  #receive(data) {
    let start = 0;
    for (let end; (end = data.indexOf(newline, start)) >= 0; start = end + 1) {
      this.#chunks.push(data.subarray(start, end));
      const line = Buffer.concat(this.#chunks);
      [this.#chunks, this.#size] = [[], 0];
      this.#line(line);
    }
    this.#chunks.push(data.subarray(start));
    this.#size += data.length - start;
    if (this.#size <= this.#longest) return;
    [this.#chunks, this.#size] = [[], 0];
    this.#lose(`the service wrote a line of more than ${this.#longest} bytes`);
    this.#process.kill("SIGKILL");
  }

  #line(line) {
    let response;
    try {
      response = JSON.parse(line.toString());
    } catch {
      return;
    }
    if (response === null || typeof response !== "object") return;
    const { id, error } = response;
    // An error with the id null is about a line that could not be read: any request may be that line.
    if (id === null && "error" in response) return this.#rejectAll(() => new RequestError(error));
    const call = this.#settle(id);
    if (!call) return;
    if ("result" in response) return call.resolve(response.result);
    const refusal = new RequestError(error);
    call.reject(givenUp.includes(refusal.code) ? new NoAnswer(refusal.message) : refusal);
  }

  #settle(id) {
    const call = this.#waiting.get(id);
    if (call) clearTimeout(call.timer);
    this.#waiting.delete(id);
    return call;
  }

  #rejectAll(error) {
    for (const id of [...this.#waiting.keys()]) this.#settle(id).reject(error());
  }

  #lose(reason) {
    this.#lost ??= reason;
    this.#rejectAll(() => new ServiceLost(this.#lost));
  }
}
