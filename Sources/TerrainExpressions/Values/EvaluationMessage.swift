import TerrainValues

/// The sentences of errors that happen when bytecode runs, in one place.
package enum EvaluationMessage {
  static func unknownName(_ name: Text) -> String { "there is no `\(name)` here" }
  static func withoutValue(_ name: Text) -> String { "`\(name)` has a type but was given no value" }
  static func unknownFunction(_ name: Text) -> String { "there is no function `\(name)` that takes these arguments" }
  static func noMessages(_ name: Text) -> String { "`\(name){…}` makes a message, and there are none here" }
  static let absentValue = "a value that is absent was asked for"
  static let overflow = "the result is too large or too small for its type"
  static let divisionByZero = "division by zero"
  static let inexactQuotient = "this quotient has no end; say how it is rounded: `divide(divisor, places, mode)`"
  static let remainderByZero = "the remainder of a division by zero"
  static let noSuchKey = "the map has no such key"
  static func noSuchField(_ field: Text) -> String { "there is no field `\(field)`" }
  static func noFields(_ type: Text, _ field: Text) -> String {
    "`\(field)` cannot be taken from a value of type `\(type)`"
  }
  static func notIndexed(_ type: Text, by key: Text) -> String {
    "a value of type `\(type)` cannot be indexed by one of type `\(key)`"
  }
  static func indexOutOfRange(count: Int) -> String { "the list has \(count) elements, and none at this index" }
  static let duplicateKey = "the map has this key already"
  static func mapKey(_ type: Text) -> String { "the key of a map is a string, int, uint or bool, not `\(type)`" }
  static func notIterable(_ type: Text) -> String { "only lists and maps can be gone through, not `\(type)`" }
  static func notACondition(_ type: Text) -> String { "a condition is true or false; this is `\(type)`" }
  static func notOptional(_ type: Text) -> String { "`?` takes a value that may be absent; this is `\(type)`" }
  static func wrongType(found: Text, expected: String) -> String { "`\(expected)` is wanted here; this is `\(found)`" }
  static func notAMember(_ vocabulary: Text) -> String { "this is none of `\(vocabulary)`" }
  static func noSuchOverload(_ function: Text, _ types: [Text]) -> String {
    let listed = types.quoted
    return
      "`\(BinaryOperator(function: function)?.sign ?? function.string)` does not take \(listed.isEmpty ? "nothing" : listed)"
  }
  static func missingFacts(_ names: [Text]) -> String {
    names.count == 1
      ? "the fact `\(names[0])` has no value"
      : "these facts have no value: \(names.allQuoted)"
  }
  package static func traceLimit(_ limit: Int) -> String {
    "this takes more than \(limit) events to explain; the limit is `trace-events`"
  }
  static func stepLimit(_ limit: Int) -> String { "this takes more than \(limit) steps; the limit is `steps`" }
  static func sizeLimit(_ limit: Int) -> String {
    "this makes values of more than \(limit) bytes; the limit is `bytes`"
  }
  static let cycle = "this decision needs its own outcome"
  static let notAFact = "this is no fact of the bytecode"
  static let notADecision = "this is no decision of the bytecode"
  static let declaredOnly = "this function is declared, but nothing runs when it is called"
  static func factOutOfBounds(_ name: Text) -> String { "the fact `\(name)` is out of its bounds" }
  static func factType(_ name: String, _ expected: CELType) -> String {
    "the fact `\(name)` must be of type `\(expected)`"
  }
}
