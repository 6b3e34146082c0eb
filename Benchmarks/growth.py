#!/usr/bin/env python3
"""Whether memory grows with requests: many days, one after another, through `terrain batch page` and through `terrain serve`, and requests
of several methods through `terrain serve`.

    python3 Benchmarks/growth.py [REQUESTS [WAY [THREADS]]]      1000000, all three (`batch`, `serve`, `mixed`) and all processors by default

Requests are made on the way, each for another person with another day: type, what lies on top of it, symptoms, weather, date, and for
every twentieth a week of logs. `mixed` are lean scores (80 of 100), decisions (12), days in zones that exist or do not (3), and scores of unknown
questions in unknown languages and lines that are no JSON (5), which are refused; names that nobody has are others in every request. Prints the resident set at 1, 10, 50 and 100 percent of the requests. What is there at 10 percent is
what a thread needs (engines, caches of a bounded size); it has grown where there is more than 5 percent and 2 MB more at the end.

Needs the release program (`bin/terrain --version`), or another in TERRAIN. Ends with 1 where memory has grown.
"""

import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

root = pathlib.Path(__file__).resolve().parent.parent
program = os.environ.get("TERRAIN", str(root / ".build/bin/terrain"))
count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
ways = [sys.argv[2]] if len(sys.argv) > 2 else ["batch", "serve", "mixed"]
threads = ["--threads", sys.argv[3]] if len(sys.argv) > 3 else []
MARKS = (1, 10, 50, 100)


def requests():
    """Parts of a request after its id: as many different ones as there are combinations."""
    example = json.loads((root / "ContentPacks/terrain/examples/requests/page.json").read_text())
    types = ["cold_deficient_low_flame", "cold_balanced_cool_core", "neutral_deficient_low_battery", "neutral_balanced_steady_core",
             "neutral_excess_busy_mind", "warm_balanced_high_flame", "warm_excess_overclocked", "warm_deficient_bright_but_thin"]
    modifiers = ["none", "shen", "stagnation", "damp", "dry"]
    symptoms = [[], ["stressed"], ["tired", "cold"], ["poor_sleep"], ["bloating"]]
    weather = ["clear", "hot", "cold", "humid", "dry", "windy", "rainy"]
    for number, (kind, top, felt, sky) in enumerate(itertools.product(types, modifiers, symptoms, weather)):
        now = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}T{6 + number % 17:02}:30:00+08:00"
        facts = example["facts"] | {"profile": kind, "modifier": top, "symptoms": felt, "weather": sky}
        request = {"now": now, "page": "today", "locale": ["en-US", "zh-Hans"][number % 2], "facts": facts}
        if number % 20 == 0:
            request["logs"] = [{"date": f"2026-{number % 12 + 1:02}-{day:02}", "quick_symptoms": felt,
                                "completed_routine_ids": ["ginger-honey-tea-lite"]} for day in range(1, 8)]
        yield json.dumps(request, separators=(",", ":"))[1:].encode()


def questions():
    """The questions of the quiz, from the built pack, whose format is JSON."""
    with tempfile.TemporaryDirectory() as folder:
        built = pathlib.Path(folder) / "pack.json"
        command = [program, "build", "ContentPacks/terrain", "--output", str(built)]
        subprocess.run(command, check=True, cwd=root, stdout=subprocess.DEVNULL)
        contents = [file["content"] for file in json.loads(built.read_text())["files"]]
    return next(content for content in contents if isinstance(content, dict) and content.get("kind") == "quiz")["questions"]


