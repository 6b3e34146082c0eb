"""One mistake, one diagnostic: injects mistakes into the shipped packs and rules, one at a time, and counts what `terrain validate` reports.

    python3 Benchmarks/mistakes.py [PACK …] [--sites N] [--kind REGEX]

Of each kind of mistake at most N sites of each pack are tried (default 2), chosen with a fixed seed. Prints a line for each mistake
that is not exactly one diagnostic, and a table of kinds. A mistake may also be none that can be seen: an id that nothing refers to.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TERRAIN = os.environ.get("TERRAIN", str(ROOT / ".build/bin/terrain"))
PACKS = ["design", "diamond-desk", "embera", "quicksip", "terrain", "yeetcard"]


def misspelled(word):
    for i in range(1, len(word) - 1):
        if word[i] != word[i + 1]:
            return word[:i] + word[i + 1] + word[i] + word[i + 2 :]
    return word + "x"


def files(pack):
    for base in (f"ContentPacks/{pack}", f"Rules/{pack}"):
        for path in sorted((ROOT / base).rglob("*.yaml")):
            if "/examples/" not in str(path):
                yield str(path.relative_to(ROOT))


def role(file):
    if file.endswith("pack.yaml"):
        return "pack"
    if file.endswith("ruleset.yaml"):
        return "rule set"
    if "/tests/" in file:
        return "test"
    return "rule" if file.startswith("Rules/") else "record"


def list_without(match):
    values = match.group(1).split(", ")
    for i in range(len(values)):
        yield ", ".join(values[:i] + values[i + 1 :])


def list_misspelled(match):
    values = match.group(1).split(", ")
    for i, value in enumerate(values):
        yield ", ".join(values[:i] + [misspelled(value)] + values[i + 1 :])


def mistakes(file, text):
    """Yields (kind, start, end, replacement)."""
    what = role(file)
    for m in re.finditer(r"(?m)(?:^ *(?:- )?|[{,] )(\w+):(?= |$)", text):
        yield f"key misspelled ({what})", m.start(1), m.end(1), misspelled(m.group(1))
    for m in re.finditer(r"(?m)\w+: +([a-z][a-z_0-9-]{2,})(?=\s*(?:$|,| \}|\]))", text):
        yield f"value misspelled ({what})", m.start(1), m.end(1), misspelled(m.group(1))
    for m in re.finditer(r"(?m)[\[,] ?([a-z][a-z_0-9-]{2,})(?=,|\])", text):
        yield f"element misspelled ({what})", m.start(1), m.end(1), misspelled(m.group(1))
    for m in re.finditer(r"(?m): (\d+|true|false)(?=\s*(?:$|,| \}|\]))", text):
        yield f"value of a wrong type ({what})", m.start(1), m.end(1), "[x]"
    yield f"file emptied ({what})", 0, len(text), ""
    ids = {}
    for m in re.finditer(r"(?m)^( *)- (?:\{ )?id: ([\w-]+)", text):
        if m.group(1) in ids:
            yield f"id twice ({what})", m.start(2), m.end(2), ids[m.group(1)]
        ids[m.group(1)] = m.group(2)
    if what == "rule":
        yield from rule_mistakes(text)
    if what == "pack":
        for m in re.finditer(r"values: \[([^\]]*)\]", text):
            for new in list_without(m):
                yield "enum value removed", m.start(1), m.end(1), new
            for new in list_misspelled(m):
                yield "enum value misspelled", m.start(1), m.end(1), new
        for m in re.finditer(r"supported_locales: \[([^\]]*)\]", text):
            for new in list_without(m):
                yield "locale missing", m.start(1), m.end(1), new
            for new in [m.group(1).replace("Hans", "Hant"), m.group(1).replace("US", "UK"), m.group(1).replace("US", "Us2")]:
                if new != m.group(1):
                    yield "locale misspelled", m.start(1), m.end(1), new
        for m in re.finditer(r"default_locale: (\S+)", text):
            yield "default locale of no text", m.start(1), m.end(1), "fr"
    if what == "record":
        for m in re.finditer(r"(?:^ +|[{,] )(zh-Hans|en-US):", text):
            yield "locale of a text misspelled", m.start(1), m.end(1), m.group(1)[:-1] + "z"


def rule_mistakes(text):
    section, names, position = None, {}, 0
    for line in text.splitlines(True):
        if m := re.match(r"(\w+):", line):
            section = m.group(1)
        m = re.match(r"  (\w+):", line)
        if m and section in ("facts", "parameters", "decisions"):
            start, end = position + m.start(1), position + m.end(1)
            if section in names:
                yield f"name twice ({section})", start, end, names[section]
            names[section] = m.group(1)
            yield f"renamed ({section})", start, end, m.group(1) + "_renamed"
        if re.match(r"    otherwise: .*\n", line):
            yield "`otherwise` removed", position, position + len(line), ""
        if re.match(r" +- \{ id: .*\n", line):
            yield "row removed", position, position + len(line), ""
        position += len(line)
    for m in re.finditer(r"max: (\d+)", text):
        yield "range narrowed", m.start(1), m.end(1), str(int(m.group(1)) // 2)
    for m in re.finditer(r'"([<>]=?) (-?\d+)"', text):
        yield "condition out of range", m.start(2), m.end(2), "99999" if m.group(1)[0] == ">" else "-99999"
    for m in re.finditer(r"values: \[([^\]]*)\]", text):
        for new in list_without(m):
            yield "value of a fact removed", m.start(1), m.end(1), new
    for m in re.finditer(r"type: ([\w<>]+)", text):
        yield "type changed", m.start(1), m.end(1), "string" if m.group(1) != "string" else "int"
    for m in re.finditer(r"hit: (\w+)", text):
        yield "`hit` misspelled", m.start(1), m.end(1), misspelled(m.group(1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("packs", nargs="*", default=PACKS)
    parser.add_argument("--sites", type=int, default=2)
    parser.add_argument("--kind", default="")
    arguments = parser.parse_args()
    totals = {}
    for pack in arguments.packs:
        kinds = {}
        for file in files(pack):
            text = (ROOT / file).read_text()
            for kind, start, end, new in mistakes(file, text):
                if re.search(arguments.kind, kind) and text[start:end] != new:
                    kinds.setdefault(kind, []).append((file, text, start, end, new))
        chosen = random.Random(13)
        with tempfile.TemporaryDirectory() as world:
            for part in ("ContentPacks/Schemas", f"ContentPacks/{pack}", f"Rules/{pack}"):
                shutil.copytree((ROOT / part).resolve(), f"{world}/{part}")
            for kind in sorted(kinds):
                sites = kinds[kind] if len(kinds[kind]) <= arguments.sites else chosen.sample(kinds[kind], arguments.sites)
                for file, text, start, end, new in sites:
                    path = Path(world) / file
                    path.write_text(text[:start] + new + text[end:])
                    run = subprocess.run(
                        [TERRAIN, "validate", "ContentPacks", "Rules", "--format", "json"],
                        cwd=world, capture_output=True, text=True, timeout=300, env={**os.environ, "TERRAIN_HOME": world},
                    )
                    path.write_text(text)
                    found = json.loads(run.stdout)["diagnostics"]
                    counts = totals.setdefault(kind, [0, 0, 0, 0])
                    counts[min(len(found), 2)] += 1
                    counts[3] = max(counts[3], len(found))
                    if len(found) != 1:
                        line = text[:start].count("\n") + 1
                        print(f"{len(found)}  {kind}: {file}:{line} {text[start:end][:40]!r} -> {new[:40]!r}", flush=True)
                        for diagnostic in found[:6]:
                            where = f"{diagnostic.get('file')}:{diagnostic.get('line')}"
                            print(f"     {diagnostic['severity']} {diagnostic['code']} {where} {diagnostic['message'][:140]}", flush=True)
    print(f"\n{'kind':45} {'none':>5} {'one':>5} {'more':>5} {'most':>5}")
    for kind, counts in sorted(totals.items()):
        print(f"{kind:45} {counts[0]:5} {counts[1]:5} {counts[2]:5} {counts[3]:5}")


if __name__ == "__main__":
    main()
