"""Writes Sources/TerrainKit/Generated, the Swift types of responses, from the answers of `terrain serve` to `rpc.discover`:

    python3 Tests/Generators/kit-results.py PROGRAM [FOLDER]

FOLDER is the checkout by default; a test writes into another, and compares. Names that differ between Swift and JSON are in the tables
below; everything else follows from the document."""
import json
import pathlib
import re
import subprocess
import sys
import textwrap

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = "Sources/TerrainKit/Generated"

# The type of each method's result; `explain` is left to types of the app. Methods of one type have the same members.
METHODS = {
    "score": "Score", "quiz.next": "NextQuestion", "page": "Pages",
    "suggest": "Suggestions", "trend": "Trends", "streak": "Streak", "program": "Program", "merge": "MergedReplica",
    "timeline": "Timeline", "check": "Validation", "decide": "Decision", "records": "Records", "media": "Media",
    "loyalty.apply": "AccountChange", "loyalty.quote": "Quote", "loyalty.status": "AccountStatus",
    "loyalty.replay": "AccountReplay", "loyalty.verify": "AccountVerification",
}

# The functions of ``Terrain`` that return them; what has a function with parameters of its own is left out.
FUNCTIONS = {
    "trend": "trend", "streak": "streak", "program": "program", "timeline": "timeline", "check": "check",
    "loyalty.apply": "apply", "loyalty.quote": "quote", "loyalty.status": "accountStatus",
    "loyalty.replay": "replayAccount", "loyalty.verify": "verifyAccount",
}

# Named schemas: the type, and what it is.
COMPONENTS = {
    "outcome": ("Outcome", "An outcome of a quiz for a person."),
    "identity": ("Version", "A version of a pack or of rules."),
    "axis": ("Axis", "Where a person is on an axis."),
    "edge": ("Edge", "How far an axis is from another outcome."),
    "flip": ("Flip", "Another option of a question with which an outcome would be another one."),
    "reason": ("RowReason", "A row that fired, with the values that it read."),
    "question": ("Question", "A question of a quiz, with its options."),
    "ranking": ("Ranking", "Candidates in order."),
    "said": ("Message", "A rendered message."),
    "trend": ("Trend", "The two halves of a window for one series, compared."),
    "effect": ("Effect", "Days with an item compared with the days without it."),
    "part": ("PagePart", "A part of a page."),
    "diagnostic": ("Problem", "A diagnostic of a record in the request."),
    "enrolment": ("Enrollment", "A person's progress in a program, as the next request contains it."),
    "standing": ("ProgramProgress", "The progress in the program that a person follows."),
    "replica": ("Replica", "A replica of a person's records."),
    "state": ("TimelineState", "A phase or state of a timeline."),
    "phase": ("Phase", "A phase of a timeline."),
    "notice": ("Notice", "A rendered message to a recipient."),
    "oddity": ("Note", "Something unexpected about a timeline."),
    "move": ("Move", "A move of a timeline that is allowed."),
    "problem": ("FieldProblem", "A problem of a filled-in form, at its field."),
    "comparison": ("Comparison", "Two stretches of days, compared."),
    "origin": ("Origin", "The row of a decision that chose something."),
    "money": ("Money", "An amount of money."),
    "entry": ("Entry", "A line of an account."),
    "counterpart": ("Counterpart", "What an event brings another account."),
    "balance": ("Balance", "What an account has of a unit."),
    "account": ("Account", "An account, as the next request contains it."),
    "benefit": ("Benefit", "A benefit of an account."),
    "account_member": ("Member", "A member of a shared account."),
    "ranked": ("RankedItem", "A candidate of a ranking."),
    "wrong_record": ("InvalidRecord", "A record that was not ranked because it has an error."),
    "signal": ("Signal", "An answer that moved an axis."),
    "criterion": ("Criterion", "Points of a candidate, and what they are made of."),
    "period": ("Period", "A stretch of time, counted by the calendar."),
}

