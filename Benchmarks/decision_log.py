#!/usr/bin/env python3
"""What a log of decisions costs `terrain serve`.

    python3 Benchmarks/decision_log.py [--program .build/bin/terrain] [--rounds 3000]

Two services answer the same requests in turns, one at a time: one with `--log-decisions`, one without. Printed are the p50 of
the round trip and the processor time for each request, of both, and the difference. Processor time is what a busy machine
changes least. Both take turns with this script on one core: on two, a core that has fallen asleep takes 50 us to wake, or does not
fall asleep at all, as it happens. Aims: 3 us for a request, 5 % for `today`.
"""

import argparse
import json
import os
import tempfile

from serve import Peer, example, request, line


def processor_time(pid):
    """Seconds of processor time that the process has used, to the nanosecond where the system has it."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/schedstat") as file:
            total += int(file.read().split()[0])
    return total / 1e9


class Measured(Peer):
    """A peer whose processor time is measured too."""

    cpu = 0.0

    def rounds(self, count):
        before = processor_time(self.process.pid)
        for _ in range(count):
            self.round()
        self.cpu += processor_time(self.process.pid) - before

    def p50(self):
        return self.percentile(0.5)

    def cpu_each(self):
        return self.cpu / len(self.times) * 1e6


def compare(name, plain, logged, rounds):
    for peer in plain, logged:
        peer.rounds(300)
        peer.times.clear()
        peer.cpu = 0.0
    for turn in range(max(1, rounds // 50)):
        for peer in (plain, logged) if turn % 2 == 0 else (logged, plain):
            peer.rounds(50)
    wall, cpu = logged.p50() - plain.p50(), logged.cpu_each() - plain.cpu_each()
    print(
        f"{name:16}{plain.p50():9.1f}{logged.p50():9.1f}{wall:+8.1f}{wall / plain.p50():+8.1%}"
        f"{plain.cpu_each():10.1f}{logged.cpu_each():9.1f}{cpu:+8.1f}{cpu / plain.cpu_each():+8.1%}"
    )
    print(f"{name}: logged / plain, processor time: {logged.cpu_each() / plain.cpu_each():.2f}")
    plain.end()
    logged.end()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default=".build/bin/terrain")
    options.add_argument("--rounds", type=int, default=3000)
    options = options.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with open("ContentPacks/terrain/examples/answers.json") as file:
        answers = json.load(file)["answers"]
    decide = line(1, "decide", {"decision": "types.thermal", "facts": {"cold_heat": -4}})
    requests = [
        ("score", request(1, answers, False), options.rounds),
        ("decide", decide, options.rounds),
        ("score, explained", request(1, answers, True), options.rounds),
        ("today", line(1, "page", example("terrain", "page")), options.rounds // 3),
    ]
    print(f"{'':16}{'p50 us':>9}{'logged':>9}{'':16}{'cpu us':>10}{'logged':>9}")
    with tempfile.TemporaryDirectory() as folder:
        serve = [options.program, "serve", "--log-level", "error", "--threads", "1"]
        for name, text, rounds in requests:
            log = os.path.join(folder, name.replace(", ", "-") + ".ndjson")
            compare(name, Measured(name, serve, text), Measured(name, serve + ["--log-decisions", log], text), rounds)


if __name__ == "__main__":
    main()
