#!/usr/bin/env python3
"""Answer sets a second: `terrain batch score` beside what a user would take instead, and beside floors.

    python3 Benchmarks/batch.py [LINES [ROUNDS]]      200000 and 5 where nothing is said
    python3 Benchmarks/batch.py long [LINES]          memory over ten million lines

All read the same JSON lines from a file on standard input and write lines to /dev/null; they take turns in one run.
The table shows lines a second of time on the clock, and of processor time (what one core does), medians over the rounds.

- `cat`, `jq -c .`: floors; they only pass lines on, `jq` through a parser and a printer.
- `orjson`: a Python loop that reads each line and writes it again.
- `orjson + Python`: the same loop, summing and deciding by hand, as a script for one quiz would.
- `zen-engine`: the same loop; sums in Python, type and modifier by zen's decision tables of the same rules.
- `terrain, one thread`, `terrain, all`, and as many independent processes as there are processors.

Needs the release program (`bin/terrain --version`), jq, and from PyPI orjson and zen-engine for the Python that runs this.
What everybody says of the first lines is compared before anything is timed.
"""

import importlib.util
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parent.parent
program = os.environ.get("TERRAIN", str(root / ".build/bin/terrain"))
pack = "ContentPacks/terrain"


def quiz(folder):
    """The questions as they are in the built pack, whose format is JSON."""
    built = pathlib.Path(folder) / "pack.json"
    subprocess.run([program, "build", pack, "--output", str(built)], check=True, cwd=root, stdout=subprocess.DEVNULL)
    for file in json.loads(built.read_text())["files"]:
        if isinstance(file["content"], dict) and file["content"].get("kind") == "quiz":
            return file["content"]
    sys.exit("the built pack has no quiz")


def people(questions, count, path):
    chooser = random.Random(7)
    with open(path, "w") as file:
        for number in range(count):
            answers = {
                q["id"]: chooser.choice(q["options"])["id"] for q in questions if "ask_when" not in q}
            file.write(json.dumps({"id": f"p{number}", "answers": answers, "locale": "en-US"}, separators=(",", ":")) + "\n")


# --- Peers: run as `python3 batch.py peer NAME FOLDER` ---

AXES = ["cold_heat", "def_excess", "damp_dry", "qi_stagnation", "shen_unsettled"]
LOW = [-10, -10, -10, 0, 0]
TYPES = [
    ("cold", "deficient", "cold_deficient_low_flame"), ("cold", "balanced", "cold_balanced_cool_core"),
    ("cold", "excess", "cold_balanced_cool_core"), ("neutral", "deficient", "neutral_deficient_low_battery"),
    ("neutral", "balanced", "neutral_balanced_steady_core"), ("neutral", "excess", "neutral_excess_busy_mind"),
    ("warm", "deficient", "warm_deficient_bright_but_thin"), ("warm", "balanced", "warm_balanced_high_flame"),
    ("warm", "excess", "warm_excess_overclocked")]


def moves(questions):
    """For each question and option, tenths on each axis, and flags."""
    table = {}
    for q in questions:
        weight = round(float(q.get("weight", 1)) * 10)
        table[q["id"]] = {
            o["id"]: ([round(float(o.get("deltas", {}).get(a, 0)) * weight) for a in AXES], o.get("flags", []))
            for o in q["options"]}
    return table


def axes(table, answers):
    sums, flags = [0] * 5, []
    for question, option in answers.items():
        moved, said = table[question][option]
        for axis in range(5):
            sums[axis] += moved[axis]
        flags += [flag for flag in said if flag not in flags]
    values = []
    for total, low in zip(sums, LOW):
        value = (abs(total) + 5) // 10 * (1 if total >= 0 else -1)
        values.append(max(low, min(10, value)))
    return values, flags


def by_hand(values):
    cold, deficit, damp, stuck, mind = values
    thermal = "cold" if cold <= -3 else "warm" if cold >= 3 else "neutral"
    reserve = "deficient" if deficit <= -3 else "excess" if deficit >= 3 else "balanced"
    kind = next(t for a, b, t in TYPES if a == thermal and b == reserve)
    pulls = [(mind, "shen", mind >= 4), (stuck, "stagnation", stuck >= 4), (-damp, "damp", damp <= -3), (damp, "dry", damp >= 3)]
    best = max((pull for pull in pulls if pull[2]), key=lambda pull: pull[0], default=(0, "none"))
    return kind, best[1]


