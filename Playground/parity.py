"""Whether the engine answers in wasmtime as the native program does: python3 Playground/parity.py ENGINE.wasm TERRAIN [SCORES]

Needs PyPI's wasmtime. Every example request of every pack, then SCORES seeded answers (1000 without it) to the quiz of each pack that has one.
Node runs many more (Playground/parity.mjs); this shows that nothing depends on one implementation of WebAssembly.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from wasmtime import Engine, Instance, Module, Store

root = pathlib.Path(__file__).resolve().parents[1]
compiler = Engine()
module = Module(compiler, pathlib.Path(sys.argv[1]).read_bytes())
terrain = pathlib.Path(sys.argv[2]).resolve()
scores = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
different = 0


class Pack:
    """A built pack on an engine of its own."""

    def __init__(self, built):
        self.store = Store(compiler)
        self.exports = Instance(self.store, module, []).exports(self.store)
        for zone in subprocess.run([root / "Playground/zones", "/dev/stdin"], input=built, capture_output=True, check=True).stdout.decode().split():
            file = pathlib.Path("/usr/share/zoneinfo") / zone
            name = str(file).encode()
            self.give(name + file.read_bytes())
            self.exports["register"](self.store, len(name), len(name) + file.stat().st_size)
        self.give(built)
        assert self.exports["load"](self.store, len(built)) == 0, self.result()

    def give(self, data):
        self.exports["memory"].write(self.store, data, self.exports["room"](self.store, len(data)))

    def result(self):
        start, count = self.exports["result_bytes"](self.store), self.exports["result_count"](self.store)
        return bytes(self.exports["memory"].read(self.store, start, start + count)).decode()

    def answer(self, request):
        data = json.dumps(request, ensure_ascii=False).encode()
        self.give(data)
        failed = self.exports["call"](self.store, len(data))
        return ("diagnostics" if failed else "result"), self.result()


def native(built, requests):
    lines = "".join(json.dumps({"jsonrpc": "2.0", "id": number, **request}, ensure_ascii=False) + "\n" for number, request in enumerate(requests))
    run = subprocess.run([terrain, "serve", "--pack", built, "--threads", "1", "--log-level", "error"], input=lines, capture_output=True, text=True, cwd=root)
    answers = {}
    for line in run.stdout.splitlines():
        number, result = re.match(r'\{"jsonrpc":"2\.0","id":(\d+),"(?:result":(.*)\}$)?', line).groups()
        answers[int(number)] = ("result", result) if result is not None else ("diagnostics", line)
    return [answers[number] for number in range(len(requests))]


def compare(title, pack, built, requests):
    global different
    wrong = 0
    for request, (kind, expected) in zip(requests, native(built, requests)):
        found_kind, found = pack.answer(request)
        if found_kind != kind or (kind == "result" and found != expected):
            wrong += 1
            if wrong <= 3:
                print(f"  {json.dumps(request)[:200]}\n    native:   {expected[:300]}\n    wasmtime: {found[:300]}")
    different += wrong
    print(f"{title}: {len(requests)} requests, {wrong} different", flush=True)


random.seed(20_261_127)
with tempfile.TemporaryDirectory() as folder:
    for examples in sorted(root.glob("ContentPacks/*/examples/requests")):
        name = examples.parents[1].name
        built = pathlib.Path(folder) / f"{name}.json"
        subprocess.run([terrain, "build", name, "--output", built], cwd=root, check=True, capture_output=True)
        pack = Pack(built.read_bytes())
        # Forms are validated by schemas, which the page has not.
        files = [file for file in sorted(examples.glob("*.json")) if file.stem != "check"]
        compare(f"{name}, examples", pack, built, [{"method": file.stem, "params": json.loads(file.read_text())} for file in files])
        if any(file.stem == "score" for file in files):
            _, quiz = pack.answer({"method": "records", "params": {"kind": "quiz"}})
            questions = json.loads(quiz)["records"][0]["fields"]["questions"]
            people = [{one["id"]: random.choice(one["options"])["id"] for one in questions} for _ in range(scores)]
            compare(f"{name}, scores", pack, built, [{"method": "score", "params": {"answers": answers}} for answers in people])
sys.exit(1 if different else 0)
