#!/usr/bin/env python3
"""What a keystroke costs in the language server: `editor.py TERRAIN [PACK] [KEYSTROKES]`.

Types an unknown key and takes it back at the end of several kinds of file and waits for the diagnostics of that
version. Prints the 50th and 99th percentile in milliseconds and, as the peer, the ratio of the median to one whole
`terrain validate` of the pack.
"""

import json
import pathlib
import subprocess
import sys
import time

terrain = sys.argv[1]
pack = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "ContentPacks/terrain").resolve()
keystrokes = int(sys.argv[3]) if len(sys.argv) > 3 else 40
LIMIT = 120  # seconds without an answer


class Server:
    def __init__(self):
        self.process = subprocess.Popen([terrain, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, method, params, identity=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if identity is not None:
            message["id"] = identity
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            sys.exit("the server ended")
        message = json.loads(self.process.stdout.read(length))
        if "method" in message and "id" in message:
            body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": None}).encode()
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()
        return message

    def diagnostics(self, uri, version):
        start = time.perf_counter()
        while time.perf_counter() - start < LIMIT:
            message = self.read()
            if message.get("method") != "textDocument/publishDiagnostics":
                continue
            params = message["params"]
            if params["uri"] == uri and params.get("version") == version:
                return
        sys.exit(f"no diagnostics of version {version} for {uri}")


def first(*patterns):
    for pattern in patterns:
        if found := sorted(pack.glob(pattern)):
            return found[0]


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


start = time.perf_counter()
subprocess.run([terrain, "validate", str(pack)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
whole = (time.perf_counter() - start) * 1000
print(f"validate {whole:.0f} ms", flush=True)

server = Server()
server.send("initialize", {"processId": None, "rootUri": pathlib.Path.cwd().as_uri(), "capabilities": {
    "textDocument": {"publishDiagnostics": {"versionSupport": True}}}}, 1)
while server.read().get("id") != 1:
    pass
server.send("initialized", {})
files = {
    "pack": pack / "pack.yaml",
    "rules": first("../../Rules/" + pack.name + "/*.yaml"),
    "messages": first("messages/*.yaml", "messages*.yaml", "texts/*.yaml"),
    "records": first("routines/*.yaml", "*.yaml"),
    "scenario": first("../../Rules/" + pack.name + "/scenarios/*.yaml"),
}
for kind, file in files.items():
    if file is None:
        print(f"{kind:9} no such file")
        continue
    text = file.read_text()
    uri = file.as_uri()
    server.send("textDocument/didOpen", {"textDocument": {
        "uri": uri, "languageId": "yaml", "version": 0, "text": text}})
    server.diagnostics(uri, 0)
    times = []
    for version in range(1, keystrokes + 1):
        typed = text + "zz_mistake: 1\n" if version % 2 else text
        start = time.perf_counter()
        server.send("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                               "contentChanges": [{"text": typed}]})
        server.diagnostics(uri, version)
        times.append(time.perf_counter() - start)
    p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
    print(f"{kind:9} p50 {p50:7.1f} ms  p99 {p99:7.1f} ms  {p50 / whole:.3f} of validate  {file.relative_to(pack)}",
          flush=True)
server.process.kill()