# Properties that read otherwise in Swift.
PROPERTIES = {
    "of": "total", "n": "count", "at": "position", "ok": "isValid", "done": "isDone", "active": "isActive",
    "unlocked": "isUnlocked", "urgent": "isUrgent", "duplicate": "isDuplicate", "required": "isRequired",
    "moved": "wasMoved", "logged": "isLogged", "other_rules": "wasFoldedByOtherRules", "watch_for": "isWatched",
    "to": "destination", "from": "origin", "p": "pValue", "said": "message", "enrolments": "enrollments", "set": "overrides",
}
PROPERTIES_OF = {
    # A word means something else there, or is not true or false.
    "Program.active": "progress", "Timeline.from": "previousState", "Message.message": "id", "Notice.message": "id",
    "Streak.Counts.Rest.of": "stretch",
    "Trends.Window.from": "firstDay", "Trends.Window.to": "lastDay", "Trends.Window.logged": "loggedDays",
    "Notice.to": "recipient", "FieldProblem.at": "path",
    "Counterpart.Event.from": "sender", "Account.Event.to": "recipient", "Account.Event.from": "sender",
    "Account.Event.of": "subject", "ProgramProgress.of": "dayCount",
}
# The objects and enums of fields; by default, the field's name, in the singular for lists and maps.
NESTED = {
    "Streak.streak": "Counts", "Trends.heat_map": "HeatMap", "AccountChange.lapsed": "LapsedHold", "Quote.lapsed": "LapsedHold",
    "AccountStatus.lapsed": "LapsedHold", "AccountChange.changed": "ChangedEvent", "Quote.changed": "ChangedEvent",
    "AccountStatus.changed": "ChangedEvent", "AccountStatus.unknown": "UnknownName",
    "AccountVerification.unknown": "UnknownName", "Counterpart.Event.type": "Kind", "Account.Event.type": "Kind",
    "AccountChange.outcome": "EventOutcome", "Quote.outcome": "EventOutcome", "Account.Event.outcome": "EventOutcome",
    "ChangedEvent.before": "EventOutcome", "ChangedEvent.after": "EventOutcome",
    "Trend.Zone.at": "Position",
}
# Types of fields of several results: one type for all, and what it is.
SHARED = {
    "LapsedHold": "A hold that was given back because its time was over.",
    "ChangedEvent": "An event of which something else became, because another one came late.",
    "EventOutcome": "What became of an event.",
    "UnknownName": "A name in an account that the pack or the rules no longer have.",
    "Budget": "What was granted of a budget.",
    "Rule": "The row of a decision that something follows from.",
    "Reason": "Why something was chosen, in OpenFeature's words.",
}
# The cases of schemas that are one of several.
ALTERNATIVES = {
    "PagePart": ["messages", "decision", "ranking", "signals", None, "record"],
}
# The members of an object that only a pack and its rules name.
OTHERS = {"Score": "outcomes", "Score.Certainty": "outcomes", "Flip": "outcomes"}
RESERVED = {"default", "in", "is", "as", "where", "case", "self", "internal", "public", "private", "static", "repeat",
            "operator", "switch", "return", "throw", "throws", "try", "true", "false", "nil", "func", "let", "var"}
TAKEN = {"Value", "String", "Int", "Double", "Bool", "Date", "LocalDay", "Type", "Self", "Set", "Array", "Dictionary",
         "Optional", "CodingKeys", "Any"}
WIDTH = 118


def parts(text):
    return [part for part in re.split(r"[._\s-]+|(?<=[a-z])(?=[A-Z])", text) if part]


def lower(text):
    words = [word.lower() for word in parts(text)]
    return words[0] + "".join(word.capitalize() for word in words[1:])


def upper(text):
    return "".join(word.capitalize() for word in parts(text))


def singular(name):
    for ending, instead in [("ies", "y"), ("xes", "x"), ("ses", "s"), ("s", "")]:
        if name.endswith(ending) and not name.endswith("ss"):
            return name[:-len(ending)] + instead
    return name


