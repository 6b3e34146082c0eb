"""Every benchmark that prints ratios, one after the other, compared with the committed ratios.

    bin/bench [NAME …] [--program .build/bin/terrain] [--noise 1.3] [--record] [--list]

A ratio is two programs, or two ways of one, that took turns in one run: a busy machine is busy for both. What a benchmark
prints is shown as it comes. A ratio worse than the committed one of `ratios.json` by more than `--noise` fails; `--record`
commits those of this run instead, and writes the table of ratios in `Benchmarks/README.md`. Without NAMEs all are run.
"""

import argparse
import datetime
import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
RATIOS = os.path.join(HERE, "ratios.json")
PAGE = os.path.join(HERE, "README.md")
BEGIN, END = "<!-- ratios: written by bin/bench --record -->", "<!-- end of ratios -->"

# Arguments of a run that takes a minute or two, and whether the program is named by `--program` or by TERRAIN.
BENCHES = {
    "start_up": (["start_up.py"], "TERRAIN"),
    "validate": (["validate.py"], "TERRAIN"),
    "batch": (["batch.py", "100000", "3"], "TERRAIN"),
    "rules": (["rules.py", "20"], "TERRAIN"),
    "serve": (["serve.py", "--rounds", "2000", "--requests", "100000"], "--program"),
    "decision_log": (["decision_log.py"], "--program"),
    "replay": (["replay.py", "--records", "300000"], "--program"),
}
# Ratios that ought to be great; of all others less is better.
GREAT = re.compile(r"^(terrain / (zen|orjson|jq)|all threads /|(zen|CEL|cel)\S*:? .* / |\S+: .* / W[12])")


def ratios(text):
    """The ratios in what a benchmark printed: `name / other: 1.23`."""
    found = {}
    for line in text.splitlines():
        match = re.match(r"^(\S[^:]*(?:: [^:]*)?? / [^:]+):\s+([0-9.]+)\b(?! MiB)(?:.*aim ([≤≥]) ([0-9.]+))?", line)
        if match:
            found[match.group(1).strip()] = float(match.group(2))
    return found


def run(name, program):
    """Runs a benchmark, and shows what it prints; its ratios, or None where it fails."""
    arguments, way = BENCHES[name]
    command = [sys.executable, "-u", os.path.join(HERE, arguments[0]), *arguments[1:]]
    command += ["--program", program] if way == "--program" else []
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "TERRAIN": program})
    printed = ""
    for line in process.stdout:
        print("  " + line, end="", flush=True)
        printed += line
    return ratios(printed) if process.wait() == 0 else None


def is_worse(name, now, before, noise):
    return now * noise < before if GREAT.match(name) else now > before * noise


def write_page(committed):
    with open(PAGE) as file:
        text = file.read()
    rows = ["| benchmark | ratio | last |", "|---|---|---|"]
    for bench, entry in sorted(committed.items()):
        rows += [f"| `{bench}` ({entry['date']}, load {entry['load']}) | {name} | {value:.2f} |" for name, value in entry["ratios"].items()]
    table = f"{BEGIN}\n\n" + "\n".join(rows) + f"\n\n{END}"
    if BEGIN in text:
        text = text[: text.index(BEGIN)] + table + text[text.index(END) + len(END):]
    else:
        text = text.rstrip() + "\n\n## Ratios\n\n`bin/bench` compares with these.\n\n" + table + "\n"
    with open(PAGE, "w") as file:
        file.write(text)


def main():
    options = argparse.ArgumentParser(prog="bin/bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", metavar="NAME")
    options.add_argument("--program", default=os.path.join(ROOT, ".build/bin/terrain"))
    options.add_argument("--noise", type=float, default=1.3)
    options.add_argument("--record", action="store_true")
    options.add_argument("--list", action="store_true")
    options = options.parse_args()
    names = options.names or list(BENCHES)
    if options.list or set(names) - set(BENCHES):
        print("\n".join(BENCHES))
        return 0 if options.list else 2
    program = os.path.abspath(options.program)
    if not os.path.exists(program):
        print(f"{program} is missing: build it with `bin/terrain --version`, or name one with --program", file=sys.stderr)
        return 2
    committed = {}
    if os.path.exists(RATIOS):
        with open(RATIOS) as file:
            committed = json.load(file)
    failures = []
    for number, name in enumerate(names):
        print(f"[{number + 1}/{len(names)}] {name}, load {os.getloadavg()[0]:.1f}", flush=True)
        begin = time.monotonic()
        found = run(name, program)
        if found is None:
            failures.append(f"{name} failed")
            continue
        before = committed.get(name, {}).get("ratios", {})
        for label, value in found.items():
            known = before.get(label)
            worse = known is not None and is_worse(label, value, known, options.noise)
            print(f"  = {label}: {value:.2f}" + ("" if known is None else f" (committed {known:.2f})") + ("   WORSE" if worse else ""))
            if worse:
                failures.append(f"{name}: {label}: {value:.2f}, committed {known:.2f}")
        failures += [f"{name}: {label} was not measured" for label in before if label not in found]
        print(f"  {time.monotonic() - begin:.0f} s", flush=True)
        if options.record:
            date = datetime.date.today().isoformat()
            committed[name] = {"date": date, "load": round(os.getloadavg()[0], 1), "cores": os.cpu_count(), "ratios": found}
    if options.record:
        with open(RATIOS, "w") as file:
            json.dump(committed, file, indent=2, ensure_ascii=False)
            file.write("\n")
        write_page(committed)
        failures = [failure for failure in failures if failure.endswith("failed")]
    print("\n".join(failures) if failures else "no ratio is worse than the committed one")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
