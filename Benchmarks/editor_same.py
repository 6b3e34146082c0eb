#!/usr/bin/env python3
"""Not speed: whether an editor is shown what `terrain validate` reports, and whether renames leave packs without problems.

    python3 Benchmarks/editor_same.py [PACK …] [--mistakes N] [--renames N]

Types N mistakes (default 300, chosen with a fixed seed among those of `mistakes.py`) into open texts of copies of the packs, waits until
the server is idle, and compares the set of its diagnostics with those of `validate` over the same texts. Then gives N names (default 500)
another spelling, by `textDocument/rename`, and validates what comes of it. Prints a line for each difference.

Needs the release program (`bin/terrain --version`), or another in TERRAIN. Ends with 1 where anything differs.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from language_server import Server
from mistakes import PACKS, ROOT, TERRAIN, files, mistakes

parser = argparse.ArgumentParser()
parser.add_argument("packs", nargs="*", default=PACKS)
parser.add_argument("--mistakes", type=int, default=300)
parser.add_argument("--renames", type=int, default=500)


class World:
    """A copy of a pack with its rules, and a server in it."""

    def __init__(self, pack, folder):
        self.folder = Path(folder)
        for part in ("ContentPacks/Schemas", f"ContentPacks/{pack}", f"Rules/{pack}"):
            shutil.copytree((ROOT / part).resolve(), self.folder / part)
        self.server = Server(TERRAIN, self.folder)
        self.versions = {}

    def type(self, file, text):
        """Has `text` in the editor; returns the version."""
        uri = (self.folder / file).as_uri()
        version = self.versions[file] = self.versions.get(file, -1) + 1
        if version == 0:
            self.server.send("textDocument/didOpen", {"textDocument": {
                "uri": uri, "languageId": "yaml", "version": version, "text": text}})
        else:
            self.server.send("textDocument/didChange", {
                "textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})
        return uri, version

    def shown(self):
        """What is shown, as `FILE:LINE:COLUMN CODE MESSAGE`, once all checks of what was typed last have run."""
        found = set()
        for uri, diagnostics in self.server.shown.items():
            file = uri.removeprefix(self.folder.as_uri()).lstrip("/")
            for one in diagnostics:
                start = one["range"]["start"]
                message = one["message"].split("\n")[0]
                found.add(f'{file}:{start["line"] + 1}:{start["character"] + 1} {one["code"]} {message}')
        return found

    def validated(self):
        """What `validate` reports of the files on the disk, in the form of `shown`."""
        run = subprocess.run([TERRAIN, "validate", "ContentPacks", "Rules", "--format", "json"], cwd=self.folder,
                             capture_output=True, text=True, env={**os.environ, "TERRAIN_HOME": str(self.folder)})
        return {f'{one.get("file") or ""}:{one.get("line") or 1}:{one.get("column") or 1} {one["code"]} '
                f'{one["message"].splitlines()[0]}' for one in json.loads(run.stdout)["diagnostics"]}


def inject(world, pack, count, chosen):
    """Types `count` mistakes; returns how many of them are shown as something else than is reported."""
    sites = []
    for file in files(pack):
        text = (ROOT / file).read_text()
        sites += [(kind, file, text, start, end, new) for kind, start, end, new in mistakes(file, text)
                  if text[start:end] != new]
    different = 0
    for kind, file, text, start, end, new in chosen.sample(sites, min(count, len(sites))):
        wrong = text[:start] + new + text[end:]
        world.server.idle(*world.type(file, wrong))
        shown = world.shown()
        (world.folder / file).write_text(wrong)
        reported = world.validated()
        (world.folder / file).write_text(text)
        world.type(file, text)
        if shown != reported:
            different += 1
            print(f"DIFFERENT {kind}: {file}:{text[:start].count(chr(10)) + 1} {text[start:end][:40]!r} -> {new[:40]!r}")
            for line in sorted(shown - reported):
                print(f"  only shown: {line[:200]}")
            for line in sorted(reported - shown):
                print(f"  only reported: {line[:200]}", flush=True)
    return different


def applied(text, edits):
    """`text` after edits whose positions are bytes."""
    lines = [0]
    data = text.encode()
    lines += [match.end() for match in re.finditer(rb"\r\n|\n|\r", data)]
    offset = lambda place: lines[place["line"]] + place["character"]
    for edit in sorted(edits, key=lambda edit: -offset(edit["range"]["start"])):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        data = data[:start] + edit["newText"].encode() + data[end:]
    return data.decode()


def rename(world, pack, count, chosen):
    """Makes `count` renames; returns how many were made, were refused, and left problems."""
    texts = {file: (ROOT / file).read_text() for file in files(pack)}
    words = [(file, match) for file, text in texts.items() for match in re.finditer(r"[a-z][a-z_0-9]{3,}", text)]
    made = refused = wrong = 0
    while made < count and made + refused < 20 * count:
        file, match = chosen.choice(words)
        text = texts[file]
        world.type(file, text)
        line = text[: match.start()].count("\n")
        place = {"line": line, "character": len(text[text.rfind("\n", 0, match.start()) + 1: match.start()].encode())}
        answer = world.server.request("textDocument/rename", {
            "textDocument": {"uri": (world.folder / file).as_uri()}, "position": place, "newName": f"{match.group()}_renamed"})
        changes = (answer.get("result") or {}).get("changes")
        if not changes:
            refused += 1
            continue
        made += 1
        changed = {uri.removeprefix(world.folder.as_uri()).lstrip("/"): edits for uri, edits in changes.items()}
        before = {other: (world.folder / other).read_text() for other in changed}
        for other, edits in changed.items():
            last = world.type(other, applied(before[other], edits))
            (world.folder / other).write_text(applied(before[other], edits))
        world.server.idle(*last)
        found = world.validated() | world.shown()
        if found:
            wrong += 1
            print(f"NOT CLEAN {file}:{line + 1} {match.group()}")
            for problem in sorted(found)[:4]:
                print(f"  {problem[:200]}", flush=True)
        for other, text in before.items():
            (world.folder / other).write_text(text)
            world.type(other, text)
    return made, refused, wrong


def main():
    arguments = parser.parse_args()
    bad = 0
    for number, pack in enumerate(arguments.packs):
        share = lambda count: count // len(arguments.packs) + (number < count % len(arguments.packs))
        with tempfile.TemporaryDirectory() as folder:
            world = World(pack, folder)
            chosen = random.Random(18)
            different = inject(world, pack, share(arguments.mistakes), chosen)
            made, refused, wrong = rename(world, pack, share(arguments.renames), chosen)
            world.server.process.kill()
            bad += different + wrong
            print(f"{pack}: {share(arguments.mistakes)} mistakes, {different} shown otherwise; {made} renames ({refused} "
                  f"refused), {wrong} not clean", flush=True)
    sys.exit(bad > 0)


main()
