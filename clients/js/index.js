// A typed client of `terrain serve`, over a process of its own.
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
    const first = diagnostics.find((each) => typeof each.message === "string");
    super(first ? `${message}: ${first.message}` : message);
    this.code = Number.isInteger(error?.code) ? error.code : undefined;
    this.data = error?.data;
    this.diagnostics = diagnostics;
  }
}

const newline = 10;

// Whatever comes back, each call is resolved or rejected, and nothing is thrown outside of one.
export class Client {
  #reads;
  #writes;
  #timeout;
  #longest;
  #process;
  #closed;
  #waiting = new Map();
  #last = 0;
  #lost;
  #chunks = [];
  #size = 0;

  constructor(process, { timeout = 30_000, longest = 64 << 20 } = {}) {
    const [reads, writes] = [process.stdout, process.stdin];
    [this.#reads, this.#writes, this.#timeout, this.#longest, this.#process] = [reads, writes, timeout, longest, process];
    reads.on("data", (data) => this.#receive(data));
    reads.on("end", () => {
      this.#line(Buffer.concat(this.#chunks)); // a last line may lack its newline
      this.#lose("the service has ended");
    });
    reads.on("error", () => this.#lose("the service has ended"));
    // What the service wrote before it ended may be the answer: the end of what is read comes after it.
    writes.on("error", () => {});
    this.#closed = new Promise((resolve) => {
      process.on("close", (code) => (this.#lose("the service has ended"), resolve(code ?? 2)));
      process.on("error", (error) => (this.#lose(`the service does not start: ${error.message}`), resolve(2)));
    });
  }

  static start(program = "terrain", commandArguments = [], options = {}) {
    const stdio = ["pipe", "pipe", "inherit"];
    const process = spawn(program, ["serve", "--log-level", "error", ...commandArguments], { stdio });
    return new Client(process, options);
  }

  call(method, params = {}) {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(new ServiceLost(this.#lost));
      const id = ++this.#last;
      const line = JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n";
      const late = () => this.#settle(id)?.reject(new NoAnswer(`no answer within ${this.#timeout} ms`));
      this.#waiting.set(id, { resolve, reject, timer: setTimeout(late, this.#timeout) });
      this.#writes.write(line);
    });
  }

  async close() {
    this.#lose("the client is closed");
    this.#writes.end();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), 5000);
    try {
      return await this.#closed;
    } finally {
      clearTimeout(timer);
    }
  }

  #receive(data) {
    let start = 0;
    for (let end; (end = data.indexOf(newline, start)) >= 0; start = end + 1) {
      this.#chunks.push(data.subarray(start, end));
      const line = Buffer.concat(this.#chunks);
      [this.#chunks, this.#size] = [[], 0];
      this.#line(line);
    }
    if (this.#lost) return;
    this.#chunks.push(data.subarray(start));
    this.#size += data.length - start;
    if (this.#size <= this.#longest) return;
    [this.#chunks, this.#size] = [[], 0];
    this.#lose(`the service wrote a line of more than ${this.#longest} bytes`);
    this.#reads.destroy();
  }

  #line(line) {
    let response;
    try {
      response = JSON.parse(line.toString());
    } catch {
      return; // not for a program
    }
    if (response === null || typeof response !== "object") return;
    const { id, error } = response;
    // An error without an id is about a line that could not be read: whose it was is unknown, so that nobody may wait for it.
    if (id === null && "error" in response) return this.#rejectAll(() => new RequestError(error));
    const call = this.#settle(id);
    if (!call) return;
    "result" in response ? call.resolve(response.result) : call.reject(new RequestError(error));
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
