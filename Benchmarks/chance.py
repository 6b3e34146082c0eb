#!/usr/bin/env python3
"""How often chance is called a direction, and what is found: the test of `terrain trend` in simulation.

    python3 Benchmarks/chance.py methods [PEOPLE]    error and power of several methods, with NumPy
    python3 Benchmarks/chance.py robust [PEOPLE]     the shipped method where its assumptions do not hold
    python3 Benchmarks/chance.py curve [PEOPLE]      what 14 days alone find
    python3 Benchmarks/chance.py program [PEOPLE]    the aims through `terrain batch trend`, beside the reference

Eleven series per person as the shipped pack makes them: ratings in whole points, categories with few values and ceilings, signs on some
days, hours and beats; 5 % of days missing. pip install numpy scipy pymannkendall; the program is `bin/terrain` or TERRAIN.
"""

import json
import math
import os
import pathlib
import subprocess
import sys
import warnings

import numpy as np
from scipy import stats
from scipy.special import ndtri

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import chance_reference as reference  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
SERIES = ["mood", "sleep", "digestion", "stress", "energy", "headache", "cramps", "stiffness", "sleep_duration", "resting_heart_rate", "warmth"]
EFFECT = [1, 1.5, 1.5, 0.15, 1.5, 0.15, 0.15, 0.15, 0.5, 3, 1.5]
SLEEP = {2.5: "unrefreshing", 3: "woke_middle_of_night", 3.5: "woke_early", 4: "hard_to_fall_asleep", 10: "fell_asleep_easily"}
APPETITE = {2: "none", 5: "low", 7: "strong", 10: "normal"}
STOOL = {3: "sticky", 4: "loose", 5: "mixed", 10: "normal"}
ENERGY = {0: "low", 3: "wired", 10: "normal"}
WARMTH = {2: "cold", 6: "cool", 10: "comfortable"}
SIGNS = {3: ("stressed", 0.35), 5: ("headache", 0.15), 6: ("cramps", 0.08), 7: ("stiff", 0.25)}


def process(random, shape, rho, kind="autoregressive"):
    """Standard normal values, day after day, with autocorrelation `rho` at lag 1."""
    noise = random.standard_normal(shape)
    if kind == "slow":
        return math.sqrt(rho / 0.9) * process(random, shape, 0.9) + math.sqrt(1 - rho / 0.9) * noise
    if kind == "weekly":
        week = stats.zscore([1, 1, 0, 0, 0, -1, -1])
        days = np.arange(shape[-1]) + random.integers(0, 7, shape[:-1] + (1,))
        return math.sqrt(0.3) * week[days % 7] + math.sqrt(0.7) * process(random, shape, rho)
    for day in range(1, shape[-1]):
        noise[..., day] = rho * noise[..., day - 1] + math.sqrt(1 - rho * rho) * noise[..., day]
    return noise


def levels(normal, shares, values):
    return np.array(values, float)[np.searchsorted(ndtri(np.cumsum(shares)[:-1]), normal)]


def people(count, days, rho, seed=1, shift=0.0, last=0, kind="autoregressive", missing=0.05, only=11, start=6.0):
    """People with `days` days of logs; mood has a step of `shift` points in the last `last` days."""
    random = np.random.default_rng(seed)
    x = process(random, (count, 12, days), rho, kind)
    step = np.where(np.arange(days) >= days - last, shift, 0.0)
    series = np.empty((count, 11, days))
    series[:, 0] = np.clip(np.rint(start + 1.5 * x[:, 0] + step), 1, 10)
    series[:, 1] = levels(x[:, 1], [0.1, 0.1, 0.1, 0.2, 0.5], list(SLEEP))
    appetite = levels(x[:, 2], [0.05, 0.2, 0.1, 0.65], list(APPETITE))
    stool = levels(x[:, 11], [0.1, 0.2, 0.15, 0.55], list(STOOL))
    series[:, 2] = 0.3 * appetite + 0.7 * stool
    for index, (_, share) in SIGNS.items():
        series[:, index] = x[:, index] < ndtri(share)
    series[:, 4] = levels(x[:, 4], [0.25, 0.15, 0.6], list(ENERGY))
    series[:, 8] = np.rint(430 + 45 * x[:, 8]) / 60
    series[:, 9] = np.rint(62 + 4 * x[:, 9])
    series[:, 10] = levels(x[:, 10], [0.15, 0.3, 0.55], list(WARMTH))
    gone = random.random(series.shape) < missing
    gone[:, [5, 6, 7]] = gone[:, [3]]  # a day without a check-in has no sign at all
    series[gone] = np.nan
    series[:, only:] = np.nan
    return series, appetite, stool


# ---- methods ----------------------------------------------------------------------------------------------------------------------


def shipped(series_of_person, **assuming):
    return [one or (1.0, 0.0) for one in reference.person(series_of_person, **assuming)]


METHODS = {
    "equal shares": lambda person: shipped(person, shares=[1.0] * 11),
    "as much for better as for worse": lambda person: shipped(person, worse=0.5),
    "days independent": lambda person: shipped(person, assumed=0, counts_for=1e9),
    "autocorrelation estimated only": lambda person: shipped(person, assumed=0, counts_for=0),
    "shipped": shipped,
}
TRENDLESS = [("14 days, 0", 14, 0.0, {}), ("14 days, 0.4", 14, 0.4, {}), ("104, 0", 104, 0.0, {}), ("104, 0.4", 104, 0.4, {})]
SHIFTED = [
    ("90, 2.5 in a week", 90, 0.2, dict(shift=-2.5, last=7)),
    ("104, 2.5 in a week", 104, 0.2, dict(shift=-2.5, last=7)),
    ("90, 2 in two weeks", 90, 0.2, dict(shift=-2.0, last=14)),
    ("104, 2 in two weeks", 104, 0.2, dict(shift=-2.0, last=14)),
]


