"""`terrain serve mcp` as the clients of PyPI's `mcp` and `fastmcp` know it, every message under the schema of its revision.

Arguments: the program, a home with packs, a folder of schemas (REVISION/schema.json).
"""

import asyncio
import glob
import json
import os
import sys
import tempfile

import fastmcp
import jsonschema
import mcp
from fastmcp.client.transports import StdioTransport
from mcp import StdioServerParameters

program, home, schemas = sys.argv[1:]
recorder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "record.py")
pack = os.path.join(home, "ContentPacks", "terrain")

# The results of methods, by the method.
RESULTS = {
    "initialize": "InitializeResult", "server/discover": "DiscoverResult", "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult", "ping": "EmptyResult",
}


def validator(revision, definition):
    with open(f"{schemas}/{revision}/schema.json") as file:
        schema = json.load(file)
    key = "$defs" if "$defs" in schema else "definitions"
    schema = {"$schema": schema["$schema"], key: schema[key], "$ref": f"#/{key}/{definition}"}
    return jsonschema.validators.validator_for(schema)(schema)


def validate(log, revision):
    """Validates every message that the server sent; the number of them."""
    methods, count, cache = {}, 0, {}
    for line in open(log, "rb"):
        message = json.loads(line[2:])
        if line.startswith(b"> "):
            if "id" in message:
                methods[message["id"]] = message["method"]
            continue
        count += 1
        if "error" in message:
            names = ["JSONRPCErrorResponse" if revision > "2025-06-18" else "JSONRPCError"]
            if message["error"]["code"] == -32022:
                names.append("UnsupportedProtocolVersionError")
            checks = [(name, message) for name in names]
        else:
            name = RESULTS[methods[message["id"]]]
            checks = [("JSONRPCMessage", message), (name, message["result"])]
        for name, value in checks:
            cache.setdefault(name, validator(revision, name)).validate(value)
    return count


def parameters(log):
    return dict(
        command=sys.executable, args=[recorder, program, "serve", "mcp", "--pack", pack],
        env={**os.environ, "LOG": log, "TERRAIN_HOME": home})


def examples():
    """The example requests of the pack, by the tool."""
    for file in sorted(glob.glob(f"{pack}/examples/requests/*.json")):
        with open(file) as text:
            request = json.load(text)
        request.pop("$schema", None)
        yield os.path.basename(file)[: -len(".json")].replace(".", "_"), request


async def use(call, isError):
    """Calls every tool that has an example; the tools that were called."""
    called = set()
    for tool, request in examples():
        result = await call(tool, request)
        assert not isError(result), (tool, result.content[0].text[:500])
        assert json.loads(result.content[0].text) is not None
        called.add(tool)
    result = await call("decide", {"decision": 7})
    assert isError(result) and "decision" in result.content[0].text
    return called


async def with_mcp(mode, revision):
    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/log"
        async with mcp.Client(StdioServerParameters(**parameters(log)), mode=mode) as client:
            assert client.protocol_version == revision, client.protocol_version
            names = [tool.name for tool in (await client.list_tools()).tools]
            called = await use(client.call_tool, lambda result: result.is_error)
            try:
                await client.call_tool("nothing", {})
                raise SystemExit("an unknown tool was called")
            except mcp.MCPError as error:
                assert error.code == -32602, error
        return names, called, validate(log, revision)


async def with_fastmcp():
    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/log"
        async with fastmcp.Client(StdioTransport(**parameters(log), keep_alive=False)) as client:
            async def call(name, request):
                return await client.call_tool(name, request, raise_on_error=False)

            await use(call, lambda result: result.is_error)
        sent = [json.loads(line[2:]) for line in open(log, "rb") if line.startswith(b"> ")]
        legacy = any(message["method"] == "initialize" for message in sent)
        revision = "2025-11-25" if legacy else "2026-07-28"
        return validate(log, revision), revision


async def raw(revision, lines):
    """Messages that no client sends."""
    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/log"
        given = parameters(log)
        process = await asyncio.create_subprocess_exec(
            given["command"], *given["args"], env=given["env"], stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE)
        await process.communicate("".join(json.dumps(line) + "\n" for line in lines).encode())
        return validate(log, revision)


def stateless(method, version="2026-07-28", **members):
    return {"jsonrpc": "2.0", "id": method, "method": method, "params": {"_meta": {
        "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {}}, **members}}


def handshake(revision):
    return [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ] + [{"jsonrpc": "2.0", "id": method, "method": method} for method in
         ["ping", "tools/list", "nothing"]] + [
        {"jsonrpc": "2.0", "id": "call", "method": "tools/call", "params": {
            "name": "decide", "arguments": {"decision": "types.thermal", "facts": {"cold_heat": -4}}}},
    ]


async def main():
    names, called, count = await with_mcp("auto", "2026-07-28")
    print(f"mcp 2026-07-28: {len(names)} tools, {len(called)} called, {count} messages valid")
    print("not called:", " ".join(sorted(set(names) - called)))
    _, called, count = await with_mcp("legacy", "2025-11-25")
    print(f"mcp 2025-11-25: {len(called)} called, {count} messages valid")
    count, revision = await with_fastmcp()
    print(f"fastmcp {revision}: {count} messages valid")
    count = await raw("2025-06-18", handshake("2025-06-18"))
    print(f"raw 2025-06-18: {count} messages valid")
    count = await raw("2026-07-28", [
        stateless("server/discover"), stateless("tools/list", "2030-01-01"), stateless("nothing"),
        stateless("tools/call", name="nothing")])
    print(f"raw 2026-07-28: {count} messages valid")
    print("everything is valid")


asyncio.run(main())
