#!/usr/bin/env python3
"""What `terrain validate --schema` costs, beside `sourcemeta-jsonschema` and beside libyaml alone.

    python3 Benchmarks/validate.py [ROUNDS]

Generates packs (packs.py) of 250 KB, 5 MB and 50 MB as YAML and as JSON, the same with a mistake in every fiftieth record,
and a folder of 200 YAML files, and checks them with the same schema: Terrain with all findings and their places, the other
in its default mode (which also finds all). Both are native programs; sourcemeta-jsonschema comes from PyPI and is
started without the Python around it. A C program that does nothing but pull libyaml's events (compiled here with
`cc -O2 -lyaml`) is the floor under YAML. Whole processes take turns; prints the best and the median in milliseconds, the
peak memory, and ratios of the bests beside what is aimed at. Builds the release program as bin/terrain does, or takes the one in TERRAIN.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import packs

here = pathlib.Path(__file__).resolve().parent
root = here.parent
rounds = max(5, int(sys.argv[1])) if len(sys.argv) > 1 else 20  # the great packs take part in every fifth
SIZES = {"250 KB": 250_000, "5 MB": 5_000_000, "50 MB": 50_000_000}

EVENTS = r"""
#include <stdio.h>
#include <stdlib.h>
#include <yaml.h>
int main(int count, char **names) {
  FILE *file = fopen(names[1], "rb");
  if (!file) return 2;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(size);
  if (fread(bytes, 1, size, file) != (size_t)size) return 2;
  yaml_parser_t parser;
  yaml_event_t event;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, bytes, size);
  for (int done = 0; !done;) {
    if (!yaml_parser_parse(&parser, &event)) return 1;
    done = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  return 0;
}
"""


def run(command, expected):
    """Milliseconds and peak KiB of one process."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    taken = (time.perf_counter() - begin) * 1000
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in expected:
        sys.exit(f"{' '.join(str(word) for word in command)} ended with {process.returncode}")
    return taken, usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def build():
    if "TERRAIN" in os.environ:
        return pathlib.Path(os.environ["TERRAIN"]).resolve()
    subprocess.run([str(root / "bin/terrain"), "--version"], check=True, stdout=subprocess.DEVNULL)
    return root / ".build/bin/terrain"


def other():
    """The native program of sourcemeta-jsonschema; None where it cannot be had."""
    folder = here / ".build/peers"
    python = folder / "bin/python"
    find = "import pathlib, sourcemeta_jsonschema as m; print(pathlib.Path(m.__file__).parent)"
    try:
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        found = subprocess.run([str(python), "-c", find], capture_output=True, text=True)
        if found.returncode != 0:
            subprocess.run([str(python), "-m", "pip", "install", "-q", "sourcemeta-jsonschema"], check=True)
            found = subprocess.run([str(python), "-c", find], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"left out: sourcemeta-jsonschema: {error}")
        return None
    system = "darwin" if sys.platform == "darwin" else "linux"
    machine = "arm64" if os.uname().machine in ("arm64", "aarch64") else "x86_64"
    return pathlib.Path(found.stdout.strip()) / f"jsonschema-{system}-{machine}"


def loop(folder):
    source, program = folder / "events.c", folder / "events"
    source.write_text(EVENTS)
    try:
        subprocess.run(["cc", "-O2", str(source), "-o", str(program), "-lyaml"], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"left out: the loop over libyaml's events: {error}")
        return None
    return program


def generate(path, size, mistakes=False):
    """Writes a pack and says how many mistakes are in it.

    In a process of its own: what is started from here begins with this process's peak memory, which has to stay small.
    """
    words = f"import packs, pathlib; print(packs.write(pathlib.Path({str(path)!r}), {size}, mistakes={mistakes}))"
    done = subprocess.run([sys.executable, "-c", words], cwd=here, check=True, capture_output=True, text=True)
    return int(done.stdout)


