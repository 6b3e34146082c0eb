// Whether the engine in WebAssembly answers with the bytes of the native program:
//   node Playground/parity.mjs ENGINE.wasm TERRAIN [--scores N] [--pages N] [--hostile N] [--calls N] [--speed] [--cel FOLDER]
// Every example request of every pack, then seeded requests: answers to score, pages of days, and requests with mistakes in them. With
// --cel the expressions of a conformance suite (cel-spec as JSON), as decisions of a rule set that is made of them.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Engine } from "../clients/js/engine/engine.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [wasmFile, terrain, ...rest] = process.argv.slice(2);
if (!terrain) {
  console.error("usage: node Playground/parity.mjs ENGINE.wasm TERRAIN [--scores N] [--pages N] [--hostile N] [--calls N] [--speed] [--cel FOLDER]");
  process.exit(2);
}
const option = (name, standard) => (rest.includes(name) ? Number(rest[rest.indexOf(name) + 1]) : standard);
const scores = option("--scores", 2000);
const pages = option("--pages", 40);
const hostile = option("--hostile", 300);
const calls = option("--calls", 0);

const decoder = new TextDecoder();
const wasm = fs.readFileSync(wasmFile);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parity-"));

// The same numbers every time: xorshift32 from a fixed seed.
let seed = 0x9e3779b9;
function random(count) {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % count;
}
const one = (list) => list[random(list.length)];

/** What the native program answers to `requests`, in their order: `{ result }` or `{ diagnostics }`, as text. */
function native(pack, requests) {
  const lines = requests.map(({ method, params }, id) => JSON.stringify({ jsonrpc: "2.0", id, method, params })).join("\n") + "\n";
  const started = process.hrtime.bigint();
  const run = spawnSync(terrain, ["serve", "--pack", path.join(folder, `${pack}.json`), "--threads", "1", "--log-level", "error"], {
    input: lines, maxBuffer: 1 << 30, cwd: root, encoding: "utf8",
  });
  const answers = [];
  for (const line of run.stdout.split("\n")) {
    if (!line) continue;
    const id = Number(/^\{"jsonrpc":"2\.0","id":(\d+),/.exec(line)?.[1]);
    const result = /^\{"jsonrpc":"2\.0","id":\d+,"result":(.*)\}$/s.exec(line)?.[1];
    const diagnostics = /^\{"jsonrpc":"2\.0","id":\d+,"error":.*?"data":\{"diagnostics":(.*?)\}\}\}$/s.exec(line)?.[1];
    answers[id] = result !== undefined ? { result } : { diagnostics: diagnostics ?? line };
  }
  answers.took = Number(process.hrtime.bigint() - started) / 1e6;
  if (answers.length !== requests.length) throw new Error(`${pack}: ${answers.length} of ${requests.length} answers\n${run.stderr}`);
  return answers;
}

function answer(engine, { method, params }) {
  try {
    return { result: decoder.decode(engine.callBytes(method, params)) };
  } catch (error) {
    if (!error.diagnostics) throw error;
    return { diagnostics: JSON.stringify(error.diagnostics) };
  }
}

let differences = 0;
function compare(title, pack, engine, requests) {
  const expected = native(pack, requests);
  const started = performance.now();
  const got = requests.map((request) => answer(engine, request));
  const took = performance.now() - started;
  let differ = 0;
  requests.forEach((request, index) => {
    const [left, right] = [expected[index], got[index]];
    if (left.result === right.result && left.diagnostics === right.diagnostics) return;
    if (differ++ < 3) {
      console.log(`  differs: ${JSON.stringify(request).slice(0, 300)}`);
      console.log(`    native: ${(left.result ?? left.diagnostics).slice(0, 400)}`);
      console.log(`    wasm:   ${(right.result ?? right.diagnostics).slice(0, 400)}`);
    }
  });
  differences += differ;
  const refused = expected.filter((one) => one.diagnostics !== undefined).length;
  console.log(`${title}: ${requests.length} requests (${refused} refused), ${differ} different; ${took.toFixed(0)} ms in WebAssembly`);
}

/** The files of the zones that a page of the built pack in `file` brings. */
function zonesOf(file) {
  const run = spawnSync(path.join(root, "Playground/zones"), [file], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  const files = run.stdout.split("\n").filter(Boolean).map((zone) => `/usr/share/zoneinfo/${zone}`);
  return Object.fromEntries(files.map((name) => [name, new Uint8Array(fs.readFileSync(name))]));
}

const build = (pack, built) => spawnSync(terrain, ["build", pack, "--output", built], { cwd: root, encoding: "utf8", maxBuffer: 1 << 30 });

/** Builds a pack of a rule set with the expressions of the suite in `suite`; returns the names of their decisions. */
function celDecisions(suite) {
  const suites = fs.readdirSync(suite).sort().map((name) => JSON.parse(fs.readFileSync(path.join(suite, name), "utf8")));
  const cases = suites.flatMap(({ sections }) => sections.flatMap(({ tests }) => tests))
    .filter((test) => !test.bindings && !test.typeEnv && !test.container && !test.checkOnly);
  const make = (name, text) => { fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true }); fs.writeFileSync(path.join(folder, name), text); };
  make("ContentPacks/cel/pack.yaml", 'kind: pack\nid: cel\nversion: 1.0.0\ndefault_locale: en\nrules: { id: cel, version: "^1.0.0" }\nkinds: {}\n');
  make("Rules/cel/ruleset.yaml", "rules: 1\nid: cel\nversion: 1.0.0\nmodules: { cel.cases: cases.yaml }\n");
  const lines = ["rules: 1", "module: cel.cases", "decisions:", ...cases.map(({ expr }, index) => `  case_${index}: { value: ${JSON.stringify(`= ${expr}`)} }`)];
  // What the program refuses to load, because its type or its error is known before it runs, is left out.
  for (;;) {
    make("Rules/cel/cases.yaml", lines.join("\n") + "\n");
    const run = build(path.join(folder, "ContentPacks/cel"), path.join(folder, "cel.json"));
    const wrong = [...run.stderr.matchAll(/^error\[.*\n *--> .*cases\.yaml:(\d+):/gm)].map((match) => Number(match[1]));
    if (run.status === 0) break;
    if (!wrong.length) throw new Error(run.stderr);
    for (const line of wrong) lines[line - 1] = "";
  }
  return lines.map((line) => /^  (case_\d+):/.exec(line)?.[1]).filter(Boolean);
}

