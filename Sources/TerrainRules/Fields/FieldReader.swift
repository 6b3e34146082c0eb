import TerrainDocuments
import TerrainBase

/// Reads the fields of one map, and collects what is wrong with them: missing, of another kind, or unknown.
///
/// Readers of a request give the collector that they share; without one the map is a part of an author's file.
package struct FieldReader {
  /// The map; a node of another kind reads as a map without fields.
  package let node: Node
  /// The diagnostics that the collector has so far.
  package var diagnostics: [Diagnostic] { collector.diagnostics }
  private let collector: DiagnosticCollector
  private var known: [Text] = []
  private var missing: [Text] = []
  /// By how far after the map each is in the document, the first 64 values that were read.
  private var readValues: UInt64 = 0
  private let what: String

  /// A reader of `node`, called `what` in messages ("a question"), that reports to `diagnostics`.
  package init(_ node: Node, what: String, into collector: DiagnosticCollector = DiagnosticCollector(.file)) {
    self.node = node
    self.what = what
    self.collector = collector
    // Nearly every map has fewer fields than this.
    known.reserveCapacity(16)
    if node.kind != .map { collector.report(.wrongKind(node, expected: .map, what: what)) }
  }

  /// Whether the map has members that nothing has read so far. False only where each one was read.
  package var hasUnread: Bool { node.kind == .map && readValues.nonzeroBitCount != node.count }

  /// The field `key`, when it is there and not null.
  package mutating func optional(_ key: Text) -> Node? {
    known.append(key)
    guard node.kind == .map, let value = node[key] else { return nil }
    let distance = value.index - node.index
    if 0..<64 ~= distance { readValues |= 1 << UInt64(distance) }
    return value.kind == .null ? nil : value
  }

  /// The field `key`, which has to be there.
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

  /// The elements of the list `key`; none where it is absent and may be.
  package mutating func list(_ key: Text, required isRequired: Bool = false) -> [Node] {
    guard let value = isRequired ? required(key) : optional(key) else { return [] }
    guard value.kind == .list else {
      collector.report(.wrongKind(value, expected: .list, what: "`\(key)` of \(what)"))
      return []
    }
    return Array(value.elements)
  }

  /// The members of the map `key`; none where it is absent.
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

  /// Reports keys that nothing has read and keys that are missing; returns the collector's diagnostics.
  ///
  /// A required key that is only misspelled is reported once, where it is misspelled.
  @discardableResult
  package mutating func finish(alsoKnown: [Text] = []) -> [Diagnostic] {
    guard node.kind == .map else { return collector.diagnostics }
    // Where as many values were read as there are members, no name has to be compared.
    if missing.isEmpty, readValues.nonzeroBitCount == node.count { return collector.diagnostics }
    let names = known + alsoKnown
    for member in node.members {
      // Nearly all are known: no text is made of those.
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
