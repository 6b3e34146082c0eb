#!/usr/bin/env python3
"""Whether a log of decisions has every request that was answered, whatever ends the service.

    python3 Benchmarks/kills.py [--program .build/bin/terrain] [--kills 100]

A service with `--log-decisions` answers requests as fast as they come, and is ended by SIGKILL at a random moment, again and
again, with the same log. After each kill every response that was received has its record, once, and every line of the log is
a record: but for the last one, which the next start removes where it is a part. The end is checked without such a line. Not
a benchmark: nothing is timed.
"""

import argparse
import glob
import json
import os
import random
import signal
import subprocess
import tempfile
import threading
import time


def records(log, is_last):
    """The ids of all records, and how many lines are none. A part of a line at the end counts only at the last look."""
    ids, torn = [], 0
    for name in glob.glob(glob.escape(log) + "*"):
        with open(name, "rb") as file:
            lines = file.read().split(b"\n")
        rest = lines.pop()
        if rest and is_last:
            torn += 1
        for text in lines:
            try:
                ids.append(json.loads(text)["id"])
            except (ValueError, KeyError):
                torn += 1
    return ids, torn


def run(command, first, seed, batch):
    """Sends requests from the number `first` on until the service is killed; the ids that were answered, and the next number."""
    service = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    number = first
    answered = []

    def read():
        rest = b""
        while True:
            got = os.read(service.stdout.fileno(), 1 << 16)
            if not got:
                return
            lines = (rest + got).split(b"\n")
            rest = lines.pop()
            for text in lines:
                response = json.loads(text)
                assert "result" in response, text
                answered.append(response["id"])

    reader = threading.Thread(target=read)
    reader.start()
    while not answered:
        # Loading takes a moment; the first response says that it is over.
        if number == first:
            service.stdin.write(line(number))
            number += 1
        time.sleep(0.001)
    end = time.monotonic() + random.Random(seed).uniform(0.0, 0.05)
    while time.monotonic() < end:
        service.stdin.write(b"".join(line(number + index) for index in range(batch)))
        number += batch
    service.send_signal(signal.SIGKILL)
    service.wait()
    reader.join()
    return answered, number


def line(number):
    facts = {"cold_heat": -number % 9}
    params = {"decision": "types.thermal", "facts": facts}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "decide", "params": params}).encode() + b"\n"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default=".build/bin/terrain")
    options.add_argument("--kills", type=int, default=100)
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "decisions.ndjson")
        command = [options.program, "serve", "--log-level", "error", "--log-decisions", log, "--log-decisions-size", "1"]
        acknowledged, number = [], 0
        for kill in range(options.kills):
            answered, number = run(command, number, kill, batch=1 if kill % 2 else 20)
            acknowledged += answered
        # One more start removes a part of a record at the end.
        subprocess.run(command, stdin=subprocess.DEVNULL, check=True)
        ids, torn = records(log, is_last=True)
        known = set(ids)
        lost = [number for number in acknowledged if number not in known]
        print(
            f"{options.kills} kills, {len(acknowledged):,} requests answered, {len(ids):,} records: "
            f"{len(lost)} lost, {torn} torn, {len(ids) - len(known)} twice"
        )
        assert not lost and not torn and len(ids) == len(known)


if __name__ == "__main__":
    main()