/** An engine of the built pack in `file`. */
const engineOf = (file) => Engine.make(wasm, new Uint8Array(fs.readFileSync(file)), zonesOf(file));

async function engineOfPack(pack) {
  const built = path.join(folder, `${pack}.json`);
  const run = build(pack, built);
  if (run.status !== 0) throw new Error(run.stderr);
  return engineOf(built);
}

/** `value` with one place changed. */
function mistaken(value) {
  if (Array.isArray(value)) {
    if (!value.length || random(4) === 0) return one([null, "?", [value]]);
    const copy = [...value];
    const index = random(copy.length);
    copy[index] = mistaken(copy[index]);
    return copy;
  }
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value);
    if (!keys.length || random(6) === 0) return { ...value, [one(["unknown", "", "x.y", "日本"])]: 1 };
    const key = one(keys);
    const { [key]: inner, ...others } = value;
    switch (random(4)) {
      case 0: return others;
      case 1: return { ...others, [key + "s"]: inner };
      default: return { ...others, [key]: mistaken(inner) };
    }
  }
  return one([null, true, -1, 0, 0.5, 1e300, 9007199254740993, "", "zz", "2026-02-30", "9999-12-31T23:59:59Z", [], {}, "a".repeat(300)]);
}

for (const pack of fs.readdirSync(path.join(root, "ContentPacks")).sort()) {
  const requests = path.join(root, "ContentPacks", pack, "examples/requests");
  if (!fs.existsSync(requests)) continue;
  const engine = await engineOfPack(pack);
  const examples = fs.readdirSync(requests).filter((name) => name.endsWith(".json")).sort()
    .filter((name) => name !== "check.json") // forms are validated by schemas, which the page has not
    .map((name) => ({ method: name.slice(0, -5), params: JSON.parse(fs.readFileSync(path.join(requests, name), "utf8")) }));
  compare(`${pack}, examples`, pack, engine, examples);
  compare(`${pack}, mistakes`, pack, engine, Array.from({ length: hostile }, () => {
    const { method, params } = one(examples);
    const changed = { method, params: mistaken(params) };
    // What `explain` offers instead of a wrong method is a list of methods, in which the page has no `check`.
    if (method === "explain") changed.params.method = params.method;
    return changed;
  }));

  const quiz = examples.find(({ method }) => method === "score");
  if (quiz) {
    const { questions } = JSON.parse(decoder.decode(engine.callBytes("records", { kind: "quiz" }))).records[0].fields;
    const person = () => Object.fromEntries(questions.map((question) => [question.id, one(question.options).id]));
    for (let left = scores; left > 0; left -= 20000) {
      compare(`${pack}, scores`, pack, engine, Array.from({ length: Math.min(left, 20000) }, () => ({ method: "score", params: { answers: person() } })));
    }
    const today = examples.find(({ method }) => method === "page");
    if (today) {
      for (let left = pages; left > 0; left -= 500) {
        compare(`${pack}, pages`, pack, engine, Array.from({ length: Math.min(left, 500) }, () => {
          const day = new Date(Date.UTC(2026, 0, 1 + random(730), random(24), random(60))).toISOString().slice(0, 19);
          return { method: "page", params: { ...today.params, answers: person(), now: `${day}+08:00` } };
        }));
      }
    }
  }

  if (rest.includes("--speed")) {
    for (const example of examples) {
      const many = Array.from({ length: 300 }, () => example);
      const base = native(pack, [example]).took;
      const spent = (native(pack, many).took - base) / 299;
      answer(engine, example);
      const started = performance.now();
      for (const request of many) answer(engine, request);
      const own = (performance.now() - started) / many.length;
      console.log(`  ${example.method}: ${(own * 1000).toFixed(0)} µs in WebAssembly, ${(spent * 1000).toFixed(0)} µs native in serve, ratio ${(own / spent).toFixed(1)}`);
    }
  }
  if (calls) {
    for (const example of examples.slice(0, 1)) {
      answer(engine, example);
      const before = engine.exports.memory.buffer.byteLength;
      for (let call = 0; call < calls; call++) answer(engine, example);
      console.log(`  memory over ${calls} calls of ${example.method}: ${before} → ${engine.exports.memory.buffer.byteLength} bytes`);
    }
  }
}

if (rest.includes("--cel")) {
  const decisions = celDecisions(rest[rest.indexOf("--cel") + 1]);
  const engine = await engineOf(path.join(folder, "cel.json"));
  compare("CEL cases", "cel", engine, decisions.map((name) => ({ method: "decide", params: { decision: `cases.${name}`, facts: {} } })));
}

fs.rmSync(folder, { recursive: true });
if (differences) {
  console.log(`${differences} answers differ`);
  process.exit(1);
}
console.log("every answer is the same");
