#!/usr/bin/env python3
"""How many logged decisions `terrain log replay` evaluates in a second, and whether DuckDB counts the same.

    python3 Benchmarks/replay.py [--program .build/bin/terrain] [--records 1000000]

The log is made by `terrain batch score --log-decisions` over lean scores, a fiftieth of which are refused. Aim: 200,000 lean
scores a second on two cores. Beside it: `cat` of the same files, and `terrain batch score` of the same requests. DuckDB (PyPI's
`duckdb`) counts the records by operation and outcome; where it is not installed that is skipped, with a note.
"""

import argparse
import glob
import json
import os
import random
import resource
import subprocess
import tempfile
import time


def people(path, answers, options, count):
    chance = random.Random(1)
    lines = []
    for _ in range(2000):
        chosen = {question: chance.choice(options[question]) for question in answers}
        if chance.random() < 0.02:
            chosen[next(iter(chosen))] = "no such option"
        lines.append(json.dumps({"answers": chosen}) + "\n")
    with open(path, "w") as file:
        for number in range(count):
            file.write(lines[number % len(lines)])


def quiz(program):
    """The options of each question, from the pack."""
    with open("ContentPacks/terrain/examples/answers.json") as file:
        answers = json.load(file)["answers"]
    schema = json.loads(
        subprocess.run([program, "schema", "score", "--pack", "terrain"], stdout=subprocess.PIPE, check=True).stdout
    )
    text = json.dumps(schema)
    options = {}
    for question, answer in answers.items():
        options[question] = [answer]
        at = text.find(f'"{question}"')
        begin = text.find('"enum": [', at)
        if at >= 0 and begin >= 0:
            options[question] = json.loads(text[begin + len('"enum": ') : text.index("]", begin) + 1])
    return answers, options


def timed(command, **more):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, check=True, **more)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def duck(log, report):
    try:
        import duckdb
    except ImportError:
        print("DuckDB is not installed (PyPI `duckdb`): its counts are skipped")
        return
    rows = duckdb.sql(
        f"SELECT operation, outcome, count(*) FROM read_json('{log}*', format = 'newline_delimited') GROUP BY ALL"
    ).fetchall()
    counts = {(operation, outcome): count for operation, outcome, count in rows}
    print("DuckDB:", ", ".join(f"{a} {b} {n:,}" for (a, b), n in sorted(counts.items())))
    assert sum(counts.values()) == report["records"]
    assert counts.get(("score", "ok"), 0) == report["identical"]
    refused = sum(n for (_, outcome), n in counts.items() if outcome != "ok")
    assert refused == report["gaps"]["refused"], (refused, report)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default=".build/bin/terrain")
    options.add_argument("--records", type=int, default=1_000_000)
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        requests, log = os.path.join(folder, "people.ndjson"), os.path.join(folder, "decisions.ndjson")
        people(requests, *quiz(options.program), options.records)
        batch = [options.program, "batch", "score", requests]
        with open(os.devnull, "w") as nothing:
            _, plain, plain_cpu = timed_batch(batch, nothing)
            _, logged, logged_cpu = timed_batch(batch + ["--log-decisions", log], nothing)
            files = sorted(glob.glob(log + "*"))
            size = sum(os.path.getsize(name) for name in files)
            _, read, _ = timed(["cat"] + files, stdout=nothing)
        done, wall, cpu = timed([options.program, "replay", log, "--json"], stderr=subprocess.PIPE)
        report = json.loads(done.stderr.decode().strip().split("\n")[-1])
        print(f"{'':34}{'a second':>12}{'cpu us each':>14}")
        for name, seconds, processor in [
            ("terrain batch score", plain, plain_cpu),
            ("the same with --log-decisions", logged, logged_cpu),
            ("cat of the log", read, 0),
            ("terrain log replay", wall, cpu),
        ]:
            print(f"{name:34}{options.records / seconds:12,.0f}{processor / options.records * 1e6:14.2f}")
        print(f"{report['records']:,} records in {len(files)} files of {size / 1e6:,.0f} MB: {json.dumps(report)}")
        print(f"replay / batch score, processor time: {cpu / plain_cpu:.2f}")
        assert report["different"] == 0 and report["records"] == options.records
        duck(log, report)


def timed_batch(command, nothing):
    """A batch with lines that are refused ends with status 1."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    status = subprocess.run(command, stdout=nothing, stderr=nothing).returncode
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert status in (0, 1), status
    return status, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
