import TerrainDocuments
import TerrainBase

/// Where two records, or lists of records, differ: by the paths of their fields.
package struct ValueDifference {
  /// One sentence for each difference, such as "`[0].count` is 3, not 4".
  private(set) var lines: [String] = []
  /// How many differences there are in all.
  private(set) var count = 0

  /// Differences that are listed at most (`test-differences`).
  static let mostLines = 8
  /// Characters of a value that are shown at most.
  private static let widestValue = 80

  /// The differences; nil where one of the values has no fields, or is nothing at all like the other.
  package init?(found: Value, expected: Value) {
    guard Self.hasFields(found), Self.hasFields(expected) else { return nil }
    compare(found, expected, at: "")
    guard count > 0 else { return nil }
  }

  /// The differences, as the end of a sentence.
  package var text: String {
    lines.joined(separator: "; ")
      + (count > lines.count ? "; and \((count - lines.count).counted("more difference"))" : "")
  }

  /// Whether a value is a record, or a list that has one.
  private static func hasFields(_ value: Value) -> Bool {
    switch value {
    case .map: true
    case .optional(let value?): hasFields(value)
    case .list(let elements): elements.contains { hasFields($0) }
    default: false
    }
  }

  /// Values nest as deep as their types do, which is bounded.
  private mutating func compare(_ found: Value, _ expected: Value, at path: String) {
    if found.isEqual(to: expected) { return }
    switch (found, expected) {
    case (.optional(let found?), .optional(let expected?)): compare(found, expected, at: path)
    case (.map(let found), .map(let expected)):
      for (key, value) in expected.entries {
        let place = Self.path(path, key)
        guard let other = Self.value(key, in: found) else {
          add("`\(place)` is missing")
          continue
        }
        compare(other, value, at: place)
      }
      for (key, value) in found.entries where expected.position(of: key) == nil {
        add("`\(Self.path(path, key))` is \(Self.shown(value)), and was not expected")
      }
    case (.list(let found), .list(let expected)):
      for index in 0..<max(found.count, expected.count) {
        let place = "\(path)[\(index)]"
        if index >= found.count {
          add("`\(place)` is missing: \(Self.shown(expected[index]))")
        } else if index >= expected.count {
          add("`\(place)` was not expected: \(Self.shown(found[index]))")
        } else {
          compare(found[index], expected[index], at: place)
        }
      }
    default: add("`\(path)` is \(Self.shown(found)), not \(Self.shown(expected))")
    }
  }

  private mutating func add(_ line: String) {
    count += 1
    if lines.count < Self.mostLines { lines.append(line) }
  }

  private static func value(_ key: Value, in map: ValueMap) -> Value? {
    map.position(of: key).flatMap { map.entries.indices.contains($0) ? map.entries[$0].value : nil }
  }

  private static func path(_ path: String, _ key: Value) -> String {
    guard case .string(let name) = key else { return "\(path)[\(key.asWritten)]" }
    return path.isEmpty ? name.string : "\(path).\(name)"
  }

  private static func shown(_ value: Value) -> String {
    let text: String
    switch value {
    case .optional(nil): text = "absent"
    case .optional(let value?): text = value.asWritten
    default: text = value.asWritten
    }
    return text.count > widestValue ? "\(text.prefix(widestValue - 1))…" : text
  }
}
