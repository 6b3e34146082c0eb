#!/usr/bin/env python3
"""How long `terrain serve` takes for a request, and how many a second it answers, beside what is there anyway.

    python3 Benchmarks/serve.py [--program .build/bin/terrain] [--rounds 5000] [--requests 300000]

Round trips: one line out, one line back, one after another, with the same Python on the other side of the pipes. The floor
is a C program that reads a line and writes it back. Aim: p50 and p99 within 2 x the echo's + 20 us for a score, and for
others a p50 of their own: see OTHERS. `methods.py` times every method.

Pipelined: a file of requests through `cat | PROGRAM | wc -l`. Aim: 150,000 requests a second.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import time

ECHO = r"""
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static char line[1 << 16];
int main(void) {
  size_t have = 0;
  for (;;) {
    ssize_t got = read(0, line + have, sizeof line - have);
    if (got <= 0) return 0;
    have += (size_t)got;
    if (memchr(line + have - got, '\n', (size_t)got) == NULL) continue;
    for (size_t at = 0; at < have;) {
      ssize_t put = write(1, line + at, have - at);
      if (put <= 0) return 1;
      at += (size_t)put;
    }
    have = 0;
  }
}
"""


# What else is timed, from the packs' own examples: a name, the pack, the method, and the target for its p50 in microseconds.
OTHERS = [
    ("decide, one table", "terrain", "decide", 25),
    ("timeline", "quicksip", "timeline", 30),
    ("explain score", "terrain", "explain", 150),
    ("today", "terrain", "page", 250),
]


def line(number, method, params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


def request(number, answers, explain):
    return line(number, "score", {"answers": answers, "goals": ["sleep"], "explain": explain})


def example(pack, method):
    with open(f"ContentPacks/{pack}/examples/requests/{method}.json") as file:
        params = json.load(file)
    params.pop("$schema", None)
    return params


def other(pack, method, answers):
    """The line of one of OTHERS: a decision of one table, a score explained, else the pack's example."""
    if method == "decide":
        return line(1, method, {"decision": "types.thermal", "facts": {"cold_heat": -4}})
    if method == "explain":
        return line(1, method, {"method": "score", "params": {"answers": answers, "goals": ["sleep"]}})
    return line(1, method, example(pack, method))


class Peer:
    """A program that answers a line with a line."""

    def __init__(self, name, command, line, target=None):
        self.name, self.line, self.target = name, line, target
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.times = []

    def round(self):
        write, read = self.process.stdin.fileno(), self.process.stdout.fileno()
        start = time.perf_counter_ns()
        os.write(write, self.line)
        while not os.read(read, 1 << 16).endswith(b"\n"):
            pass
        self.times.append((time.perf_counter_ns() - start) / 1000)

    def end(self):
        self.process.stdin.close()
        assert self.process.wait() == 0, self.name

    def percentile(self, share):
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def round_trips(peers, rounds):
    for peer in peers:
        for _ in range(300):
            peer.round()
        peer.times.clear()
    # They take turns, so that what else the machine does is everybody's.
    for _ in range(rounds // 100):
        for peer in peers:
            for _ in range(100):
                peer.round()
    echo = peers[0]
    print(f"{'round trip, one at a time':34}{'p50 us':>9}{'p99 us':>9}{'x echo':>9}{'target':>16}")
    for peer in peers:
        aim = f"{2 * echo.percentile(0.5) + 20:.0f} / {2 * echo.percentile(0.99) + 20:.0f}"
        if peer.target:
            aim = f"{peer.target}"
        ratio = peer.percentile(0.5) / echo.percentile(0.5)
        print(
            f"{peer.name:34}{peer.percentile(0.5):9.1f}{peer.percentile(0.99):9.1f}{ratio:9.1f}"
            f"{'' if peer is echo else aim:>16}"
        )
        peer.end()


def pipelined(name, command, file, count):
    best = 0
    for _ in range(3):
        start = time.perf_counter()
        feed = subprocess.Popen(["cat", file], stdout=subprocess.PIPE)
        work = subprocess.Popen(command, stdin=feed.stdout, stdout=subprocess.PIPE)
        lines = subprocess.run(["wc", "-l"], stdin=work.stdout, stdout=subprocess.PIPE, check=True).stdout
        seconds = time.perf_counter() - start
        assert feed.wait() == 0 and work.wait() == 0 and int(lines) == count, (name, lines)
        best = max(best, count / seconds)
    print(f"{name:34}{best:12,.0f} a second")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default=".build/bin/terrain")
    options.add_argument("--rounds", type=int, default=5000)
    options.add_argument("--requests", type=int, default=300_000)
    options = options.parse_args()
    with open("ContentPacks/terrain/examples/answers.json") as file:
        answers = json.load(file)["answers"]
    serve = [options.program, "serve", "--log-level", "error"]
    with tempfile.TemporaryDirectory() as folder:
        echo = os.path.join(folder, "echo")
        with open(echo + ".c", "w") as file:
            file.write(ECHO)
        subprocess.run(["cc", "-O2", "-o", echo, echo + ".c"], check=True)
        plain, explained = request(1, answers, False), request(1, answers, True)
        peers = [
            Peer("C echo", [echo], plain),
            Peer("terrain serve, score", serve, plain),
            Peer("terrain serve, score, explained", serve, explained, 25),
        ]
        for name, pack, method, target in OTHERS:
            command = serve + ["--pack", pack, "--threads", "1"]
            peers.append(Peer(f"terrain serve, {name}", command, other(pack, method, answers), target))
        if shutil.which("jq"):
            peers.append(Peer("jq --unbuffered -c .", ["jq", "--unbuffered", "-c", "."], plain))
        round_trips(peers, options.rounds)
        print()
        for name, explain, count in [("plain", False, options.requests), ("explained", True, options.requests // 10)]:
            file_name = os.path.join(folder, name)
            with open(file_name, "wb") as file:
                for number in range(count):
                    file.write(request(number, answers, explain))
            if not explain:
                pipelined("cat", ["cat"], file_name, count)
                if shutil.which("jq"):
                    pipelined("jq -c .", ["jq", "-c", "."], file_name, count)
            for threads in [1, os.cpu_count() or 1]:
                command = serve + ["--threads", str(threads)]
                pipelined(f"terrain serve, {name}, {threads} thread(s)", command, file_name, count)


if __name__ == "__main__":
    main()
