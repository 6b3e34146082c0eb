#!/usr/bin/env python3
"""How long every method of every pack takes, from the packs' own example requests: nothing is outside these figures.

    python3 Benchmarks/methods.py [--program .build/bin/terrain] [--timings .build/release/benchmarks]
                                  [--pack PACK] [--method METHOD] [--seconds 0.5] [--starts 5]

Three ways, in microseconds:

- in-process: `benchmarks method-timings` answers again and again on one thread (`swift build -c release --product benchmarks` builds it;
  without it the column is empty);
- through `terrain serve --threads 1`: one line out, one line back, one after another, beside a C program that writes the same line
  back, in turns; `ratio` is to that echo;
- as a whole process: a service that is started for one request and ends with it.

`explain METHOD` is asked for every example that can be explained. Methods without parameters need no example. `pack.validate` and
`pack.reload` look at every file, and are measured five times.
"""

import argparse
import glob
import json
import os
import statistics
import subprocess
import tempfile
import time

from serve import ECHO

EXPLAINED = ["score", "page", "suggest", "trend", "streak", "decide"]
WITHOUT_PARAMETERS = ["health", "rpc.discover", "pack.reload", "pack.validate"]


def cases(pack):
    """What is asked of a pack: a name, a method, its parameters."""
    found = []
    for path in sorted(glob.glob(f"ContentPacks/{pack}/examples/requests/*.json")):
        method = os.path.basename(path).removesuffix(".json")
        with open(path) as file:
            params = json.load(file)
        params.pop("$schema", None)
        if method == "shutdown":
            continue
        found.append((method, method, params))
        if method in EXPLAINED:
            found.append((f"explain {method}", "explain", {"method": method, "params": params}))
    known = {name for name, _, _ in found}
    return sorted(found + [(name, name, {}) for name in WITHOUT_PARAMETERS if name not in known])


def line(method, params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"


class Peer:
    """A program that answers a line with a line."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

    def round(self, request):
        write, read = self.process.stdin.fileno(), self.process.stdout.fileno()
        start = time.perf_counter_ns()
        # A line longer than a pipe is written and read in turns by a program that echoes: those are short here.
        os.write(write, request)
        answer = os.read(read, 1 << 16)
        pieces = [answer]
        while not answer.endswith(b"\n"):
            answer = os.read(read, 1 << 16)
            assert answer, "the program ended"
            pieces.append(answer)
        return (time.perf_counter_ns() - start) / 1000, pieces

    def end(self):
        self.process.stdin.close()
        assert self.process.wait() == 0


def through_service(peer, echo, request, method, seconds):
    first, pieces = peer.round(request)
    answer = b"".join(pieces)
    if b'"error":' in answer[:200]:
        return None, answer.decode()[:160].strip()
    times, floor = [], []
    if method in ("pack.reload", "pack.validate"):
        times = [peer.round(request)[0] for _ in range(5)]
        floor = [echo.round(request)[0] for _ in range(100)]
    else:
        for _ in range(20):
            peer.round(request)
        end = time.monotonic() + seconds
        while len(times) < 50 or time.monotonic() < end:
            times += [peer.round(request)[0] for _ in range(20)]
            floor += [echo.round(request)[0] for _ in range(20)]
    times.sort()
    middle, least = statistics.median(times), statistics.median(floor)
    return (middle, times[min(len(times) - 1, len(times) * 99 // 100)], middle / least), f"{len(answer):,} B"


def whole_process(command, request, starts):
    times = []
    for _ in range(starts):
        start = time.perf_counter()
        done = subprocess.run(command, input=request, stdout=subprocess.PIPE, check=True)
        assert done.stdout.endswith(b"\n")
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def in_process(program, pack):
    """The p50 of each case by `method-timings`; nothing where that is not built."""
    if not os.path.exists(program):
        return {}
    out = subprocess.run([program, "method-timings", os.getcwd(), pack], stdout=subprocess.PIPE, check=True, text=True).stdout
    rows = [row.split("\t") for row in out.splitlines()]
    return {row[1]: row[3] for row in rows if len(row) == 4 and row[3]}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default=os.environ.get("TERRAIN", ".build/bin/terrain"))
    options.add_argument("--timings", default=".build/release/benchmarks")
    options.add_argument("--pack")
    options.add_argument("--method")
    options.add_argument("--seconds", type=float, default=0.5)
    options.add_argument("--starts", type=int, default=5)
    options = options.parse_args()
    packs = [os.path.basename(os.path.dirname(path)) for path in sorted(glob.glob("ContentPacks/*/pack.yaml"))]
    if not os.path.exists(options.timings):
        print(f"{options.timings} is not built: the column `in-process` stays empty")
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "echo")
        with open(program + ".c", "w") as file:
            file.write(ECHO)
        subprocess.run(["cc", "-O2", "-o", program, program + ".c"], check=True)
        print(f"{'pack':13}{'method':22}{'in-process':>11}{'serve p50':>11}{'p99':>11}{'ratio':>8}{'process ms':>12}  answer")
        for pack in packs:
            if options.pack and pack != options.pack:
                continue
            inside = in_process(options.timings, pack)
            command = [options.program, "serve", "--pack", pack, "--threads", "1", "--log-level", "error"]
            for name, method, params in cases(pack):
                if options.method and options.method not in (name, method):
                    continue
                request = line(method, params)
                peer, echo = Peer(command), Peer([program])
                figures, note = through_service(peer, echo, request, method, options.seconds)
                peer.end()
                echo.end()
                if figures is None:
                    print(f"{pack:13}{name:22}  refused: {note}", flush=True)
                    continue
                middle, most, ratio = figures
                process = whole_process(command, request, options.starts)
                print(
                    f"{pack:13}{name:22}{inside.get(name, ''):>11}{middle:11.1f}{most:11.1f}{ratio:8.1f}{process:12.1f}  {note}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