def comment(text, indent):
    lines = textwrap.wrap(text, WIDTH - indent - 4, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{' ' * indent}/// {line}\n" for line in lines)


def meaning(schema):
    """What a member means, with its range."""
    text = " ".join((schema.get("description") or "").split())
    text = re.sub(r"\bnull\b", "`nil`", text)
    if text and text[-1] not in ".!?":
        text += "."
    bounds = [schema] + schema.get("anyOf", [])
    least = next((each["minimum"] for each in bounds if "minimum" in each), None)
    most = next((each["maximum"] for each in bounds if "maximum" in each), None)
    if least is not None and most is not None:
        text += f" From {least} to {most}."
    elif least is not None:
        text += f" At least {least}."
    elif most is not None:
        text += f" At most {most}."
    return text.strip()


class Types:
    def __init__(self):
        self.shared = {}

    def of(self, schema, path, field, nested, alike=False):
        """The Swift type of a schema; what it declares is appended to `nested`."""
        if not isinstance(schema, dict):
            return "Value"
        if "$ref" in schema:
            return "Results." + COMPONENTS[schema["$ref"].rsplit("/", 1)[1]][0]
        if "anyOf" in schema:
            rest = [each for each in schema["anyOf"] if each.get("type") != "null"]
            if len(rest) == 1:
                kind = self.of({**rest[0]}, path, field, nested, alike)
                return kind if kind.endswith("?") else kind + "?"
            return "Value"
        if "enum" in schema:
            name = self.name(path, field, alike)
            if name in SHARED:
                return self.share(name, self.enum(schema, name, SHARED[name]))
            nested.append(self.enum(schema, name, meaning(schema)))
            return name
        kind = schema.get("type")
        if kind == "array":
            return f"[{self.of(schema.get('items'), path, field, nested, True)}]"
        if kind == "object" and "properties" in schema:
            name = self.name(path, field, alike)
            if name in SHARED:
                return self.share(name, self.struct(schema, name, name, SHARED[name]))
            doc = "" if alike else meaning(schema)
            nested.append(self.struct(schema, f"{path}.{name}", name,
                                      doc or f"An element of `{self.property(path, field)}`."))
            return name
        if kind == "object":
            return f"[String: {self.of(schema.get('additionalProperties'), path, field, nested, True)}]"
        if kind == "string":
            return {"date": "LocalDay", "date-time": "Date"}.get(schema.get("format"), "String")
        return {"boolean": "Bool", "integer": "Int", "number": "Double"}.get(kind, "Value")

    def share(self, name, text):
        """The type `name` of several results, which is `text` in each."""
        if self.shared.setdefault(name, text) != text:
            raise SystemExit(f"{name}: not the same in all results")
        return f"Results.{name}"

    def name(self, path, field, alike):
        name = NESTED.get(f"{path}.{field}") or upper(singular(field) if alike else field)
        if name in TAKEN:
            raise SystemExit(f"{path}.{field}: name the type otherwise in NESTED")
        return name

    @staticmethod
    def property(path, field, kind=""):
        own, usual = PROPERTIES_OF.get(f"{path}.{field}"), PROPERTIES.get(field)
        if usual and kind.rstrip("?") != "Bool" and re.match("(is|was)[A-Z]", usual):
            usual = None
        return own or usual or lower(field)

    @staticmethod
    def enum(schema, name, doc):
        text = comment(doc or "What a member is one of.", 0)
        text += f"public enum {name}: String, Codable, Sendable, CaseIterable {{\n"
        for value in schema["enum"]:
            case = lower(value)
            raw = "" if case == value else f" = {json.dumps(value)}"
            shown = f"`{case}`" if case in RESERVED else case
            text += comment(f"`{value}`.", 2) + f"  case {shown}{raw}\n"
        return text + "}\n"

    def struct(self, schema, path, name, doc):
        required = set(schema.get("required", []))
        nested, fields = [], []
        for field, inner in schema["properties"].items():
            kind = self.of(inner, path, field, nested)
            if field not in required and not kind.endswith("?"):
                kind += "?"
            fields.append((field, self.property(path, field, kind), kind, meaning(inner)))
        if len({each[1] for each in fields}) != len(fields):
            raise SystemExit(f"{path}: two properties of one name")
        others = schema.get("additionalProperties")
        extra = None
        if others not in (None, False):
            extra = (OTHERS[path], self.of(others, path, OTHERS[path], nested, True))
        text = comment(doc, 0) + f"public struct {name}: Codable, Sendable {{\n"
        for _, label, kind, note in fields:
            text += comment(note or "What the member contains.", 2) + f"  public let {label}: {kind}\n"
        if extra:
            text += comment("By the names that the pack and its rules declare.", 2)
            text += f"  public let {extra[0]}: [String: {extra[1]}]\n"
        for each in nested:
            text += "\n" + textwrap.indent(each, "  ")
        if extra or any(label != field for field, label, _, _ in fields):
            text += "\n  private enum CodingKeys: String, CodingKey" + (", CaseIterable" if extra else "") + " {\n"
            for field, label, _, _ in fields:
                text += f"    case {label}" + ("" if label == field else f" = {json.dumps(field)}") + "\n"
            text += "  }\n"
        if extra:
            text += self.open(fields, extra)
        return text + "}\n"

    @staticmethod
    def open(fields, extra):
        text = ("\n  /// Decodes the declared members, and all others by their names.\n"
                "  public init(from decoder: any Decoder) throws {\n"
                "    let container = try decoder.container(keyedBy: CodingKeys.self)\n")
        for _, label, kind, _ in fields:
            call = "decodeIfPresent" if kind.endswith("?") else "decode"
            text += f"    {label} = try container.{call}({kind.removesuffix('?')}.self, forKey: .{label})\n"
        text += (f"    {extra[0]} = try decoder.members(except: CodingKeys.allCases.map(\\.rawValue))\n  }}\n"
                 "\n  /// Encodes all members.\n  public func encode(to encoder: any Encoder) throws {\n"
                 "    var container = encoder.container(keyedBy: CodingKeys.self)\n")
        for _, label, kind, _ in fields:
            call = "encodeIfPresent" if kind.endswith("?") else "encode"
            text += f"    try container.{call}({label}, forKey: .{label})\n"
        return text + f"    try encoder.encode(members: {extra[0]})\n  }}\n"

    def either(self, schema, name, doc):
        """An enum of what a schema is one of."""
        nested, cases = [], []
        for case, each in zip(ALTERNATIVES[name], schema["anyOf"]):
            if case is None:
                continue
            inner = []
            kind = self.of(each, name, case, inner)
            nested += inner
            closed = each.get("properties") if each.get("additionalProperties") is False else None
            cases.append((case, kind, sorted(closed) if closed else None))
        text = comment(doc, 0) + f"public enum {name}: Codable, Sendable {{\n"
        for case, kind, _ in cases:
            text += comment(f"`{kind.replace('Results.', '')}`.", 2) + f"  case {case}({kind})\n"
        empty = None in ALTERNATIVES[name]
        if empty:
            text += "  /// Nothing: the rules chose none.\n  case none\n"
        for each in nested:
            text += "\n" + textwrap.indent(each, "  ")
        text += ("\n  /// Decodes the first alternative that the value is one of.\n"
                 "  public init(from decoder: any Decoder) throws {\n"
                 "    let container = try decoder.singleValueContainer()\n")
        if empty:
            text += "    if container.decodeNil() {\n      self = .none\n      return\n    }\n"
        for case, kind, closed in cases[:-1]:
            # What any other object may contain too is decided by the members that there are.
            keys = ", ".join(json.dumps(key) for key in closed or [])
            begin = f",\n      decoder.has(only: [{keys}])\n    {{\n" if closed else " {\n"
            text += (f"    if let content = try? container.decode({kind}.self){begin}"
                     f"      self = .{case}(content)\n      return\n    }}\n")
        case, kind, _ = cases[-1]
        text += (f"    self = .{case}(try container.decode({kind}.self))\n  }}\n"
                 "\n  /// Encodes the alternative.\n  public func encode(to encoder: any Encoder) throws {\n"
                 "    var container = encoder.singleValueContainer()\n    switch self {\n")
        for case, _, _ in cases:
            text += f"    case .{case}(let content): try container.encode(content)\n"
        if empty:
            text += "    case .none: try container.encodeNil()\n"
        return text + "    }\n  }\n}\n"

    def declare(self, schema, name, doc):
        if "anyOf" in schema:
            return self.either(schema, name, doc)
        return self.struct(schema, name, name, doc)


def sentence(summary):
    """A summary as a doc comment of a function begins: `Shows …`."""
    verbs = "report|move|let|take"
    head, _, rest = " ".join(summary.split()).partition(" ")
    third = head.removesuffix(",") + "s" + ("," if head.endswith(",") else "")
    return third + " " + re.sub(rf"(, (?:and|or) )({verbs})\b", r"\1\2s", rest).replace(
        "follow and leave", "follows and leaves") + "."


def merged(schemas):
    """The schema of several methods of one type: they differ in no more than the values of an enum."""
    first = json.loads(json.dumps(schemas[0]))
    for field, inner in first.get("properties", {}).items():
        if "enum" in inner:
            inner["enum"] = list(dict.fromkeys(value for each in schemas for value in each["properties"][field]["enum"]))
    for each in schemas:
        other = json.loads(json.dumps(each))
        for field, inner in other.get("properties", {}).items():
            if "enum" in inner:
                inner["enum"] = first["properties"][field]["enum"]
        if other != first:
            raise SystemExit("methods of one type have different members")
    return first


def reached(schema, components, found):
    if isinstance(schema, dict):
        name = schema.get("$ref", "").rsplit("/", 1)[-1]
        if name and name not in found:
            found[name] = None
            reached(components[name], components, found)
        for each in schema.values():
            reached(each, components, found)
    elif isinstance(schema, list):
        for each in schema:
            reached(each, components, found)
    return found


def generate(document):
    """The files by path."""
    components = document["components"]["schemas"]
    methods = {method["name"]: method for method in document["methods"] if method["name"] in METHODS}
    if missing := METHODS.keys() - methods.keys():
        raise SystemExit(f"no methods: {', '.join(sorted(missing))}")
    types, files, found = Types(), {}, {}
    note = "// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.\n"

    def write(name, text):
        imports = "import Foundation\n" if re.search(r"\bDate\b", text) else ""
        body = textwrap.indent(text, "  ", lambda line: line.strip())
        files[f"{FOLDER}/Results+{name}.swift"] = (
            note + imports + ("\n" if imports else "") + f"extension Results {{\n{body}}}\n")

    for name in dict.fromkeys(METHODS.values()):
        of = [method for method in methods if METHODS[method] == name]
        schema = merged([methods[method]["result"]["schema"] for method in of])
        reached(schema, components, found)
        shown = ", ".join(f"`{method}`" for method in of)
        write(name, types.declare(schema, name, f"The result of {shown}."))
    for name in found:
        kind, doc = COMPONENTS[name]
        write(kind, types.declare(components[name], kind, doc))
    for name, text in types.shared.items():
        write(name, text)
    functions = []
    for name, function in FUNCTIONS.items():
        case = name.rsplit(".", 1)[-1]
        functions.append(
            comment(sentence(methods[name]["summary"]), 2)
            + f"  ///\n  /// - Parameter request: The members that `ContentPacks/Schemas/requests/{name}.schema.json` describes.\n"
            "  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.\n"
            f"  public func {function}(_ request: Request) throws -> TypedReply<Results.{METHODS[name]}> {{\n"
            f"    try TypedReply(call(.{case}, request))\n  }}\n")
    files[f"{FOLDER}/Terrain+Results.swift"] = note + "extension Terrain {\n" + "\n".join(functions) + "}\n"
    return files


def main(program, folder=CHECKOUT):
    request = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}\n'
    document = {"methods": [], "components": {"schemas": {}}}
    # A document has the methods that its pack can answer: these packs have all of them.
    for pack in "terrain", "embera":
        answer = subprocess.run([program, "serve", "--log-level", "error", "--pack", pack], input=request,
                                capture_output=True, text=True, timeout=120, check=True)
        discovered = json.loads(answer.stdout)["result"]
        known = {method["name"] for method in document["methods"]}
        document["methods"] += [method for method in discovered["methods"] if method["name"] not in known]
        document["components"]["schemas"] |= discovered["components"]["schemas"]
    for path, text in generate(document).items():
        target = pathlib.Path(folder) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
