import TerrainBase
import TerrainDocuments

/// Reads the fields of one map, and reports fields that are missing, unknown, or of a wrong kind.
///
/// Readers of a request pass a shared collector. Without a collector, the map is a part of an author's file.
package struct FieldReader {
  /// The map; a node of another kind reads as a map without fields.
  package let node: Node
  /// The diagnostics that the collector contains.
  package var diagnostics: [Diagnostic] { collector.diagnostics }
  private let collector: DiagnosticCollector
  private var known: [Text] = []
  private var missing: [Text] = []
  /// A bit for each of the first 64 nodes after the map; set if that value was read.
  private var readValues: UInt64 = 0
  private let what: String

  /// A reader of `node`, which messages call `what` ("a question"). Reports to `diagnostics`.
  package init(_ node: Node, what: String, into collector: DiagnosticCollector = DiagnosticCollector(.file)) {
    self.node = node
    self.what = what
    self.collector = collector
    // Nearly every map has fewer fields than this.
    known.reserveCapacity(16)
    if node.kind != .map { collector.report(.wrongKind(node, expected: .map, what: what)) }
  }

  /// True if the map has members that were not read. It may also be true for large maps whose members were all read.
  package var hasUnread: Bool { node.kind == .map && readValues.nonzeroBitCount != node.count }

  /// The field `key` if it is present and not null.
  package mutating func optional(_ key: Text) -> Node? {
    known.append(key)
    guard node.kind == .map, let value = node[key] else { return nil }
    let distance = value.index - node.index
    if 0..<64 ~= distance { readValues |= 1 << UInt64(distance) }
    return value.kind == .null ? nil : value
  }

  /// The required field `key`.
  package mutating func required(_ key: Text) -> Node? {
    if let value = optional(key) { return value }
    if node.kind == .map { missing.append(key) }
    return nil
  }

  /// The field `key` as text.
  package mutating func text(_ key: Text, required isRequired: Bool = true) -> (text: Text, node: Node)? {
    guard let value = isRequired ? required(key) : optional(key) else { return nil }
    guard let text = value.text else {
      collector.report(.wrongKind(value, expected: .string, what: "`\(key)` of \(what)"))
      return nil
    }
    return (text, value)
  }

  /// The field `key` as an exact number.
  package mutating func decimal(_ key: Text) -> ExactDecimal? {
    guard let value = optional(key) else { return nil }
    guard let number = value.decimal else {
      collector.report(.wrongKind(value, expected: .number, what: "`\(key)` of \(what)"))
      return nil
    }
    return number
  }

  /// The field `key` as true or false.
  package mutating func bool(_ key: Text) -> Bool? {
    guard let value = optional(key) else { return nil }
    guard let bool = value.bool else {
      collector.report(.wrongKind(value, expected: .bool, what: "`\(key)` of \(what)"))
      return nil
    }
    return bool
  }

  /// The elements of the list `key`; empty if it is absent and not required.
  package mutating func list(_ key: Text, required isRequired: Bool = false) -> [Node] {
    guard let value = isRequired ? required(key) : optional(key) else { return [] }
    guard value.kind == .list else {
      collector.report(.wrongKind(value, expected: .list, what: "`\(key)` of \(what)"))
      return []
    }
    return Array(value.elements)
  }

  /// The members of the map `key`; empty if it is absent.
  package mutating func map(_ key: Text) -> [(key: Node, value: Node)] {
    guard let value = optional(key) else { return [] }
    guard value.kind == .map else {
      collector.report(.wrongKind(value, expected: .map, what: "`\(key)` of \(what)"))
      return []
    }
    return value.members.map { ($0.key, $0.value) }
  }

  /// The texts of the list `key`.
  package mutating func texts(_ key: Text) -> [(text: Text, node: Node)] {
    var texts: [(text: Text, node: Node)] = []
    for element in list(key) {
      if let text = element.text {
        texts.append((text, element))
      } else {
        collector.report(.wrongKind(element, expected: .string, what: "an element of `\(key)`"))
      }
    }
    return texts
  }

  /// A diagnostic of a field.
  package mutating func report(_ diagnostic: Diagnostic) { collector.report(diagnostic) }

  /// Reports keys that were not read and keys that are missing. Returns the collector's diagnostics.
  ///
  /// A required key that is only misspelled is reported once, at the misspelled key.
  @discardableResult
  package mutating func finish(alsoKnown: [Text] = []) -> [Diagnostic] {
    guard node.kind == .map else { return collector.diagnostics }
    // If the number of read values equals the number of members, no names need to be compared.
    if missing.isEmpty, readValues.nonzeroBitCount == node.count { return collector.diagnostics }
    let names = known + alsoKnown
    for member in node.members {
      // Nearly all keys are known, so no texts are created for them.
      let isKnown = member.key.withText { key in names.contains { $0.hasBytes(key) } } ?? true
      guard !isKnown, let key = member.key.text else { continue }
      if !missing.isEmpty, !collector.isFull, collector.suggestions.hasRoom,
        let meant = Suggestion.nearest(to: key.string, among: names)
      {
        missing.removeAll { $0 == meant }
      }
      collector.report(.unknownField(key, at: member.key, what: what, among: names, collector.suggestions))
      if collector.isExhausted { break }
    }
    for key in missing { collector.report(.missingField(key, of: node, what: what)) }
    missing.removeAll()
    return collector.diagnostics
  }
}

