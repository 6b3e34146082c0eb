import TerrainDocuments
import TerrainValues

/// Everything the checker complains of, in one place. Codes: `expressions/…`.
extension Diagnostic {
  private static func check(_ code: String, _ message: String, _ place: Place, fix: String? = nil) -> Diagnostic {
    Diagnostic(code: "expressions/" + code, severity: .error, message: message, place: place, fix: fix)
  }

  private static func didYouMean(_ suggestion: String?) -> String? { suggestion.map { "did you mean `\($0)`?" } }

  // MARK: Names

  /// The code of a name that nothing is known of.
  package static let unknownNameCode = "expressions/unknown-name"

  static func unknownName(_ name: Text, suggestion: String?, at place: Place) -> Diagnostic {
    check("unknown-name", "there is no `\(name)` here", place, fix: didYouMean(suggestion)).caused(by: .name(name))
  }

  static func unknownFunction(_ name: Text, suggestion: String?, at place: Place) -> Diagnostic {
    check("unknown-function", "there is no function `\(name)`", place, fix: didYouMean(suggestion))
  }

  static func unknownField(_ field: Text, of record: Text, suggestion: String?, at place: Place) -> Diagnostic {
    check("unknown-field", "`\(record)` has no field `\(field)`", place, fix: didYouMean(suggestion))
  }

  static func noFields(_ type: CELType, field: Text, at place: Place) -> Diagnostic {
    check("no-fields", "`\(field)` cannot be taken from `\(type)`, which has no fields", place)
  }

  static func noSuchMessage(_ type: Text, at place: Place) -> Diagnostic {
    check(
      "unknown-type", "`\(type){…}` makes a message, and there are none here", place,
      fix: "write a map: `{\"name\": value}`")
  }

  // MARK: Conditions

  static func notACondition(_ type: CELType, at place: Place) -> Diagnostic {
    check("not-a-condition", "a condition is true or false; this is `\(type)`", place, fix: "compare it with something")
  }

  static func choiceTypes(_ a: CELType, _ b: CELType, mend: String?, at place: Place) -> Diagnostic {
    check("choice-types", "both answers of `?:` must have one type; these are `\(a)` and `\(b)`", place, fix: mend)
  }

  static func bareOptional(_ written: String, wrapped: CELType, at place: Place) -> Diagnostic {
    check(
      "bare-optional", "`\(written)` may be absent, and then has no value to use here", place,
      fix: "say what counts then: `\(written).orValue(\(wrapped.exampleLiteral))`")
  }

  static func notOptional(_ type: CELType, at place: Place) -> Diagnostic {
    check("not-optional", "`?` takes a value that may be absent; this is `\(type)`", place, fix: "remove the `?`")
  }

  // MARK: Types

  static func wrongType(found: CELType, expected: CELType, mend: String?, at place: Place) -> Diagnostic {
    check("wrong-type", "`\(expected)` is wanted here; this is `\(found)`", place, fix: mend)
  }

  static func operatorTypes(_ sign: String, _ a: CELType, _ b: CELType, mend: String?, at place: Place) -> Diagnostic {
    check("no-such-overload", "`\(sign)` does not take `\(a)` and `\(b)`", place, fix: mend)
  }

  static func operatorType(_ sign: String, _ type: CELType, at place: Place) -> Diagnostic {
    check("no-such-overload", "`\(sign)` does not take `\(type)`", place)
  }

  static func indexTypes(_ list: CELType, _ index: CELType, at place: Place) -> Diagnostic {
    switch list {
    case .list: check("no-such-overload", "a list is indexed by `int`, not by `\(index)`", place)
    case .map(let key, _): check("no-such-overload", "the keys of this map are `\(key)`, not `\(index)`", place)
    default: check("no-such-overload", "`\(list)` has no elements; only lists and maps are indexed", place)
    }
  }

  static func argumentTypes(
    _ function: Text, receiver: CELType?, _ found: [CELType], accepted: [String], mend: String?, at place: Place
  ) -> Diagnostic {
    var given = found.quoted
    if given.isEmpty { given = "nothing" }
    let on = receiver.map { " on `\($0)`" } ?? ""
    var distinct: [String] = []
    for form in accepted where !distinct.contains(form) { distinct.append(form) }
    let known = distinct.prefix(4).map { "`\(function)\($0)`" }.joined(separator: ", ")
    return check("no-such-overload", "`\(function)`\(on) does not take \(given); it is \(known)", place, fix: mend)
  }

  static func argumentCount(_ function: Text, expected: [Int], found: Int, at place: Place) -> Diagnostic {
    let counts = expected.map(String.init).joined(separator: " or ")
    let noun = expected == [1] ? "argument" : "arguments"
    return check("argument-count", "`\(function)` takes \(counts) \(noun), not \(found)", place)
  }

  static func wrongForm(_ function: Text, isMember: Bool, at place: Place) -> Diagnostic {
    isMember
      ? check("wrong-form", "`\(function)` is not called on a value", place, fix: "write `\(function)(value)`")
      : check("wrong-form", "`\(function)` is called on a value", place, fix: "write `value.\(function)(…)`")
  }

  // MARK: Vocabularies

  static func notAMember(_ text: Text, of type: EnumerationType, suggestion: String?, at place: Place) -> Diagnostic {
    let listed = type.cases.prefix(8).quoted
    let rest = type.cases.count > 8 ? ", …" : ""
    return check(
      "not-a-member", "`\(text)` is none of `\(type.name)`: \(listed)\(rest)", place, fix: didYouMean(suggestion)
    ).caused(by: .value(text, of: type.name))
  }

  static func neverEqual(_ a: EnumerationType, _ b: EnumerationType, at place: Place) -> Diagnostic {
    check("never-equal", "`\(a.name)` and `\(b.name)` have no word in common, so they are never equal", place)
  }

  // MARK: Lists, maps and loops

  static func mapKey(_ type: CELType, at place: Place) -> Diagnostic {
    check("map-key", "the key of a map is a `string`, `int`, `uint` or `bool`, not `\(type)`", place)
  }

  static func notIterable(_ type: CELType, at place: Place) -> Diagnostic {
    check("not-iterable", "only lists and maps can be gone through; this is `\(type)`", place)
  }

  static func loopsNested(limit: Int, at place: Place) -> Diagnostic {
    check(
      "loops-nested", "more than \(limit) loops stand inside one another here; the limit is `comprehension-depth`",
      place,
      fix: "make decisions of the inner ones")
  }

  static func loopStep(macro: Text, found: CELType, expected: CELType, at place: Place) -> Diagnostic {
    check("loop-type", "inside `\(macro)`, `\(expected)` is wanted; this is `\(found)`", place)
  }
}

extension CELType {
  /// A literal of this type to show in a mend.
  fileprivate var exampleLiteral: String {
    switch self {
    case .bool: "false"
    case .int: "0"
    case .uint: "0u"
    case .double: "0.0"
    case .decimal: "decimal(\"0\")"
    case .string: "\"\""
    case .enumeration(let type): "\"\(type.cases.first?.string ?? "")\""
    case .list: "[]"
    case .map: "{}"
    case .duration: "duration(\"0s\")"
    default: "…"
    }
  }
}
