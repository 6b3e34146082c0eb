#!/usr/bin/env python3
"""Writes Sources/TerrainBase/Generated/FormatTable.swift, and the cases of Tests/TerrainBaseTests/LocaleFormatTests.swift.

Needs the PyPI package `babel` (2.19.0), whose tables come from CLDR: plural rules and number formats of all its locales, and dates and
symbols of currencies of the languages in LANGUAGES. Babel is also the judge of the cases. It leaves out two rules of CLDR, which are added
here: the minus sign of the locale, and a no-break space between a digit and a currency that ends with a letter.
"""
import datetime
import decimal
import pathlib
import re
import unicodedata

from babel import Locale, dates, localedata, numbers

ROOT = pathlib.Path(__file__).parent.parent.parent
TABLE = ROOT / "Sources/TerrainBase/Generated/FormatTable.swift"
CASES = ROOT / "Tests/TerrainBaseTests/Fixtures/locale-formats.txt"

LANGUAGES = set("""af am ar as az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id ig is it ja ka kk km kn
ko ky lo lt lv mk ml mn mr ms my nb ne nl nn no or pa pl ps pt ro ru sd si sk sl so sq sr sv sw ta te th tk tr uk ur uz vi yo yue zh
zu""".split())
CURRENCIES = """USD EUR GBP JPY CNY CAD AUD CHF HKD TWD SGD KRW INR BRL MXN NZD SEK NOK DKK PLN CZK HUF RUB TRY ZAR ILS THB VND PHP
IDR MYR AED SAR KWD""".split()
# Without HUF and IDR, for which Babel takes the digits of cash.
JUDGED = [c for c in CURRENCIES if c not in ("HUF", "IDR")]
DIGITS = {"JPY": 0, "KRW": 0, "VND": 0, "KWD": 3}
# Without variants, such as `ca-ES-valencia`.
ALL = sorted(i for i in localedata.locale_identifiers() if all(len(part) < 5 for part in i.split("_")[1:]))
SOME = [i for i in ALL if i.split("_")[0] in LANGUAGES]
MARK = "\ue000"
SHORT = {"zero": "z", "one": "1", "two": "2", "few": "f", "many": "m", "other": "o"}


def plural(locale):
    rules = locale.plural_form.rules
    def short(rule):
        for word, sign in (("not in", "!"), ("in", "="), ("mod", "%"), ("and", "&"), ("or", "|")): rule = rule.replace(f" {word} ", sign)
        return rule
    return ";".join(f"{tag}:{short(rule)}" for tag, rule in sorted(rules.items(), key=lambda item: list(SHORT).index(item[0])))


def minus(locale):
    return locale.number_symbols.get("latn", {}).get("minusSign", "-")


def number(locale):
    symbols, pattern = locale.number_symbols.get("latn", {}), locale.decimal_formats[None]
    money = locale.currency_formats["standard"]
    assert pattern.frac_prec == (0, 3) and pattern.prefix == ("", "-")
    affixes = [side.replace("-", minus(locale)) for sign in (0, 1) for side in (money.prefix[sign], money.suffix[sign])]
    return ";".join([symbols.get("decimal", "."), symbols.get("group", ","), minus(locale), *map(str, pattern.grouping + money.grouping),
                     *affixes])


def pattern(locale):
    return locale.date_formats["medium"].pattern


def months(locale):
    width = {3: "abbreviated", 4: "wide"}.get(max(map(len, re.findall("M+", re.sub("'[^']*'", "", pattern(locale))))))
    return "" if width is None else ";".join(locale.months["format"][width].values())


def needs_space(character):
    return unicodedata.category(character)[0] not in "SZ" and character not in "\u200e\u200f"


def symbols(locale):
    known = {c: locale.currency_symbols[c] for c in CURRENCIES if locale.currency_symbols.get(c, c) != c}
    assert not any(";" in s or "_" in s for s in known.values())
    mark = lambda s: ("_" if needs_space(s[0]) else "") + s + ("_" if needs_space(s[-1]) else "")
    return ";".join(c + mark(s) for c, s in known.items())


def lines(of, identifiers, root):
    """The locales that have each value; one is left out that has the value of the locale it falls back on."""
    values, groups = {"und": root}, {root: []}
    for identifier in sorted(identifiers, key=lambda i: i.count("_")):
        value, parts = of(Locale.parse(identifier)), identifier.split("_")
        parents = ["_".join(parts[:n]) for n in range(len(parts) - 1, 0, -1)] + ["und"]
        values[identifier] = value
        # A region below a script falls back on the region of the language, too.
        if len(parts) > 2: parents.insert(0, "_".join([parts[0]] + parts[2:]))
        if values[next(p for p in parents if p in values)] != value:
            groups.setdefault(value, []).append(identifier.replace("_", "-"))
    return [" ".join(group) + ">" + value for value, group in groups.items() if group]


