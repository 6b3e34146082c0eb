"""Writes Tests/Generators/mathematics-oracle.json, which Tests/TerrainBaseTests/Mathematics/MathematicsOracleTests.swift reads: by function,
arguments and the double nearest to the exact result, all as hexadecimal bits. With `--coefficients` it prints those of the error function.

pip install mpmath
"""
import json
import pathlib
import random
import struct
import sys

from mpmath import asin, cos, erfc, exp, mp, mpf, pi, power, sin

mp.dps = 60
random.seed(20_260_214)


def tail(u, start=mpf(-13) / 17):
    """(1 + 2x) exp(x²) erfc(x) where (x - 3.75) / (x + 3.75), which begins at x = 1/2, is mapped to -1 … 1."""
    t = start + (u + 1) / 2 * (1 - start)
    x = mpf(3.75) * (1 + t) / (1 - t)
    return (1 + 2 * x) * exp(x * x) * erfc(x)


if "--coefficients" in sys.argv:
    points = 60
    angles = [pi * (index + mpf(1) / 2) / points for index in range(points)]
    values = [tail(cos(angle)) for angle in angles]
    for degree in range(24, -1, -1):
        total = sum(value * cos(degree * angle) for value, angle in zip(values, angles))
        print(degree, repr(float(total * (2 if degree else 1) / points)))
    sys.exit()


def bits(number):
    return f"{struct.unpack('<Q', struct.pack('<d', number))[0]:016x}"


def rows(function, arguments):
    return [[*map(bits, given), bits(float(function(*map(mpf, given))))] for given in arguments]


def sizes(low, high, count):
    """Numbers whose exponents, not whose sizes, are spread evenly."""
    return [random.choice([-1, 1]) * random.uniform(1, 2) * 2.0 ** random.uniform(low, high) for _ in range(count)]


errors = [random.uniform(-7, 28) for _ in range(500)] + [random.uniform(-0.6, 0.6) for _ in range(200)] + sizes(-60, 2, 100)
errors += [0.0, 0.5, -0.5, 0.5000000000000001, 26.5, 27.2, 27.4999, 300.0, -300.0]
angles = [random.uniform(-7, 7) for _ in range(400)] + sizes(-60, 18, 200) + [float(pi / 4 * turn) for turn in range(-12, 13)]
sines = [random.uniform(-1, 1) for _ in range(400)] + sizes(-60, -1.1, 100) + [0.0, 0.5, -0.5, 1.0, -1.0, 0.9999999999999999]
powers = [(abs(base), exponent) for base, exponent in zip(sizes(-20, 20, 400), sizes(-6, 4, 400))]
powers += [(random.uniform(0.5, 2), random.uniform(-700, 700)) for _ in range(400)]
powers += [(float(random.randint(2, 30)), float(random.randint(-12, 12))) for _ in range(200)]
powers += [(1 + random.choice([-1, 1]) * 2.0 ** random.uniform(-52, -1), random.uniform(-2, 2) * 2.0 ** random.uniform(1, 45)) for _ in range(200)]
powers += [(2.0, float(exponent)) for exponent in range(-1080, 1030, 7)] + [(10.0, float(exponent)) for exponent in range(-330, 310, 3)]
powers += [(-float(random.randint(1, 40)), float(random.randint(-20, 20))) for _ in range(100)]
powers += [(5e-324, 0.5), (5e-324, 0.9999), (2.2e-308, 1.0001), (1.7976931348623155e308, 0.5), (1.7976931348623157e308, 1.0), (3.0, -678.3)]
powers += [(random.uniform(1.5, 9), -random.uniform(1030, 1080) / 2.2) for _ in range(100)]


def nearest_power(base, exponent):
    try:
        return power(base, exponent)
    except OverflowError:
        return mpf("inf")


table = {
    "complementaryError": rows(erfc, [(value,) for value in errors]),
    "sine": rows(sin, [(value,) for value in angles]),
    "cosine": rows(cos, [(value,) for value in angles]),
    "arcsine": rows(asin, [(value,) for value in sines]),
    "power": rows(nearest_power, powers),
}
file = pathlib.Path(__file__).with_suffix(".json")
lines = [f'"{name}": [\n' + ",\n".join(json.dumps(row) for row in found) + "\n]" for name, found in table.items()]
file.write_text("{\n" + ",\n".join(lines) + "\n}\n")
print({name: len(found) for name, found in table.items()})
