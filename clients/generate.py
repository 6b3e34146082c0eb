"""Writes the types of operations for Python, JavaScript and Swift from what `terrain serve` answers to `rpc.discover`:

    python3 clients/generate.py PROGRAM [FOLDER]

FOLDER is the checkout by default; a test writes into another, and compares."""
import json
import keyword
import pathlib
import subprocess
import sys

import swift

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
SCALARS = {"string": ("str", "string"), "integer": ("int", "number"), "number": ("float", "number"),
           "boolean": ("bool", "boolean"), "null": ("None", "null")}


def camel(*words):
    return "".join(part[:1].upper() + part[1:] for word in words for part in word.replace(".", "_").split("_"))


def words(text):
    return " ".join((text or "").split())


class Types:
    """The types of both languages. A nested object is named after the path to it."""

    def __init__(self):
        self.python, self.script = [], []

    def of(self, schema, name):
        """The type of a schema in each language; objects with known fields are declared on the way."""
        if not isinstance(schema, dict):
            return "Any", "unknown"
        if "$ref" in schema:
            name = camel(schema["$ref"].rsplit("/", 1)[1])
            return f'"{name}"', name
        if "enum" in schema:
            values = [json.dumps(value) for value in schema["enum"]]
            return f"Literal[{', '.join(values)}]", " | ".join(values)
        if "anyOf" in schema:
            return self.union([self.of(each, f"{name}{index}") for index, each in enumerate(schema["anyOf"], 1)])
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.union([self.of({**schema, "type": each}, name) for each in kind])
        if kind in SCALARS:
            return SCALARS[kind]
        if kind == "array":
            python, script = self.of(schema.get("items"), name + "Item")
            return f"list[{python}]", f"({script})[]"
        if kind != "object":
            return "Any", "unknown"
        if "properties" in schema:
            return self.declare(schema, name)
        python, script = self.of(schema.get("additionalProperties") or None, name + "Value")
        return f"dict[str, {python}]", f"Record<string, {script}>"

    @staticmethod
    def union(types):
        python, script = (list(dict.fromkeys(column)) for column in zip(*types))
        return ("Any" if "Any" in python else f"Union[{', '.join(python)}]"), (
            "unknown" if "unknown" in script else " | ".join(script))

    def declare(self, schema, name):
        required = set(schema.get("required", []))
        python, script = [], []
        for field, inner in schema["properties"].items():
            types = self.of(inner, name + camel(field))
            python.append(f"    {field!r}: " + (types[0] if field in required else f"NotRequired[{types[0]}]") + ",\n")
            note = words(inner.get("description")) if isinstance(inner, dict) else ""
            comment = f"  /** {note} */\n" if note else ""
            script.append(f"{comment}  {json.dumps(field)}{'' if field in required else '?'}: {types[1]};\n")
        self.python.append(f'{name} = TypedDict("{name}", {{\n{"".join(python)}}})\n')
        self.script.append(f"export interface {name} {{\n{''.join(script)}}}\n")
        return f'"{name}"', name


def python_method(method, types, result, prefix):
    signature, arguments = [], []
    for parameter, (python, _) in zip(method["params"], types):
        name = parameter["name"] + ("_" if keyword.iskeyword(parameter["name"]) else "")
        signature.append(f"{name}: {python}" if parameter.get("required") else f"{name}: Optional[{python}] = None")
        arguments.append(f"{parameter['name']!r}: {name}")
    star = ", *, " + ", ".join(signature) if signature else ""
    name = method["name"].replace(".", "_")
    wait = "await " if prefix else ""
    return (f"    {prefix}def {name}(self{star}) -> {result}:\n"
            f'        """{words(method.get("summary"))}."""\n'
            f"        return cast({result}, {wait}self.call({method['name']!r}, _given({{{', '.join(arguments)}}})))\n")


def generate(document):
    types, sync, asynchronous, script = Types(), [], [], []
    for name, schema in document["components"]["schemas"].items():
        python, declared = types.of(schema, camel(name))
        if python != f'"{camel(name)}"':
            types.python.append(f"{camel(name)} = {python}\n")
            types.script.append(f"export type {camel(name)} = {declared};\n")
    for method in document["methods"]:
        name = camel(method["name"])
        of = [types.of(each["schema"], name + "Params" + camel(each["name"])) for each in method["params"]]
        result = types.of(method["result"]["schema"], name + "Result")
        sync.append(python_method(method, of, result[0], ""))
        asynchronous.append(python_method(method, of, result[0], "async "))
        fields = "".join(
            f" {json.dumps(each['name'])}{'' if each.get('required') else '?'}: {kind[1]};"
            for each, kind in zip(method["params"], of))
        script.append(f"  /** {words(method.get('summary'))}. */\n  {json.dumps(method['name'])}: "
                      f"{{ params: {{{fields} }}; result: {result[1]} }};\n")
    note = "Generated from OpenRPC by clients/generate.py: do not edit."
    python = (
        f'"""{note}"""\nfrom typing import Any, Literal, NotRequired, Optional, TypedDict, Union, cast\n\n'
        + "\n".join(types.python)
        + "\n\ndef _given(params: dict[str, Any]) -> dict[str, Any]:\n"
          "    return {name: value for name, value in params.items() if value is not None}\n"
        + "\n\nclass Operations:\n    def call(self, method: str, params: dict[str, Any]) -> Any:\n"
          "        raise NotImplementedError\n\n" + "\n".join(sync)
        + "\n\nclass AsyncOperations:\n    async def call(self, method: str, params: dict[str, Any]) -> Any:\n"
          "        raise NotImplementedError\n\n" + "\n".join(asynchronous))
    declared = f"// {note}\n" + "\n".join(types.script) + "\nexport interface Operations {\n" + "".join(script) + "}\n"
    return {"clients/python/terrain_client/operations.py": python, "clients/js/operations.d.ts": declared,
            **swift.generate(document)}


def main(program, folder=CHECKOUT):
    request = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}\n'
    answer = subprocess.run([program, "serve", "--log-level", "error"], input=request, capture_output=True, text=True,
                            timeout=120, check=True)
    for path, text in generate(json.loads(answer.stdout)["result"]).items():
        target = pathlib.Path(folder) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
