#!/usr/bin/env python3
"""Writes Sources/TerrainSchemas/Generated/InternationalNameTable.swift.

Needs the PyPI packages `idna` (derived properties of RFC 5892 and joining types, Unicode 17.0 in 3.13) and `regex`
(bidirectional classes, the same version). Pairs that normalization composes come from Python's own `unicodedata`; those
of characters younger than its version are not known. Numbers are written as Tests/Generators/unicode-tables.py writes them.
"""
import importlib.util
import pathlib
import unicodedata

import idna.idnadata as data

HERE = pathlib.Path(__file__).parent
spec = importlib.util.spec_from_file_location("tables", HERE / "unicode-tables.py")
tables = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tables)
tables.OUT = HERE.parent.parent / "Sources/TerrainSchemas/Generated"
tables.GENERATOR = "idna-tables.py"
tables.OUT.mkdir(parents=True, exist_ok=True)


def joined(codes):
    pairs = []
    for c in sorted(codes):
        if pairs and pairs[-1][1] == c - 1:
            pairs[-1][1] = c
        else:
            pairs.append([c, c])
    return pairs


def written(pairs):
    pairs = list(pairs)
    return tables.number(len(pairs)) + tables.coded(pairs)


def compositions():
    out, at = "", 0
    for c in range(0xA0, 0x110000):
        parts = unicodedata.decomposition(chr(c)).split()
        if 0xAC00 <= c <= 0xD7A3 or len(parts) != 2 or parts[0][0] == "<" or unicodedata.normalize("NFC", chr(c)) != chr(c):
            continue
        first, second = (int(p, 16) for p in parts)
        # Differences wind in both directions.
        step = first - at
        out += tables.number(step * 2 if step >= 0 else -step * 2 - 1) + tables.number(second)
        at = first
    return out


valid = [(entry >> 32, (entry & 0xFFFFFFFF) - 1) for entry in data.codepoint_classes["PVALID"]]
joining = {}
for code, kind in data.joining_types().items():
    joining.setdefault(chr(kind) if isinstance(kind, int) else kind, set()).add(code)
print({k: len(v) for k, v in joining.items()})
bidi = {name: tables.ranges(r"[" + "".join(r"\p{bc=%s}" % c for c in classes.split()) + "]") for name, classes in {
    "left": "L", "right": "R AL", "arabicNumber": "AN", "europeanNumber": "EN", "neutral": "ES CS ET ON BN",
    "nonspacing": "NSM"}.items()}
tables.swift(
    "InternationalNameTable",
    "/// What RFC 5892 and RFC 5893 ask of the characters of internationalized names.",
    [
        ("Code points that may be in a label (PVALID).", "valid", written(valid)),
        ("Joining types L and D.", "joinsLeft", written(joined(joining.get("L", set()) | joining["D"]))),
        ("Joining types R and D.", "joinsRight", written(joined(joining["R"] | joining["D"]))),
        ("Joining type T.", "transparent", written(joined(joining["T"]))),
    ]
    + [(f"Bidirectional classes: {name}.", name, written(pairs)) for name, pairs in bidi.items()]
    + [("Canonical pairs: difference of the first from the one before (doubled, odd if negative), then the second.",
        "compositions", compositions())],
)
