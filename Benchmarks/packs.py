"""Packs of any size for Benchmarks/validate.py, as JSON and as YAML, with the schema they keep. The same in every run.

A pack is a map with a list of records. A record is written the way an author writes one: an id, texts in two languages,
tags from closed lists, properties, steps with minutes, references; in YAML in block style, with comments, quotes where an
author puts them, and folded texts.
"""

import json
import random

TAGS = ["warming", "cooling", "drying", "moistening", "moving", "calming", "lifting", "grounding"]
FLAVORS = ["sweet", "bitter", "sour", "salty", "pungent", "bland"]
SEASONS = ["spring", "summer", "late_summer", "autumn", "winter"]
WORDS = (
    "warm cool slow steady morning evening cup water ginger root leaf seed simmer rest breathe walk stretch quiet bowl rice "
    "broth light dark honey citrus peel soft gentle kitchen window before after with without until every".split())
LATIN = ["é", "ū", "ǎ", "ō"]
OTHER = "温和的早晨一杯水慢慢地呼吸走路安静米饭汤光暗蜂蜜柔软厨房窗前后每天"

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["pack", "version", "records"],
    "additionalProperties": False,
    "properties": {
        "pack": {"$ref": "#/$defs/id"},
        "version": {"type": "string", "pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+$"},
        "records": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/record"}},
    },
    "$defs": {
        "id": {"type": "string", "pattern": "^[a-z][a-z0-9_-]*$", "maxLength": 64},
        "text": {
            "type": "object", "required": ["en"], "minProperties": 1, "additionalProperties": False,
            "properties": {"en": {"$ref": "#/$defs/words"}, "zh-Hans": {"$ref": "#/$defs/words"}},
        },
        "words": {"type": "string", "minLength": 1, "maxLength": 600},
        "record": {
            "type": "object",
            "required": ["id", "kind", "name", "tags", "review"],
            "properties": {
                "id": {"$ref": "#/$defs/id"},
                "kind": {"enum": ["ingredient", "routine"]},
                "name": {"$ref": "#/$defs/text"},
                "summary": {"$ref": "#/$defs/text"},
                "tags": {"type": "array", "items": {"enum": TAGS}, "uniqueItems": True, "minItems": 1, "maxItems": 8},
                "review": {
                    "type": "object", "required": ["state", "by"], "additionalProperties": False,
                    "properties": {
                        "state": {"enum": ["draft", "reviewed", "approved"]},
                        "by": {"type": "string", "minLength": 1},
                        "score": {"type": "number", "minimum": 0, "maximum": 1},
                    },
                },
            },
            "oneOf": [{"$ref": "#/$defs/ingredient"}, {"$ref": "#/$defs/routine"}],
            "unevaluatedProperties": False,
        },
        "ingredient": {
            "type": "object",
            "required": ["flavors", "temperature"],
            "properties": {
                "kind": {"const": "ingredient"},
                "flavors": {"type": "array", "items": {"enum": FLAVORS}, "minItems": 1, "uniqueItems": True},
                "temperature": {"type": "integer", "minimum": -2, "maximum": 2},
                "seasons": {"type": "array", "items": {"enum": SEASONS}, "uniqueItems": True},
                "caution": {"type": ["string", "null"]},
            },
        },
        "routine": {
            "type": "object",
            "required": ["minutes", "steps"],
            "properties": {
                "kind": {"const": "routine"},
                "minutes": {"type": "integer", "minimum": 1, "maximum": 120},
                "vegan": {"type": "boolean"},
                "steps": {
                    "type": "array", "minItems": 1,
                    "items": {
                        "type": "object", "required": ["text"], "additionalProperties": False,
                        "properties": {
                            "text": {"$ref": "#/$defs/text"},
                            "minutes": {"type": "number", "exclusiveMinimum": 0},
                            "uses": {"type": "array", "items": {"$ref": "#/$defs/id"}, "uniqueItems": True},
                        },
                    },
                },
            },
        },
    },
}


