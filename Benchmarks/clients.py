#!/usr/bin/env python3
"""Whether slow, dead and greedy clients keep a service from answering others.

    python3 Benchmarks/clients.py [--program .build/release/terrain] [--seconds 20] [--clients 20]

One service on a Unix socket. Beside one good client, which asks for scores one at a time: dead ones, which send half a line
and nothing more; slow ones, which read a byte at a time; greedy ones, which send requests without ever reading; rude ones,
which connect, send, and leave. The good client gets every answer; its p50 and largest round trip are printed with those that it
has alone, and the service's memory from the first second to the last. At the end the service answers `health` and ends with 0.
"""

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from serve import request


def resident(process):
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def connect(path):
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(30)
    client.connect(path)
    return client


def good(path, text, seconds):
    """Round trips in seconds."""
    client, times, end = connect(path), [], time.monotonic() + seconds
    while time.monotonic() < end:
        begin = time.perf_counter()
        client.sendall(text)
        answer = b""
        while not answer.endswith(b"\n"):
            part = client.recv(1 << 16)
            assert part, "the good client was dropped"
            answer += part
        assert "result" in json.loads(answer), answer[:300]
        times.append(time.perf_counter() - begin)
    client.close()
    return sorted(times)


def dead(path, text, over):
    with connect(path) as client:
        client.sendall(text[: len(text) // 2])
        over.wait()


def slow(path, text, over):
    with connect(path) as client:
        client.sendall(text * 50)
        while not over.wait(0.01):
            if not client.recv(1):
                return


def greedy(path, text, over):
    with connect(path) as client:
        client.settimeout(0.2)
        while not over.is_set():
            try:
                client.sendall(text * 200)
            except (TimeoutError, OSError):
                time.sleep(0.05)


def rude(path, text, over):
    while not over.wait(0.005):
        with connect(path) as client:
            client.sendall(text * 3)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default=".build/release/terrain")
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--clients", type=int, default=20)
    options = options.parse_args()
    with open("ContentPacks/terrain/examples/answers.json") as file:
        text = request(1, json.load(file)["answers"], "lean")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "socket")
        serve = [options.program, "serve", "--listen", f"unix:{path}", "--log-level", "error"]
        process = subprocess.Popen(serve, stdin=subprocess.DEVNULL)
        while True:
            assert process.poll() is None
            try:
                connect(path).close()
                break
            except (FileNotFoundError, ConnectionRefusedError):
                time.sleep(0.01)
        good(path, text, 0.5)
        alone = good(path, text, options.seconds / 4)
        over, threads, refused = threading.Event(), [], []

        def guarded(kind):
            try:
                kind(path, text, over)
            except (ConnectionError, TimeoutError) as error:
                refused.append(f"{kind.__name__}: {error}")

        for number in range(options.clients):
            kind = (dead, slow, greedy, rude)[number % 4]
            threads.append(threading.Thread(target=guarded, args=(kind,)))
            threads[-1].start()
        time.sleep(1)
        first = resident(process)
        beside = good(path, text, options.seconds)
        last = resident(process)
        over.set()
        for thread in threads:
            thread.join(40)
        health = connect(path)
        health.sendall(b'{"jsonrpc":"2.0","id":1,"method":"health"}\n')
        assert b'"result"' in health.recv(1 << 16)
        process.send_signal(signal.SIGTERM)
        status = process.wait(30)
    for name, times in ("alone", alone), (f"beside {options.clients} others", beside):
        print(f"{name:24}{len(times):8} answers, p50 {times[len(times) // 2] * 1e6:9.0f} us, most {times[-1] * 1e3:8.1f} ms")
    print(f"memory {first:,} KiB after a second, {last:,} at the end; ended with {status}")
    for line in sorted(set(refused)):
        print(f"dropped by the service: {refused.count(line)} x {line}")
    # `unread` responses may be held for each client that does not read.
    grew = last > 1.5 * first + 20_000
    print("memory grew" if grew else "memory is bounded")
    sys.exit(1 if grew or status not in (0, 143) else 0)


if __name__ == "__main__":
    main()
