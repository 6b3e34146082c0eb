import TerrainDocuments
import TerrainValues

/// The ids of imported records, and what the source names the records by.
struct ImportedIDs {
  /// An id that is not as the source has it.
  struct Made: Sendable {
    let kind: Text
    let id: Text
    let record: Node
    /// The id that was taken already; nil where it was free.
    let taken: Text?
  }

  /// Ids have this many characters at least and at most.
  private static let lengths = 3...64

  /// Where each id comes from, by kind.
  private var records: [Text: [Text: Node]] = [:]
  /// Ids by what the source names their records by, by kind.
  private var idsByKey: [Text: [Text: Text]] = [:]
  /// The next number for each id that was derived more than once, by kind.
  private var numbers: [Text: [Text: Int]] = [:]
  private(set) var made: [Made] = []

  /// Takes `text` as the id of a `record` of `kind`, which the source names by `key`.
  ///
  /// - Returns: the record that has the id already; nil where it is free.
  mutating func take(_ text: Text, of kind: Text, record: Node, key: Text?) -> Node? {
    if let other = records[kind]?[text] { return other }
    records[kind, default: [:]][text] = record
    note(key ?? text, of: kind, is: text)
    return nil
  }

  /// Makes an id of `text` for a `record` of `kind`: its letters and digits in lower case, joined by `-`; with a number where that is
  /// taken.
  ///
  /// - Returns: nil where nothing is left of the text.
  mutating func derive(_ text: Text, of kind: Text, record: Node, key: Text?) -> Text? {
    guard let base = Self.slug(text) else { return nil }
    var id = base
    var taken: Text?
    while records[kind]?[id] != nil {
      taken = base
      let number = numbers[kind]?[base] ?? 2
      numbers[kind, default: [:]][base] = number + 1
      let suffix = "-\(number)"
      id = Text(base.string.prefix(Self.lengths.upperBound - suffix.count) + suffix)
    }
    records[kind, default: [:]][id] = record
    note(key ?? text, of: kind, is: id)
    made.append(Made(kind: kind, id: id, record: record, taken: taken))
    return id
  }

  /// The id of what the source names by `key`, of the first of `kinds` that has it.
  func id(of key: Text, kinds: [Text]) -> Text? {
    for kind in kinds { if let id = idsByKey[kind]?[key] { return id } }
    return nil
  }

  private mutating func note(_ key: Text, of kind: Text, is id: Text) {
    if idsByKey[kind]?[key] == nil { idsByKey[kind, default: [:]][key] = id }
  }

  private static func slug(_ text: Text) -> Text? {
    var id = ""
    for scalar in text.string.lowercased().unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": id.unicodeScalars.append(scalar)
      case "'", "\u{2019}": continue
      default: if !id.isEmpty, !id.hasSuffix("-") { id += "-" }
      }
      if id.utf8.count >= lengths.upperBound { break }
    }
    while id.hasSuffix("-") { id.removeLast() }
    return id.utf8.count < lengths.lowerBound ? nil : Text(id)
  }
}
