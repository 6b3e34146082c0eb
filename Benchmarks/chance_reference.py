"""What the engine does about chance, in NumPy: `terrain trend` agrees with this to 1e-9 (Tests/Generators/trend-oracle.py).

A series is an array with a value per day, NaN where a day has none; the last day is the requested one.
"""

import math

import numpy as np
from scipy.special import ndtr, ndtri

STEPS = 20
MOST = 0.9


def permutation(values, recent):
    """Two-sided p and the least attainable p of the last `recent` values among all choices of as many; None where there is nothing to test."""
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
    ends = sums[sums > 0][[0, -1]].min()
    return min(1, 2 * min(sums[: seen + 1].sum(), sums[seen:].sum()) / total), min(1, 2 * ends / total)


def autocorrelation(values, days, recent, assumed=0.4, counts_for=14, estimated_from=60):
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
    return min(max(value, assumed if pairs < estimated_from else 0.0), MOST)


def inflation(days, recent, rho):
    """How many times the variance of the difference of means is what a permutation takes it for."""
    count = len(days)
    contrast = np.r_[np.full(count - recent, -1 / (count - recent)), np.full(recent, 1 / recent)]
    likeness = rho ** np.abs(np.subtract.outer(days, days))
    average = (likeness.sum() - count) / (count * (count - 1))
    return max(1.0, contrast @ likeness @ contrast / (contrast @ contrast) / (1 - average))


def corrected(p, by):
    """A p-value whose z is smaller by the square root of `by`."""
    return min(1.0, 2 * ndtr(ndtri(p / 2) / math.sqrt(by)))


def compare(series, days=7, before=90, least=4, **assuming):
    """The last `days` beside up to `before` days before them: p, least p, autocorrelation, inflation, change; None where too few are known."""
    start = max(0, len(series) - days - before)
    known = start + np.flatnonzero(~np.isnan(series[start:]))
    recent = (known >= len(series) - days).sum()
    if recent < least or len(known) - recent < least:
        return None
    values = series[known]
    rho = autocorrelation(values, known, recent, **assuming)
    by = inflation(known, recent, rho)
    test = permutation(values, recent) or (1.0, 1.0)
    change = values[-recent:].mean() - values[:-recent].mean()
    return corrected(test[0], by), corrected(test[1], by), rho, by, change


def together(ps):
    """Simes (1986)."""
    return min(1.0, min(len(ps) * p / (rank + 1) for rank, p in enumerate(sorted(ps))))


def testable(least, budget):
    """Tarone (1990): those that could be significant when the budget is shared among them."""
    bound = 1
    while bound < len(least) and sum(p <= budget / bound for p in least) > bound:
        bound += 1
    return [index for index, p in enumerate(least) if p <= budget / bound]


def adjusted(ps, least, budget=0.1, control="bh"):
    """Adjusted p-values among the testable (Gilbert 2005): `bh`, `by`, `holm` or `bonferroni`; the others have 1."""
    order = sorted(testable(least, budget), key=lambda index: (ps[index], index))
    count = len(order)
    result = [1.0] * len(ps)
    if control == "holm":
        greatest = 0.0
        for rank, index in enumerate(order):
            greatest = max(greatest, min(1.0, ps[index] * (count - rank)))
            result[index] = greatest
        return result
    smallest = 1.0
    for rank in range(count - 1, -1, -1):
        factor = {"bh": count / (rank + 1), "bonferroni": count}.get(control) or count / (rank + 1) * sum(
            1 / (k + 1) for k in range(count)
        )
        smallest = min(smallest, ps[order[rank]] * factor) if control != "bonferroni" else min(1.0, ps[order[rank]] * factor)
        result[order[rank]] = smallest
    return result


def person(series, windows=((7, 90, 4), (14, 90, 8)), budget=0.1, control="bh", **assuming):
    """Every series of a person: adjusted p and the change of the decisive comparison; None where nothing can be compared."""
    found = [[c for c in (compare(one, *window, **assuming) for window in windows) if c] for one in series]
    tested = [index for index, comparisons in enumerate(found) if comparisons]
    ps = [together([c[0] for c in found[index]]) for index in tested]
    least = [together([c[1] for c in found[index]]) for index in tested]
    result = [None] * len(found)
    for index, p in zip(tested, adjusted(ps, least, budget, control)):
        result[index] = (p, min(found[index])[4])
    return result
