import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Reads the fields of a map that a decision yields, and collects diagnostics about it.
struct ValueFields {
  private let map: ValueMap?
  private let what: String
  private let place: Place
  /// The source of the map, if it is written as a literal.
  private let node: Node?
  private var known: [Text] = []
  /// The fields that were required and are not there, and the diagnostics about them.
  private var missing: [Text: Diagnostic] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  /// A reader of `value`, a part of the result of `decision` of `rules`; `what` names the part in messages, and `node` is its source.
  init(_ value: Value, of decision: Decision, in rules: RuleSet, what: String? = nil, at node: Node? = nil) {
    self.what = what ?? "`\(decision.name)`"
    self.node = node ?? (what == nil ? rules.node(ofResult: decision) : nil)
    place = self.node?.place ?? rules.place(ofResult: decision)
    if case .map(let map) = value.present {
      self.map = map
    } else {
      map = nil
      diagnostics.append(.notAMap(self.what, at: place))
    }
  }

  /// The location of the field `key`, else of the map; with `child`, the location of that key in the field.
  func place(of key: Text, child: Text? = nil) -> Place {
    guard let field = node.flatMap({ $0.kind == .map ? $0[key] : nil }) else { return place }
    guard let child, field.kind == .map else { return field.place }
    return field.members.first { $0.key.text == child }?.key.place ?? field.place
  }

  /// The location of the element at `index` of the list `key`, else of the list.
  func place(of key: Text, element index: Int) -> Place {
    guard let field = node.flatMap({ $0.kind == .map ? $0[key] : nil }) else { return place }
    guard field.kind == .list, index < field.count else { return field.place }
    return field.elements.dropFirst(index).first { _ in true }?.place ?? field.place
  }

  /// The field `key`, or nil.
  mutating func value(_ key: Text) -> Value? {
    known.append(key)
    return map?[string: key]?.present
  }

  /// The field `key` as a text.
  mutating func text(_ key: Text) -> Text? {
    guard let value = value(key) else { return nil }
    if case .string(let text) = value { return text }
    wrong(key, "a text")
    return nil
  }

  /// The field `key` as a whole number, at least `least`.
  mutating func int(_ key: Text, atLeast least: Int) -> Int? {
    guard let value = value(key) else { return nil }
    if case .int(let number) = value, let int = Int(exactly: number), int >= least { return int }
    wrong(key, "a whole number, at least \(least)")
    return nil
  }

  /// The field `key` as a number, whole or not.
  mutating func double(_ key: Text) -> Double? {
    guard let value = value(key) else { return nil }
    switch value {
    case .double(let number) where number.isFinite: return number
    case .int(let number): return Double(number)
    default:
      wrong(key, "a number")
      return nil
    }
  }

  /// The field `key` as a list of texts.
  mutating func texts(_ key: Text) -> [Text]? {
    guard let value = value(key) else { return nil }
    if case .list(let values) = value {
      let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
      if texts.count == values.count { return texts }
    }
    wrong(key, "a list of texts")
    return nil
  }

  /// Reports that the field `key` does not have the required value.
  ///
  /// - Parameter names: the permitted texts, of which the nearest is suggested.
  mutating func wrong(_ key: Text, _ wanted: String, among names: [String] = []) {
    var diagnostic = Diagnostic.wrongField(key, of: what, wanted: wanted, at: place(of: key))
    if case .string(let text)? = map?[string: key]?.present {
      diagnostic.fix = Suggestion.fix(text, among: names)
    }
    if map?[string: key]?.present == nil { missing[key] = diagnostic }
    diagnostics.append(diagnostic)
  }

  /// Returns true if a field that was not read has nearly the name of one of `keys`.
  func mayHaveMisspelled(_ keys: [Text]) -> Bool {
    names.contains { !known.contains($0) && Suggestion.nearest(to: $0.string, among: keys) != nil }
  }

  /// Takes the fields `keys` as read.
  mutating func expect(_ keys: [Text]) { known += keys }

  /// The names of the fields with values.
  private var names: [Text] {
    map?.entries.compactMap { key, value in
      if case .string(let name) = key, value.present != nil { name } else { nil }
    } ?? []
  }

