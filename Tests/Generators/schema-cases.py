#!/usr/bin/env python3
"""Writes Tests/TerrainSchemasTests/StoredSchemaCases.swift: random schemas and values, and what the PyPI package
`jsonschema` says of them. Schemas that lead into themselves without end are left out."""
import json
import pathlib
import random

import jsonschema

OUT = pathlib.Path(__file__).parent.parent.parent / "Tests/TerrainSchemasTests/StoredSchemaCases.swift"
KEYS = ["a", "b", "c", "d", "foo"]
TYPES = ["null", "boolean", "number", "integer", "string", "array", "object"]
LIMITS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
COUNTS = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]
ONE = ["additionalProperties", "propertyNames", "items", "contains", "not", "if"]
COMMON = LIMITS + COUNTS + ONE + ["type", "const", "enum", "multipleOf", "pattern", "uniqueItems", "required",
                                  "properties", "properties", "patternProperties", "allOf", "anyOf", "oneOf", "$ref"]
NEW = ["prefixItems", "prefixItems", "unevaluatedItems", "unevaluatedItems", "unevaluatedProperties",
       "unevaluatedProperties", "dependentRequired", "dependentSchemas", "minContains", "maxContains", "$dynamicRef"]
OLD = ["dependencies", "additionalItems", "additionalItems"]


class Generator:
    def __init__(self, seed, new):
        self.random = random.Random(seed)
        self.new = new

    def pick(self, options):
        return self.random.choice(options)

    def some(self, options, most):
        return self.random.sample(options, self.random.randint(1, most))

    def number(self):
        return self.pick([0, 1, 2, 3, -1, 0.5, 1.5, 2.0, 10, 1e2, 0.1, 12345678901234567890])

    def value(self, depth=2):
        r = self.random.random()
        if depth == 0 or r < 0.5:
            return self.pick([None, True, False, self.number(), self.number(), "", "a", "b", "foo", "日本", "🐲🐲"])
        if r < 0.75:
            return [self.value(depth - 1) for _ in range(self.random.randint(0, 3))]
        return {self.pick(KEYS): self.value(depth - 1) for _ in range(self.random.randint(0, 3))}

    def inner(self, depth):
        return self.pick([True, False]) if self.random.random() < 0.08 else self.schema(depth - 1)

    def schema(self, depth):
        if depth <= 0:
            return self.pick([{}, {"type": self.pick(TYPES)}, True, {"const": self.value(1)}, {"minimum": self.number()}])
        s = {}
        for _ in range(self.random.randint(1, 3)):
            self.add(self.pick(COMMON + (NEW if self.new else OLD)), s, depth)
        if "if" in s:
            s["then"], s["else"] = self.inner(depth), self.inner(depth)
        return s

    def add(self, k, s, depth):
        if k == "type":
            s[k] = self.pick([self.pick(TYPES), self.some(TYPES, 3)])
        elif k == "const":
            s[k] = self.value()
        elif k == "enum":
            s[k] = [self.value(1) for _ in range(self.random.randint(1, 4))]
        elif k in LIMITS:
            s[k] = self.number()
        elif k == "multipleOf":
            s[k] = self.pick([1, 2, 3, 10])
        elif k in COUNTS:
            s[k] = self.random.randint(0, 3)
        elif k in ("minContains", "maxContains"):
            s[k], s["contains"] = self.random.randint(0, 2), self.inner(depth)
        elif k == "pattern":
            s[k] = self.pick(["^a", "o$", "^.{2}$", "[ab]"])
        elif k == "uniqueItems":
            s[k] = self.random.random() < 0.8
        elif k == "required":
            s[k] = self.some(KEYS, 2)
        elif k == "dependentRequired":
            s[k] = {self.pick(KEYS): self.some(KEYS, 1)}
        elif k in ("properties", "dependentSchemas"):
            s[k] = {x: self.inner(depth) for x in self.some(KEYS, 3)}
        elif k == "patternProperties":
            s[k] = {self.pick(["^a", "o", "[bc]"]): self.inner(depth)}
        elif k == "dependencies":
            s[k] = {self.pick(KEYS): self.pick([self.inner(depth), self.some(KEYS, 1)])}
        elif k in ("allOf", "anyOf", "oneOf", "prefixItems") or (k == "items" and not self.new):
            s[k] = [self.inner(depth) for _ in range(self.random.randint(1, 3))]
        elif k == "$ref":
            s[k] = self.pick(["#/$defs/x", "#/$defs/y"])
        elif k == "$dynamicRef":
            s[k] = "#n"
        else:
            s[k] = self.inner(depth)

    def case(self, validator, uri):
        while True:
            s = self.schema(3)
            if not isinstance(s, dict):
                continue
            s = {"$schema": uri, **s, "$defs": {"x": self.schema(1), "y": self.schema(1)}}
            if self.new:
                s["$defs"]["z"] = {"$dynamicAnchor": "n", "type": self.pick(TYPES)}
            data = [self.value() for _ in range(8)]
            try:
                valid = [validator(s).is_valid(d) for d in data]
            except BaseException:
                continue
            if len(set(valid)) == 2 and '"$ref"' not in json.dumps(s["$defs"]):
                return {"schema": s, "data": data, "valid": valid}


def lines(seed, new, count):
    validator = jsonschema.Draft202012Validator if new else jsonschema.Draft7Validator
    uri = "https://json-schema.org/draft/2020-12/schema" if new else "http://json-schema.org/draft-07/schema#"
    generator = Generator(seed, new)
    for _ in range(count):
        text = json.dumps(generator.case(validator, uri), separators=(",", ":"))
        yield "\\#\n".join(text[i:i + 116] for i in range(0, len(text), 116)) + "\n"


OUT.write_text("// Written by Tests/Generators/schema-cases.py. swift-format-ignore-file\n\n"
               "/// Each line: a schema, values, and which of them it allows.\n"
               'let storedSchemaCases = #"""\n' + "".join(lines(1, True, 40)) + "".join(lines(2, False, 20)) + '"""#\n')
