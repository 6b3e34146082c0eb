#!/usr/bin/env python3
"""A service that no client should meet, instead of `terrain serve`. What it does wrong is named by HOSTILE."""
import json
import os
import sys
import time

MODE = os.environ["HOSTILE"]

# Lines that are for no request.
NOISE = [
    b"", b"not JSON", b"null", b"7", b'"x"', b"[]", b'[{"id":1,"result":1}]', b"{}", b'{"id":99,"result":1}',
    b'{"id":"1","result":1}', b'{"id":{},"error":{}}', b'{"jsonrpc":"2.0","result":5}', b"\xff\xfe", b"[" * 200000,
    b'{"id":99,"result":"' + b"x" * 5000000 + b'"}', b'{"id":null,"result":1}', b'{"id":true,"result":1}', b"NaN",
]
WRONG = [b"null", b"7", b"{}", b"[]", b'{"message":5}']


def responses(id, request):
    if MODE == "noise":
        yield from NOISE
    if MODE == "null":
        yield b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'
    elif MODE == "missing":
        yield b'{"id":%d}' % id
    elif MODE in ("error", "result"):
        yield b'{"id":%d,"%s":%s}' % (id, MODE.encode(), WRONG[id % len(WRONG)])
    elif request["method"] == "decide":
        value = request["params"]["facts"]["cold_heat"]
        word = "cold" if value < -2 else "warm" if value > 2 else "neutral"
        yield json.dumps({"jsonrpc": "2.0", "id": id, "result": {"value": word, "why": [{"rule": word}]}}).encode()
    else:
        yield b'{"jsonrpc":"2.0","id":%d,"error":{"code":-32602,"message":"Invalid params"}}' % id


if MODE == "gone":
    sys.exit(3)
if MODE == "deaf":
    time.sleep(600)
for line in sys.stdin.buffer:
    if MODE == "closes":
        sys.exit(3)
    request = json.loads(line)
    if MODE == "silent":
        continue
    if MODE == "huge":
        try:
            while True:
                sys.stdout.buffer.write(b"x" * 65536)
        except BrokenPipeError:
            os._exit(3)
    if MODE == "unterminated":
        sys.stdout.buffer.write(b'{"id":%d,"result":{"value":"cold"}}' % request["id"])
        sys.exit(3)
    if MODE == "half":
        sys.stdout.buffer.write(b'{"id":%d,"resu' % request["id"])
        sys.exit(3)
    for response in responses(request["id"], request):
        sys.stdout.buffer.write(response + b"\n")
    sys.stdout.buffer.flush()