def by_zen():
    import zen

    def node(kind, name, content=None):
        made = {"id": name, "type": kind, "name": name, "position": {"x": 0, "y": 0}}
        return {**made, "content": content} if content else made

    def table(name, inputs, output, rows):
        return node("decisionTableNode", name, {
            "hitPolicy": "first", "passThrough": True,
            "inputs": [{"id": i, "name": i, "type": "expression", "field": i} for i in inputs],
            "outputs": [{"id": output, "name": output, "type": "expression", "field": output}],
            "rules": [{"_id": f"{name}{n}", **row} for n, row in enumerate(rows)]})

    # Of equally strong pulls the first wins: a row for each, which says that none before it is as strong.
    pull = {"shen": "shen_unsettled", "stagnation": "qi_stagnation", "damp": "-damp_dry", "dry": "damp_dry"}
    least = {"shen": 4, "stagnation": 4, "damp": 3, "dry": 3}
    rows, names = [], list(pull)
    for place, name in enumerate(names):
        terms = [f"{pull[name]} >= {least[name]}"]
        for other, rival in enumerate(names):
            if other != place:
                beats = ">" if other < place else ">="
                terms.append(f"({pull[rival]} < {least[rival]} or {pull[name]} {beats} {pull[rival]})")
        rows.append({"any": " and ".join(terms), "modifier": f'"{name}"'})
    rows.append({"any": "", "modifier": '"none"'})
    modifier = table("pulls", ["any"], "modifier", rows)
    del modifier["content"]["inputs"][0]["field"]  # each cell is an expression of its own
    nodes = [
        node("inputNode", "in"),
        table("thermal", ["cold_heat"], "thermal", [
            {"cold_heat": "<= -3", "thermal": '"cold"'}, {"cold_heat": ">= 3", "thermal": '"warm"'}, {"thermal": '"neutral"'}]),
        table("reserve", ["def_excess"], "reserve", [
            {"def_excess": "<= -3", "reserve": '"deficient"'}, {"def_excess": ">= 3", "reserve": '"excess"'},
            {"reserve": '"balanced"'}]),
        table("types", ["thermal", "reserve"], "type", [
            {"thermal": f'"{a}"', "reserve": f'"{b}"', "type": f'"{t}"'} for a, b, t in TYPES]),
        modifier, node("outputNode", "out")]
    hops = [n["id"] for n in nodes]
    edges = [{"id": f"{a}-{b}", "sourceId": a, "targetId": b, "type": "edge"} for a, b in zip(hops, hops[1:])]
    decision = zen.ZenEngine().create_decision(json.dumps({"nodes": nodes, "edges": edges}))

    def decide(values):
        result = decision.evaluate(dict(zip(AXES, values)))["result"]
        return result["type"], result["modifier"]
    return decide


def peer(name, questions_file):
    import orjson

    loads, dumps, out = orjson.loads, orjson.dumps, sys.stdout.buffer
    if name == "orjson":
        for line in sys.stdin.buffer:
            out.write(dumps(loads(line)) + b"\n")
        return
    table = moves(json.loads(pathlib.Path(questions_file).read_text()))
    decide = by_hand if name == "python" else by_zen()
    for line in sys.stdin.buffer:
        request = loads(line)
        values, flags = axes(table, request["answers"])
        kind, modifier = decide(values)
        out.write(dumps({
            "id": request["id"],
            "axes": {a: {"value": v} for a, v in zip(AXES, values)},
            "type": {"id": kind}, "modifier": {"id": modifier}, "flags": flags}) + b"\n")


# --- Timing ---