def mixed():
    """Lines of requests with `NUMBER` for their number, and whether each is refused."""
    chance = random.Random(20)
    options = {question["id"]: [option["id"] for option in question["options"]] for question in questions()}
    names = json.loads((root / "ContentPacks/terrain/examples/requests/score.json").read_text())["answers"]
    day = json.loads((root / "ContentPacks/terrain/examples/requests/page.json").read_text())
    zones = ["Asia/Tokyo", "Europe/Paris", "Nowhere/XNUMBER"]
    for _ in range(20_000):
        kind = chance.randrange(100)
        if kind < 80:
            method = "score"
            params = {"id": "pNUMBER", "answers": {name: chance.choice(options[name]) for name in names}}
        elif kind < 92:
            method = "decide"
            facts = {"cold_heat": chance.randint(-10, 10), "def_excess": chance.randint(-10, 10)}
            params = {"decision": "types.primary_type", "facts": facts}
        elif kind < 95:
            method = "page"
            now = f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}T07:30:00Z"
            params = {"person_id": "pNUMBER", "now": now, "page": "today", "zone": chance.choice(zones), "facts": day["facts"]}
        elif kind < 99:
            method = "score"
            params = {"answers": {"qNUMBER": "x"}, "locale": "en-x-NUMBER"}
        else:
            yield b'{"jsonrpc":"2.0","id":NUMBER,\n', True
            continue
        text = json.dumps(params, separators=(",", ":"))
        yield f'{{"jsonrpc":"2.0","id":NUMBER,"method":"{method}","params":{text}}}\n'.encode(), "qNUMBER" in text or "XNUMBER" in text


def memory(process):
    """Resident kilobytes of a process."""
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def drain(stream, answers):
    """Reads answers, and counts them and those that are errors."""
    for answer in stream:
        answers[0] += 1
        answers[1] += answer.startswith((b'{"error"', b'{"jsonrpc":"2.0","error"')) or b'"error":{"code":' in answer[:60]


def run(way, lines):
    """Sends the requests; the resident set at each mark, seconds and processor seconds."""
    command = ["batch", "page", "-", *threads] if way == "batch" else ["serve", "--log-level", "error", *threads]
    process = subprocess.Popen([program, *command], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    answers, refused = [0, 0], 0
    reader = threading.Thread(target=drain, args=(process.stdout, answers))
    reader.start()
    marks = {max(1, count * mark // 100): mark for mark in MARKS}
    sizes = {}
    start = time.perf_counter()
    # What is written is answered but for a bounded number of requests in flight.
    for number in range(1, count + 1):
        line, is_refused = lines[number % len(lines)]
        refused += is_refused
        process.stdin.write(line.replace(b"NUMBER", b"%d" % number))
        if number in marks: sizes[marks[number]] = memory(process)
    process.stdin.close()
    reader.join()
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - start
    if status: sys.exit(f"terrain {way} ended with {status}")
    if answers != [count, refused]:
        sys.exit(f"terrain {way}: {answers[0]} answers to {count} requests, {answers[1]} of them errors, of {refused}")
    return sizes, elapsed, usage


def lines(way):
    """The lines of requests, and whether each is refused."""
    if way == "mixed": return list(mixed())
    before = {"batch": b'{"person_id":"pNUMBER",', "serve": b'{"jsonrpc":"2.0","id":NUMBER,"method":"page","params":{'}[way]
    after = {"batch": b"\n", "serve": b"}\n"}[way]
    return [(before + tail + after, False) for tail in requests()]


grew = False
for way in ways:
    made = lines(way)
    sizes, elapsed, usage = run(way, made)
    before, after = sizes[10], sizes[100]
    more = after > before * 1.05 and after > before + 2000
    grew = grew or more
    print(f"{way}: {count} requests of {len(made)} kinds in {elapsed:.0f} s, {count / elapsed:.0f} a second, "
          f"{(usage.ru_utime + usage.ru_stime) / elapsed:.1f} of {os.cpu_count()} processors")
    print("  resident MB: " + ", ".join(f"{size / 1000:.1f} at {mark} %" for mark, size in sizes.items())
          + f"; most {usage.ru_maxrss / 1000:.1f}: " + ("it grew" if more else "it did not grow"))
sys.exit(1 if grew else 0)
