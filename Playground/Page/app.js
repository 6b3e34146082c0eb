// The page: a form made of the request's schema, the result as people read it, the thresholds and the reasons.

let data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
let engine;
let state = { method: "", request: {}, parameters: {}, locale: "", module: "" };
/** Only the page that makes an address of its own text can show it in a frame. */
const isInBook = parent !== window && location.protocol === "blob:";

const bytesOf = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

/** What a function of `Library/expander.c` makes of `bytes`: `size` of them. */
async function expanded(expander, name, bytes, size) {
  const { memory, __heap_base, [name]: expand } = (await WebAssembly.instantiate(expander)).exports;
  const start = __heap_base.value;
  memory.grow(Math.ceil((bytes.length + size + 16) / 65536));
  new Uint8Array(memory.buffer).set(bytes, start);
  if (!expand(start, bytes.length, start + bytes.length, size)) throw new Error("the file is damaged");
  return new Uint8Array(memory.buffer, start + bytes.length, size).slice();
}

/** The bytes in the element `id`, which `xz --format=lzma` compressed. */
const unpacked = (id, expander) => expanded(expander, "expand", bytesOf(find(id).textContent), data.sizes[id]);

// MARK: What the pack calls things

const records = new Map();

/** The records of a kind in the language of the page, by id. */
function recordsOf(kind) {
  const key = `${kind} ${state.locale}`;
  if (!records.has(key)) {
    let found = [];
    try { found = engine.call("records", { kind, locale: state.locale, limit: 1000 }).records; } catch { /* a kind without records */ }
    records.set(key, new Map(found.map((record) => [record.id, record.fields])));
  }
  return records.get(key);
}

/** The fields that a record is called by, the best first. */
const namings = ["label", "name", "title"];

/** The label of a value: that of the first record of `kinds` with its id, in the language of the page. */
function labelOf(value, kinds = data.labels) {
  for (const kind of kinds) {
    const fields = recordsOf(kind).get(value);
    const label = namings.map((name) => fields?.[name]).find((text) => typeof text === "string");
    if (label) return label;
  }
  return undefined;
}

/** The kinds to name all of `ids` by: the one that has them all, where there is one. */
function kindsOf(ids) {
  const kind = data.labels.find((kind) => ids.every((id) => recordsOf(kind).has(id)));
  return kind === undefined ? data.labels : [kind];
}

const quiz = () => [...recordsOf("quiz").values()][0];

/** The label, the options' texts and the hint of a form's field, with their language; undefined for the language, which is chosen above. */
function words(path) {
  if (path.length === 1 && path[0] === "locale") return undefined;
  if (path[0] === "answers") {
    const question = quiz()?.questions?.find((one) => one.id === path[1]);
    if (question) {
      return {
        label: question.text, help: question.help ?? " ", lang: state.locale,
        options: Object.fromEntries(question.options.map((one) => [one.id, one.text])),
      };
    }
    if (path.length === 1) return { label: "Answers of the quiz", help: "One option for each question." };
  }
  return { label: undefined, options: undefined };
}

// MARK: The form

function schema() { return data.schemas[state.method] ?? { properties: {} }; }

function drawForm() {
  const form = find("form");
  form.replaceChildren(...fields(schema(), state.request, (request) => { state.request = request; changed(false); }, words));
  if (!form.children.length) form.append(element("p", { class: "soft" }, "This request is edited as JSON."));
  if (!form.querySelector("details[open]")) form.querySelector("details")?.setAttribute("open", "");
}

function drawJSON() { find("json").value = JSON.stringify(request(), null, 2); }

// MARK: Running

function say(text, isBad = false) {
  find("status").textContent = text;
  find("status").classList.toggle("bad", isBad);
}

function request() {
  const request = { ...state.request };
  if (schema().properties?.locale) request.locale = state.locale;
  return request;
}

function changed(redrawsForm = true) {
  if (redrawsForm) drawForm();
  drawJSON();
  run();
}

function run() {
  const started = performance.now();
  try {
    const result = engine.call(state.method, request());
    const took = performance.now() - started;
    drawResult(result);
    find("result-json").textContent = JSON.stringify(result, null, 2);
    drawReasons();
    say(`Answered in ${took < 10 ? took.toFixed(1) : Math.round(took)} ms.`);
  } catch (error) {
    drawDiagnostics(error);
  }
  const link = encodeURIComponent(JSON.stringify(state));
  // A rule book, which has made this page of its own text, keeps the link in its address.
  if (isInBook) parent.postMessage({ playground: link }, "*");
  else location.replace(`#${link}`);
}