  /// Adds a diagnostic about a field.
  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// All diagnostics, including those about keys that were not read.
  mutating func finish() -> [Diagnostic] {
    for name in names where !known.contains(name) {
      // A misspelled field is reported only once, at its misspelled name.
      if let meant = Suggestion.nearest(to: name.string, among: known), let diagnostic = missing[meant],
        let index = diagnostics.firstIndex(of: diagnostic)
      {
        diagnostics.remove(at: index)
      }
      let key = node.flatMap { $0.kind == .map ? $0.members.first { $0.key.text == name }?.key : nil }
      diagnostics.append(.unknownPart(name, of: what, among: known, at: key?.place ?? place))
    }
    return diagnostics
  }
}

extension Value {
  /// True if the value, or the value inside an optional, is present.
  var isPresent: Bool {
    switch self {
    case .null, .optional(nil): false
    case .optional(let value?): value.isPresent
    default: true
    }
  }

  /// The value itself, or the value inside an optional; nil if it is absent.
  var present: Value? {
    switch self {
    case .null, .optional(nil): nil
    case .optional(let value?): value.present
    default: self
    }
  }
}

extension Diagnostic {
  static func notAMap(_ what: String, at place: Place) -> Diagnostic {
    Diagnostic(code: "engine/not-a-map", message: "\(what) has to be a map of keys and values", place: place)
  }

  static func unknownPart(_ key: Text, of what: String, among names: [Text], at place: Place) -> Diagnostic {
    Diagnostic(
      code: "engine/unknown-field", message: "\(what) has no `\(key)`", place: place,
      fix: Suggestion.fix(key, among: names) ?? "it can have \(names.quoted)")
  }

  static func wrongField(_ key: Text, of what: String, wanted: String, at place: Place) -> Diagnostic {
    Diagnostic(code: "engine/wrong-field", message: "`\(key)` of \(what) has to be \(wanted)", place: place)
  }
}

/// The records of a pack as values for rules: for each record type that facts have or contain, all records of that type.
struct RecordValues: Sendable {
  /// The records of one type.
  struct Known: Sendable {
    /// A record, its kind, and its value for rules.
    struct Entry: Sendable {
      let record: Pack.Record
      let kind: Text
      let value: Value
    }

    /// In the order of the pack, kind after kind.
    let entries: [Entry]
    private let index: [Text: Int]

    init(_ entries: [Entry]) {
      self.entries = entries
      index = Dictionary(keepingFirst: entries.enumerated().map { ($1.record.id, $0) })
    }

    var ids: [Text] { entries.map { $0.record.id } }

    func value(of id: Text) -> Value? { index[id].map { entries[$0].value } }

    func entry(_ id: Text) -> Entry? { index[id].map { entries[$0] } }
  }

  private var types: [Text: Known] = [:]

  /// The records that `facts` can be, read from `pack`.
  ///
  /// - Throws: an error if records do not have the fields of their type.
  init(_ facts: [Fact], pack: Pack) throws(DiagnosticError) {
    var diagnostics: [Diagnostic] = []
    // Not recursive: types nest as deep as authors write them.
    var inside = facts.map { $0.declaration.type }[...]
    while let type = inside.popFirst() {
      if let wrapped = type.wrapped { inside.append(wrapped) }
      guard case .record(let type) = type, types[type.name] == nil else { continue }
      guard let reading = pack.reading(type.name), !reading.kinds.isEmpty else {
        inside += type.fields.map { $0.type }
        continue
      }
      if reading.isHandedIn { continue }
      var entries: [Known.Entry] = []
      for kind in reading.kinds {
        for record in pack.records(of: kind) {
          if let value = reading.value(of: record, kind: kind, into: &diagnostics) {
            entries.append(Known.Entry(record: record, kind: kind, value: value))
          }
        }
      }
      types[type.name] = Known(entries)
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
  }

  subscript(type: Text) -> Known? { types[type] }
}

extension CELType {
  /// The wrapped type of an optional, or the element type of a list.
  fileprivate var wrapped: CELType? {
    switch self {
    case .optional(let wrapped), .list(let wrapped): wrapped
    default: nil
    }
  }
}

extension Value {
  /// The texts of a list; empty if it is no list.
  var texts: [Text] {
    guard case .list(let values) = self else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
