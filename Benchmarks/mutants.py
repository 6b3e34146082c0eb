#!/usr/bin/env python3
"""Mutated requests to every method of every pack: bounded time, bounded errors, no value repeated, valid responses.

    python3 Benchmarks/mutants.py [--program .build/bin/terrain] [--seconds 600] [--large BYTES] [--scale 1.0] [PACK/METHOD …]

The examples under `ContentPacks/*/examples/requests` are changed in two ways.

Small: each value in turn is replaced by marked texts, numbers, dates, lists and maps, removed, or given an unknown neighbor, and each
field that the method's schema has and the example does not is added. No error and no log line may contain a marked value;
an error has at most 101 diagnostics; a response is valid under `terrain schema METHOD --response --pack PACK` (PyPI's `jsonschema`, where it
is installed).

Large: each value in turn is blown up until the line is as long as a line may be: lists of one wrong or right element, of distinct
ones, maps of unknown keys, of keys near to known ones, long texts and numbers, deep nesting. A request takes at most 0.5 s of
processor time, `--scale` times that where the program is a debug build, and an error is at most 256 KiB long.

Exits 1 when something did not hold. Stops after `--seconds`, and reports how far it came.
"""

import argparse
import collections
import copy
import datetime
import glob
import json
import os
import select
import subprocess
import sys
import threading
import time

CHECKOUT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MARKS = ["qvxprivate77", 4711.25, 918273645, "2031-07-19", "2031-07-19T03:04:05+07:00", ["qvxprivate77"], {"qvxkey": "qvxprivate77"}]
SECRETS = ["qvxprivate77", "4711.25", "918273645", "2031-07-19"]
MOST_CPU = 0.5
MOST_ERROR = 256 << 10
TICKS = os.sysconf("SC_CLK_TCK")


def paths(value, path=()):
    """Every value of a document with its path; of lists the first two elements."""
    yield path, value
    if isinstance(value, dict):
        for key, member in value.items():
            yield from paths(member, path + (key,))
    elif isinstance(value, list):
        for index, element in enumerate(value[:2]):
            yield from paths(element, path + (index,))


def put(value, path, new):
    if not path:
        return new
    value = copy.copy(value)
    value[path[0]] = put(value[path[0]], path[1:], new)
    return value


def without(value, path):
    value = copy.copy(value)
    if len(path) == 1:
        del value[path[0]]
    else:
        value[path[0]] = without(value[path[0]], path[1:])
    return value


def small(document, fields):
    for path, value in paths(document):
        if not path:
            continue
        for mark in MARKS:
            yield f"{'.'.join(map(str, path))} = {mark}", put(document, path, mark)
        yield f"{'.'.join(map(str, path))} removed", without(document, path)
        if isinstance(value, list):
            for mark in MARKS:
                yield f"{'.'.join(map(str, path))} + {mark}", put(document, path, value + [mark])
        if isinstance(value, dict):
            for mark in MARKS:
                yield f"{'.'.join(map(str, path))} + unknown: {mark}", put(document, path, {**value, "unknwon": mark})
    for field in fields:
        if field in document or field == "$schema":
            continue
        for mark in MARKS:
            yield f"{field} added = {mark}", {**document, field: mark}


def completed(document, fields, pool, results):
    """`document` with the fields that it leaves out and other examples of the pack have, and with what responses give back."""
    whole = {**{field: pool[field] for field in fields if field in pool and field != "$schema"}, **document}
    for field in fields:
        if isinstance(results.get(field), dict) and not isinstance(whole.get(field), dict):
            whole[field] = results[field]
    return whole


def number(digits):
    """A whole number of a response; of a very long one, its magnitude is enough."""
    return int(digits) if len(digits) < 4000 else 10**4000


def size(value):
    return len(json.dumps(value, separators=(",", ":")))