function drawDiagnostics(error) {
  if (!error.diagnostics) throw error;
  find("result").replaceChildren(element("ul", {}, ...error.diagnostics.map((one) =>
    element("li", { class: "bad" }, `${one.severity}: ${one.message}`,
      one.path ? ` (${one.path})` : "", one.fix ? element("div", { class: "soft" }, one.fix) : undefined,
      element("div", { class: "soft" }, one.code)))));
  find("why").replaceChildren();
  say(`${error.diagnostics.length} problem${error.diagnostics.length === 1 ? "" : "s"} with this request.`, true);
}

// MARK: The result as a page

/** Lists of texts and of records, in the order of the result; what has no text is in the JSON below. */
function drawResult(result) {
  const parts = [];
  const outcomes = Object.entries(result).filter(([, value]) => value?.label && value?.id);
  for (const [, outcome] of outcomes) {
    parts.push(element("div", { class: "card" }, element("strong", {}, outcome.nickname ?? outcome.label),
      outcome.nickname ? element("div", {}, outcome.label) : undefined));
  }
  if (result.axes && !Array.isArray(result.axes)) parts.push(axes(result.axes));
  for (const page of result.days ?? [result]) {
    for (const [name, items] of Object.entries(page.parts ?? {})) parts.push(...list(name, items));
    for (const [name, items] of Object.entries(page)) {
      const listed = Array.isArray(items?.items) ? items.items : items;
      if (name !== "parts" && Array.isArray(listed) && listed.some((one) => typeOf(one))) parts.push(...list(name, listed));
    }
  }
  if (result.value !== undefined && state.method === "decide") {
    parts.push(element("div", { class: "card" }, element("strong", {}, JSON.stringify(result.value))));
  }
  if (!parts.length) parts.push(element("pre", { tabIndex: 0, "aria-label": "The result" }, JSON.stringify(result, null, 2)));
  find("result").className = "result";
  find("result").lang = state.locale;
  find("result").replaceChildren(...parts);
}

const typeOf = (item) => typeof item === "object" && item !== null && (item.text ?? item.title ?? item.label ?? item.name ?? item.message);

function list(name, items) {
  if (!Array.isArray(items) || !items.length) return [];
  return [
    element("h3", {}, name.replaceAll("_", " ")),
    element("ul", {}, ...items.map((item) => element("li", {},
      String(typeOf(item) || labelOf(item.id) || item.id || JSON.stringify(item)),
      typeof item.why === "string" ? element("div", { class: "soft" }, item.why) : undefined,
      item.note?.text ? element("div", { class: "soft" }, String(item.note.text)) : undefined,
      item.card?.do ? element("div", { class: "soft" }, String(item.card.do)) : undefined))),
  ];
}

