// A form from a JSON Schema, as far as a form can show it; the rest is edited as JSON.

/** Makes elements without ever parsing HTML: texts of packs are only texts here. */
function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && key !== "list" && key !== "form") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

/** The nodes of `text`, in which backticks are around code. */
function prose(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));
}

let fieldCount = 0;

/**
 * The fields of `schema` with the values of `value`; `change` gets the whole new value.
 * `words` gives the label, the options' texts, the hint and their language of a path, where the pack has them; undefined
 * leaves the field out.
 */
function fields(schema, value, change, words, path = []) {
  const parts = [];
  for (const [name, declared] of Object.entries(schema.properties ?? {})) {
    if (name.startsWith("$")) continue;
    const shape = declared.anyOf?.find((one) => one.type === "object" || one.enum) ?? declared;
    const at = [...path, name];
    if (words(at) === undefined) continue;
    const set = (next) => {
      const copy = { ...(value ?? {}) };
      if (next === undefined || next === "" || (Array.isArray(next) && !next.length)) delete copy[name];
      else copy[name] = next;
      value = copy;
      change(copy);
    };
    const field = fieldOf(shape, value?.[name], set, words, at, declared.description);
    if (field) parts.push(field);
  }
  return parts;
}

function fieldOf(shape, value, set, words, path, description) {
  const id = `field-${++fieldCount}`;
  const { label, options, help, lang } = words(path);
  const name = label ?? path[path.length - 1].replaceAll("_", " ");
  const hint = help ?? description;
  const labelled = (input) =>
    element("div", { class: "field", lang }, element("label", { htmlFor: id }, name), input,
      hint ? element("span", { class: "help", id: `${id}-help` }, ...prose(hint)) : undefined);
  const common = { id, "aria-describedby": hint ? `${id}-help` : undefined };
  if (shape.enum) {
    const choice = element("select", { ...common, onchange: () => set(choice.value || undefined) },
      element("option", { value: "" }, "–"),
      ...shape.enum.map((one) => element("option", { value: one, selected: one === value }, options?.[one] ?? String(one))));
    return labelled(choice);
  }
  switch (shape.type) {
    case "boolean": {
      const box = element("input", { ...common, type: "checkbox", checked: value === true, onchange: () => set(box.checked || undefined) });
      return element("div", { class: "field" }, element("label", {}, box, ` ${name}`), hint ? element("span", { class: "help", id: `${id}-help` }, ...prose(hint)) : undefined);
    }
    case "integer":
    case "number": {
      const number = element("input", {
        ...common, type: "number", value: value ?? "", min: shape.minimum, max: shape.maximum, step: shape.type === "integer" ? 1 : "any",
        onchange: () => set(number.value === "" ? undefined : Number(number.value)),
      });
      return labelled(number);
    }
    case "string": {
      const text = element("input", { ...common, type: "text", value: value ?? "", onchange: () => set(text.value || undefined) });
      return labelled(text);
    }
    case "array": {
      if (!shape.items?.enum) return undefined;
      const chosen = new Set(value ?? []);
      return element("fieldset", {}, element("legend", {}, name),
        element("div", { class: "checks" }, ...shape.items.enum.map((one) => {
          const box = element("input", {
            type: "checkbox", checked: chosen.has(one),
            onchange: () => {
              if (box.checked) chosen.add(one); else chosen.delete(one);
              set([...chosen]);
            },
          });
          return element("label", {}, box, ` ${options?.[one] ?? one.replaceAll("_", " ")}`);
        })), hint ? element("span", { class: "help" }, ...prose(hint)) : undefined);
    }
    case "object": {
      const parts = fields(shape, value, set, words, path);
      if (!parts.length) return undefined;
      const open = value !== undefined && Object.keys(value).length > 0;
      return element("details", { open }, element("summary", {}, name), hint ? element("p", { class: "soft" }, ...prose(hint)) : undefined, ...parts);
    }
    default: return undefined;
  }
}
