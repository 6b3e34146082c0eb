"""What the engine does about chance, in NumPy: `terrain trend` agrees with this to 1e-9 (Tests/Generators/trend-oracle.py).

A series is an array with a value per day, NaN where a day has none; the last day is the requested one.
"""

import math

import numpy as np
from scipy.special import ndtr, ndtri

STEPS = 20
MOST = 0.9


def permutation(values, recent):
    """Mid-p of lower and of higher last `recent` values among all choices of as many; None where there is nothing to test."""
    low, high = values.min(), values.max()
    if not 0 < recent < len(values) or low == high:
        return None
    scores = np.floor((values - low) / (high - low) * STEPS + 0.5).astype(int)
    unit = np.gcd.reduce(scores)
    scores //= unit
    ways = np.zeros((recent + 1, recent * (STEPS // unit) + 1))
    ways[0, 0] = 1
    width = ways.shape[1]
    for score in scores:
        ways[1:, score:] += ways[:-1, : width - score].copy()
    sums = ways[recent]
    total, seen = sums.sum(), scores[-recent:].sum()
    same = sums[seen] / 2
    return (sums[:seen].sum() + same) / total, (sums[seen + 1 :].sum() + same) / total


def autocorrelation(values, days, recent, assumed=0.4, counts_for=60):
    """At lag 1, from residuals about two means, corrected for bias and averaged with the assumption."""
    rest = values.copy()
    rest[:-recent] -= values[:-recent].mean()
    rest[-recent:] -= values[-recent:].mean()
    near = np.diff(days) == 1
    pairs = near.sum()
    squares = (rest * rest).sum()
    seen = (rest[1:] * rest[:-1])[near].sum() / pairs / (squares / len(values)) if pairs and squares else 0.0
    unbiased = seen + 2 * (1 + 4 * seen) / len(values)
    value = (unbiased * pairs + assumed * counts_for) / (pairs + counts_for)
    return min(max(value, 0.0), MOST)


def inflation(days, recent, rho):
    """How many times the variance of the difference of means is what a permutation takes it for."""
    count = len(days)
    contrast = np.r_[np.full(count - recent, -1 / (count - recent)), np.full(recent, 1 / recent)]
    likeness = rho ** np.abs(np.subtract.outer(days, days))
    average = (likeness.sum() - count) / (count * (count - 1))
    return max(1.0, contrast @ likeness @ contrast / (contrast @ contrast) / (1 - average))


def compare(series, days=7, before=90, least=4, **assuming):
    """The last `days` beside up to `before` days before them: p of lower values, autocorrelation, inflation, change; None where too few are known."""
    start = max(0, len(series) - days - before)
    known = start + np.flatnonzero(~np.isnan(series[start:]))
    recent = (known >= len(series) - days).sum()
    if recent < least or len(known) - recent < least:
        return None
    values = series[known]
    rho = autocorrelation(values, known, recent, **assuming)
    by = inflation(known, recent, rho)
    change = values[-recent:].mean() - values[:-recent].mean()
    test = permutation(values, recent)
    lower = 0.5
    if test and (test[0] < test[1]) == (change < 0):
        smaller = ndtr(ndtri(min(test)) / math.sqrt(by))
        lower = smaller if change < 0 else 1 - smaller
    return lower, rho, by, change


def together(ps):
    """Simes (1986)."""
    return min(1.0, min(len(ps) * p / (rank + 1) for rank, p in enumerate(sorted(ps))))


def adjusted(ps, weights):
    """Adjusted p-values: the weighted procedure of Holm (1979)."""
    result = [1.0] * len(ps)
    remaining, greatest = sum(weights), 0.0
    for index in sorted((i for i, w in enumerate(weights) if w > 0), key=lambda i: (ps[i] / weights[i], i)):
        greatest = min(1.0, max(greatest, ps[index] / weights[index] * remaining))
        result[index] = greatest
        remaining -= weights[index]
    return result


# Mood, sleep, and energy first, as in Rules/terrain/trend/trend.yaml.
SHARES = [0.31, 0.31, 0.01, 0.01, 0.31, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01]
MORE_IS_BETTER = [1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1]


def person(series, windows=((7, 90, 4), (14, 90, 4)), worse=0.85, shares=SHARES, more_is_better=MORE_IS_BETTER, **assuming):
    """Every series of a person: adjusted p and the change of the decisive comparison; None where nothing can be compared."""
    found = [[c for c in (compare(one, *window, **assuming) for window in windows) if c] for one in series]
    tested = [index for index, comparisons in enumerate(found) if comparisons]
    ps, weights, changes = [], [], []
    for index in tested:
        for better, share in ((0, worse), (1, 1 - worse)):
            sides = [c[0] if better != more_is_better[index] else 1 - c[0] for c in found[index]]
            ps.append(together(sides))
            weights.append(shares[index] * share)
            changes.append(found[index][sides.index(min(sides))][3])
    adjusted_ps = adjusted(ps, weights)
    result = [None] * len(found)
    for number, index in enumerate(tested):
        side = min((adjusted_ps[2 * number + k], ps[2 * number + k], k) for k in (0, 1))
        result[index] = (side[0], changes[2 * number + side[2]])
    return result
