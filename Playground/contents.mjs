// Whether a page expands to the engine that it was made of, and refuses damaged bytes: node Playground/contents.mjs FILE.html ENGINE.wasm
import fs from "node:fs";

const [pageFile, engineFile] = process.argv.slice(2);
if (!engineFile) {
  console.error("usage: node Playground/contents.mjs FILE.html ENGINE.wasm");
  process.exit(2);
}
const page = fs.readFileSync(pageFile, "utf8");
const engine = fs.readFileSync(engineFile);
const textOf = (id) => new RegExp(`<script[^>]* id="${id}"[^>]*>([^<]*)</script>`).exec(page)[1];
const bytesOf = (id) => Buffer.from(textOf(id), "base64");
const { sizes } = JSON.parse(textOf("data"));
const expander = new WebAssembly.Module(bytesOf("expander"));

/** What the function `name` makes of `bytes`; undefined where it finds them damaged. */
function expanded(name, bytes, size) {
  const { memory, __heap_base, [name]: expand } = new WebAssembly.Instance(expander).exports;
  const start = __heap_base.value;
  memory.grow(Math.ceil((bytes.length + size + 16) / 65536));
  new Uint8Array(memory.buffer).set(bytes, start);
  return expand(start, bytes.length, start + bytes.length, size) ? Buffer.from(memory.buffer, start + bytes.length, size) : undefined;
}

let wrong = 0;
function expect(title, holds) {
  console.log(`${holds ? "ok  " : "FAIL"} ${title}`);
  if (!holds) wrong++;
}

const divided = expanded("expand", bytesOf("engine"), sizes.engine);
expect("the engine is expanded", divided !== undefined);
expect("the engine is joined", engine.equals(expanded("join", divided, sizes.module) ?? Buffer.alloc(0)));
for (const id of ["pack", "details"]) expect(`${id} is JSON`, JSON.parse(expanded("expand", bytesOf(id), sizes[id]).toString()) !== null);
expect("a short module is refused", expanded("join", divided.subarray(0, divided.length - 1), sizes.module) === undefined);
expect("no bytes are refused", expanded("join", Buffer.alloc(0), sizes.module) === undefined);
for (let index = 0; index < 64; index++) {
  const damaged = Buffer.from(divided);
  damaged.fill(index * 37 + 11, index * 3, index * 3 + 2);
  // Within the sizes it is refused; behind them another module is joined, or none, and nothing traps.
  const joined = expanded("join", damaged, sizes.module);
  if (index < 4 && !damaged.equals(divided)) expect(`sizes that are damaged at byte ${index * 3} are refused`, joined === undefined);
}
process.exit(wrong ? 1 : 0);
