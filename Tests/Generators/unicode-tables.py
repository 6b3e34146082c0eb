#!/usr/bin/env python3
"""Writes Sources/TerrainSchemas/Patterns/Generated/*.swift.

Needs the PyPI package `regex`, whose property tables are those of one Unicode version (17.0 in 2026.5.9). Names in
their exact spelling come from PropertyValueAliases.txt, through Perl's Unicode::UCD and, for what is younger than
Perl's copy, the list below.

A table is a string of numbers. A number is written in digits of five bits, the lowest first; a sixth bit says that more
follow. Digit d is the character 0x30 + d, the backslash left out.
"""
import pathlib
import subprocess

import regex
import regex._regex as engine

VERSION = "17.0.0"
GENERATOR = "unicode-tables.py"
OUT = pathlib.Path(__file__).parent.parent.parent / "Sources/TerrainSchemas/Patterns/Generated"
SCALARS = [chr(c) if not 0xD800 <= c < 0xE000 else "" for c in range(0x110000)]
# A surrogate cannot be in the text; its place is kept by tables of positions.
TEXT = "".join(SCALARS)

YOUNGER = """Kawi Kawi,Nagm Nag_Mundari,Gara Garay,Gukh Gurung_Khema,Krai Kirat_Rai,Onao Ol_Onal,Sunu Sunuwar,
Todr Todhri,Tutg Tulu_Tigalari,Berf Beria_Erfe,Sidt Sidetic,Tayo Tai_Yo,Tols Tolong_Siki"""

CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split()

BINARY = """ASCII_Hex_Digit AHex,Alphabetic Alpha,Bidi_Control Bidi_C,Bidi_Mirrored Bidi_M,Case_Ignorable CI,Cased,
Changes_When_Casefolded CWCF,Changes_When_Casemapped CWCM,Changes_When_Lowercased CWL,
Changes_When_NFKC_Casefolded CWKCF,Changes_When_Titlecased CWT,Changes_When_Uppercased CWU,Dash,
Default_Ignorable_Code_Point DI,Deprecated Dep,Diacritic Dia,Emoji,Emoji_Component EComp,Emoji_Modifier EMod,
Emoji_Modifier_Base EBase,Emoji_Presentation EPres,Extended_Pictographic ExtPict,Extender Ext,Grapheme_Base Gr_Base,
Grapheme_Extend Gr_Ext,Hex_Digit Hex,IDS_Binary_Operator IDSB,IDS_Trinary_Operator IDST,ID_Continue IDC,ID_Start IDS,
Ideographic Ideo,Join_Control Join_C,Logical_Order_Exception LOE,Lowercase Lower,Math,Noncharacter_Code_Point NChar,
Pattern_Syntax Pat_Syn,Pattern_White_Space Pat_WS,Quotation_Mark QMark,Radical,Regional_Indicator RI,
Sentence_Terminal STerm,Soft_Dotted SD,Terminal_Punctuation Term,Unified_Ideograph UIdeo,Uppercase Upper,
Variation_Selector VS,White_Space space,XID_Continue XIDC,XID_Start XIDS"""


def number(n):
    out = ""
    while True:
        digit = n & 31
        n >>= 5
        if n:
            digit |= 32
        c = 0x30 + digit
        out += chr(c + (c >= 0x5C))
        if not n:
            return out


def ranges(expression):
    found = []
    for m in regex.finditer("(?V0)(?:" + expression + ")+", TEXT):
        low, high = ord(TEXT[m.start()]), ord(TEXT[m.end() - 1])
        # A run of the text may step over the surrogates.
        if low < 0xD800 <= 0xDFFF < high:
            found += [(low, 0xD7FF), (0xE000, high)]
        else:
            found.append((low, high))
    return found


def coded(pairs):
    """Gap before and length of each range."""
    out, at = "", 0
    for low, high in pairs:
        out += number(low - at) + number(high - low)
        at = high + 1
    return out


def names(text):
    return [entry.split() for entry in text.replace("\n", "").split(",")]


def swift(file, comment, declarations):
    body = f"""// Written by Tests/Generators/{GENERATOR} from the property tables of PyPI `regex` {regex.__version__}: Unicode {VERSION}.
// swift-format-ignore-file

{comment}
enum {file} {{
"""
    for doc, name, value in declarations:
        body += f"  /// {doc}\n  static let {name}: StaticString ="
        if len(value) < 90:
            body += f' "{value}"\n'
        else:
            body += ' """\n'
            for i in range(0, len(value), 114):
                body += "    " + value[i : i + 114] + "\\\n"
            body = body[:-2] + '\n    """\n'
    (OUT / (file + ".swift")).write_text(body + "}\n")