function axes(values) {
  const named = new Map((quiz()?.axes ?? []).map((axis) => [axis.id, axis]));
  return element("div", { class: "table" }, element("table", {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Axis"), element("th", { scope: "col" }, "Value"), element("th", { scope: "col" }, "From … to"))),
    element("tbody", {}, ...Object.entries(values).map(([id, axis]) => {
      const names = named.get(id);
      const ends = names?.low ? `${axis.min} ${names.low} … ${axis.max} ${names.high}` : `${axis.min} … ${axis.max}`;
      return element("tr", {}, element("th", { scope: "row" }, names?.label ?? id), element("td", {}, String(axis.value)), element("td", {}, ends));
    }))));
}

// MARK: Reasons

function drawReasons() {
  const why = find("why");
  let explanation;
  try { explanation = engine.call("explain", { method: state.method, params: request() }); } catch { why.replaceChildren(element("p", { class: "soft" }, "This operation decides without tables.")); return; }
  const decisions = explanation.decisions ?? [];
  why.replaceChildren(...decisions.slice(0, 60).map(tableOf));
  if (!decisions.length) why.append(element("pre", { tabIndex: 0, "aria-label": "The reasons as JSON" }, JSON.stringify(explanation, null, 2)));
  if (decisions.length > 60) why.append(element("p", { class: "soft" }, `and ${decisions.length - 60} more decisions`));
}

/** Whether a decision's table was opened or closed, so that the next result leaves it so. */
const toggled = new Map();

function tableOf(decision, index) {
  const inputs = [];
  for (const row of decision.rows ?? []) for (const one of row.conditions ?? []) if (!inputs.includes(one.input ?? "when")) inputs.push(one.input ?? "when");
  const value = typeof decision.value === "string" ? labelOf(decision.value) ?? decision.value : JSON.stringify(decision.value);
  const rows = (decision.rows ?? []).map((row) => {
    const cells = inputs.map((input) => {
      const condition = (row.conditions ?? []).find((one) => (one.input ?? "when") === input);
      if (!condition) return element("td", {}, "–");
      const seen = Object.entries(condition.values ?? {}).map(([name, seen]) => `${name} = ${JSON.stringify(seen)}`).join(", ");
      const cell = element("td", {}, condition.text ?? "", seen ? element("div", { class: "soft" }, seen) : undefined);
      if (condition.holds !== undefined) cell.classList.add(condition.holds ? "holds" : "fails");
      return cell;
    });
    const fired = row.outcome === "fired";
    return element("tr", { class: fired ? "fired" : "" }, element("td", {}, fired ? "▶" : ""), element("th", { scope: "row" }, row.row ?? `line ${row.line}`), ...cells);
  });
  const name = decision.decision;
  return element("details", { open: toggled.get(name) ?? index < 3 },
    element("summary", { onclick: ({ target }) => toggled.set(name, !target.parentElement.open) }, `${name} is ${value}`),
    element("p", { class: "soft" }, `${decision.file ?? ""}:${decision.line ?? ""}${decision.hit ? `, hit policy ${decision.hit}` : ""}`),
    rows.length ? element("div", { class: "table", tabIndex: 0, role: "region", "aria-label": `${name}, table ${index + 1}` }, element("table", {},
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Fired"), element("th", { scope: "col" }, "Row"), ...inputs.map((input) => element("th", { scope: "col" }, input)))),
      element("tbody", {}, ...rows))) : undefined);
}

// MARK: Thresholds

function drawParameters() {
  const module = data.parameters.find((one) => one.module === state.module) ?? data.parameters[0];
  if (!module) { find("parameters").replaceChildren(element("p", { class: "soft" }, "These rules declare none.")); return; }
  state.module = module.module;
  find("module").value = module.module;
  find("parameters").replaceChildren(...module.parameters.map((parameter, index) => {
    const name = `${module.module}.${parameter.name}`;
    const id = `parameter-${index}`;
    const output = element("output", { htmlFor: id });
    const show = (value) => { output.textContent = value === parameter.value ? `${value}` : `${value} (${parameter.value})`; };
    const slider = element("input", {
      id, type: "range", min: parameter.min, max: parameter.max, step: parameter.type === "int" ? 1 : "any",
      oninput: () => {
        const value = Number(slider.value);
        if (value === parameter.value) delete state.parameters[name]; else state.parameters[name] = value;
        show(value);
        apply();
      },
    });
    slider.value = String(state.parameters[name] ?? parameter.value);
    show(state.parameters[name] ?? parameter.value);
    return element("div", { class: "slider" }, element("label", { htmlFor: id }, parameter.name.replaceAll("_", " ")), slider, output);
  }));
}

function apply() {
  try {
    engine.set(Object.entries(state.parameters).map(([name, value]) => `${name}=${value}`));
    run();
    drawShares();
  } catch (error) { drawDiagnostics(error); }
}

function drawShares() {
  const shares = Object.keys(state.parameters).length ? engine.shares() : data.shares;
  const names = Object.keys(shares);
  if (!names.length) { find("shares").replaceChildren(); return; }
  let own = {};
  try { own = engine.call("score", { answers: state.request.answers, locale: state.locale }); } catch { /* not a quiz's request */ }
  const percent = (millionths) => (millionths / 10000).toFixed(2);
  find("shares").replaceChildren(...names.flatMap((name) => {
    const kinds = kindsOf(Object.keys(shares[name]));
    return [element("h3", {}, `Shares of all answers: ${name}`), ...Object.entries(shares[name]).map(([id, share]) => {
      const before = data.shares?.[name]?.[id] ?? share;
      const change = share === before ? "" : ` (${share > before ? "+" : "−"}${percent(Math.abs(share - before))})`;
      return element("div", { class: "bar" },
        element("span", { class: own[name]?.id === id ? "own" : "" }, (own[name]?.id === id ? "▶ " : "") + (labelOf(id, kinds) ?? id)),
        element("i", { style: `width:${(share / 10000).toFixed(2)}%` }),
        element("span", {}, `${percent(share)} %${change}`));
    })];
  }));
}

// MARK: The whole

function begin(next) {
  state = { ...state, ...next };
  find("method").value = state.method;
  find("locale").value = state.locale;
  try { engine.set(Object.entries(state.parameters).map(([name, value]) => `${name}=${value}`)); } catch { state.parameters = {}; }
  drawParameters();
  changed();
  drawShares();
}

function fresh(method) { return { method, request: structuredClone(data.examples[method] ?? {}), parameters: {}, locale: data.examples[method]?.locale ?? data.locales.default }; }

function linked() {
  try {
    const linked = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    return data.schemas[linked.method] && typeof linked.request === "object" ? linked : undefined;
  } catch { return undefined; }
}

/** Parameters with bounds, by module, as the modules in the built pack declare them. */
function declaredParameters(pack) {
  return pack.files.flatMap(({ content }) => {
    const declared = Object.entries(content?.parameters ?? {}).filter(([, one]) => typeof one?.min === "number" && typeof one?.max === "number");
    if (!content?.module || !declared.length) return [];
    const parameters = declared.map(([name, one]) => ({ name, type: one.type, value: one.value, min: one.min, max: one.max }));
    return [{ module: content.module, parameters }];
  });
}

/** The manifest in the built pack. */
function manifestOf(pack) { return pack.files.find(({ path }) => path === `${pack.pack.folder}/pack.yaml`).content; }

/** The kinds whose records are called something, to name values by. */
function labelKinds(pack) {
  const isNamed = (record) => namings.some((name) => name in record);
  return Object.keys(manifestOf(pack).kinds).filter((kind) =>
    pack.files.some(({ content }) => content?.kind === kind && content.items?.some(isNamed)));
}

async function main() {
  const started = performance.now();
  const expander = await WebAssembly.compile(bytesOf(find("expander").textContent));
  const pack = await unpacked("pack", expander);
  data = { ...data, ...JSON.parse(new TextDecoder().decode(await unpacked("details", expander))) };
  const built = JSON.parse(new TextDecoder().decode(pack));
  const manifest = manifestOf(built);
  data.locales = { default: manifest.default_locale, supported: manifest.supported_locales };
  state.locale = data.locales.default;
  const files = Object.fromEntries(Object.entries(data.zones).map(([path, text]) => [path, bytesOf(text)]));
  data.parameters = declaredParameters(built);
  data.labels = labelKinds(built);
  const module = await expanded(expander, "join", await unpacked("engine", expander), data.sizes.module);
  engine = await Engine.make(module, pack, files);
  const title = `${data.versions.pack.id}: playground`;
  document.title = title;
  find("title").textContent = title;
  find("versions").textContent = `Pack ${data.versions.pack.version}, rules ${data.versions.rules.version}, the engine of the program ${data.program}`;
  find("method").append(...Object.keys(data.schemas).map((one) => element("option", { value: one }, one)));
  find("locale").append(...data.locales.supported.map((one) => element("option", { value: one }, one)));
  find("module").append(...data.parameters.map((one) => element("option", { value: one.module }, one.module)));
  data.shares = engine.shares();
  const first = data.schemas.score ? "score" : Object.keys(data.schemas)[0];
  begin(linked() ?? { ...fresh(first), module: data.parameters[0]?.module ?? "" });
  say(`Ready in ${Math.round(performance.now() - started)} ms.`);

  find("method").onchange = () => begin(fresh(find("method").value));
  find("locale").onchange = () => { state.locale = find("locale").value; changed(); drawShares(); };
  for (const button of document.querySelectorAll("[data-part]")) {
    // Not links: the address has the request.
    button.onclick = () => { find(button.dataset.part).focus(); find(button.dataset.part).scrollIntoView(); };
  }
  find("module").onchange = () => { state.module = find("module").value; drawParameters(); };
  find("reset").onclick = () => begin(fresh(state.method));
  find("copy").onclick = async () => {
    if (isInBook) { say("The link is in the address bar: copy it there."); return; }
    try { await navigator.clipboard.writeText(location.href); say("The link is copied. It contains the request, so share it as you would share the answers."); } catch { say("The link is in the address bar: copy it there."); }
  };
  find("form").onsubmit = (event) => event.preventDefault();
  find("choices").onsubmit = (event) => event.preventDefault();
  find("json").onchange = () => {
    try { state.request = JSON.parse(find("json").value); } catch (error) { say(`This is not JSON: ${error.message}`, true); return; }
    if (data.locales.supported.includes(state.request?.locale)) find("locale").value = state.locale = state.request.locale;
    changed();
  };
}

main().catch((error) => say(`The engine could not start: ${error.message}`, true));
