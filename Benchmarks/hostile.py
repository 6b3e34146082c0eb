#!/usr/bin/env python3
"""Hostile expressions: each must end within 0.2 s of processor time, with a value or a named error of bounded size.

usage: hostile.py [PART…]   (only expressions that contain a PART)

Prints the expression, processor seconds, peak memory in MiB and the outcome; exits 1 where one takes longer than the limit, uses
more than 256 MiB, or prints more than 4 KiB. TERRAIN names the program (bin/terrain otherwise).
"""
import os, resource, subprocess, sys, tempfile

LIMIT, MEMORY, OUTPUT = 0.2, 256, 4096


def fold(count, step, start, result="size(a)"):
    """`start`, put `count` times through `step`, in which it is `a`."""
    for _ in range(count): start = f"cel.bind(a, {start}, {step})"
    return f"cel.bind(a, {start}, {result})"


def nested(count, start, step):
    """Lists of lists, which share what they have in common: 2^count leaves."""
    for _ in range(count): start = f"cel.bind(a, {start}, {step})"
    return start


def text(bits): return fold(bits, "a + a", "'a'", "{}")           # a text of 2^bits bytes, used in {}
def list_(bits): return fold(bits, "a + a", "[1]", "{}")


LOOPED = [
    ("equal", "a + 'b' != a + 'c'"), ("reverse", "size(a.reverse()) > 0"), ("indexOf", "a.indexOf('b') < 0"),
    ("indexOf of a long part", "a.indexOf(a + 'b') < 0"), ("lastIndexOf", "a.lastIndexOf('b') < 0"),
    ("contains", "!a.contains('aaaaaaab')"), ("contains a long part", "!a.contains('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')"),
    ("split by nothing", "size(a.split('')) > 0"), ("split", "size(a.split('a')) > 0"), ("replace", "size(a.replace('a', 'bb')) > 0"),
    ("replace nothing", "size(a.replace('', 'b')) > 0"), ("substring", "a.substring(1) != ''"), ("charAt", "a.charAt(5) != ''"),
    ("upper", "a.upperAscii() != ''"), ("trim", "a.trim() != ''"), ("quote", "strings.quote(a) != ''"), ("size", "size(a) > 0"),
    ("matches", "a.matches('^(a|aa)+$')"), ("matches by steps", "!a.matches('^(a?){40}b$')"), ("a pattern of it", "!'b'.matches(a)"),
    ("bytes", "bytes(a) != b''"), ("string of bytes", "string(bytes(a)) != ''"), ("base64", "base64.encode(bytes(a)) != ''"),
    ("back from base64", "base64.decode(base64.encode(bytes(a))) != b''"), ("format", "'%s %s'.format([a, i]) != ''"),
    ("format of numbers", "'%.9f %e %d %x'.format([1.5, 2.5, i, i]) != ''"), ("format, wide", "'%.900f'.format([1e300]) != ''"),
    ("hash", "hash.murmur3(a) != 1"), ("starts", "!a.startsWith(a + 'b')"), ("ends", "!a.endsWith('b' + a)"),
    ("compared", "a < a + 'b'"), ("a map with it", "size({a: 1}) > 0"), ("a key of a map", "{'b': 1}[?a] == optional.none()"),
    ("join", "[a, a].join(a) != ''"), ("append", "a + string(i) != ''"), ("double", "double('1.25') > 1.0"), ("string of a double", "string(1.0 / double(i + 1)) != ''"),
    ("timestamp", "timestamp('2026-01-01T00:00:00Z') > timestamp('2025-01-01T00:00:00Z')"),
    ("hours", "timestamp('2026-01-01T00:00:00Z').getHours('Europe/Berlin') > 0 || true"),
    ("duration", "duration('1h30m') > duration('1s')"), ("decimal", "decimal('1.25') > decimal('1')"), ("string of an int", "string(i) != ''"),
    ("int of a text", "int('12345678') > i - 1"), ("divide", "decimal('1').divide(decimal('3'), 20, 'half_even') > decimal('0')"),
    ("round", "math.round(1.5) > 1.0"), ("distance", "geo.distance(1.0, 2.0, 3.0, 4.0) > 0.0"),
]
LOOPED_LISTS = [
    ("equal", "a + [1] != a + [2]"), ("reverse", "size(a.reverse()) > 0"), ("distinct", "size(a.distinct()) > 0"), ("sort", "size(a.sort()) > 0"),
    ("sum", "a.sum() > 0"), ("max", "a.max() > 0"), ("slice", "size(a.slice(1, 8)) > 0"), ("flatten", "size([a, a].flatten()) > 0"),
    ("sets.contains", "sets.contains(a, a)"), ("sets.equivalent", "sets.equivalent(a, a)"), ("sets.intersects", "!sets.intersects(a, [2])"),
    ("in", "!(2 in a)"), ("exists", "!a.exists(x, x == 2)"), ("map", "size(a.map(x, [x])) > 0"), ("maps", "size(a.map(x, {'k': x})) > 0"),
    ("transformMap", "size(a.transformMap(i, x, x)) > 0"), ("transformMapEntry", "size(a.transformMapEntry(i, x, {string(i): x})) > 0"),
    ("sortBy", "size(a.sortBy(x, -x)) > 0"), ("join", "a.map(x, 'ab').join('-') != ''"), ("format", "'%s'.format([a]) != ''"),
    ("a literal list", "[i, i, i, i, i, i, i, i] != []"), ("a literal map", "{'a': i, 'b': i, 'c': i} != {}"), ("a map of ints", "{1: i, 2: i, i + 3: i} != {}"),
    ("failing", "(1 / (i - i) > 0) || true"), ("optional", "optional.of(i).value() == i"), ("first", "a.first().value() == 1"),
    ("index", "a[0] == 1"), ("min", "math.least(a) > 0"), ("range", "size(lists.range(size(a))) > 0"), ("dyn", "dyn(i) + dyn(1) != dyn('a')"),
]


