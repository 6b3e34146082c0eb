"""The commands that write, each with the folder that it runs in: for `faults.py`."""

import os
import shutil
import subprocess

QUALITY = """quality: shop
people: 20
days: 2
slack: 0.1
measures:
  - { id: notes, operation: page, request: { page: today } }
gates:
  - { list: notes.notes, figure: coverage, at_least: 0.1 }
"""

# Command, arguments, what it reads from standard input. `{}` of no argument is replaced: all paths are relative to the folder.
# A name after `+` tells cases of one command apart.
CASES = {
    "init": ["new-shop", "--name", "new-shop"],
    "init + copy": ["--name", "other", "--from", "ContentPacks/shop"],
    "build": ["shop", "-o", "out/shop.pack"],
    "build + over": ["shop", "-o", "present.pack"],
    "init + rules": ["--rules", "made"],
    "init + module": ["--rules", "shop.more"],
    "fmt": ["Rules/loose"],
    "table export": ["notes", "--pack", "shop", "-o", "present.csv"],
    "table export + xlsx": ["notes", "--pack", "shop", "-o", "notes.xlsx"],
    "table import": ["notes", "rows.csv", "--pack", "shop"],
    "test": ["Rules/shop", "--accept"],
    "test + junit": ["Rules/shop", "--junit", "junit.xml"],
    "impact + html": ["Rules/shop", "Changed/Rules/shop", "--pack", "shop", "--html", "impact.html"],
    "rename": ["late_from", "evening_from", "--pack", "shop"],
    "texts export": ["shop", "--to", "de-DE", "-o", "present.xlf"],
    "texts import": ["de.xlf", "--pack", "shop"],
    "validate": ["Broken", "--fix"],
    "validate + baseline": ["Broken", "--write-baseline", "baseline.json"],
    "validate + output": ["ContentPacks", "--format", "sarif", "--output", "findings.sarif"],
    "population": ["--pack", "shop", "--people", "50"],
    "quality": ["shop", "--accept"],
    "quality + html": ["shop", "--html", "quality.html"],
    "impact": [".", "Changed", "--pack", "shop", "--people", "20", "--html", "impact.html"],
    "book": ["shop", "-o", "book.html"],
    "schema": ["--all", "-o", "published"],
    "log forget": ["everyday-1-3", "log.ndjson"],
}

# Commands that only print, or whose writing another script judges.
PRINTING = set(
    "quiz score page suggest trend explain check diff eval diagnostics where".split()
) | {
    "texts status", "log replay", "serve lsp", "serve mcp",
    *("run " + name for name in "streak program merge timeline check decide records media".split()),
    # Replies on standard output; the account is the caller's to keep.
    *("loyalty " + name for name in (
        "quote apply status verify replay report".split())),
}
ELSEWHERE = {
    "serve": "kills.py (its log of decisions)",
    "batch": "kills.py (the log of decisions); its results are on standard output",
    "report": "the pack of these cases has no logs; -o is the path of code of `book -o`",
}


def run(program, folder, *arguments, text=None, output=None):
    with open(os.path.join(folder, output) if output else os.devnull, "wb") as file:
        return subprocess.run(
            [program, *arguments], cwd=folder, input=text, stdout=file, stderr=subprocess.PIPE, text=False
        )


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def read(folder, path):
    with open(os.path.join(folder, path)) as file:
        return file.read()


def make(program, folder):
    """The folder that every case begins with."""
    made = run(program, os.path.dirname(folder), "init", os.path.basename(folder), "--name", "shop")
    assert made.returncode == 0, made.stderr
    write(folder, "ContentPacks/shop/quality.yaml", QUALITY)
    pack = read(folder, "ContentPacks/shop/pack.yaml").replace("[en-US, de]", "[en-US, de, de-DE]")
    write(folder, "ContentPacks/shop/pack.yaml", pack)
    rules = read(folder, "Rules/shop/today.yaml")
    write(folder, "Rules/loose/ruleset.yaml", read(folder, "Rules/shop/ruleset.yaml"))
    write(folder, "Rules/loose/today.yaml", rules.replace("hour:   {", "hour:       {").replace("when: {", "when:   {"))
    shutil.copytree(os.path.join(folder, "ContentPacks"), os.path.join(folder, "Changed/ContentPacks"))
    shutil.copytree(os.path.join(folder, "Rules/shop"), os.path.join(folder, "Changed/Rules/shop"))
    write(folder, "Changed/Rules/shop/today.yaml", rules.replace("value: 18", "value: 12"))
    # A misspelled column, which `validate --fix` repairs, beside a pack.
    shutil.copytree(os.path.join(folder, "Rules/shop"), os.path.join(folder, "Broken/Rules/shop"))
    shutil.copytree(os.path.join(folder, "ContentPacks"), os.path.join(folder, "Broken/ContentPacks"))
    write(folder, "Broken/Rules/shop/today.yaml", rules.replace("when: { visits: 0 }", "when: { visit: 0 }"))
    scenario = read(folder, "Rules/shop/scenarios/today.yaml")
    write(folder, "Rules/shop/scenarios/today.yaml", scenario.replace("past 18", "past 19"))
    write(folder, "present.pack", "what was here before\n")
    write(folder, "present.csv", "what was here before\n")
    write(folder, "present.xlf", "what was here before\n")
    for arguments, output in [
        (["table", "export", "notes", "--pack", "shop"], "rows.csv"),
        (["texts", "export", "shop", "--to", "de-DE"], "de.xlf"),
        (["population", "--pack", "shop", "--people", "400", "--page", "today"], "people.ndjson"),
    ]:
        done = run(program, folder, *arguments, output=output)
        assert done.returncode == 0, (arguments, done.stderr)
    head, *rows = read(folder, "rows.csv").splitlines(keepends=True)
    write(folder, "rows.csv", head + "".join(reversed(rows)))
    write(folder, "de.xlf", translated(read(folder, "de.xlf")))
    run(program, folder, "batch", "page", "people.ndjson", "--pack", "shop", "--log-decisions", "log.ndjson")


def translated(text):
    """XLIFF whose every text has a translation."""
    result = []
    for part in text.split("</segment>"):
        if "<source" in part and "<target" not in part:
            source = part[part.index("<source"):part.index("</source>")].split(">", 1)[1]
            part = part.replace('state="initial"', 'state="translated"').rstrip() + f"<target>{source} (de)</target>"
        result.append(part)
    return "</segment>".join(result)
