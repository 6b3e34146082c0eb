#!/usr/bin/env python3
"""Makes a Terrain pack of the catalog of another program.

    python3 import.py CATALOG MANIFEST PACK
    python3 import.py kitchen.json kitchen-pack.yaml ContentPacks/kitchen

CATALOG is a JSON file with the tables `pack`, `ingredients`, `routines`, `movements`, `lessons`, `programs` and `terrain_profiles`. MANIFEST
is the `pack.yaml` of the new pack without the version, the locales and the review, which come from the catalog. PACK is the folder of the new pack;
it must not exist. Pictures are copied from beside the catalog. Needs PyYAML (Debian: python3-yaml).

The script lists all values that it leaves out. It does not check the pack: `terrain validate PACK` does. For a catalog of another shape, change
the five parts under "The shape of the catalog".
"""

import json
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import yaml

# ---- The shape of the catalog -----------------------------------------------------------------------------------------------------

# New names of values, by the field that has them. None leaves the value out.
VALUES = {
    "category": {"fungus": "mushroom", "protein": "meat", "aromatic": "spice"},
    "goals": {"hydration": None},
    "flags": {"nut_allergy": "allergen_tree_nuts"},
    "method_tags": {"stir_fry": "saute", "topping": "top", "poach": "simmer", "roast": "bake", "aromatic": "stir_in"},
    "action": {"open_today": "open_home", "open_right_now": "open_do", "open_progress": "open_you"},
}

# Fields with the path of a picture, relative to the catalog and to the new pack.
PICTURES = {"hero_image_uri", "uri"}

# A map whose keys are all of this form is a text in several languages.
LOCALE = re.compile(r"[a-z]{2,3}[-_][A-Z][A-Za-z]+")


# Each function takes a record of the catalog and returns the record of the pack. It removes the fields that it uses: those that remain are
# reported as left out.


def ingredient(old):
    return move(
        old, "id name category tags goals seasons regions why_it_helps how_to_use cautions cultural_context review"
    )


def routine(old):
    new = move(old, "id type tier title subtitle")
    new["duration_seconds"] = old.pop("duration_min") * 60
    new |= move(old, "difficulty tags goals seasons terrain_fit ingredient_refs")
    new["steps"] = [without_zero(step, "timer_seconds") for step in old.pop("steps")]
    new |= move(old, "why swaps")
    new |= without_zero(move(old, "avoid_for_hours"), "avoid_for_hours")
    return new | move(old, "avoid_notes cautions review hero_image_uri")


def movement(old):
    new = move(old, "id title subtitle tier")
    new["duration_seconds"] = old.pop("duration_min") * 60
    return new | move(old, "intensity tags goals seasons terrain_fit frames why cautions review")


def lesson(old):
    new = move(old, "id title topic body takeaway cta terrain_relevance review")
    return new | {"cautions": {"flags": []}}


def program(old):
    new = move(old, "id title subtitle duration_days tags goals terrain_fit days review")
    return new | {"cautions": {"flags": []}}


def profile(old):
    new = {"id": old.pop("id"), "label": old.pop("label")["primary"]} | move(old, "nickname principles")
    new["temperature"] = new["principles"]["cold_heat"]
    reserve = new["principles"]["def_excess"]
    new["reserve"] = {"deficient": "low", "excess": "high"}.get(reserve, reserve)
    # The catalog does not say how many people are of a type.
    new["share"] = {"illustrative": 12.5}
    new |= move(
        old,
        "superpower trap signature_ritual truths recommended_tags avoid_tags"
        " starter_ingredients starter_routines starter_movements",
    )
    return new | {"review": {"status": "draft"}}


# The tables of the catalog, each with the kind of its records.
TABLES = {
    "ingredients": ("ingredient", ingredient),
    "routines": ("routine", routine),
    "movements": ("movement", movement),
    "lessons": ("lesson", lesson),
    "programs": ("program", program),
    "terrain_profiles": ("profile", profile),
}

# ---- Records ------------------------------------------------------------------------------------------------------------------------


def move(old, names):
    """Removes the fields with these names from a record, and returns those that it had."""
    return {name: old.pop(name) for name in names.split() if name in old}


def without_zero(record, name):
    """The record without the field `name` if it is 0."""
    return {key: value for key, value in record.items() if key != name or value != 0}


