#!/usr/bin/env python3
"""What deciding costs, beside what others take for the same.

    python3 Benchmarks/rules.py [ROUNDS]

Builds the timing program (twice: once without counting steps, to see what counting costs), installs the peers from PyPI
into Benchmarks/.build/peers (a peer that does not install is left out, and said so), and lets everything take turns, round
after round, so that a machine that speeds up or slows down does so for all. Prints the best and the median of the rounds
in nanoseconds, and ratios of the bests: on a machine that others use too, the best of many short rounds is what a
program takes, and the median what it takes there.

Of Terrain everything is timed that a caller does for one answer: forget the last request, give each fact, decide, read
the answer; nothing is subtracted. Peers are called from Python, so what the same call takes for the expression `true`
(for a table: for a decision without one) is subtracted; it is shown as the floor. That takes from them what handing
over the facts costs, which Terrain's own figure holds. A call of zen's decisions waits for other threads, so of those
the least counts that the engine itself says it took.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

here = pathlib.Path(__file__).resolve().parent
rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
PEERS = ["zen-engine", "common-expression-language", "cel-expr-python"]
SAMPLE = 0.003  # seconds that one timing takes, about: less than a busy machine lets a program run for at a time
WINDOW = 0.05  # seconds that several threads or processes are watched for

# Counts what is allocated while a program runs; said on standard error when it ends.
COUNTER = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <stddef.h>
static unsigned long count;
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);
void *malloc(size_t n) { __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED); return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED); return __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED); return __libc_realloc(p, n); }
void *memalign(size_t a, size_t n) { __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED); return __libc_memalign(a, n); }
void *aligned_alloc(size_t a, size_t n) { return memalign(a, n); }
int posix_memalign(void **p, size_t a, size_t n) { return (*p = memalign(a, n)) ? 0 : 12; }
__attribute__((destructor)) static void say(void) { fprintf(stderr, "allocations %lu\n", count); }
"""


