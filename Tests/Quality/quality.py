#!/usr/bin/env python3
"""The figures of `terrain quality`, computed a second time with numpy from `--observations`.

    terrain quality --people 100 --days 30 --observations > o.ndjson
    terrain quality --people 100 --days 30 --json > report.json
    quality.py o.ndjson report.json

Exits with 1 where a figure of the report differs by more than 1e-9. The size of a catalog is the report's.
"""
import collections
import itertools
import json
import sys

import numpy


def figures(lists, catalog):
    """The figures of one list: `lists` are (person, day, group, season, hours, elements), in order."""
    result = {"lists": float(len(lists))}
    sizes = numpy.array([len(entry[5]) for entry in lists])
    result["full"] = float(numpy.mean(sizes == sizes.max())) if sizes.max() > 0 else 0.0
    result["empty"] = float(numpy.mean(sizes == 0))
    ids = sorted({element["id"] for entry in lists for element in entry[5]})
    position = {name: index for index, name in enumerate(ids)}
    groups = sorted({entry[2] for entry in lists if entry[5]})
    exposure = numpy.zeros((len(groups), len(ids)))
    firsts = collections.defaultdict(collections.Counter)
    for _, _, group, _, _, elements in lists:
        for element in elements:
            exposure[groups.index(group), position[element["id"]]] += 1
        if elements:
            firsts[group][elements[0]["id"]] += 1
    total = exposure.sum(axis=0)
    if total.sum() > 0:
        size = max(catalog or len(ids), len(ids))
        if catalog:
            result["coverage"] = len(ids) / size
        padded = numpy.sort(numpy.concatenate([total, numpy.zeros(size - len(ids))]))
        ranks = numpy.arange(1, size + 1)
        result["gini"] = float(((2 * ranks - size - 1) * padded).sum() / (size * padded.sum()))
        share = numpy.sort(total)[::-1] / total.sum()
        result["effective_size"] = float(2 * (share * numpy.arange(1, len(share) + 1)).sum() - 1)
        result["first_place"] = sum(max(c.values()) for c in firsts.values()) / sum(sum(c.values()) for c in firsts.values())
    elif catalog:
        result["coverage"] = 0.0
    distances = []
    for *_, elements in lists:
        known = [set(element["features"]) for element in elements if "features" in element]
        distances += [1 - len(a & b) / len(a | b) for a, b in itertools.combinations(known, 2) if a | b]
    if distances:
        result["diversity"] = float(numpy.mean(distances))
    if len(groups) > 1:
        shares = exposure / exposure.sum(axis=1, keepdims=True)
        result["group_distance"] = float(
            numpy.mean([numpy.abs(a - b).sum() / 2 for a, b in itertools.combinations(shares, 2)]))
    by_person = collections.defaultdict(list)
    for person, *_, elements in lists:
        by_person[person].append([element["id"] for element in elements])
    followers = sum(len(days) - 1 for days in by_person.values())
    for window in (7, 30):
        first = same = 0
        for days in by_person.values():
            for day, current in enumerate(days):
                recent = days[max(0, day - window + 1):day]
                first += bool(current) and any(other and other[0] == current[0] for other in recent)
                same += bool(current) and any(set(other) == set(current) for other in recent)
        if followers:
            result[f"first_repeated_{window}"] = first / followers
            result[f"set_repeated_{window}"] = same / followers
    reasons = repeated = 0
    for *_, elements in lists:
        given = [element["reason"] for element in elements if "reason" in element]
        reasons += len(given)
        repeated += len(given) - len(set(given))
    if reasons:
        result["reasons_repeated"] = repeated / reasons
    for figure, field, now in (("out_of_season", "seasons", 3), ("out_of_hours", "hours", 4)):
        known = [entry[now] not in element[field] for entry in lists if entry[now] is not None
                 for element in entry[5] if element.get(field)]
        if known:
            result[figure] = float(numpy.mean(known))
    # A person is reached who got something on at least one day.
    people = {}
    for person, *_, elements in lists:
        people[person] = people.get(person, False) or bool(elements)
    result["reached"] = float(numpy.mean(list(people.values())))
    return result


def main(observations, report):
    lists = collections.defaultdict(list)
    with open(observations, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            for name, elements in entry["lists"].items():
                lists[name].append(
                    (entry["person"], entry["day"], entry["group"], entry.get("season"), entry.get("hours"), elements))
    with open(report, encoding="utf-8") as file:
        reported = json.load(file)["lists"]
    wrong = set(lists) ^ set(reported)
    count = 0
    for name in set(lists) & set(reported):
        pages = [elements for *_, elements in lists[name] if isinstance(elements, dict)]
        if pages:
            # A page as a whole has no elements, only its length.
            expected = figures([(*entry[:-1], []) for entry in lists[name]], None)
            del expected["full"], expected["empty"]
            expected |= {key: max(page[key] for page in pages) for key in ("words", "ideographs")}
        else:
            expected = figures(lists[name], reported[name].get("catalog"))
        given = {key: value for key, value in reported[name].items() if key not in ("catalog", "shown")}
        for key in sorted(set(expected) | set(given)):
            count += 1
            if key not in given or key not in expected or abs(expected[key] - given[key]) > 1e-9:
                wrong.add(f"{name} {key}: {given.get(key)} in the report, {expected.get(key)} by numpy")
    for line in sorted(wrong):
        print(line)
    print(f"{count} figures of {len(lists)} lists, {len(wrong)} differ")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
