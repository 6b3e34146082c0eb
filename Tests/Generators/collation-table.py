#!/usr/bin/env python3
"""Writes Sources/TerrainSchemas/Patterns/Generated/CollationTable.swift.

Reads the Default Unicode Collation Element Table (DUCET), `allkeys.txt`, of the version that Perl's Unicode::Collate has; another
file is the first argument. The table has the code points of `COVERED`; all others are ordered by their numbers, so that the table has
a fifth of the size. For searching, it has of all others those that differ from another one in case and diacritics only. Numbers are
written as in unicode-tables.py.
"""
import collections
import pathlib
import re
import sys


OUT = pathlib.Path(__file__).parent.parent.parent / "Sources/TerrainSchemas/Patterns/Generated/CollationTable.swift"
PERL = "/usr/share/perl/5.36.0/Unicode/Collate/allkeys.txt"
# Latin, Greek, Cyrillic, punctuation, symbols, kana, and their presentation forms.
COVERED = [
    (0, 0x52F), (0x1C80, 0x1C8F), (0x1D00, 0x2BFF), (0x2DE0, 0x2E7F), (0x3000, 0x30FF), (0xA640, 0xA69F),
    (0xA700, 0xA7FF), (0xAB30, 0xAB6F), (0xFB00, 0xFB06), (0xFE00, 0xFE0F), (0xFE20, 0xFE2F), (0xFE50, 0xFFFF),
]


def number(n):
    out = ""
    while True:
        digit, n = n & 31, n >> 5
        c = 0x30 + (digit | 32 if n else digit)
        out += chr(c + (c >= 0x5C))
        if not n:
            return out


def read(path):
    version, entries = "", {}
    for line in open(path, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if line.startswith("@version"):
            version = line.split()[1]
        if line.startswith("@") or ";" not in line:
            continue
        key, value = line.split(";", 1)
        elements = [tuple(int(x, 16) for x in m.split(".")) for m in re.findall(r"\[[.*]([0-9A-F.]+)\]", value)]
        entries[tuple(int(x, 16) for x in key.split())] = elements
    return version, entries


def wrapped(text):
    lines = [text[i:i + 130] for i in range(0, len(text), 130)]
    return "\\\n".join("    " + line for line in lines)


def folds(entries):
    """Code points and what they are folded to: of the letters with the same primary weights, those with the least other weights.

    Those of COVERED are left out where their elements lead to the same.
    """

    def covered(code):
        return any(a <= code <= b for a, b in COVERED)

    singles = {k[0]: e for k, e in sorted(entries.items()) if len(k) == 1}
    letters, own = {}, {}
    for code, elements in singles.items():
        if len(elements) != 1 or not elements[0][0]:
            continue
        primary, secondary, tertiary = elements[0]
        for table in [letters] + [own] * covered(code):
            if primary not in table or (tertiary, secondary) < table[primary][0]:
                table[primary] = ((tertiary, secondary), code)
    for code, elements in singles.items():
        primaries = []
        for primary in (e[0] for e in elements if e[0]):
            # Ideographs, which have no entries of their own, are two weights by their number.
            if primaries and primary >= 0x8000 and 0xFB40 <= (primaries[-1] if isinstance(primaries[-1], int) else 0) <= 0xFBE1:
                primaries[-1] = "ideograph", (primaries[-1] & 0x3F) << 15 | primary & 0x7FFF
                letters[primaries[-1]] = ((0, 0), primaries[-1][1])
            else:
                primaries.append(primary)
        if code < 0x80 or not all(p in letters for p in primaries):
            continue
        folded = [letters[p][1] for p in primaries]
        usual = [own[p][1] if p in own else None for p in primaries] if covered(code) else [code]
        if folded != usual:
            yield code, folded


def main():
    version, entries = read(sys.argv[1] if len(sys.argv) > 1 else PERL)
    own = {k: e for k, e in entries.items() if all(any(a <= x <= b for a, b in COVERED) for x in k)}
    primaries = {p: i for i, p in enumerate(sorted({e[0] for es in own.values() for e in es} | {0}))}
    others = collections.Counter(e[1:] for es in own.values() for e in es)
    others = [pair for pair, _ in sorted(others.items(), key=lambda item: (-item[1], item[0]))]
    index = {pair: i for i, pair in enumerate(others)}

    def elements(key, before):
        text = number(len(own[key]))
        for primary, *other in own[key]:
            step = primaries[primary] - before
            before = primaries[primary]
            text += number(step * 2 if step >= 0 else -step * 2 - 1) + number(index[tuple(other)])
        return text, before

    singles, last, before = "", -1, 0
    for key in sorted(k for k in own if len(k) == 1):
        text, before = elements(key, before)
        singles += number(key[0] - last - 1) + text
        last = key[0]
    pairs, before = "", 0
    for key in sorted(k for k in own if len(k) == 2):
        text, before = elements(key, before)
        pairs += number(key[0]) + number(key[1]) + text
    assert all(len(k) <= 2 for k in own)
    others_folded, last, before = "", -1, 0
    for code, folded in folds(entries):
        others_folded += number(code - last - 1) + number(len(folded))
        for letter in folded:
            others_folded += number((letter - before) * 2 if letter >= before else (before - letter) * 2 - 1)
            before = letter
        last = code
    weights = "".join(number(s) + number(t) for s, t in others)
    OUT.write_text(f'''// Written by Tests/Generators/collation-table.py from DUCET {version}.
// swift-format-ignore-file

/// Collation elements of the scripts that the table covers.
enum CollationTable {{
  /// Pairs of a secondary and a tertiary weight, in the order of their numbers.
  static let weights: StaticString = """
{wrapped(weights)}
    """
  /// Code points: distance from the one before, number of elements; for each, the step of the primary's rank, and a pair.
  static let singles: StaticString = """
{wrapped(singles)}
    """
  /// Contractions: two code points, then their elements alike.
  static let pairs: StaticString = """
{wrapped(pairs)}
    """
  /// For searching, code points whose elements here do not lead to their letters: distance from the one before, number of letters; for each, the step from the one before.
  static let folds: StaticString = """
{wrapped(others_folded)}
    """
}}
''')


main()