def cases():
    yield "doubling a string", fold(40, "a + a", "'aaaaaaaa'")
    yield "doubling bytes", fold(40, "a + a", "b'aaaaaaaa'")
    yield "doubling a list", fold(40, "a + a", "[1]")
    yield "doubling by nesting", nested(40, "[1]", "[a, a]")
    yield "doubling by nesting maps", nested(40, "{'k': 1}", "{'a': a, 'b': a}")
    yield "doubling shared lists, size", "size(" + nested(40, "[1]", "[a, a]") + ")"
    yield "a range of 10^7", "size(lists.range(10000000))"
    yield "a range of 2.7 million", "size(lists.range(2700000))"
    yield "a range, summed", "lists.range(2000000).sum()"
    yield "a range, mapped", "size(lists.range(2000000).map(i, i * 2))"
    yield "a range, filtered", "size(lists.range(2000000).filter(i, i % 2 == 0))"
    yield "nested ranges", "lists.range(3000).exists(i, lists.range(3000).exists(j, i * j == -1))"
    yield "ranges in a loop", "lists.range(1000).map(i, lists.range(100000)).size()"
    for bits in (20, 24):
        for name, use in (
            ("equal texts", "a == a + ''"), ("reverse", "size(a.reverse())"), ("indexOf", "a.indexOf('b')"),
            ("indexOf of a long part", "a.indexOf(a + 'b')"), ("lastIndexOf", "a.lastIndexOf('b')"),
            ("contains", "a.contains('aaaaaaaab')"), ("contains of a long part", "a.contains(a.substring(1) + 'b')"),
            ("split by nothing", "size(a.split(''))"), ("split", "size(a.split('a'))"), ("split, joined", "size(a.split('').join(','))"),
            ("replace by more", "size(a.replace('a', 'bbbb'))"), ("replace nothing", "size(a.replace('', 'bb'))"),
            ("substring", "a.substring(1).substring(1).substring(1).size()"), ("charAt", "a.charAt(900000)"),
            ("upper", "a.upperAscii().size()"), ("trim", "(' ' + a).trim().size()"), ("quote", "size(strings.quote(a))"),
            ("matches", "a.matches('^(a|aa)+$')"), ("matches by steps", "a.matches('^(a?){90}b$')"),
            ("bytes", "size(bytes(a))"), ("base64", "size(base64.encode(bytes(a)))"),
            ("back from base64", "size(base64.decode(base64.encode(bytes(a))))"),
            ("format %s", "size('%s%s'.format([a, a]))"), ("format %x", "size('%x'.format([a]))"),
            ("hash", "hash.murmur3(a)"), ("int", "int(a)"), ("double", "double(a)"), ("timestamp", "timestamp(a)"),
            ("duration", "duration(a)"), ("decimal", "decimal(a)"), ("a key", "{a: 1}[a + 'b']"), ("an unknown key", "{'b': 1}[a]"),
            ("an error about it", "a + 1 == a"), ("an index", "[a][1]"), ("a failing pattern", "'b'.matches(a + '(')"),
            ("itself", "a"), ("in a list", "[a, a]"), ("starts", "a.startsWith(a + 'b')"), ("ends", "a.endsWith('b' + a)"),
            ("compared", "a < a + 'b'"), ("many compared", "lists.range(1000).all(i, a == a + '')"),
            ("pattern of it", "'aaa'.matches(a)"), ("timezone", "timestamp('2026-01-01T00:00:00Z').getHours(a)"),
        ):
            yield f"2^{bits} bytes: {name}", text(bits).replace("{}", use)
    for bits in (16, 20, 21):
        for name, use in (
            ("equal", "a == a + []"), ("reverse", "size(a.reverse())"), ("distinct", "size(a.distinct())"), ("sort", "size(a.sort())"),
            ("sum", "a.sum()"), ("max", "a.max()"), ("slice", "size(a.slice(1, 9))"), ("flatten", "size([a, a].flatten())"),
            ("sets.contains", "sets.contains(a, a)"), ("sets.equivalent", "sets.equivalent(a, a)"),
            ("sets.intersects", "sets.intersects(a, [2])"), ("in", "2 in a"), ("in, in a loop", "a.all(x, !(2 in a))"),
            ("exists", "a.exists(x, x == 2)"), ("map", "size(a.map(x, [x]))"), ("maps", "size(a.map(x, {'k': x}))"),
            ("transformMap", "size(a.transformMap(i, x, x))"), ("sortBy", "size(a.sortBy(x, -x))"), ("join", "a.map(x, 'ab').join('-').size()"),
            ("format", "'%s'.format([a]).size()"), ("itself", "a"), ("index", "a[5000000]"), ("concat in loop", "a.map(x, a).size()"),
            ("failing in every round", "a.exists(x, 1 / (x - 1) > 0)"),
        ):
            yield f"2^{bits} elements: {name}", list_(bits).replace("{}", use)
    entries = "lists.range(%d).transformMapEntry(i, x, {x: x})"
    for count in (100000, 300000, 1000000):
        for name, use in (("made", "size(a)"), ("equal", "a == a"), ("keys", "a.exists(k, k < 0)"), ("equal, both made", None),
                          ("text keys", None), ("itself", "a")):
            if use: yield f"a map of {count}: {name}", f"cel.bind(a, {entries % count}, {use})"
            elif name == "equal, both made": yield f"a map of {count}: {name}", f"{entries % count} == {entries % count}"
            else: yield f"a map of {count}: {name}", f"size(lists.range({count}).transformMapEntry(i, x, {{string(x): x}}))"
    # As often as `steps` allow: each step must be worth its time.
    for bits in (3, 10, 16):
        for name, use in LOOPED:
            yield f"again and again, 2^{bits} bytes: {name}", text(bits).replace("{}", f"lists.range(1000000).all(i, {use})")
    for bits in (3, 10, 16):
        for name, use in LOOPED_LISTS:
            yield f"again and again, 2^{bits} elements: {name}", list_(bits).replace("{}", f"lists.range(1000000).all(i, {use})")
    yield "format, a wide clause", "'%.1000f %.1000e'.format([1e300, 1e300])"
    yield "format, many clauses", "'" + "%.1000f" * 900 + "'" + ".format(lists.range(900).map(i, 1e300))"
    yield "exponents", "string(decimal('1e30000'))"
    yield "decimal digits", "lists.range(100000).map(i, decimal('1.000000001')).sum()"
    yield "a deep list", "[" * 200 + "1" + "]" * 200
    yield "nested loops", "lists.range(100).all(a, lists.range(100).all(b, lists.range(100).all(c, lists.range(100).all(d, true))))"
    yield "errors absorbed", "lists.range(1000000).exists(i, 1 / 0 > 0)"
    yield "a long or", " || ".join(f"'a{i}' == 'b'" for i in range(400))


def main():
    program = os.environ.get("TERRAIN", os.path.join(os.path.dirname(__file__), "..", "bin", "terrain"))
    wrong = 0
    for name, expression in cases():
        if sys.argv[1:] and not any(part in name for part in sys.argv[1:]): continue
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen([program, "eval", expression], stdout=output, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            size = output.tell()
            output.seek(0)
            text = output.read(4000).decode("utf-8", "replace")
        seconds, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        first = next((line for line in text.splitlines() if "error" in line), text.splitlines()[0] if text else "")
        bad = seconds > LIMIT or memory > MEMORY or process.returncode not in (0, 1) or (process.returncode and size > OUTPUT)
        wrong += bad
        print(f"{'WRONG' if bad else 'ok':5} {seconds:6.3f} s {memory:6.0f} MiB {size:9} bytes  exit {process.returncode}  {name:40}"
              f" {first[:100]}", flush=True)
    print(f"{wrong} wrong")
    sys.exit(wrong > 0)


main()