def share(method, count, days, rho, options, budget=0.075):
    """Where mood has a step, the people in whom it is found; else the people in whom anything is."""
    series, *_ = people(count, days, rho, **options)
    step = np.sign(options.get("shift", 0))
    hits = 0
    for person in series:
        seen = [p <= budget and abs(change) > effect for (p, change), effect in zip(method(list(person)), EFFECT)]
        hits += seen[0] and np.sign(method([person[0]])[0][1]) == step if step else any(seen)
    return hits / count


def table(methods, columns, count):
    print(f"{'':36}" + "".join(f"{name:>22}" for name, *_ in columns))
    for name, method in methods.items():
        cells = [share(method, count, days, rho, options) for _, days, rho, options in columns]
        print(f"{name:36}" + "".join(f"{cell:21.1%} " for cell in cells), flush=True)


def robust(count):
    columns = [
        (f"{days}: {rho} {kind}{' mood only' if only == 1 else ''}", days, rho, dict(kind=kind, only=only))
        for days, rho, kind, only in (
            (104, -0.3, "autoregressive", 11),
            (104, 0.6, "autoregressive", 11),
            (104, 0.2, "weekly", 11),
            (104, 0.4, "slow", 11),
            (28, 0.4, "autoregressive", 11),
            (60, 0.4, "autoregressive", 11),
            (14, 0.4, "autoregressive", 1),
        )
    ]
    for name, days, rho, options in columns:
        print(f"{name:36}{share(shipped, count, days, rho, options):8.1%}", flush=True)


def curve(count):
    print(f"{'step':>6}{'mood only':>12}{'mood, sleep':>12}{'everything':>12}{'with 90 before':>16}")
    for step in (1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5):
        cells = [
            share(shipped, count, days, 0.2, dict(shift=-float(step), last=7, only=only, start=7.0))
            for days, only in ((14, 1), (14, 2), (14, 11), (97, 11))
        ]
        print(f"{step:6}" + "".join(f"{cell:12.0%}" for cell in cells), flush=True)


# ---- through the program ------------------------------------------------------------------------------------------------------------


def request(number, person, appetite, stool):
    """A person as a line of `batch trend`."""
    first = np.datetime64("2026-11-20") - (person.shape[1] - 1)
    logs = []
    for day, values in enumerate(person.T):
        record = {"date": str(first + day)}

        def tell(index, field, value):
            if not np.isnan(values[index]):
                record[field] = value(values[index])

        tell(0, "mood_rating", int)
        tell(1, "sleep_quality", lambda value: SLEEP[value])
        tell(2, "digestive_state", lambda _: {"appetite_level": APPETITE[appetite[day]], "stool_quality": STOOL[stool[day]]})
        tell(3, "quick_symptoms", lambda _: [word for index, (word, _) in SIGNS.items() if values[index] == 1])
        tell(4, "energy_level", lambda value: ENERGY[value])
        tell(8, "sleep_duration_minutes", lambda value: round(value * 60))
        tell(9, "resting_heart_rate", int)
        tell(10, "thermal_feeling", lambda value: WARMTH[value])
        if len(record) > 1:
            logs.append(record)
    return json.dumps(
        {"person_id": f"p{number}", "now": "2026-11-20", "facts": {"profile": "neutral_balanced_steady_core", "modifier": "none"}, "logs": logs}
    )


def program(count):
    terrain = os.environ.get("TERRAIN", str(ROOT / "bin/terrain"))
    worst = 0.0
    for name, days, rho, options in TRENDLESS + SHIFTED:
        series, appetite, stool = people(count, days, rho, **options)
        # An empty answer about symptoms says that sleep and the like were well where the richer field is missing: leave those days out.
        tapped = ~np.isnan(series[:, 3])
        for index in (1, 2, 4, 10):
            bare = np.isnan(series[:, index]) & tapped
            series[:, [3, 5, 6, 7]] = np.where(bare[:, None], np.nan, series[:, [3, 5, 6, 7]])
            tapped = ~np.isnan(series[:, 3])
        lines = "\n".join(request(n, person, appetite[n], stool[n]) for n, person in enumerate(series)) + "\n"
        answers = subprocess.run([terrain, "batch", "trend"], input=lines, capture_output=True, text=True, check=True, cwd=ROOT).stdout
        hits = hints = 0
        for person, line in zip(series, answers.splitlines()):
            answer = json.loads(line)
            answer = answer.get("result", answer)
            found = {one["series"]: one for one in answer["trends"]}
            for one, expected in zip(SERIES, reference.person(list(person))):
                if (one in found) != (expected is not None):
                    raise SystemExit(f"{name}: {one} is compared by one of the two only")
                if expected:
                    worst = max(worst, abs(found[one]["test"]["adjusted"] - expected[0]))
            directions = {one: trend.get("direction") for one, trend in found.items()}
            if options:
                hits += directions.get("mood") == "declining"
                hints += "mood" in found and found["mood"]["grade"] == "hint"
            else:
                hints += any(trend["grade"] == "hint" for trend in found.values())
                hits += any(word in ("improving", "declining") for word in directions.values())
        print(f"{name:24}{hits / count:8.1%}, a hint {hints / count:.1%}", flush=True)
    print(f"adjusted p beside the reference: at most {worst:.1e} apart")


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else "methods"
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    {
        "methods": lambda: table(METHODS, TRENDLESS + SHIFTED, number),
        "robust": lambda: robust(number),
        "curve": lambda: curve(number),
        "program": lambda: program(number),
    }[what]()
