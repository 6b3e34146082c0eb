"""Writes Tests/Generators/trend-oracle.json, which Tests/TerrainEnginesTests/Trend/TrendOracleTests.swift reads: series of numbers and
nulls, one per day, and what Benchmarks/chance_reference.py finds of each: for the last 7 and the last 14 days p of lower values, the
autocorrelation and the inflation, or null; and for each eleven series their adjusted p-values.

pip install numpy scipy
"""
import json
import pathlib
import sys

import numpy

here = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(here.parents[2] / "Benchmarks"))
import chance_reference as reference  # noqa: E402

random = numpy.random.default_rng(20_260_214)
series = []
for number in range(220):
    days = 14 if number % 3 == 0 else int(random.integers(8, 121))
    drift = random.uniform(-0.2, 0.2) * numpy.arange(days)
    values = [
        (random.random(days) < 0.4 + drift / 8).astype(float),
        numpy.clip(numpy.rint(5.5 + drift + random.uniform(-2, 2, days)), 1, 10),
        random.integers(300, 600, days) / 60,
        drift + random.uniform(-1000, 1000, days),
    ][number % 4]
    values[random.random(days) < random.uniform(0, 0.5)] = numpy.nan
    series.append(values)
answers = []
for one in series:
    found = [reference.compare(one, 7, 90, 4), reference.compare(one, 14, 90, 4)]
    answers.append([comparison and [float(number) for number in comparison[:3]] for comparison in found])
people = []
for start in range(0, len(series), 11):
    people.append([float(found[0]) for found in reference.person(series[start : start + 11]) if found])
table = {
    "series": [[None if numpy.isnan(value) else float(value) for value in one] for one in series],
    "comparisons": answers,
    "people": people,
}
lines = ",\n".join(f"{json.dumps(key)}: [\n" + ",\n".join(json.dumps(row) for row in rows) + "]" for key, rows in table.items())
here.with_suffix(".json").write_text("{" + lines + "}\n")