def filled(make, room):
    """As many elements as there is room for, by the size of a late one."""
    return [make(index) for index in range(room // (size(make(999_999)) + 1))]


def keyed(key, value, room):
    width = size(value) + 4
    return {key(index): value for index in range(room // (len(key(999_999)) + width))}


def distinct(element, index):
    """`element` with other ids, days and times."""
    if isinstance(element, dict):
        element = {key: distinct(value, index) if key in ("id", "user_id") else value for key, value in element.items()}
        if isinstance(element.get("date"), str):
            element["date"] = str(datetime.date(1900, 1, 1) + datetime.timedelta(days=index % 70000))
        return element
    return element + str(index) if isinstance(element, str) else element


def large(document, length):
    room = length - size(document) - 400
    for path, value in paths(document):
        name = ".".join(map(str, path))
        if isinstance(value, list):
            first = value[0] if value else "x"
            yield f"{name}: a texts", put(document, path, filled(lambda i: "a", room))
            yield f"{name}: zeros", put(document, path, filled(lambda i: 0, room))
            yield f"{name}: lists", put(document, path, filled(lambda i: [], room))
            yield f"{name}: maps", put(document, path, filled(lambda i: {}, room))
            yield f"{name}: its first", put(document, path, filled(lambda i: first, room))
            yield f"{name}: distinct ones", put(document, path, filled(lambda i: distinct(first, i), room))
            if isinstance(first, dict):
                for key in first:
                    for other in (0, "x", []):
                        wrong = {**first, key: other}
                        yield f"{name}: its first, {key} {other!r}", put(
                            document, path, filled(lambda i: distinct(wrong, i), room))
        if isinstance(value, dict):
            yield f"{name}: unknown keys", put(document, path, {**value, **keyed(lambda i: f"x{i:x}", 0, room)})
            yield f"{name}: keys to lists", put(document, path, {**value, **keyed(lambda i: f"x{i:x}", ["a"] * 99, room)})
            for key, member in list(value.items())[:2]:
                near = keyed(lambda i: f"{key}{i:x}", member, room)
                yield f"{name}: keys like {key}", put(document, path, {**value, **near})
            for key in list(value)[:1]:
                yield f"{name}: long keys", put(
                    document, path, {**value, **keyed(lambda i: f"{key}{'q' * 60}{i:x}", 0, room)})
            yield f"{name}: a long key", put(document, path, {**value, "k" * room: 0})
        yield f"{name} = long text", put(document, path, "a" * room)
        yield f"{name} = texts", put(document, path, filled(lambda i: f"x{i:x}", room))
        yield f"{name} = lists", put(document, path, [[]] * (room // 3))
        yield f"{name} = map", put(document, path, keyed(lambda i: f"x{i:x}", 0, room))
        yield f"{name} = digits", (put(document, path, "@digits@"), "1" * room)
        yield f"{name} = fraction", (put(document, path, "@digits@"), "0." + "1" * room)
        yield f"{name} = exponent", (put(document, path, "@digits@"), "1e" + "9" * 9)


class Server:
    """`terrain serve` on one thread."""

    def __init__(self, program, pack):
        self.process = subprocess.Popen(
            [program, "serve", "--pack", pack, "--threads", "1", "--log-level", "debug", "--log-format", "json"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=CHECKOUT)
        self.log = []
        self.reader = threading.Thread(target=self.keep_log, daemon=True)
        self.reader.start()

    def keep_log(self):
        for line in self.process.stderr:
            self.log.append(line.decode())

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def ask(self, line, seconds):
        """The response to `line` and the processor time it took; None where there is none within `seconds`."""
        before = self.cpu()

        def write():
            try:
                self.process.stdin.write(line + b"\n")
                self.process.stdin.flush()
            except (BrokenPipeError, ValueError):
                pass

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        pieces, end, output = [], time.time() + seconds, self.process.stdout.fileno()
        while True:
            if not select.select([output], [], [], max(0, end - time.time()))[0]:
                return None, self.cpu() - before
            piece = os.read(output, 1 << 20)
            if not piece:
                return None, 0
            pieces.append(piece)
            if piece.endswith(b"\n"):
                break
        writer.join()
        return b"".join(pieces), self.cpu() - before

    def end(self):
        self.process.kill()
        self.process.wait()


def line_of(method, document):
    digits = None
    if isinstance(document, tuple):
        document, digits = document
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": document}, separators=(",", ":"))
    return (line.replace('"@digits@"', digits) if digits else line).encode()


def schema(program, method, pack, *more):
    result = subprocess.run(
        [program, "schema", method, "--pack", pack, *more], cwd=CHECKOUT, capture_output=True, check=True)
    return json.loads(result.stdout)


class Run:
    def __init__(self, options):
        self.options = options
        self.end = time.time() + options.seconds
        self.failures = collections.Counter()
        self.counts = collections.Counter()
        # For each pack, fields of its examples.
        self.pools = collections.defaultdict(dict)
        self.made = {}

    def fail(self, kind, where, detail=""):
        self.failures[kind] += 1
        if self.failures[kind] <= 20:
            print(f"FAILED {kind}: {where} {detail}", flush=True)

    def method(self, pack, method, example):
        document = json.loads(open(example).read())
        document.pop("$schema", None)
        request = schema(self.options.program, method, pack)
        validator = None
        if jsonschema:
            validator = jsonschema.Draft202012Validator(schema(self.options.program, method, pack, "--response"))
        server, worst = Server(self.options.program, pack), (0, "")
        warm = line_of(method, document)
        # The first request loads what the method needs.
        server.ask(warm, 120)
        mutants = [("small", *one) for one in small(document, request.get("properties", {}))] if self.options.small else []
        if self.options.large:
            whole = completed(document, request.get("properties", {}), self.pools[pack], self.results(pack))
            mutants = self.chain(mutants, large(whole, self.options.large))
        for kind, name, mutant in mutants:
            if time.time() > self.end:
                break
            where = f"{pack} {method}: {name}"
            answer, cpu = server.ask(line_of(method, mutant), 30 * self.options.scale)
            self.counts[kind] += 1
            worst = max(worst, (cpu, name))
            if answer is None:
                self.fail("no answer", where, f"after {cpu:.2f} s")
                server.end()
                server = Server(self.options.program, pack)
                server.ask(warm, 120)
                continue
            if cpu > MOST_CPU * self.options.scale:
                self.fail("slow", where, f"{cpu:.2f} s")
            # As text: Python refuses whole numbers of more than 4,300 digits.
            response = json.loads(answer, parse_int=number)
            if "error" in response:
                self.counts["refused"] += 1
                found = response["error"].get("data", {}).get("diagnostics", [])
                if len(found) > 101:
                    self.fail("diagnostics", where, f"{len(found)}")
                if len(answer) > MOST_ERROR:
                    self.fail("long error", where, f"{len(answer)} bytes")
                text = json.dumps(response["error"])
                if any(secret in text for secret in SECRETS):
                    self.fail("value in error", where, text[:600])
            elif validator and kind == "small":
                self.counts["valid"] += 1
                for error in list(validator.iter_errors(response["result"]))[:1]:
                    self.fail("invalid response", where, f"{error.json_path}: {error.message[:200]}")
        for line in server.log:
            if any(secret in line for secret in SECRETS):
                self.fail("value in log", f"{pack} {method}", line[:400])
        server.end()
        print(f"{pack} {method}: worst {worst[0]:.2f} s ({worst[1]})", flush=True)

    def results(self, pack):
        """The members of the responses to the examples of `pack`."""
        if pack not in self.made:
            self.made[pack], server = {}, Server(self.options.program, pack)
            for example in sorted(glob.glob(f"{CHECKOUT}/ContentPacks/{pack}/examples/requests/*.json")):
                method = os.path.basename(example)[: -len(".json")]
                answer, _ = server.ask(line_of(method, json.loads(open(example).read())), 120)
                self.made[pack].update(json.loads(answer or "{}").get("result") or {})
            server.end()
        return self.made[pack]

    @staticmethod
    def chain(first, second):
        yield from first
        for name, mutant in second:
            yield "large", name, mutant


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.environ.get("TERRAIN", ".build/bin/terrain"))
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--large", type=int, default=4 << 20, help="bytes of the large lines; 0: none")
    parser.add_argument("--scale", type=float, default=1.0, help="how much slower the program is than a release build")
    parser.add_argument("--no-small", dest="small", action="store_false")
    parser.add_argument("methods", nargs="*", metavar="PACK/METHOD")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    run = Run(options)
    if not jsonschema:
        print("jsonschema is not installed: responses are not validated")
    examples = sorted(glob.glob(f"{CHECKOUT}/ContentPacks/*/examples/requests/*.json"))
    for example in examples:
        run.pools[example.split("/")[-4]].update(json.loads(open(example).read()))
    for example in examples:
        pack, method = example.split("/")[-4], os.path.basename(example)[: -len(".json")]
        if options.methods and f"{pack}/{method}" not in options.methods:
            continue
        if time.time() > run.end:
            print(f"{pack} {method}: no time left")
            continue
        run.method(pack, method, example)
    print(dict(run.counts), "failures:", dict(run.failures) or "none")
    sys.exit(1 if run.failures else 0)


try:
    import jsonschema
except ImportError:
    jsonschema = None

if __name__ == "__main__":
    main()
