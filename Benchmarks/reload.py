#!/usr/bin/env python3
"""Whether memory grows when a service swaps in new versions.

    python3 Benchmarks/reload.py [--program .build/bin/terrain] [--versions 10000]

A small pack, whose rules are changed before each `pack.reload`; after each a request, so that every version is used.
Prints the resident memory on the way.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time

FILES = {
    "ContentPacks/mini/note.schema.json": """{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object" }
""",
    "ContentPacks/mini/notes.yaml": """kind: note
items:
  - { id: one }
""",
    "ContentPacks/mini/pack.yaml": """kind: pack
id: mini
title: Mini
version: 1.0.0
default_locale: en-US
supported_locales: [en-US]
updated_at: "2026-11-21T00:00:00Z"
review: { status: draft, reviewed_by: [] }
rules: { id: mini, version: "^1.0.0" }
kinds:
  note: { schema: note.schema.json, path: notes.yaml }
enums:
  season: { values: [spring, summer, autumn, winter] }
""",
    "Rules/mini/clock.yaml": """rules: 1
module: mini.clock
facts:
  month: { type: int, min: 1, max: 12 }
  hour: { type: int, min: 0, max: 23 }
  hemisphere: { type: string, values: [north, south], optional: true }
decisions:
  northern_month: { value: "= hemisphere == optional.of('south') ? (month + 5) % 12 + 1 : month" }
  season:
    type: season
    hit: first
    rows:
      - { id: spring, when: { northern_month: "3..5" }, then: spring }
      - { id: summer, when: { northern_month: "6..8" }, then: summer }
      - { id: autumn, when: { northern_month: "9..11" }, then: autumn }
    otherwise: winter
  phase: { hit: first, rows: [{ id: morning, when: { hour: "5..16" }, then: morning }], otherwise: evening }
""",
    "Rules/mini/ruleset.yaml": """rules: 1
id: mini
version: 1.0.0
modules: { mini.clock: clock.yaml }
""",
}


def resident(process):
    with open(f"/proc/{process.pid}/status") as file:
        for line in file:
            if line.startswith("VmRSS"):
                return int(line.split()[1])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default=".build/bin/terrain")
    options.add_argument("--versions", type=int, default=10_000)
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for path, content in FILES.items():
            os.makedirs(os.path.dirname(f"{folder}/{path}"), exist_ok=True)
            with open(f"{folder}/{path}", "w") as file:
                file.write(content)
        rules, text = f"{folder}/Rules/mini/clock.yaml", FILES["Rules/mini/clock.yaml"]
        process = subprocess.Popen(
            [os.path.abspath(options.program), "serve", "--threads", "2", "--log-level", "error", "--pack",
             f"{folder}/ContentPacks/mini"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

        def ask(method, params):
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())["result"]

        # It has loaded what there is when it answers.
        hashes, start = {ask("health", {})["rules"]["hash"]}, time.perf_counter()
        for version in range(1, options.versions + 1):
            with open(rules + ".new", "w") as file:
                file.write(f"{text}# version {version}\n")
            os.rename(rules + ".new", rules)
            reload = ask("pack.reload", {})
            assert reload["outcome"] == "swapped", (version, reload)
            answer = ask("decide", {"decision": "clock.season", "facts": {"month": 4, "hour": 7}})
            hashes.add(answer["rules"]["hash"])
            if version in (10, 100, 1000) or version % 2500 == 0:
                pace = (time.perf_counter() - start) * 1000 / version
                print(f"{version:6} versions: {resident(process):7,} KiB resident, {pace:.1f} ms each", flush=True)
        assert len(hashes) == options.versions + 1
        process.stdin.close()
        assert process.wait() == 0


if __name__ == "__main__":
    main()