def categories():
    owner = [None] * 0x110000
    for c in range(0xD800, 0xE000):
        owner[c] = "Cs"
    for name in CATEGORIES:
        if name != "Cs":
            for low, high in ranges(r"\p{gc=%s}" % name):
                for c in range(low, high + 1):
                    owner[c] = name
    assert None not in owner
    runs, start = "", 0
    for c in range(1, 0x110001):
        if c == 0x110000 or owner[c] != owner[start]:
            runs += number((c - start - 1) * 32 + CATEGORIES.index(owner[start]))
            start = c
    swift(
        "GeneralCategoryTable",
        "/// General categories of all code points.",
        [
            ("The short names, in the order of their numbers.", "names", " ".join(CATEGORIES)),
            ("Runs of code points from U+0000: (length - 1) × 32 + category.", "runs", runs),
        ],
    )


def scripts():
    perl = """for (prop_values("sc")) { print join(" ",(prop_value_aliases("sc",$_))),"\\n"}"""
    listed = subprocess.check_output(
        ["perl", "-MUnicode::UCD=prop_values,prop_value_aliases", "-e", perl], text=True)
    all_names = [line.split() for line in listed.splitlines()] + names(YOUNGER)
    all_names = sorted(n for n in all_names if n and n[0] not in ("Zzzz", "Hrkt"))
    exact, own, extended = [], "", ""
    covered = 0
    for n in all_names:
        pairs = ranges(r"\p{sc=%s}" % n[0])
        assert pairs, n
        covered += sum(high - low + 1 for low, high in pairs)
        own += number(len(pairs)) + coded(pairs)
        # What script extensions add to, and take from, the script.
        with_extensions = ranges(r"\p{scx=%s}" % n[0])
        mine = {c for low, high in pairs for c in range(low, high + 1)}
        theirs = {c for low, high in with_extensions for c in range(low, high + 1)}
        for difference in (theirs - mine, mine - theirs):
            joined = []
            for c in sorted(difference):
                if joined and joined[-1][1] == c - 1:
                    joined[-1][1] = c
                else:
                    joined.append([c, c])
            extended += number(len(joined)) + coded(joined)
        exact.append("=".join(n))
    print(len(exact), "scripts,", covered, "code points with one")
    swift(
        "ScriptTable",
        "/// Scripts and script extensions of all code points.",
        [
            ("Short and long names (and further ones), in the order of the tables.", "names", " ".join(exact)),
            ("For each script the number of its ranges, then gap and length - 1 of each.", "ranges", own),
            ("For each script the ranges its extensions add, then those they take away.", "extensions", extended),
        ],
    )


def binary():
    # `regex` lacks Changes_When_NFKC_Casefolded (no normalization data); it is left out.
    known = [n for n in names(BINARY) if n[0] != "Changes_When_NFKC_Casefolded"]
    tables = ""
    for n in known:
        pairs = ranges(r"\p{%s}" % n[0])
        tables += number(len(pairs)) + coded(pairs)
    swift(
        "BinaryPropertyTable",
        "/// The binary properties that ECMA-262 names.",
        [
            ("Long and short names, in the order of the tables.", "names", " ".join("=".join(n) for n in known)),
            ("For each property the number of its ranges, then gap and length - 1 of each.", "ranges", tables),
        ],
    )


def folding():
    turkic = {0x130, 0x131}
    seen, orbits = set(), []
    for c in range(0x110000):
        if 0xD800 <= c < 0xE000 or c in turkic or c in seen:
            continue
        orbit = sorted(set(engine.get_all_cases(regex.U | regex.I, c)) - turkic)
        if len(orbit) > 1:
            for o in orbit:
                assert sorted(set(engine.get_all_cases(regex.U | regex.I, o)) - turkic) == orbit
            seen |= set(orbit)
            orbits.append(orbit)
    # Runs of pairs with one distance and one step are most of it.
    runs, others = [], []
    for orbit in orbits:
        if len(orbit) > 2:
            others.append(orbit)
            continue
        low, high = orbit
        for run in reversed(runs[-4:]):
            first, step, count, distance = run
            if distance == high - low and (
                (count == 1 and low - first in (1, 2)) or (count > 1 and low == first + step * count)):
                run[1], run[2] = low - first if count == 1 else step, count + 1
                break
        else:
            runs.append([low, 1, 1, high - low])
    table, at = "", 0
    runs.sort()
    for first, step, count, distance in runs:
        table += number(first - at) + number((count - 1) * 2 + step - 1) + number(distance)
        at = first
    rest = "".join(number(len(o)) + "".join(number(c) for c in o) for o in others)
    swift(
        "CaseFoldingTable",
        "/// Scalars that simple case folding (CaseFolding.txt, C and S) makes equal.",
        [
            ("Runs of pairs: distance of the first from the run before; (count - 1) × 2 + step - 1; distance in a pair.",
             "pairs", table),
            ("Larger groups: how many, then each.", "groups", rest),
        ],
    )


if __name__ == "__main__":
    OUT.mkdir(parents=True, exist_ok=True)
    categories()
    scripts()
    binary()
    folding()
    for f in sorted(OUT.iterdir()):
        print(f.name, len(f.read_text()), len(f.read_text().splitlines()))