class Worker:
    """A program that times what it is told to, a line for a line."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("a timing program has ended; what it said stands above")
        return line.rstrip("\n")

    def ask(self, line):
        self.tell(line)
        return self.hear()

    def time(self, name, count):
        return float(self.ask(f"time {count} {name}"))


def build(*options):
    """The timing program, built with `options` in a folder of its own."""
    folder = here.parent / (".build-unmetered" if options else ".build")
    command = ["swift", "build", "-c", "release", "--product", "benchmarks", "--package-path", here.parent,
               "--scratch-path", folder, *options]
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout)
    return folder / "release/benchmarks"


def peers():
    """A Python with the peers; None where there is not even that."""
    folder = here / ".build/peers"
    python = folder / "bin/python"
    try:
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        for peer in PEERS:
            known = subprocess.run([str(python), "-m", "pip", "show", "-q", peer], capture_output=True)
            if known.returncode != 0:
                subprocess.run([str(python), "-m", "pip", "install", "-q", peer], check=False)
        return Worker(python, here / "peers.py")
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no peers: {error}", file=sys.stderr)
        return None


def allocations(program, name):
    """How many allocations one evaluation makes: what more of them make more."""
    if not sys.platform.startswith("linux"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, library = pathlib.Path(folder) / "count.c", pathlib.Path(folder) / "count.so"
        source.write_text(COUNTER)
        try:
            subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-w", str(source), "-o", str(library)], check=True)
        except (OSError, subprocess.CalledProcessError):
            return None

        def run(count):
            done = subprocess.run(
                [str(program), "rule-timings", str(here / "Rules")], input=f"time 1000 {name}\ntime {count:09} {name}\n", text=True,
                capture_output=True, env={**os.environ, "LD_PRELOAD": str(library)})
            return int(done.stderr.split("allocations")[-1])

        return (run(101000) - run(1000)) / 100000


print("building …", file=sys.stderr)
program = build()
unmetered = build("-Xswiftc", "-DTERRAIN_UNMETERED")
print("installing peers …", file=sys.stderr)
workers = {"": Worker(program, "rule-timings", here / "Rules"), "unmetered ": Worker(unmetered, "rule-timings", here / "Rules")}
theirs = peers()
names = [("", name) for name in workers[""].ask("list").split("\t")]
metered = ["W1 rows", "W1 table", "W1 row by row", "W2 evaluate"]
names += [("unmetered ", name) for name in metered]
missing = []
if theirs:
    workers["peer "] = theirs
    for name in theirs.ask("list").split("\t"):
        if name.startswith("!"):
            missing.append(name[1:])
        elif name:
            names.append(("peer ", name))

print("measuring …", file=sys.stderr)
counts = {}
for kind, name in names:
    count = 1
    while True:
        taken = float("inf")
        for _ in range(3):
            begin = time.perf_counter()
            workers[kind].time(name, count)
            taken = min(taken, time.perf_counter() - begin)
        if taken > SAMPLE / 5:
            break
        count *= 4
    counts[kind, name] = max(1, int(count * SAMPLE / taken))
times = {key: [] for key in names}
throughput = {}
cores = os.cpu_count() or 1
# More threads than cores would wait for each other: they begin together.
several = min(4, cores)
group = [Worker(program, "rule-timings", here / "Rules") for _ in range(several)]
shared = ["W1 rows", "W1 table", "W2 evaluate"]
for turn in range(rounds):
    if turn % 10 == 0:
        print(f"round {turn + 1} of {rounds} …", file=sys.stderr, flush=True)
    for kind, name in names:
        times[kind, name].append(workers[kind].time(name, counts[kind, name]))
    if turn % 3 == 0:
        for name in shared:
            for threads in sorted({1, several}):
                rate = float(workers[""].ask(f"threads {threads} {WINDOW} {name}"))
                throughput.setdefault((name, f"{threads} threads"), []).append(rate)
            for worker in group:
                worker.tell(f"threads 1 {WINDOW} {name}")
            rate = sum(float(worker.hear()) for worker in group)
            throughput.setdefault((name, f"{several} processes"), []).append(rate)

best = {key: min(taken) for key, taken in times.items()}
median = {key: statistics.median(taken) for key, taken in times.items()}


def ours(name):
    return best["", name]


def line(name, key, aim=None, floor=None):
    low, middle = best[key], median[key]
    text = f"{name:46}{low:12.1f}{middle:12.1f}"
    if floor:
        text += f"   less the floor {best[floor]:.0f}: {low - best[floor]:.0f}"
    if aim:
        text += f"   aim ≤ {aim}"
    print(text)


print(f"{rounds} rounds, taking turns; {cores} cores, load {os.getloadavg()[0]:.1f}; nanoseconds an evaluation")
print(f"{'':46}{'best':>12}{'median':>12}")
aims = {"W1 rows": 60, "W1 table": 40, "W2 evaluate": 100, "W2 parse and check": 10000}
for key in names:
    if key[0] == "":
        line(key[1], key, aims.get(key[1]))
    elif key[0] == "peer " and not key[1].endswith("floor"):
        floor = ("peer ", key[1] + " floor")
        if floor not in best and "table of" in key[1]:
            floor = ("peer ", "zen: W1 table floor")
        line(key[1], key, floor=floor if floor in best else None)
for reason in missing:
    print(f"left out: {reason}")
print()
recording = {"W1 rows, recording": "W1 row by row", "W1 table, recording": "W1 row by row"}
for name, plain in recording.items():
    print(f"{name} / {plain}: {ours(name) / ours(plain):.2f}   aim ≤ 2")
for name in metered:
    print(f"{name}, counting steps: {100 * (ours(name) / best['unmetered ', name] - 1):+.0f} %   aim ≤ 15 %")
for kind in ("text", "int"):
    rows = [ours(f"table of 3000, {kind}, {row}") for row in ("first row", "middle row", "last row")]
    print(f"table of 3000, {kind}, dearest row / cheapest row: {max(rows) / min(rows):.2f}")
for name in ("W1 rows", "W1 table", "W2 evaluate"):
    count = allocations(program, name)
    print(f"{name}: {'not counted here' if count is None else f'{count:.4f} allocations an evaluation'}")
for name in shared:
    one, four, apart = (max(throughput[name, how]) for how in ("1 threads", f"{several} threads", f"{several} processes"))
    print(
        f"{name}: 1 thread {one / 1e6:.1f} million a second, {several} threads {four / one:.2f} ×, "
        f"{several} processes {apart / one:.2f} ×   aim ≥ {min(0.875 * several, apart / one):.2f}")
pairs = [
    ("W1 rows", [": W1"]), ("W1 table", [": W1 table"]), ("W2 evaluate", [": W2"]),
    ("W2 parse and check", [": W2 parse", ": W2 parse and check"]),
]
for name, endings in pairs:
    for key in names:
        if key[0] == "peer " and any(key[1].endswith(ending) for ending in endings):
            net = best[key] - best.get(("peer ", key[1] + " floor"), 0)
            print(f"{key[1]} / {name}: {net / ours(name):.1f}")