print("building …", file=sys.stderr)
terrain, theirs = build(), other()
with tempfile.TemporaryDirectory() as made:
    folder = pathlib.Path(made)
    floor = loop(folder)
    schema = folder / "generated.schema.json"
    schema.write_text(json.dumps(packs.SCHEMA, indent=2))
    print("generating …", file=sys.stderr)
    commands, sizes, mistakes = {}, {}, {}
    for words, size in SIZES.items():
        for kind in ("yaml", "json"):
            good, bad = folder / f"{size}.{kind}", folder / f"{size}-mistakes.{kind}"
            generate(good, size)
            name = f"{words} {kind}"
            mistakes[name] = generate(bad, size, mistakes=True)
            sizes[name] = good.stat().st_size
            commands[name, "terrain"] = [terrain, "validate", "--schema", schema, good], {0}
            commands[name, "terrain, mistakes"] = [terrain, "validate", "--schema", schema, bad], {1}
            if theirs:
                commands[name, "sourcemeta"] = [theirs, "validate", schema, good], {0}
            if floor and kind == "yaml":
                commands[name, "libyaml"] = [floor, good], {0}
    many = folder / "many"
    many.mkdir()
    for number in range(200):
        generate(many / f"pack{number:03}.yaml", 50_000)
    name = "200 files yaml"
    sizes[name] = sum(file.stat().st_size for file in many.iterdir())
    commands[name, "terrain"] = [terrain, "validate", "--schema", schema, many], {0}
    if theirs:
        commands[name, "sourcemeta"] = [theirs, "validate", schema, many, "--extension", ".yaml"], {0}

    print("measuring …", file=sys.stderr)
    times = {key: [] for key in commands}
    peaks = {key: [] for key in commands}
    for turn in range(rounds + 1):
        for key, (command, expected) in commands.items():
            # The great ones are measured less often.
            if turn % max(1, sizes[key[0]] // 10_000_000):
                continue
            taken, peak = run(command, expected)
            if turn:
                times[key].append(taken)
                peaks[key].append(peak)

best = {key: min(taken) for key, taken in times.items()}
peak = {key: max(taken) / 1024 for key, taken in peaks.items()}
print(f"{rounds} rounds, taking turns; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; whole processes")
print(f"{'':18}{'':22}{'best ms':>10}{'median ms':>11}{'peak MiB':>10}{'MB/s':>8}")
for (name, who), taken in times.items():
    print(
        f"{name:18}{who:22}{min(taken):10.2f}{statistics.median(taken):11.2f}{peak[name, who]:10.1f}"
        f"{sizes[name] / 1e3 / min(taken):8.1f}")
print()


def ratio(name, who, against, aim):
    if (name, against) in best:
        found = best[name, who] / best[name, against]
        print(f"{name}: {who} / {against}: {found:.2f}   aim ≤ {aim}{'' if found <= aim else '   MISSED'}")


for words in SIZES:
    ratio(f"{words} yaml", "terrain", "sourcemeta", 0.5 if words == "250 KB" else 0.6)
    if words != "250 KB":
        ratio(f"{words} yaml", "terrain", "libyaml", 1.6)
    ratio(f"{words} json", "terrain", "sourcemeta", 0.4)
    for kind in ("yaml", "json"):
        ratio(f"{words} {kind}", "terrain, mistakes", "terrain", 1.5)
        limit = 8 * sizes[f"{words} {kind}"] / 2**20 + 16
        used = peak[f"{words} {kind}", "terrain"]
        print(f"{words} {kind}: peak {used:.1f} MiB   aim ≤ {limit:.1f}{'' if used <= limit else '   MISSED'}")
        if words == "50 MB" and (f"{words} {kind}", "sourcemeta") in peak:
            part = used / peak[f"{words} {kind}", "sourcemeta"]
            print(f"{words} {kind}: peak / sourcemeta's: {part:.2f}   aim ≤ 0.3{'' if part <= 0.3 else '   MISSED'}")
ratio("200 files yaml", "terrain", "sourcemeta", 0.35)
print("mistakes: " + ", ".join(f"{count} in {name}" for name, count in mistakes.items()))
