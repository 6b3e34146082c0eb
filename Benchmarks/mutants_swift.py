#!/usr/bin/env python3
"""Which mistakes in the Swift of the evaluator, the analysis, accounts and merge no test notices.

    python3 Benchmarks/mutants_swift.py make FOLDER [--seed 1] [--count 320] [--targets expressions,rules,analysis,accounts,merge]
                                             [--again mutants.json]
    (in FOLDER) swift build -c release -Xswiftc -enable-testing --build-tests --scratch-path .build/tests
    python3 Benchmarks/mutants_swift.py run FOLDER [--seconds 600] [--timeout 60] [--targets …] [--only NUMBER,…]

`make` copies this checkout to FOLDER and puts all mutants into the copy: a compared value, `&&`, a returned truth, a sum that is
left out. Each is off unless `TERRAIN_MUTANT` has its number, so that one build has all of them. `--again` makes those of an earlier
run, under their numbers, where the line that they change is still there.
`run` starts the suites of a mutant's target for each, ends them at the first failure, and prints what survives. `--timeout` is
processor time, so that a busy machine kills no mutant. Mutants that
were run are noted in FOLDER/mutants.ndjson; a second `run` resumes there. Optimized, the suites take seconds; set
`TERRAIN_CONFORMANCE`, because FOLDER has no public suites beside it.
"""

import argparse
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time

# Folders of the mutants, how many of a hundred, test targets, and the suites that judge them, the quickest first.
TARGETS = {
    "expressions": (
        ["Sources/TerrainExpressions"], 32, ["TerrainExpressionsTests", "TerrainRulesTests", "TerrainChecksTests"],
        ["TerrainExpressionsTests", "TerrainRulesTests", r"TerrainChecksTests\.(AlwaysFailing|ConditionKinds)"]),
    "rules": (
        ["Sources/TerrainRules"], 25, ["TerrainRulesTests", "TerrainChecksTests"], [
            "TerrainRulesTests",
            r"TerrainChecksTests\.(AlwaysFailing|AnalysisDifferential|ConditionKinds|NeededDecision|RuleAnalysis|ProofDiff|RuleTest)",
            r"TerrainChecksTests\.(FollowUp|Mistake|RuleSetComparison|RuleSetDifference)"]),
    "analysis": (
        ["Sources/TerrainChecks/DecisionAnalysis", "Sources/TerrainChecks/Proofs"], 15, ["TerrainChecksTests"], [
            r"TerrainChecksTests\.(AlwaysFailing|ConditionKinds|EnumeratedByHand|NeededDecision|RuleAnalysis)",
            r"TerrainChecksTests\.(AnalysisDifferential|Proof|ShippedRules|Certificate|RuleSetComparison)"]),
    "accounts": (["Sources/TerrainEngines/Loyalty"], 22, ["TerrainEnginesTests", "TerrainServiceTests"], [
        r"TerrainEnginesTests\..*(Account|Budget|Checkpoint|Earning|Expiry|Grant|Line|Lot|Refund|Shared|Spending|Version|Window)",
        r"TerrainServiceTests\.(Account|Example)"]),
    "merge": (["Sources/TerrainEngines/Merge"], 6, ["TerrainServiceTests"], [r"TerrainServiceTests\.Merge"]),
}
GLOBAL = """#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

let terrainMutant = getenv("TERRAIN_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
"""
MOST_MEMORY = 8 << 30
# How many times its processor time a mutant may take on the clock: for one that waits for ever.
MOST_WAITING = 20
# How `timeout` ends after SIGKILL and SIGXCPU of what it started, or by them.
OUT_OF_TIME = {128 + signal.SIGKILL, 128 + signal.SIGXCPU, -signal.SIGKILL, -signal.SIGXCPU}
OPPOSITE = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ", " && ": " || ", " || ": " && "}


def parts(text):
    """`text` at its outermost commas."""
    depth, begin, found = 0, 0, []
    for at, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == "," and depth == 0:
            found.append(text[begin:at])
            begin = at + 1
    return [*found, text[begin:]]


def is_whole(text):
    """Whether brackets and quotes are closed, so that it stands alone."""
    depth = 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if depth < 0:
            return False
    return depth == 0 and text.count('"') % 2 == 0


