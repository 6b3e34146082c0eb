"""`terrain mcp` as the clients of PyPI's `mcp` and `fastmcp` know it, every message under the schema of its revision.

Arguments: the program, a home with packs, a folder of schemas (REVISION/schema.json), a folder that a change may be written in.
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

program, home, schemas, writable = sys.argv[1:]
recorder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "record.py")
pack = os.path.join(home, "ContentPacks", "terrain")

# The results of methods, by the method.
RESULTS = {
    "initialize": "InitializeResult", "server/discover": "DiscoverResult", "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult", "resources/list": "ListResourcesResult", "resources/read": "ReadResourceResult",
    "resources/templates/list": "ListResourceTemplatesResult", "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult", "ping": "EmptyResult",
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


def parameters(log, *arguments):
    return dict(
        command=sys.executable, args=[recorder, program, "mcp", "--pack", pack, *arguments],
        env={**os.environ, "LOG": log, "TERRAIN_HOME": home})


def examples():
    """The example requests of the pack, by the tool."""
    for file in sorted(glob.glob(f"{pack}/examples/requests/*.json")):
        with open(file) as text:
            request = json.load(text)
        request.pop("$schema", None)
        yield os.path.basename(file)[: -len(".json")].replace(".", "_"), request


# What takes long in a debug build is done in one revision only.
QUICK = {"diff": {}, "rules_test": {}, "impact": {"people": 5}, "quality": {"people": 2, "days": 2}}


async def use(client, names, call, isError, uri, name, read, prompt, calls):
    """Calls every tool that has an example, reads resources, gets prompts."""
    called = set()
    for tool, request in list(examples()) + list(calls.items()):
        if tool not in names:
            continue
        result = await call(tool, request)
        assert not isError(result), (tool, result.content[0].text[:500])
        assert json.loads(result.content[0].text) is not None
        called.add(tool)
    result = await call("decide", {"decision": 7})
    assert isError(result) and "diagnostics" in json.loads(result.content[0].text)
    for address in ["terrain://diagnostics/rules/unknown-name", uri]:
        assert await read(address)
    assert "{" not in (await prompt("change_threshold", {"parameter": "p", "value": "1"})).messages[0].content.text
    return called


async def with_mcp(mode, revision, calls):
    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/log"
        async with mcp.Client(StdioServerParameters(**parameters(log)), mode=mode) as client:
            assert client.protocol_version == revision, client.protocol_version
            names = [tool.name for tool in (await client.list_tools()).tools]
            resources = (await client.list_resources()).resources
            assert len((await client.list_resource_templates()).resource_templates) == 2
            assert len((await client.list_prompts()).prompts) == 4

            async def read(uri):
                return (await client.read_resource(uri)).contents[0].text

            called = await use(
                client, names, client.call_tool, lambda result: result.is_error, str(resources[-1].uri), None, read,
                client.get_prompt, calls)
            try:
                await client.call_tool("nothing", {})
                raise SystemExit("an unknown tool was called")
            except mcp.MCPError as error:
                assert error.code == -32602, error
        return names, called, validate(log, revision)


async def with_fastmcp(calls):
    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/log"
        async with fastmcp.Client(StdioTransport(**parameters(log, "--allow-write", writable), keep_alive=False)) as client:
            names = [tool.name for tool in await client.list_tools()]
            assert "write" in names
            uri = str((await client.list_resources())[-1].uri)

            async def call(name, request):
                return await client.call_tool(name, request, raise_on_error=False)

            async def read(uri):
                return (await client.read_resource(uri))[0].text

            await use(client, names, call, lambda result: result.is_error, uri, None, read, client.get_prompt, calls)
            result = await call("write", {"token": "0"})
            assert result.is_error
        sent = [json.loads(line[2:]) for line in open(log, "rb") if line.startswith(b"> ")]
        first = sent[0]
        legacy = any(message["method"] == "initialize" for message in sent)
        return validate(log, "2025-11-25" if legacy else "2026-07-28"), "2025-11-25" if legacy else "2026-07-28"


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
         ["ping", "tools/list", "resources/list", "resources/templates/list", "prompts/list", "nothing"]] + [
        {"jsonrpc": "2.0", "id": "call", "method": "tools/call", "params": {
            "name": "decide", "arguments": {"decision": "types.thermal", "facts": {"cold_heat": -4}}}},
    ]


async def main():
    names, called, count = await with_mcp("auto", "2026-07-28", QUICK)
    print(f"mcp 2026-07-28: {len(names)} tools, {len(called)} called, {count} messages valid")
    print("not called:", " ".join(sorted(set(names) - called)))
    _, called, count = await with_mcp("legacy", "2025-11-25", {})
    print(f"mcp 2025-11-25: {len(called)} called, {count} messages valid")
    count, revision = await with_fastmcp({})
    print(f"fastmcp {revision}: {count} messages valid")
    count = await raw("2025-06-18", handshake("2025-06-18"))
    print(f"raw 2025-06-18: {count} messages valid")
    count = await raw("2026-07-28", [
        stateless("server/discover"), stateless("tools/list", "2030-01-01"), stateless("nothing"),
        stateless("tools/list", cursor="2"), {"jsonrpc": "2.0", "id": 5, "method": "tools/list"}])
    print(f"raw 2026-07-28: {count} messages valid")
    print("everything is valid")


asyncio.run(main())