class Converter:
    """Gives values of the catalog the form that they have in the pack."""

    def __init__(self, locales):
        self.locales = locales
        # How often each value was left out, and which pictures the records name.
        self.left_out = Counter()
        self.pictures = set()

    def convert(self, value, field=""):
        """The value of `field`, or None if it is left out."""
        if isinstance(value, dict):
            if value and all(LOCALE.fullmatch(key) for key in value):
                return self.text(value)
            converted = {key: self.convert(member, key) for key, member in value.items()}
            return {key: member for key, member in converted.items() if member is not None}
        if isinstance(value, list):
            converted = [self.convert(element, field) for element in value]
            return [element for element in converted if element is not None]
        if field in PICTURES and value is not None:
            self.pictures.add(value)
        names = VALUES.get(field, {})
        if isinstance(value, str) and value in names:
            if names[value] is None:
                self.left_out[f"the value `{value}` of {field}"] += 1
            return names[value]
        return value

    def text(self, texts):
        """A text in the locales of the pack: plain if only the default locale, which is the first, has one."""
        result = {}
        for locale, text in texts.items():
            if (name := locale.replace("_", "-")) in self.locales:
                result[name] = text
            else:
                self.left_out[f"texts in {name}"] += 1
        return result[self.locales[0]] if list(result) == self.locales[:1] else result or None


def records(catalog, converter):
    """The records of the pack, by kind."""
    result = {}
    for table, (kind, make) in TABLES.items():
        result[kind] = []
        for old in catalog.get(table, []):
            name = old.get("id")
            try:
                new = make(old)
            except (KeyError, TypeError) as error:
                sys.exit(f"error: {table}, record `{name}`: {type(error).__name__} {error}")
            for field in old:
                converter.left_out[f"{table}: {field}"] += 1
            result[kind].append(converter.convert(new))
    return result


# ---- Files --------------------------------------------------------------------------------------------------------------------------


class Dumper(yaml.SafeDumper):
    """Indents lists, and writes texts of several words in quotes, as our packs have them."""

    def increase_indent(self, flow=False, indentless=False):
        return super().increase_indent(flow, False)


def represent_text(dumper, text):
    is_word = re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*", text)
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if is_word else '"')


Dumper.add_representer(str, represent_text)


def write(path, schema, content):
    """Writes a YAML file whose first line names its schema, for editors."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = yaml.dump(content, Dumper=Dumper, allow_unicode=True, sort_keys=False, default_flow_style=None, width=140)
    path.write_text(f"# yaml-language-server: $schema={schema}\n{text}", encoding="utf-8")


def main(catalog_path, manifest_path, pack):
    if pack.exists():
        sys.exit(f"error: `{pack}` exists; nothing is overwritten")
    catalog = json.loads(catalog_path.read_text(encoding="utf-8"))
    about = catalog.pop("pack")
    manifest = yaml.safe_load(manifest_path.read_text(encoding="utf-8"))
    default = about["default_locale"].replace("_", "-")
    others = [locale.replace("_", "-") for locale in about["supported_locales"]]
    locales = [default] + [locale for locale in others if locale != default]
    manifest |= {
        "version": about["version"],
        "default_locale": default,
        "supported_locales": locales,
        "updated_at": about["updated_at"],
        "review": {"status": about["review"]["status"], "reviewed_by": []},
    }

    converter = Converter(locales)
    made = records(catalog, converter)
    for table in catalog:
        if table not in TABLES:
            converter.left_out[f"the table {table}"] += 1

    folder = catalog_path.resolve().parent
    for picture in converter.pictures:
        if not (folder / picture).resolve().is_relative_to(folder) or not (folder / picture).is_file():
            sys.exit(f"error: no picture `{picture}` beside {catalog_path}")

    # The manifest comes last: a folder without it is not a pack.
    for picture in sorted(converter.pictures):
        (pack / picture).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / picture, pack / picture)
    for kind, items in made.items():
        declared = manifest["kinds"][kind]
        path, schema = Path(declared["path"]), declared["schema"]
        if path.suffix != ".yaml":
            path, schema = path / f"{kind}.yaml", f"../{schema}"
        write(pack / path, schema, {"kind": kind, "items": items})
    write(pack / "pack.yaml", "../Schemas/pack.schema.json", manifest)

    print("records: " + ", ".join(f"{len(items)} {kind}" for kind, items in made.items()))
    for what, count in converter.left_out.items():
        print(f"left out: {what} ({count})")
    print(f"next: terrain validate {pack}")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