def changes(line):
    """(what is replaced, what without a mutant, what with it) for each mutant of a line."""
    found = []
    condition = re.match(r"^\s*(?:\} else )?(?:if|guard|while) (.*?) (?:else )?\{", line)
    where = re.match(r"^\s*for .* (?:in .*) where (.*) \{", line)
    for text in [match.group(1) for match in (condition, where) if match]:
        for part in parts(text):
            part = part.strip()
            if re.search(r"\b(let|var|case|try|await)\b|[{}\"]|#", part) or not is_whole(part) or line.count(part) != 1:
                continue
            operators = [at for at in re.finditer(r" (<|<=|>|>=|==|!=|&&|\|\|) ", part)]
            for at in operators:
                found.append((part, part[: at.start()] + OPPOSITE[at.group()] + part[at.end():], "condition"))
            if not operators and part != "true" and re.fullmatch(r"!?[\w.]+(\(.*\))?(\.\w+)*", part):
                found.append((part, f"!({part})", "condition"))
    truth = re.match(r"^\s*(?:.* )?return (true|false)( \})?$", line)
    if truth:
        value = truth.group(1)
        found.append((f"return {value}", "false" if value == "true" else "true", "truth"))
    sum_ = re.match(r"^\s*([\w.\[\]]+) (\+=|-=) ([\w.()\[\] ]+)$", line)
    if sum_ and is_whole(sum_.group(3)):
        found.append((line.strip(), "(left out)", "sum"))
    return found


def sites(root, folders):
    for folder in folders:
        for place, _, names in sorted(os.walk(os.path.join(root, folder))):
            for name in sorted(names):
                path = os.path.join(place, name)
                with open(path) as file:
                    lines = file.read().split("\n")
                if any("@inlinable" in line or "@usableFromInline" in line for line in lines):
                    continue
                quoted = False
                for number, line in enumerate(lines):
                    quoted ^= line.count('"""') % 2 == 1
                    if quoted or line.strip().startswith("//"):
                        continue
                    for change in changes(line):
                        yield path, number, change


