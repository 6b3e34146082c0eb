#!/usr/bin/env python3
"""Writes Sources/TerrainBase/Generated/LanguageTable.swift, and the cases of Tests/TerrainBaseTests/LanguageMatchingTests.swift.

Needs the PyPI package `langcodes` (3.5.1), whose tables come from CLDR: likely subtags, aliases of languages and regions,
dominant languages of macrolanguages, and distances of language matching (UTS #35). It is also the judge of the cases.
"""
import pathlib
import random
import re
import textwrap

import langcodes
from langcodes import data_dicts as data
from langcodes import language_distance as rules

ROOT = pathlib.Path(__file__).parent.parent.parent
TABLE = ROOT / "Sources/TerrainBase/Generated/LanguageTable.swift"
CASES = ROOT / "Tests/TerrainBaseTests/Fixtures/language-matching.txt"

TAGS = """ar ar-EG ar-MA be bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-GB en-IN en-US es es-419 es-ES es-MX fa fi
fr fr-CA gsw he hi hr id it iw ja ko ms nb nl nn no pl pt pt-BR pt-PT ro ru sh sr sr-Latn sv ta th tl uk und yue zh zh-CN
zh-HK zh-Hans zh-Hant zh-MO zh-SG zh-TW cmn zsm fil en-Latn zh-Hant-HK""".split()


def table(entries):
    # A word an entry, so that no line has to be broken inside one.
    return textwrap.fill(" ".join(entries), 118, break_long_words=False, break_on_hyphens=False)


def likely():
    for key, value in sorted(data.LIKELY_SUBTAGS.items()):
        language, rest = value.split("-", 1)
        yield f"{key}:{rest if key.split('-')[0] == language else value}"


def main():
    languages = {**{k: v for k, v in data.LANGUAGE_REPLACEMENTS.items() if re.fullmatch("[a-z-]+", k)}}
    regions = {k.upper(): v for k, v in data.TERRITORY_REPLACEMENTS.items() if re.fullmatch(r"[a-z]{2}|\d{3}", k)}
    distances = {
        (a, b): d for a, row in data.LANGUAGE_DISTANCES.items() for b, d in row.items() if "*" not in a
    }
    fields = [
        ("likely", "Subtags that are likely where they are not written: a tag, and what it has in full; the language is left out where it\n  /// stays the same.", likely()),
        ("languages", "Languages, with regions or extended languages that belong to them, and the tags in use for them now.",
         (f"{k}:{v}" for k, v in sorted(languages.items()))),
        ("regions", "Regions, and the ones in use for them now.", (f"{k}:{v}" for k, v in sorted(regions.items()))),
        ("dominant", "The language that most speakers of a group of languages mean, and the name of the group, which is used for it.",
         (f"{k}:{v}" for k, v in sorted(data.NORMALIZED_MACROLANGUAGES.items()))),
        ("distances", "How far a wanted language is from an offered one, or a language in a script from another.",
         (f"{a}>{b}:{d}" for (a, b), d in sorted(distances.items()))),
    ]
    groups = [("maghreb", rules.MAGHREB), ("unitedStates", rules.US), ("chinaSpecial", rules.CNSAR),
              ("latinAmerica", rules.LATIN_AMERICA), ("americas", rules.AMERICAS)]
    fields += [(name, "Regions that language matching takes together.", sorted(group)) for name, group in groups]
    out = ["// Written by Tests/Generators/language-tables.py from the tables of PyPI `langcodes` 3.5.1, which come from CLDR.",
           "// swift-format-ignore-file", "", "/// What CLDR knows of languages, as words separated by blanks and lines.", "enum LanguageTable {"]
    for name, doc, entries in fields:
        out += [f"  /// {doc}", f'  static let {name}: StaticString = """', textwrap.indent(table(entries), "    "), '    """']
    out.append("}")
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    TABLE.write_text("\n".join(out) + "\n")

    lines = ["# Written by Tests/Generators/language-tables.py: what `langcodes.closest_match` says, at most 25 apart."]
    for wanted in TAGS:
        near = [f"{offered}:{distance}" for offered in TAGS
                for match, distance in [langcodes.closest_match(wanted, [offered])] if match != "und" or (offered == "und" and distance < 1000)]
        lines.append(f"{wanted} {' '.join(near)}")
    rng = random.Random(36)
    for _ in range(500):
        offered = rng.sample(TAGS, rng.randint(2, 6))
        wanted = rng.choice(TAGS)
        match, distance = langcodes.closest_match(wanted, offered)
        lines.append(f"= {wanted} {','.join(offered)} {distance if distance < 1000 else 'none'}")
    CASES.parent.mkdir(parents=True, exist_ok=True)
    CASES.write_text("\n".join(lines) + "\n")


main()
