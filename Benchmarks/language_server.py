"""A client of `terrain serve lsp`, for the benchmarks beside it."""

import json
import subprocess
import sys
import time

LIMIT = 600  # seconds without an answer


class Server:
    def __init__(self, terrain, root):
        self.process = subprocess.Popen([terrain, "serve", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.identity = 0
        # What is shown, by address.
        self.shown = {}
        # The tokens of slow checks that run.
        self.running = set()
        self.request("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {
            "window": {"workDoneProgress": True}, "general": {"positionEncodings": ["utf-8"]},
            "textDocument": {"publishDiagnostics": {"versionSupport": True}}}})
        self.send("initialized", {})

    def write(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def send(self, method, params, identity=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        self.write(message if identity is None else message | {"id": identity})

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
            self.write({"jsonrpc": "2.0", "id": message["id"], "result": None})
        params = message.get("params") or {}
        if message.get("method") == "textDocument/publishDiagnostics":
            self.shown[params["uri"]] = params["diagnostics"]
        if message.get("method") == "$/progress":
            begins = params["value"]["kind"] == "begin"
            (self.running.add if begins else self.running.discard)(params["token"])
        return message

    def request(self, method, params):
        """The response to a request."""
        self.identity += 1
        self.send(method, params, self.identity)
        while (message := self.read()).get("id") != self.identity or "method" in message:
            pass
        return message

    def idle(self, uri, version):
        """Waits until all checks of `version` have run."""
        self.diagnostics(uri, version)
        before = set(self.running)
        while not self.running - before:
            self.read()
        while self.running:
            self.read()
        # What the last of them found has been sent when the next request is answered.
        self.request("terrain/nothing", {})

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

    def processor_time(self):
        """Seconds of all threads, those that ended included."""
        return time.clock_gettime(~self.process.pid << 3 | 2)
