#!/usr/bin/env python3
"""Whether memory grows with requests: many days, one after another, through `terrain batch today` and through `terrain serve`.

    python3 Benchmarks/growth.py [REQUESTS [WAY [THREADS]]]      1000000, both (`batch`, `serve`) and all processors where nothing is said

Requests are made on the way, each for another person with another day: type, what lies on top of it, symptoms, weather, date, and for
every twentieth a week of logs. Prints the resident set at 1, 10, 50 and 100 percent of the requests. What is there at 10 percent is
what a thread needs (engines, caches of a bounded size); it has grown where there is more than 5 percent and 2 MB more at the end.

Needs the release program (`bin/terrain --version`), or another in TERRAIN. Ends with 1 where memory has grown.
"""

import itertools
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

root = pathlib.Path(__file__).resolve().parent.parent
program = os.environ.get("TERRAIN", str(root / ".build/release/terrain"))
count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
ways = [sys.argv[2]] if len(sys.argv) > 2 else ["batch", "serve"]
threads = ["--threads", sys.argv[3]] if len(sys.argv) > 3 else []
MARKS = (1, 10, 50, 100)


def requests():
    """Parts of a request after its id: as many different ones as there are combinations."""
    example = json.loads((root / "ContentPacks/terrain/examples/requests/today.json").read_text())
    types = ["cold_deficient_low_flame", "cold_balanced_cool_core", "neutral_deficient_low_battery", "neutral_balanced_steady_core",
             "neutral_excess_busy_mind", "warm_balanced_high_flame", "warm_excess_overclocked", "warm_deficient_bright_but_thin"]
    modifiers = ["none", "shen", "stagnation", "damp", "dry"]
    symptoms = [[], ["stressed"], ["tired", "cold"], ["poor_sleep"], ["bloating"]]
    weather = ["clear", "hot", "cold", "humid", "dry", "windy", "rainy"]
    for number, (kind, top, felt, sky) in enumerate(itertools.product(types, modifiers, symptoms, weather)):
        now = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}T{6 + number % 17:02}:30:00+08:00"
        person = example["person"] | {"profile": kind, "modifier": top}
        request = {"now": now, "locale": ["en-US", "zh-Hans"][number % 2], "person": person, "day": {"symptoms": felt, "weather": sky}}
        if number % 20 == 0:
            request["logs"] = [{"date": f"2026-{number % 12 + 1:02}-{day:02}", "quick_symptoms": felt,
                                "completed_routine_ids": ["ginger-honey-tea-lite"]} for day in range(1, 8)]
        yield json.dumps(request, separators=(",", ":"))[1:].encode()


def memory(process):
    """Resident kilobytes of a process."""
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def drain(stream, answers):
    """Reads answers, and counts them and those that are errors."""
    for answer in stream:
        answers[0] += 1
        answers[1] += answer.startswith((b'{"error"', b'{"jsonrpc":"2.0","error"')) or b'"error":{"code":' in answer[:60]


def run(way, tails):
    """Sends the requests; the resident set at each mark, answers, errors, seconds and processor seconds."""
    line, command = {
        "batch": (b'{"id":"p%d",%s\n', ["batch", "today", "-", *threads]),
        "serve": (b'{"jsonrpc":"2.0","id":%d,"method":"today","params":{%s}\n', ["serve", *threads]),
    }[way]
    process = subprocess.Popen([program, *command], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    answers = [0, 0]
    reader = threading.Thread(target=drain, args=(process.stdout, answers))
    reader.start()
    marks = {max(1, count * mark // 100): mark for mark in MARKS}
    sizes = {}
    start = time.perf_counter()
    # What is written is answered but for a bounded number of requests in flight.
    for number in range(1, count + 1):
        process.stdin.write(line % (number, tails[number % len(tails)]))
        if number in marks: sizes[marks[number]] = memory(process)
    process.stdin.close()
    reader.join()
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - start
    if status: sys.exit(f"terrain {way} ended with {status}")
    if answers != [count, 0]: sys.exit(f"terrain {way}: {answers[0]} answers to {count} requests, {answers[1]} of them errors")
    return sizes, elapsed, usage


tails = list(requests())
grew = False
for way in ways:
    sizes, elapsed, usage = run(way, tails)
    before, after = sizes[10], sizes[100]
    more = after > before * 1.05 and after > before + 2000
    grew = grew or more
    print(f"{way}: {count} requests of {len(tails)} kinds in {elapsed:.0f} s, {count / elapsed:.0f} a second, "
          f"{(usage.ru_utime + usage.ru_stime) / elapsed:.1f} of {os.cpu_count()} processors")
    print("  resident MB: " + ", ".join(f"{size / 1000:.1f} at {mark} %" for mark, size in sizes.items())
          + f"; most {usage.ru_maxrss / 1000:.1f}: " + ("it grew" if more else "it did not grow"))
sys.exit(1 if grew else 0)
