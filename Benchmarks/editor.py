#!/usr/bin/env python3
"""What a keystroke costs in the language server: `editor.py TERRAIN [PACK] [--keystrokes N] [--copies N]`.

Makes a change in several kinds of file, takes it back, and so on, and waits for the diagnostics of each version. Changes are a
comment, an unknown key and another number in a condition. Prints the 50th and 99th percentile in milliseconds and the processor
time of the server; as the peer, the ratio of the median to one whole `terrain validate` of the pack.

With `--copies 9` the rule set has each of its modules ten times.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from language_server import Server

parser = argparse.ArgumentParser()
parser.add_argument("terrain")
parser.add_argument("pack", nargs="?", default="ContentPacks/terrain")
parser.add_argument("--keystrokes", type=int, default=40)
parser.add_argument("--copies", type=int, default=0)
arguments = parser.parse_args()
terrain = str(pathlib.Path(arguments.terrain).resolve())


def world(pack, copies, folder):
    """The folder to work in: the checkout, or a copy whose rule set has each module several times."""
    root = pack.parent.parent
    if not copies:
        return root
    rules = root / "Rules" / pack.name
    for part in (pack.parent / "Schemas", pack, rules):
        shutil.copytree(part, folder / part.relative_to(root))
    manifest = folder / "Rules" / pack.name / "ruleset.yaml"
    text = manifest.read_text()
    for module, file in re.findall(r"(?m)^  ([\w.]+): (\S+\.yaml)$", text):
        head, _, own = module.rpartition(".")
        for number in range(copies):
            name, path = f"{head}.copy{number}_{own}", f"copy{number}/{file}"
            text += f"  {name}: {path}\n"
            (manifest.parent / path).parent.mkdir(parents=True, exist_ok=True)
            module_text = re.sub(rf"(?m)^module: {re.escape(module)}$", f"module: {name}", (rules / file).read_text())
            (manifest.parent / path).write_text(module_text.replace("$schema=", "$schema=../"))
    manifest.write_text(text)
    return folder


def first(root, *patterns):
    for pattern in patterns:
        if found := sorted(root.glob(pattern)):
            return found[0]


def number(text):
    """The last condition with a number, about another one."""
    found = list(re.finditer(r'"[<>]=? (-?\d+)"', text))
    if not found:
        return None
    match = found[-1]
    return text[: match.start(1)] + str(int(match.group(1)) + 1) + text[match.end(1):]


CHANGES = {
    "comment": lambda text: text + "# what is typed\n",
    "key": lambda text: text + "zz_mistake: 1\n",
    "number": number,
}


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def main():
    pack = pathlib.Path(arguments.pack).resolve()
    with tempfile.TemporaryDirectory() as folder:
        root = world(pack, arguments.copies, pathlib.Path(folder))
        start = time.perf_counter()
        subprocess.run([terrain, "validate", f"ContentPacks/{pack.name}"], cwd=root, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        whole = (time.perf_counter() - start) * 1000
        print(f"validate {whole:.0f} ms", flush=True)
        server = Server(terrain, root)
        modules = sorted((root / "Rules" / pack.name).rglob("*.yaml"), key=lambda file: file.stat().st_size)
        modules = [file for file in modules if "\nmodule:" in file.read_text()]
        files = {
            "pack": root / "ContentPacks" / pack.name / "pack.yaml",
            "module": first(root / "Rules" / pack.name, "types.yaml", "*.yaml"),
            "large": modules[-1],
            "messages": first(root / "ContentPacks" / pack.name, "messages/*.yaml", "messages*.yaml", "texts/*.yaml"),
            "records": first(root / "ContentPacks" / pack.name, "routines/*.yaml", "*.yaml"),
            "tests": first(root / "Rules" / pack.name, "tests/*.yaml"),
            "scenario": first(root / "Rules" / pack.name, "scenarios/*.yaml"),
        }
        for kind, file in files.items():
            if file is None:
                print(f"{kind:9} no such file")
                continue
            text, uri = file.read_text(), file.as_uri()
            server.send("textDocument/didOpen", {"textDocument": {
                "uri": uri, "languageId": "yaml", "version": 0, "text": text}})
            server.diagnostics(uri, 0)
            version = 0
            for change, make in CHANGES.items():
                if (typed := make(text)) is None:
                    continue
                times, processor = [], []
                for _ in range(arguments.keystrokes):
                    version += 1
                    start, before = time.perf_counter(), server.processor_time()
                    server.send("textDocument/didChange", {
                        "textDocument": {"uri": uri, "version": version},
                        "contentChanges": [{"text": typed if len(times) % 2 == 0 else text}]})
                    server.diagnostics(uri, version)
                    times.append(time.perf_counter() - start)
                    processor.append(server.processor_time() - before)
                if len(times) % 2:
                    version += 1
                    server.send("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                                           "contentChanges": [{"text": text}]})
                    server.diagnostics(uri, version)
                p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
                cpu, most = percentile(processor, 0.5), percentile(processor, 0.99)
                print(f"{kind:9} {change:8} p50 {p50:7.1f} ms  p99 {p99:7.1f} ms  processor time p50 {cpu:6.1f} ms  p99 "
                      f"{most:6.1f} ms  {p50 / whole:.3f} of validate  {file.relative_to(root)}", flush=True)
        server.process.kill()


main()
