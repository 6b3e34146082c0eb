#!/usr/bin/env python3
"""Weeks of many people through a pipe: `terrain batch trend`, memory and processors watched while it runs.

    python3 Benchmarks/weeks.py [PEOPLE [METHOD [THREADS]]]      100000, trend and all processors where nothing is said

Each line is a person with sixty days of logs; nothing is written to disk on the way. The lines are made of the days of
Documentation/Examples/sixty-days.json: five hundred people with days of their own, over and over with other ids. Prints people a second,
how many processors were busy, and resident memory at every tenth of the input: flat is what it has to be.

Needs the release program (`bin/terrain --version`), or another in TERRAIN.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import time

root = pathlib.Path(__file__).resolve().parent.parent
program = os.environ.get("TERRAIN", str(root / ".build/bin/terrain"))
count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
method = sys.argv[2] if len(sys.argv) > 2 else "trend"
threads = ["--threads", sys.argv[3]] if len(sys.argv) > 3 else []


def people():
    """Parts of lines before and after an id."""
    chooser = random.Random(60)
    example = json.loads((root / "Documentation/Examples/sixty-days.json").read_text())
    days = example["logs"]
    for _ in range(500):
        logs = [{**chooser.choice(days), "date": day["date"]} for day in days]
        yield json.dumps({key: example[key] for key in ("now", "locale", "facts")} | {"logs": logs}, separators=(",", ":"))[1:]


def memory(process):
    """Resident kilobytes of a process."""
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


tails = [line.encode() for line in people()]
process = subprocess.Popen([program, "batch", method, "-", *threads], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
start = time.perf_counter()
tenth = max(1, count // 10)
sizes = []
for number in range(count):
    process.stdin.write(b'{"id":"p%d",%s\n' % (number, tails[number % len(tails)]))
    if number % tenth == tenth - 1: sizes.append(memory(process))
process.stdin.close()
_, status, usage = os.wait4(process.pid, 0)
elapsed = time.perf_counter() - start
size = sum(map(len, tails)) / len(tails)
if status: sys.exit(f"terrain batch {method} ended with {status}")
print(f"{count} people of {size / 1000:.1f} KB each in {elapsed:.1f} s: {count / elapsed:.0f} a second, {size * count / elapsed / 1e6:.0f} MB a second")
print(f"processors busy: {(usage.ru_utime + usage.ru_stime) / elapsed:.1f} of {os.cpu_count()}")
print("resident MB at every tenth: " + " ".join(f"{size / 1000:.0f}" for size in sizes) + f"; most {usage.ru_maxrss / 1000:.0f}")
