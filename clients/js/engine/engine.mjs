// The engine in WebAssembly: bytes in, bytes out. A trap ends an instance; the next call makes a new one.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** One pack on one engine. Requests are answered one after another. */
export class Engine {
  /**
   * @param {BufferSource} wasm the compiled engine
   * @param {Uint8Array} pack a built pack
   * @param {Object<string, Uint8Array>} files by path: the zones that requests name
   */
  static async make(wasm, pack, files = {}) {
    const engine = new Engine();
    engine.module = await WebAssembly.compile(wasm);
    engine.pack = pack;
    engine.files = files;
    engine.parameters = [];
    engine.start();
    return engine;
  }

  start() {
    this.exports = new WebAssembly.Instance(this.module, {}).exports;
    for (const [path, bytes] of Object.entries(this.files)) {
      const name = encoder.encode(path);
      const both = new Uint8Array(name.length + bytes.length);
      both.set(name);
      both.set(bytes, name.length);
      this.give(both);
      this.exports.register(name.length, both.length);
    }
    this.give(this.pack);
    this.finish(this.exports.load(this.pack.length));
    if (this.parameters.length) this.apply(this.parameters);
  }

  give(bytes) {
    const start = this.exports.room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, start, bytes.length).set(bytes);
  }

  /** The bytes of the last result, which the next call replaces. */
  bytes() {
    return new Uint8Array(this.exports.memory.buffer, this.exports.result_bytes(), this.exports.result_count()).slice();
  }

  finish(failed) {
    if (!failed) return;
    const { diagnostics } = JSON.parse(decoder.decode(this.bytes()));
    throw Object.assign(new Error(diagnostics[0]?.message ?? "the engine reports an error"), { diagnostics });
  }

  /** Runs `body`; where it traps, a new instance takes over, and what happened is a diagnostic. */
  guarded(body) {
    if (!this.exports) this.start();
    try {
      return body();
    } catch (error) {
      if (error.diagnostics) throw error;
      this.exports = null;
      const message = "the engine stopped at this request and was started again";
      throw Object.assign(new Error(message), { diagnostics: [{ code: "playground/trap", severity: "error", message, fix: String(error.message ?? error) }] });
    }
  }

  /** The result of `method` for `params`, as the bytes that the native program writes. */
  callBytes(method, params) {
    return this.guarded(() => {
      const request = encoder.encode(JSON.stringify({ method, params }));
      this.give(request);
      this.finish(this.exports.call(request.length));
      return this.bytes();
    });
  }

  call(method, params) { return JSON.parse(decoder.decode(this.callBytes(method, params))); }

  /** Gives parameters other values: texts such as `module.name=3`. */
  set(parameters) {
    // The rules would be loaded again.
    if (parameters.join("\n") === this.parameters.join("\n")) return;
    this.guarded(() => this.apply(parameters));
    this.parameters = parameters;
  }

  apply(parameters) {
    const list = encoder.encode(JSON.stringify(parameters));
    this.give(list);
    this.finish(this.exports.settings(list.length));
  }

  /** For each outcome of the quiz, the exact share of each id in millionths. */
  shares() {
    return this.guarded(() => {
      this.finish(this.exports.shares());
      return JSON.parse(decoder.decode(this.bytes()));
    });
  }
}
