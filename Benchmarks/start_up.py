#!/usr/bin/env python3
"""Whole-process time of `terrain score`, beside the floor and beside what a user would take instead.

    python3 Benchmarks/start_up.py [RUNS]

Three commands take turns in one run, so that a machine that speeds up or slows down does so for all:
`terrain score` on the example answers (pack and rules parsed from YAML each time), a bare Swift program linked
statically (the floor: no Swift program starts faster), and `jq .` on the same answers. Needs jq, and the release
program (`bin/terrain --version`), or another in TERRAIN. Prints milliseconds, and the ratios that the README quotes.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parent.parent
program = os.environ.get("TERRAIN", str(root / ".build/bin/terrain"))
answers = root / "ContentPacks/terrain/examples/answers.json"
runs = int(sys.argv[1]) if len(sys.argv) > 1 else 200


def hello(folder):
    source = pathlib.Path(folder) / "hello.swift"
    source.write_text('print("hello")\n')
    built = pathlib.Path(folder) / "hello"
    static = [] if sys.platform == "darwin" else ["-static-stdlib"]
    subprocess.run(["swiftc", "-O", *static, str(source), "-o", str(built)], check=True)
    return built


def once(command):
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=root)
    error = process.stderr.read()
    if process.wait() != 0:
        sys.exit(f"{command[0]} failed: {error.decode()}")
    return (time.perf_counter() - begin) * 1000


with tempfile.TemporaryDirectory() as folder:
    commands = {
        "hello (static Swift)": [str(hello(folder))],
        "terrain score": [str(program), "score", str(answers), "--json"],
        "jq .": ["jq", ".", str(answers)],
    }
    times = {name: [] for name in commands}
    for turn in range(runs + 5):
        for name, command in commands.items():
            taken = once(command)
            if turn >= 5:
                times[name].append(taken)

print(f"{runs} runs each, taking turns, {os.cpu_count()} cores; milliseconds, whole process")
for name, taken in times.items():
    taken.sort()
    print(f"{name:22} min {taken[0]:6.2f}  median {statistics.median(taken):6.2f}  p95 {taken[len(taken) * 95 // 100]:6.2f}")
median = {name: statistics.median(taken) for name, taken in times.items()}
print(f"terrain score - hello: {median['terrain score'] - median['hello (static Swift)']:.2f} ms")
print(f"terrain score / jq:    {median['terrain score'] / median['jq .']:.2f}")
