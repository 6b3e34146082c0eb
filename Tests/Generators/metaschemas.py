#!/usr/bin/env python3
"""Writes Sources/TerrainSchemas/Generated/*Text.swift from the PyPI package `jsonschema-specifications`, which carries
the files that json-schema.org publishes."""
import json
import pathlib

import jsonschema_specifications

SOURCE = pathlib.Path(jsonschema_specifications.__file__).parent / "schemas"
OUT = pathlib.Path(__file__).parent.parent.parent / "Sources/TerrainSchemas/Generated"


def write(name, comment, files):
    body = ("// Written by Tests/Generators/metaschemas.py from the files json-schema.org publishes. swift-format-ignore-file\n\n"
            f"/// {comment}\nenum {name} {{\n  static let texts: [StaticString] = [\n")
    for file in files:
        schema = json.loads((SOURCE / file).read_text())
        entries = []
        for key, value in schema.items():
            text = json.dumps(value, separators=(",", ":"))
            if isinstance(value, dict) and len(text) > 100:
                parts = [json.dumps(k) + ": " + json.dumps(v, separators=(",", ":")) for k, v in value.items()]
                text = "{\n      " + ",\n      ".join(parts) + "}"
            entries.append(f"    {json.dumps(key)}: {text}")
        comma = "," if len(files) > 1 else ""
        body += '    #"""\n    {\n' + ",\n".join(entries) + f'\n    }}\n    """#{comma}\n'
    (OUT / f"{name}.swift").write_text(body + "  ]\n}\n")


vocabularies = "core applicator unevaluated validation meta-data format-annotation format-assertion content".split()
write("Draft202012Text", "The metaschema of draft 2020-12 and those of its vocabularies.",
      ["draft202012/metaschema.json"] + [f"draft202012/vocabularies/{v}" for v in vocabularies])
vocabularies = "core applicator validation meta-data format content".split()
write("Draft201909Text", "The metaschema of draft 2019-09 and those of its vocabularies.",
      ["draft201909/metaschema.json"] + [f"draft201909/vocabularies/{v}" for v in vocabularies])
for draft in "764":
    write(f"Draft0{draft}Text", f"The metaschema of draft 0{draft}.", [f"draft{draft}/metaschema.json"])