def timed(commands, inputs):
    """Runs commands at once, each with its input; seconds on the clock, processor seconds, the largest memory in KB."""
    begin = time.perf_counter()
    running = [
        subprocess.Popen(command, stdin=open(path, "rb"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=root)
        for command, path in zip(commands, inputs)]
    used, memory = 0.0, 0
    for process in running:
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit(f"{process.args} ended with {status}")
        used += usage.ru_utime + usage.ru_stime
        memory = max(memory, usage.ru_maxrss)
    return time.perf_counter() - begin, used, memory


def compare(count, rounds):
    with tempfile.TemporaryDirectory() as folder:
        questions = quiz(folder)["questions"]
        questions_file = f"{folder}/questions.json"
        pathlib.Path(questions_file).write_text(json.dumps(questions))
        whole = f"{folder}/people.ndjson"
        people(questions, count, whole)
        processors = len(os.sched_getaffinity(0))
        parts = [f"{folder}/part{number}.ndjson" for number in range(processors)]
        lines = pathlib.Path(whole).read_bytes().splitlines(keepends=True)
        for number, part in enumerate(parts):
            pathlib.Path(part).write_bytes(b"".join(lines[number * count // processors:(number + 1) * count // processors]))
        python = [sys.executable, __file__, "peer"]
        batch = [program, "batch", "score", "--pack", pack]
        work = {
            "cat": ([["cat"]], [whole]), "jq -c .": ([["jq", "-c", "."]], [whole]),
            "orjson": ([[*python, "orjson", questions_file]], [whole]),
            "orjson + Python": ([[*python, "python", questions_file]], [whole]),
            "zen-engine": ([[*python, "zen", questions_file]], [whole]),
            "terrain, one thread": ([[*batch, "--threads", "1"]], [whole]),
            f"terrain, all ({processors})": ([batch], [whole]),
            f"{processors} processes": ([[*batch, "--threads", "1"]] * processors, parts)}
        for name, module in (("orjson", "orjson"), ("orjson + Python", "orjson"), ("zen-engine", "zen")):
            if importlib.util.find_spec(module) is None:
                print(f"{name} is skipped: the package of `{module}` is not installed")
                del work[name]
        first = b"".join(lines[:500])
        said = {
            subprocess.run(work[name][0][0], input=first, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=root).stdout
            for name in ("terrain, one thread", "orjson + Python", "zen-engine") if name in work}
        if len(said) > 1:
            sys.exit("they do not say the same of the same people")
        taken = {name: [] for name in work}
        for turn in range(rounds + 1):
            print(f"round {turn} of {rounds} …" if turn else "a round that does not count …", file=sys.stderr, flush=True)
            for name, (commands, inputs) in work.items():
                measured = timed(commands, inputs)
                if turn > 0:
                    taken[name].append(measured)
        size = os.path.getsize(whole)
        print(f"{count} lines of {size // count} bytes, {rounds} rounds, taking turns, {processors} processors")
        print(f"{'':22}{'lines/s':>12}{'a core':>12}{'MB/s':>8}{'MB':>6}")
        rate = {}
        for name, all_taken in taken.items():
            clock = statistics.median(t[0] for t in all_taken)
            used = statistics.median(t[1] for t in all_taken)
            rate[name] = (count / clock, count / used)
            print(f"{name:22}{count / clock:12,.0f}{count / used:12,.0f}{size / clock / 1e6:8.0f}{max(t[2] for t in all_taken) // 1024:6}")
        ours, everything = rate["terrain, one thread"], rate[f"terrain, all ({processors})"]
        for name in ("zen-engine", "orjson + Python", "orjson", "jq -c ."):
            if name not in rate:
                continue
            print(f"terrain / {name}: {ours[1] / rate[name][1]:.1f} times as many a core")
        print(f"all threads / independent processes: {everything[0] / rate[f'{processors} processes'][0]:.2f}")


def memory(count):
    """Peak memory while so many lines go through a pipe, and while a tenth of them does."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/people.ndjson"
        people(quiz(folder)["questions"], 20_000, path)  # little, for a new process begins with what this one has
        block = pathlib.Path(path).read_bytes()
        for lines in (count // 10, count):
            process = subprocess.Popen(
                [program, "batch", "score", "--pack", pack], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, cwd=root)
            begin = time.perf_counter()
            for sent in range(lines // 20_000):
                if sent % 50 == 0:
                    print(f"{sent * 20_000:,} of {lines:,} lines …", file=sys.stderr, flush=True)
                process.stdin.write(block)
            process.stdin.close()
            _, status, usage = os.wait4(process.pid, 0)
            print(f"{lines} lines: {usage.ru_maxrss // 1024} MB at most, {lines / (time.perf_counter() - begin):,.0f} lines/s, exit {status}")


if sys.argv[1:2] == ["peer"]:
    peer(sys.argv[2], sys.argv[3])
elif sys.argv[1:2] == ["long"]:
    memory(int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000)
else:
    compare(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000, int(sys.argv[2]) if len(sys.argv) > 2 else 5)
