import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// `at least 1 and at most 5`.
func rangeWords(_ minimum: Value?, _ maximum: Value?) -> String {
  switch (minimum, maximum) {
  case (let least?, let greatest?): "at least \(least) and at most \(greatest)"
  case (let least?, nil): "at least \(least)"
  case (nil, let greatest?): "at most \(greatest)"
  case (nil, nil): "any"
  }
}

extension EnumerationType {
  /// All its values where they are few.
  var listed: String? {
    guard cases.count <= 12 else { return nil }
    return "its values are \(cases.map { $0.string }.joined(separator: ", "))"
  }
}

extension CELType {
  /// What an author calls a value of the type.
  var described: String {
    switch self {
    case .int: "a whole number"
    case .uint: "a whole number that is not negative"
    case .double: "a number"
    case .decimal: "an exact number"
    case .bool: "`true` or `false`"
    case .string: "text"
    case .timestamp: "a time"
    case .duration: "a length of time"
    case .list: "a list"
    case .map: "a map"
    case .enumeration(let vocabulary): "a value of `\(vocabulary.name)`"
    case .record(let record): "a `\(record.name)`"
    default: "a value of type `\(self)`"
    }
  }
}

extension Node {
  /// The node's value, as an author would call it.
  var described: String {
    switch kind {
    case .null: "nothing"
    case .bool: bool == true ? "`true`" : "`false`"
    case .number: "the number \(place.source.text(of: range))"
    case .string: text.map { $0.utf8.count <= 40 ? "`\($0)`" : "text" } ?? "text"
    case .list: "a list"
    case .map: "a map"
    }
  }
}
