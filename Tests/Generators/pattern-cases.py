#!/usr/bin/env python3
"""Writes Tests/TerrainSchemasTests/Patterns/StoredCases*.swift: random patterns and texts, and what the engines that define the
two syntaxes say of them: RE2 itself (PyPI `google-re2`) and V8 (`node`).

Left out is `\\B`: RE2 and V8 also look for it inside of a character (between its bytes or surrogates), Go's RE2 and this
project do not.
"""
import json
import pathlib
import random
import subprocess

import re2

OUT = pathlib.Path(__file__).parent.parent.parent / "Tests/TerrainSchemasTests/Patterns"
LITERALS = list("aaabbbccAB01_ -\n") + "é ß ſ \u212a π Σ ς 🐲 東 \u0301 ǆ \r \u2028".split(" ")


class Generator:
    def __init__(self, seed, re2_syntax):
        self.random = random.Random(seed)
        self.re2 = re2_syntax

    def pick(self, options):
        return self.random.choice(options)

    def literal(self):
        c = self.pick(LITERALS)
        return "\\n" if c == "\n" else c

    def escape(self):
        common = r"\d \D \s \S \w \W \t \n \. \* \p{L} \P{L} \p{Lu} \p{Ll} \p{Nd} \p{P} \p{Z} \x41".split()
        if self.re2:
            return self.pick(common + r"\pL \PN \p{^L} \p{Greek} \p{Han} \p{Latin} \101 \p{C} \x{1F432}".split())
        return self.pick(common + r"\p{Script=Greek} \p{sc=Han} \p{scx=Latin} \p{Letter} \p{Alphabetic} \p{Emoji} \cJ "
                         r"\u0041 \u{e9} \uD83D\uDC32 \p{ASCII}".split())

    def bracket(self):
        out = "[" + ("^" if self.random.random() < 0.3 else "")
        for _ in range(self.random.randint(1, 4)):
            r = self.random.random()
            if r < 0.3:
                out += "-".join(sorted([self.pick("abcABC019éπ東"), self.pick("abcABC019éπ東")]))
            elif r < 0.6:
                out += self.pick("abcAB01_é🐲π")
            elif r < 0.9:
                out += self.escape()
            elif self.re2:
                out += self.pick("[:alpha:] [:^digit:] [:punct:] [:upper:] [:word:]".split())
        return out + "]"

    def atom(self, depth):
        r = self.random.random()
        if r < 0.5 or depth == 0:
            return self.literal()
        if r < 0.6:
            return self.bracket()
        if r < 0.68:
            return self.escape()
        if r < 0.74:
            return "."
        inner = self.alternatives(depth - 1)
        r = self.random.random()
        if r < 0.4:
            return "(?:" + inner + ")"
        if r < 0.6 or not self.re2:
            return "(" + inner + ")"
        return "(?" + self.pick("i s m im ims -i i-s U".split()) + ":" + inner + ")"

    def term(self, depth):
        if depth and self.random.random() < 0.08:
            return self.pick(["^", "$", "\\b"] + (["\\A", "\\z"] if self.re2 else []))
        atom = self.atom(depth)
        if self.random.random() < 0.65:
            return atom
        return atom + self.pick("* + ? {2} {1,3} {0,2} {2,} {0}".split()) + self.pick(["", "?"])

    def sequence(self, depth):
        return "".join(self.term(depth) for _ in range(self.random.randint(1, 4)))

    def alternatives(self, depth):
        return "|".join(self.sequence(depth) for _ in range(self.pick([1, 1, 1, 2, 3])))

    def damaged(self, pattern):
        if self.random.random() > 0.15:
            return pattern
        i = self.random.randrange(len(pattern))
        c = self.pick("()[]{}*+?|\\^$.-,:=!<>kpPdbux08")
        return self.pick([pattern[:i] + pattern[i + 1:], pattern[:i] + c + pattern[i:]])

    def case(self):
        pattern = self.damaged(self.alternatives(2))
        if self.re2 and self.random.random() < 0.15:
            pattern = self.pick(["(?i)", "(?m)", "(?s)", "(?im)"]) + pattern
        texts = ["".join(self.pick(LITERALS) for _ in range(n)) for n in (0, 1, 2, 4, 8)]
        return pattern, texts


def judged_by_re2(cases):
    options = re2.Options()
    options.log_errors = False
    for pattern, texts in cases:
        try:
            compiled = re2.compile(pattern, options)
        except re2.error:
            yield pattern, texts, None
            continue
        yield pattern, texts, "".join("1" if compiled.search(t) else "0" for t in texts)


def judged_by_v8(cases):
    script = """
    const cases = JSON.parse(require('fs').readFileSync(0, 'utf8'));
    console.log(JSON.stringify(cases.map(([p, ts]) => {
      try { const r = new RegExp(p, 'u'); return ts.map(t => r.test(t) ? '1' : '0').join('') } catch { return null }
    })))"""
    out = subprocess.run(["node", "-e", script], input=json.dumps(cases), text=True, capture_output=True, check=True)
    for (pattern, texts), verdict in zip(cases, json.loads(out.stdout)):
        yield pattern, texts, verdict


def write(name, syntax, judged):
    lines, refused = [], 0
    for pattern, texts, verdict in judged:
        line = json.dumps([pattern, verdict] + (texts if verdict else []))
        unsupported = any(part in pattern for part in ("(?=", "(?!", "(?<", "\\B", "\\C", "\\k", "\\1"))
        if len(line) > 118 or unsupported or len(lines) >= 340:
            continue
        if verdict is None:
            refused += 1
            if refused > 40:
                continue
        elif len(set(verdict)) == 1 and len(lines) % 3:
            continue
        lines.append(line)
    (OUT / f"{name}.swift").write_text(
        f'// Written by Tests/Generators/pattern-cases.py. swift-format-ignore-file\n\n'
        f"/// Each line: a pattern in {syntax}, `null` if that refuses it, else texts and which of them it matches.\n"
        f'let {name[0].lower() + name[1:]} = #"""\n' + "".join(f"{line}\n" for line in lines) + '"""#\n')


def cases(seed, re2_syntax):
    generator = Generator(seed, re2_syntax)
    return [generator.case() for _ in range(6000)]


write("StoredCasesRE2", "RE2's syntax", judged_by_re2(cases(7, True)))
write("StoredCasesECMA", "ECMA-262's syntax", judged_by_v8(cases(8, False)))