def records():
    """Records without end."""
    chance = random.Random(7)

    def words(least, most):
        chosen = chance.choices(WORDS, k=chance.randint(least, most))
        if chance.random() < 0.2:
            chosen.append("caf" + chance.choice(LATIN))
        return " ".join(chosen).capitalize()

    def text(least, most):
        made = {"en": words(least, most) + ("." if most > 6 else "")}
        if chance.random() < 0.6:
            made["zh-Hans"] = "".join(chance.choices(OTHER, k=chance.randint(least, most)))
        return made

    number = 0
    while True:
        number += 1
        record = {"id": f"record_{number:06}", "kind": "routine" if number % 3 == 0 else "ingredient", "name": text(1, 4)}
        if chance.random() < 0.8:
            record["summary"] = text(12, 40)
        record["tags"] = chance.sample(TAGS, chance.randint(1, 4))
        if record["kind"] == "ingredient":
            record["flavors"] = chance.sample(FLAVORS, chance.randint(1, 3))
            record["temperature"] = chance.randint(-2, 2)
            record["seasons"] = chance.sample(SEASONS, chance.randint(0, 3))
            record["caution"] = words(6, 20) + "." if chance.random() < 0.4 else None
        else:
            record["minutes"] = chance.randint(5, 60)
            record["vegan"] = chance.random() < 0.5
            record["steps"] = []
            for _ in range(chance.randint(2, 6)):
                step = {"text": text(8, 24)}
                if chance.random() < 0.7:
                    step["minutes"] = chance.choice([1, 2, 2.5, 5, 10, 0.5])
                if chance.random() < 0.5:
                    step["uses"] = [f"record_{n:06}" for n in chance.sample(range(1, 400), chance.randint(1, 3))]
                record["steps"].append(step)
        record["review"] = {"state": chance.choice(["draft", "reviewed", "approved"]), "by": words(1, 2)}
        if chance.random() < 0.3:
            record["review"]["score"] = round(chance.random(), 2)
        yield record


def spoil(record, number):
    """One mistake, of seven kinds in turn."""
    match number % 7:
        case 0: record["tags"][0] = "warmng"
        case 1: record["review"]["state"] = "aproved"
        case 2: record["review"]["score"] = 1.5
        case 3: record["sumary"] = {"en": "x"}
        case 4: record["id"] = "Record " + record["id"]
        case 5: record["name"]["en"] = 3
        case 6: del record["review"]["by"]


def scalar(value):
    if value is None:
        return "~"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    plain = value.replace("_", "").replace(" ", "").replace("-", "").isalnum() and value.lower() not in (
        "true", "false", "null", "yes", "no", "on", "off")
    return value if plain and not value[0].isdigit() else json.dumps(value, ensure_ascii=False)


def block(value, indent, out):
    """Lines of a map or list in block style; short lists of words stay on one line."""
    pad = "  " * indent
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, list) and all(isinstance(e, str) for e in inner):
                out.append(f"{pad}{key}: [{', '.join(scalar(e) for e in inner)}]")
            elif isinstance(inner, (dict, list)):
                out.append(f"{pad}{key}:")
                block(inner, indent + 1, out)
            elif isinstance(inner, str) and len(inner) > 90:
                out.append(f"{pad}{key}: >-")
                line = ""
                for word in inner.split(" "):
                    if len(line) + len(word) > 84:
                        out.append(f"{pad}  {line}")
                        line = word
                    else:
                        line = f"{line} {word}".strip()
                out.append(f"{pad}  {line}")
            else:
                out.append(f"{pad}{key}: {scalar(inner)}")
    else:
        for inner in value:
            first = len(out)
            block(inner, indent + 1, out)
            out[first] = f"{pad}- {out[first].lstrip()}"


def yaml_record(record, number):
    out = []
    if number % 10 == 0:
        out.append(f"  # {number} records before this one")
    block([record], 1, out)
    return "\n".join(out) + "\n"


def json_record(record, number):
    text = json.dumps(record, ensure_ascii=False, indent=2)
    return "    " + text.replace("\n", "\n    ")


def write(path, size, mistakes=False):
    """A pack of at least `size` bytes; with `mistakes`, one in every fiftieth record. Returns how many mistakes."""
    is_yaml = path.suffix == ".yaml"
    made, total, wrong = [], 0, 0
    for number, record in enumerate(records()):
        if mistakes and number % 50 == 25:
            spoil(record, number // 50)
            wrong += 1
        text = yaml_record(record, number) if is_yaml else json_record(record, number)
        made.append(text)
        total += len(text.encode()) + (0 if is_yaml else 2)
        if total >= size:
            break
    if is_yaml:
        path.write_text("# A generated pack.\npack: generated\nversion: 1.0.0\nrecords:\n" + "".join(made))
    else:
        path.write_text(
            '{\n  "pack": "generated",\n  "version": "1.0.0",\n  "records": [\n' + ",\n".join(made) + "\n  ]\n}\n")
    return wrong