extension Diagnostic {
  static func unknownField(
    _ key: Text, at node: Node, what: String, among names: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "content/unknown-field", message: "`\(key)` is not a field of \(what)", at: node,
      fix: suggestions.fix(key, among: names, kind: what, listing: "its fields are"))
  }
}

// Diagnostics for several kinds of files.

extension Diagnostic {
  package static func wrongKind(_ node: Node, expected: NodeKind, what: String) -> Diagnostic {
    Diagnostic(
      code: "content/wrong-kind", message: "\(what) has to be \(expected.phrase), and is \(node.kind.phrase)", at: node)
  }

  /// The code of the diagnostic about a missing required field.
  package static let missingFieldCode = "content/missing-field"

  package static func missingField(_ key: Text, of node: Node, what: String) -> Diagnostic {
    Diagnostic(code: missingFieldCode, message: "\(what) needs `\(key)`", at: node, fix: "add `\(key): …`")
  }
}

extension NodeKind {
  /// The kind in prose.
  package var phrase: String {
    switch self {
    case .null: "empty"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .list: "a list"
    case .map: "a map of keys and values"
    }
  }
}

extension Diagnostic {
  package static func notAVersion(at node: Node) -> Diagnostic {
    Diagnostic(code: "pack/not-a-version", message: "a version has three numbers, as in `1.4.0` (semver.org)", at: node)
  }

  package static func notALocale(at node: Node) -> Diagnostic {
    Diagnostic(code: "content/not-a-locale", message: "a locale is a BCP 47 tag such as `en-US` or `zh-Hans`", at: node)
  }

  /// The diagnostic about a file of a pack that is a link out of it.
  package static func linkLeavesPack(_ path: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "pack/link-leaves-pack", message: "`\(path)` is a link to something outside the pack's folder",
      place: place, fix: "copy the file into the pack")
  }
}

extension [Document] {
  /// The only document of `source`. Returns nil and reports a diagnostic if it has none. Further documents would be ignored, so they are
  /// reported, too.
  func only(of source: SourceText, into diagnostics: inout [Diagnostic]) -> Document? {
    if count > 1 { diagnostics.append(.severalDocuments(self[1].root)) }
    if isEmpty, !diagnostics.hasErrors { diagnostics.append(.noDocument(source)) }
    return first
  }
}

extension Diagnostic {
  package static func noDocument(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: "file/no-document", message: "`\(source.name)` holds nothing but comments",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)))
  }

  package static func severalDocuments(_ second: Node) -> Diagnostic {
    Diagnostic(
      code: "file/several-documents", message: "one document was expected, and a second one begins here",
      place: second.place, fix: "leave out the line `---`, or move what follows to a file of its own")
  }
}