def drawn(options, chance, chosen):
    """Mutants of a random sample of lines."""
    whole = sum(TARGETS[name][1] for name in chosen)
    mutants = []
    for name in chosen:
        folders, share, _, _ = TARGETS[name]
        all_sites = list(sites(options.folder, folders))
        # One mutant in a line at most, so that each stays as simple to compile as it was.
        by_line = {}
        for path, number, change in all_sites:
            by_line.setdefault((path, number), []).append(change)
        lines = chance.sample(sorted(by_line), min(len(by_line), options.count * share // whole))
        print(f"{name}: {len(all_sites)} sites in {len(by_line)} lines, {len(lines)} of them chosen")
        for path, number in sorted(lines):
            old, new, kind = chance.choice(by_line[path, number])
            with open(path) as file:
                text = file.read().split("\n")[number]
            mutants.append({"id": len(mutants) + 1, "target": name, "file": os.path.relpath(path, options.folder),
                            "line": number + 1, "text": text, "old": old, "new": new, "kind": kind})
    return mutants


def made_again(options):
    """The mutants of an earlier run whose line is still there, at its new number: the nearest with the same text."""
    with open(options.again) as file:
        earlier = [mutant for mutant in json.load(file) if mutant["target"] in options.targets.split(",")]
    mutants = []
    for mutant in earlier:
        path, numbers = os.path.join(options.folder, mutant["file"]), []
        if os.path.exists(path):
            with open(path) as file:
                numbers = [number for number, text in enumerate(file.read().split("\n"), 1) if text == mutant["text"]]
        if not numbers:
            print(f"{mutant['id']} {mutant['file']}:{mutant['line']}: the line is not there any more")
            continue
        mutants.append({**mutant, "line": min(numbers, key=lambda number: abs(number - mutant["line"]))})
    return mutants


def make(options):
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    chance = random.Random(options.seed)
    chosen = options.targets.split(",")
    os.makedirs(options.folder)
    names = [name for name in os.listdir(root) if name not in (".git", ".build")]
    subprocess.run(["cp", "-a", *(os.path.join(root, name) for name in names), options.folder], check=True)
    mutants = made_again(options) if options.again else drawn(options, chance, chosen)
    edits = {}
    for mutant in mutants:
        edits.setdefault(os.path.join(options.folder, mutant["file"]), []).append(mutant)
    for name in chosen:
        for folder in sorted({re.match(r"Sources/\w+", folder).group() for folder in TARGETS[name][0]}):
            with open(os.path.join(options.folder, folder, "MutantNumber.swift"), "w") as file:
                file.write(GLOBAL)
    for path, own in edits.items():
        with open(path) as file:
            lines = file.read().split("\n")
        for mutant in own:
            at, old, new = f"terrainMutant == {mutant['id']}", mutant["old"], mutant["new"]
            text = {
                "condition": f"({at} ? ({new}) : ({old}))",
                "truth": f"return ({at} ? {new} : {old.split()[-1]})",
                "sum": f"if {at.replace('==', '!=')} {{ {old} }}",
            }[mutant["kind"]]
            lines[mutant["line"] - 1] = lines[mutant["line"] - 1].replace(old, text, 1)
        with open(path, "w") as file:
            file.write("\n".join(lines))
    # Only the test targets that judge: the others would take as long to build again.
    keep = {target for name in chosen for target in TARGETS[name][2]}
    manifest = os.path.join(options.folder, "Package.swift")
    with open(manifest) as file:
        text = file.read()
    targets = r"    \.(?:testTarget|executableTarget|target)\(\s*name: \"(\w+)\"[^()]*\),?\n"
    needed = needs(text, targets, keep)
    text = re.sub(targets, lambda match: match.group() if match.group(1) in needed else "", text)
    text = re.sub(r"    \.(library|executable)\(name.*\n", "", text)
    with open(manifest, "w") as file:
        file.write(text)
    with open(os.path.join(options.folder, "mutants.json"), "w") as file:
        json.dump(mutants, file, indent=1)
    print(f"{len(mutants)} mutants")


def needs(text, targets, names):
    """The targets `names`, and all that they depend on."""
    found = {match.group(1): set(re.findall(r'"(\w+)"', match.group())) for match in re.finditer(targets, text)}
    needed, open_ = set(), set(names)
    while open_:
        name = open_.pop()
        needed.add(name)
        open_ |= (found.get(name, set()) & set(found)) - needed
    return needed


def limit(seconds):
    """A mutant that never ends must not fill the machine's memory, nor take more than `seconds` of processor time."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def judged(program, folder, suites, number, timeout):
    """How the suites end for a mutant: `killed` by a failure or a crash, `timeout`, or `survived`."""
    for suite in suites:
        command = [program, "--testing-library", "swift-testing", "--filter", suite]
        process = subprocess.Popen(
            ["timeout", "-s", "KILL", str(MOST_WAITING * timeout), *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "TERRAIN_MUTANT": str(number)}, start_new_session=True, preexec_fn=lambda: limit(timeout))
        tests, failed = 0, False
        for line in process.stdout:
            if b"recorded an issue" in line or b"\xe2\x9c\x98" in line:
                failed = True
                os.killpg(process.pid, 9)
                break
            tests += b" passed after " in line
        status = process.wait()
        if failed:
            return "killed"
        if status in OUT_OF_TIME:
            return "timeout"
        if status != 0:
            return "killed"
        assert tests > 0, f"no test matches {suite}"
    return "survived"


def run(options):
    with open(os.path.join(options.folder, "mutants.json")) as file:
        mutants = [mutant for mutant in json.load(file) if mutant["target"] in options.targets.split(",")]
    if options.only:
        chosen = set(map(int, options.only.split(",")))
        mutants = [mutant for mutant in mutants if mutant["id"] in chosen]
    program = os.path.abspath(os.path.join(options.folder, ".build/tests/release/terrainPackageTests.xctest"))
    notes, done = os.path.join(options.folder, "mutants.ndjson"), {}
    if os.path.exists(notes):
        with open(notes) as file:
            done = {note["id"]: note for note in map(json.loads, file)}
    begin = time.monotonic()
    for name in sorted({mutant["target"] for mutant in mutants}):
        before = time.monotonic()
        result = judged(program, options.folder, TARGETS[name][3], 0, 10 * options.timeout)
        print(f"{name}: without a mutant {result} in {time.monotonic() - before:.1f} s", flush=True)
        assert result == "survived", "the suites have to pass without a mutant"
    # In a fixed order that tries every target early.
    for mutant in sorted(mutants, key=lambda mutant: mutant["id"] * 7919 % 1009):
        if mutant["id"] in done:
            continue
        if time.monotonic() - begin > options.seconds:
            break
        before = time.monotonic()
        result = judged(program, options.folder, TARGETS[mutant["target"]][3], mutant["id"], options.timeout)
        done[mutant["id"]] = {"id": mutant["id"], "result": result, "seconds": round(time.monotonic() - before, 1)}
        with open(notes, "a") as file:
            file.write(json.dumps(done[mutant["id"]]) + "\n")
        print(f"{mutant['id']:4} {result:9}{done[mutant['id']]['seconds']:6.1f} s  {mutant['file']}:{mutant['line']}", flush=True)
    summary(mutants, done)


def summary(mutants, done):
    for name in TARGETS:
        own = [done[mutant["id"]]["result"] for mutant in mutants if mutant["target"] == name and mutant["id"] in done]
        if own:
            killed = len(own) - own.count("survived")
            print(f"{name}: {len(own)} run, {killed} killed ({own.count('timeout')} by time), {killed / len(own):.1%}")
    for mutant in mutants:
        if done.get(mutant["id"], {}).get("result") == "survived":
            print(f"SURVIVED {mutant['id']} {mutant['file']}:{mutant['line']}: {mutant['old']}  ->  {mutant['new']}")
    print(f"{sum(mutant['id'] in done for mutant in mutants)} of {len(mutants)} mutants were run")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("action", choices=["make", "run"])
    options.add_argument("folder")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=320)
    options.add_argument("--targets", default=",".join(TARGETS))
    options.add_argument("--again", help="mutants.json of an earlier run")
    options.add_argument("--only", help="numbers of mutants")
    options.add_argument("--seconds", type=float, default=600)
    options.add_argument("--timeout", type=int, default=60)
    options = options.parse_args()
    {"make": make, "run": run}[options.action](options)


if __name__ == "__main__":
    sys.exit(main())
