#!/usr/bin/env python3
"""What a shadow costs `terrain serve`: latency and processor time of requests, with and without `--shadow` at 100 %.

    python3 Benchmarks/shadow.py [--program .build/release/terrain] [--rounds 2000]

The shadow is a copy of the served rules with one changed threshold. Two services answer the same requests in turns, one at a
time, on one thread each; the shadow has a thread of its own, and a pause after each turn lets it finish, so that its processor
time is that of the turn's requests; the median of all turns counts. Where the machine is so busy that a request takes ten times
as long, caches are cold and figures say nothing: the least of several runs counts. Aims: p50 at most 1.3 x, processor time at
most 2.2 x.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import tempfile
import time

from decision_log import Measured, processor_time
from serve import example, line, request


class Shadowed(Measured):
    """A peer whose processor time includes what it does after its responses."""

    sent = 0

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # Processor time for each request, by turn.
        self.turns = []

    def cpu_each(self):
        return statistics.median(self.turns) * 1e6

    def rounds(self, count):
        self.cpu = 0.0
        before = processor_time(self.process.pid)
        for _ in range(count):
            self.round()
        self.sent += count
        # What asking for its state takes is not counted.
        while True:
            time.sleep(0.02)
            self.cpu += processor_time(self.process.pid) - before
            shadow = self.health()
            if not shadow or shadow["same"] + shadow["different"] + shadow["dropped"] == self.sent:
                break
            before = processor_time(self.process.pid)
        self.turns.append(self.cpu / count)

    def health(self):
        os.write(self.process.stdin.fileno(), line(0, "health", {}))
        text = b""
        while not text.endswith(b"\n"):
            text += os.read(self.process.stdout.fileno(), 1 << 16)
        return json.loads(text)["result"].get("shadow", {})


def compare(name, plain, shadowed, rounds):
    for peer in plain, shadowed:
        peer.rounds(300)
        peer.times.clear()
        peer.turns.clear()
    for turn in range(max(1, rounds // 50)):
        for peer in (plain, shadowed) if turn % 2 == 0 else (shadowed, plain):
            peer.rounds(50)
    shadow = shadowed.health()
    print(
        f"{name:16}{plain.p50():9.1f}{shadowed.p50():9.1f}{shadowed.p50() / plain.p50():7.2f}"
        f"{plain.cpu_each():10.1f}{shadowed.cpu_each():9.1f}{shadowed.cpu_each() / plain.cpu_each():7.2f}"
        f"   {shadow['same']} same, {shadow['different']} different, {shadow['dropped']} dropped"
    )
    print(f"{name}: shadowed / plain, p50: {shadowed.p50() / plain.p50():.2f}")
    print(f"{name}: shadowed / plain, processor time: {shadowed.cpu_each() / plain.cpu_each():.2f}")
    plain.end()
    shadowed.end()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default=".build/release/terrain")
    options.add_argument("--rounds", type=int, default=2000)
    options = options.parse_args()
    with open("ContentPacks/terrain/examples/answers.json") as file:
        answers = json.load(file)["answers"]
    requests = [
        ("decide", line(1, "decide", {"decision": "types.thermal", "facts": {"cold_heat": -4}}), options.rounds),
        ("score, lean", request(1, answers, "lean"), options.rounds),
        ("score, full", request(1, answers, "full"), options.rounds),
        ("today", line(1, "today", example("terrain", "today")), options.rounds // 4),
    ]
    print(f"{'':16}{'p50 us':>9}{'shadow':>9}{'x':>7}{'cpu us':>10}{'shadow':>9}{'x':>7}")
    with tempfile.TemporaryDirectory() as folder:
        candidate = os.path.join(folder, "terrain")
        shutil.copytree("Rules/terrain", candidate)
        types = os.path.join(candidate, "types.yaml")
        with open(types) as file:
            text = file.read()
        changed, count = re.subn(r"(cold_at_most: *\{ value:) -3", r"\1 -5", text)
        assert count == 1
        with open(types, "w") as file:
            file.write(changed)
        serve = [options.program, "serve", "--log-level", "error", "--threads", "1"]
        for name, text, rounds in requests:
            compare(name, Shadowed(name, serve, text), Shadowed(name, serve + ["--shadow", candidate], text), rounds)


if __name__ == "__main__":
    main()