def literal(text):
    return "".join(c if c.isalnum() or c in " -_.,;:>()¤$€£¥₩₹'/|&=!%" else "\\u{%x}" % ord(c) for c in text)


class Generator:
    """A linear congruential generator that the test has too."""

    def __init__(self): self.state = 36

    def next(self, below):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 20) % below


def fnv(texts):
    value = 0xCBF29CE484222325
    for byte in "\n".join(texts).encode(): value = (value ^ byte) * 0x100000001B3 % 2**64
    return "%016x" % value


def mark_apostrophes(locale):
    """Babel takes two apostrophes that separate groups of digits for quotes of a pattern and drops them."""
    symbols = locale.number_symbols["latn"]
    if symbols.get("group") == "'": symbols["group"] = MARK


def as_number(value, locale):
    return numbers.format_decimal(value, locale=locale).replace("-", minus(locale)).replace(MARK, "'")


def as_money(minor, currency, locale):
    digits, symbol = DIGITS.get(currency, 2), numbers.get_currency_symbol(currency, locale)
    assert numbers.get_currency_precision(currency) == digits
    style = locale.currency_formats["standard"]
    affix = style.prefix[minor < 0], style.suffix[minor < 0]
    text = numbers.format_currency(decimal.Decimal(minor).scaleb(-digits), currency, locale=locale)
    # The affixes with minus sign and space, around the number as Babel writes it.
    before, after = (a.replace("¤", symbol) for a in affix)
    assert text.startswith(before) and text.endswith(after)
    body = text[len(before):len(text) - len(after)]
    before, after = (a.replace("-", minus(locale)).replace("¤", symbol) for a in affix)
    if affix[0].endswith("¤") and needs_space(symbol[-1]): before += "\u00a0"
    if affix[1].startswith("¤") and needs_space(symbol[0]): after = "\u00a0" + after
    return before + body.replace(MARK, "'") + after


def main():
    fields = [("plurals", "Plural rules: the locales, and the condition of each category but `other`.", lines(plural, ALL, "")),
              ("numbers", "Number formats: decimal point, group separator, minus sign, size of the last group and of others, the same for\n  /// amounts of money, and what is before and after an amount, positive and negative.", lines(number, ALL, ".;,;-;3;3;3;3;¤\u00a0;;-¤\u00a0;")),
              ("dates", "Patterns of dates.", lines(pattern, SOME, "y-MM-dd")),
              ("months", "Names of months, as they are in a date.", lines(months, SOME, "")),
              ("currencies", "Symbols of currencies; `_` where a space is between it and a digit.", lines(symbols, SOME, ""))]
    out = ["// Written by Tests/Generators/format-tables.py from the tables of PyPI `babel` 2.19.0, which come from CLDR.",
           "// swift-format-ignore-file", "",
           "/// Formats of locales. Each line has the locales, `>`, and their value.", "enum FormatTable {"]
    for name, doc, entries in fields:
        out += [f"  /// {doc}", f'  static let {name}: StaticString = """']
        out += ["    " + literal(entry).replace(" ", " ") for entry in entries] + ['    """']
    TABLE.write_text("\n".join(out + ["}"]) + "\n")

    case = ["# Written by Tests/Generators/format-tables.py: the categories of 0...120; hashes of categories, numbers, and dates and amounts; examples."]
    for identifier in ALL:
        locale, random = Locale.parse(identifier), Generator()
        mark_apostrophes(locale)
        category = lambda value: SHORT[locale.plural_form(value)]
        short = "".join(category(n) for n in range(121))
        drawn = [decimal.Decimal(random.next(10 ** (1 + i % 9))).scaleb(-(i % 5)) for i in range(60)]
        drawn = [-v if i % 3 == 0 and v > 1 else v for i, v in enumerate(drawn)]
        rounded = [abs(v.quantize(decimal.Decimal("0.001"))).normalize() for v in drawn]
        whole = list(range(1100)) + [10**n * k for n in range(3, 7) for k in (1, 2, 5)]
        categories = [category(v) for v in whole] + [category(decimal.Decimal(f"{v:f}")) for v in rounded]
        parts = [fnv(categories), fnv(as_number(v, locale) for v in drawn)]
        examples = [as_number(decimal.Decimal("-1234567.5"), locale)]
        if identifier in SOME:
            amounts = [(random.next(10 ** (1 + i % 9)) * (-1 if i % 4 == 0 else 1) or 1, c) for i, c in enumerate(JUDGED)]
            days = [datetime.date(1990 + random.next(60), m, 1 + random.next(28)) for m in range(1, 13)]
            written = [dates.format_date(d, "medium", locale=locale) for d in days]
            money = [as_money(a, c, locale) for a, c in amounts]
            parts += [fnv(written), fnv(money)]
            examples += [written[0], *money[:3]]
        case.append("\t".join([identifier.replace("_", "-"), short, *parts, *examples]))
    CASES.write_text("\n".join(case) + "\n")


main()
