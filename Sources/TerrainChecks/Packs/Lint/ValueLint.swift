import TerrainBase
import TerrainDocuments
import TerrainEngines

/// `agreed: [{ of: KIND, field: FIELD, with: [FIELD, …] }]`: every value of `field` must be a value of `with` in each of the records on the
/// path to it.
enum AgreedValues: LintRule {
  static let name: Text = "agreed"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    LintDeclaration.findings(
      node, of: name, in: pack, other: { $0.pathLists("with", of: $1) }
    ) { record, field, others in
      guard others.allSatisfy({ $0.through.allSatisfy(pack.isSound) }) else { return [] }
      return conflicts(in: record, field, others, pack)
    }
  }

  private static func conflicts(
    in record: PackContents.Record, _ field: FieldPath, _ others: [FieldPath], _ pack: PackContents
  ) -> [Diagnostic] {
    let values = field.hits(in: record, of: pack)
    var parts: [Part] = []
    for path in others {
      for hit in path.hits(in: record, of: pack) {
        guard let origin = hit.through.first, let text = hit.node.text else { continue }
        if let index = parts.firstIndex(where: { $0.node.index == origin.index }) {
          parts[index].values.insert(text)
        } else {
          parts.append(Part(node: origin, values: [text]))
        }
      }
    }
    var conflicts = Conflicts()
    for (left, part) in parts.enumerated() {
      for (right, value) in values.enumerated() {
        if let text = value.node.text, !part.values.contains(text) { conflicts.add(left: left, right: right) }
      }
    }
    return conflicts.groups.map { group in
      group.isLeft
        ? .notAgreed(parts[group.place].node, with: group.others.map { values[$0].node }, in: record)
        : .agreesWithFew(values[group.place].node, with: group.others.map { parts[$0].node }, in: record)
    }
  }

  /// A record on the path: the node that names it, and its values.
  private struct Part {
    let node: Node
    var values: Set<Text>
  }
}

extension Diagnostic {
  fileprivate static func notAgreed(_ part: Node, with values: [Node], in record: PackContents.Record) -> Diagnostic {
    Diagnostic(
      code: "pack/not-agreed",
      message: "`\(part.text ?? "")` is not for \((values.compactMap(\.text)).quotedBriefly), and `\(record.id)` is",
      at: part,
      related: values.prefix(4).map { .init(message: "`\(record.id)` is for it here", place: $0.place) })
  }

  fileprivate static func agreesWithFew(_ value: Node, with parts: [Node], in record: PackContents.Record) -> Diagnostic
  {
    Diagnostic(
      code: "pack/not-agreed",
      message: "`\(record.id)` is for `\(value.text ?? "")`, and \((parts.compactMap(\.text)).quotedBriefly) is not",
      at: value,
      related: parts.prefix(4).map { .init(message: "named here", place: $0.place) })
  }
}

/// `avoided: [{ of: KIND, field: FIELD, by: FIELD }]`: no value of `field` is among the values of `by`.
enum AvoidedValues: LintRule {
  static let name: Text = "avoided"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    LintDeclaration.findings(
      node, of: name, in: pack, other: { $0.paths("by", of: $1) }
    ) { conflicts(in: $0, $1, $2, pack) }
  }

  private static func conflicts(
    in record: PackContents.Record, _ field: FieldPath, _ avoider: FieldPath, _ pack: PackContents
  ) -> [Diagnostic] {
    let values = field.hits(in: record, of: pack)
    let avoided = avoider.hits(in: record, of: pack)
    var conflicts = Conflicts()
    for (left, value) in values.enumerated() {
      guard let text = value.node.text else { continue }
      for (right, other) in avoided.enumerated() where other.node.text == text {
        conflicts.add(left: left, right: right)
      }
    }
    return conflicts.groups.map { group in
      group.isLeft
        ? .avoided(values[group.place], by: group.others.map { avoided[$0] }, in: record)
        : .avoids(avoided[group.place], group.others.map { values[$0] }, in: record)
    }
  }
}

extension Diagnostic {
  fileprivate static func avoided(
    _ value: FieldPath.Hit, by avoiders: [FieldPath.Hit], in record: PackContents.Record
  ) -> Diagnostic {
    let text = value.node.text ?? ""
    let who = avoiders.compactMap { $0.through.last?.text }
    return Diagnostic(
      code: "pack/avoided",
      message: who.isEmpty
        ? "`\(record.id)` avoids `\(text)`, and this has it"
        : "`\(record.id)` has `\(text)`, which \((who).quotedBriefly) \(who.count == 1 ? "avoids" : "avoid")",
      at: value.origin,
      related: avoiders.prefix(4).map { .init(message: "avoided here", place: $0.node.place) })
  }

  fileprivate static func avoids(_ avoider: FieldPath.Hit, _ values: [FieldPath.Hit], in record: PackContents.Record)
    -> Diagnostic
  {
    let who = avoider.through.last?.text ?? record.id
    return Diagnostic(
      code: "pack/avoided", message: "`\(who)` avoids `\(avoider.node.text ?? "")`, which `\(record.id)` has",
      at: avoider.origin, related: values.prefix(4).map { .init(message: "it has it here", place: $0.origin.place) })
  }
}

/// `carried: [{ of: KIND, field: FIELD, from: FIELD }]`: the record must have in `field` the values that the records it names have in
/// `from`.
enum CarriedValues: LintRule {
  static let name: Text = "carried"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    LintDeclaration.findings(
      node, of: name, in: pack, other: { $0.paths("from", of: $1) }
    ) { missing(in: $0, $1, $2, pack) }
  }

  private static func missing(
    in record: PackContents.Record, _ field: FieldPath, _ source: FieldPath, _ pack: PackContents
  ) -> [Diagnostic] {
    let own = Set(field.hits(in: record, of: pack).compactMap(\.node.text))
    var sources: [Text: [FieldPath.Hit]] = [:]
    var order: [Text] = []
    for hit in source.hits(in: record, of: pack) {
      guard let value = hit.node.text, !own.contains(value) else { continue }
      if sources[value] == nil { order.append(value) }
      sources[value, default: []].append(hit)
    }
    let place = field.fields(in: record, of: pack).first ?? record.name
    return order.map { .notCarried($0, record, field, sources[$0] ?? [], at: place) }
  }
}

extension Diagnostic {
  fileprivate static func notCarried(
    _ value: Text, _ record: PackContents.Record, _ field: FieldPath, _ sources: [FieldPath.Hit], at node: Node
  ) -> Diagnostic {
    let names = (sources.compactMap { $0.through.last?.text }).quotedBriefly
    return Diagnostic(
      code: "pack/not-carried",
      message: "\(field.text) of `\(record.id)` needs `\(value)`, which \(names) brings along", at: node,
      related: sources.prefix(4).map { .init(message: "it comes from here", place: $0.node.place) },
      fix: "add `\(value)`")
  }
}

/// `numbered: [{ of: KIND, field: FIELD, to: FIELD }]`: the values of `field` are 1, 2, 3 … up to the value of `to`, in this
/// order and without a hole.
enum NumberedElements: LintRule {
  static let name: Text = "numbered"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    LintDeclaration.findings(
      node, of: name, in: pack, other: { $0.paths("to", of: $1) }
    ) { [hole(in: $0, $1, $2, pack)].compactMap(\.self) }
  }

  private static func hole(
    in record: PackContents.Record, _ field: FieldPath, _ end: FieldPath, _ pack: PackContents
  ) -> Diagnostic? {
    let numbers = field.hits(in: record, of: pack).map(\.node)
    for (position, node) in numbers.enumerated() where node.int != Int64(position + 1) {
      return .outOfSequence(node, expected: position + 1, first: position > 0 ? numbers[position - 1] : nil)
    }
    guard let last = end.hits(in: record, of: pack).first?.node, let count = last.int, count != Int64(numbers.count)
    else { return nil }
    return .sequenceEnds(numbers.count, field, at: last, last: numbers.last)
  }
}

extension Diagnostic {
  fileprivate static func outOfSequence(_ node: Node, expected: Int, first: Node?) -> Diagnostic {
    Diagnostic(
      code: "pack/out-of-sequence", message: "this has to be \(expected): numbers go 1, 2, 3 without a hole", at: node,
      related: first.map { [.init(message: "after this one", place: $0.place)] } ?? [])
  }

  fileprivate static func sequenceEnds(_ count: Int, _ field: FieldPath, at node: Node, last: Node?) -> Diagnostic {
    Diagnostic(
      code: "pack/out-of-sequence", message: "\(field.text) goes to \(count), and this is \(node.rawNumber ?? "")",
      at: node, related: last.map { [.init(message: "the last one", place: $0.place)] } ?? [])
  }
}

/// The fields that `pack.yaml` names must be fields of records: those of a kind's label, card, timeline, and page about a person, and those
/// that a record type reads.
enum DeclaredFields {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for kind in pack.kinds {
      guard let declaration = pack.manifest["kinds"]?[kind.name], declaration.kind == .map else { continue }
      read(declaration, of: kind.name, in: pack, into: &diagnostics)
    }
    return diagnostics + pack.recordTypeFields.flatMap(\.unknown)
  }

  /// Reads the declarations of a kind about its fields.
  private static func read(
    _ declaration: Node, of kind: Text, in pack: PackContents, into diagnostics: inout [Diagnostic]
  ) {
    func hasField(_ node: Node?, under parent: Text? = nil, _ reach: FieldPath.Reach) -> Bool {
      guard let node, let text = node.text else { return false }
      let path = parent.map { "\($0).\(text)" } ?? text.string
      return FieldPath.read(path[...], at: node, of: kind, in: pack, reach, into: &diagnostics) != nil
    }
    _ = hasField(declaration["label"], .references)
    if let about = declaration["about"], about.kind == .list {
      for entry in about.elements where entry.kind == .map { _ = hasField(entry["field"], .members) }
    }
    if let card = declaration["card"], card.kind == .map {
      for (_, path) in card.members { _ = hasField(path, .elements) }
    }
    if let timeline = declaration["timeline"], timeline.kind == .map, hasField(timeline["steps"], .members) {
      let steps = timeline["steps"]?.text
      for key in ["seconds", "text"] as [Text] { _ = hasField(timeline[key], under: steps, .elements) }
    }
  }
}

/// Messages for errors that a schema reports are called `problem.FIELD.KEYWORD` or `problem.KEYWORD`. Their names are their only use: with
/// an unknown field or keyword they would silently never be shown.
enum FormWords {
  /// The errors of a form that need no rule: the part of the diagnostics' codes after their `/`.
  static let keywords: [Text] = [
    "missing-key", "wrong-type", "unknown-key", "not-a-choice", "not-allowed", "out-of-bounds", "not-a-multiple",
    "too-short",
    "too-long", "pattern", "format", "too-few-items", "too-many-items", "repeated-item", "missing-item", "too-few-keys",
    "too-many-keys", "no-form-fits", "several-forms-fit", "ruled-out", "unknown-record", "wrong-fact", "fact-range",
  ]

  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    let forms = pack.kinds.filter { $0.path == nil || pack.manifest["kinds"]?[$0.name]?["check"] != nil }
    guard !forms.isEmpty, forms.allSatisfy(\.isDescribed) else { return [] }
    let ways = forms.compactMap { pack.fields.record(of: $0.name) }.map { FormWays($0.shapes, record: $0.index) }
    var diagnostics: [Diagnostic] = []
    for record in pack.kind(FormEngine.messageKind)?.records ?? [] {
      let id = record.id.string
      guard id.hasPrefix(FormValidation.wordingPrefix) else { continue }
      let steps = id.dropFirst(FormValidation.wordingPrefix.count).split(
        separator: ".", omittingEmptySubsequences: false)
      guard let last = steps.last else { continue }
      let keyword = Text(String(last))
      let way = steps.dropLast().map { Text(String($0)) }
      // A key that a form does not have is not among its fields.
      let named = keyword == "unknown-key" ? Array(way.dropLast()) : way
      let hasField = ways.contains { $0.reach(named) }
      if keywords.contains(keyword) && hasField { continue }
      let nearKeyword =
        keywords.contains(keyword)
        ? keyword : Suggestion.nearest(to: keyword.string, among: keywords.map(\.string)).map { Text($0) }
      let field = Text(way.map(\.string).joined(separator: "."))
      let nearField =
        hasField ? field : Suggestion.nearest(to: field.string, among: ways.flatMap(\.all)).map { Text($0) }
      var right: String?
      if let nearField, let nearKeyword {
        right = FormValidation.wordingPrefix + (nearField.isEmpty ? "" : "\(nearField).") + nearKeyword.string
      }
      diagnostics.append(
        hasField
          ? .wordsWithoutProblem(record.id, keyword, at: record.name, right: right, among: keywords)
          : .wordsNoField(record.id, field, at: record.name, right: right))
    }
    return diagnostics
  }
}

/// The ways to the fields of a form, positions in lists left out.
private struct FormWays {
  private let shapes: [FieldShapes.Shape]
  private let record: Int
  /// Fields inside fields are listed this far down.
  private static let mostSteps = 4

  init(_ shapes: FieldShapes, record: Int) {
    self.shapes = shapes.shapes
    self.record = record
  }

  /// Returns true if `way` leads somewhere.
  func reach(_ way: [Text]) -> Bool {
    var shape = element(record)
    for step in way {
      let members = shapes[shape].members
      // Other members are permitted if any key is, as in a map.
      guard let next = members[step] ?? (members.isEmpty ? shapes[shape].otherMembers : nil) else { return false }
      shape = element(next)
    }
    return true
  }

  /// All ways, for suggestions.
  var all: [String] {
    var ways: [String] = []
    var open: [(shape: Int, way: [String])] = [(element(record), [])]
    while let (shape, way) = open.popLast() {
      for (name, member) in shapes[shape].members.ordered(by: { $0.key < $1.key }) where !name.string.hasPrefix("$") {
        let steps = way + [name.string]
        ways.append(steps.joined(separator: "."))
        if steps.count < Self.mostSteps { open.append((element(member), steps)) }
      }
    }
    return ways
  }

  private func element(_ shape: Int) -> Int {
    var shape = shape
    // Lists of lists are as deep as the schema has shapes.
    for _ in 0..<Self.mostSteps { shape = shapes[shape].elements ?? shape }
    return shape
  }
}

extension Diagnostic {
  fileprivate static func wordsNoField(_ id: Text, _ field: Text, at node: Node, right: String?) -> Diagnostic {
    Diagnostic(
      code: "message/words-nothing", severity: .warning,
      message: "the message `\(id)` is never shown: no record that is validated has a field `\(field)`",
      place: node.place,
      fix: right.map { "did you mean `\($0)`?" } ?? "remove it", path: node.path)
  }

  fileprivate static func wordsWithoutProblem(
    _ id: Text, _ keyword: Text, at node: Node, right: String?, among keywords: [Text]
  ) -> Diagnostic {
    Diagnostic(
      code: "message/words-nothing", severity: .warning,
      message: "the message `\(id)` is never shown: no problem of a schema is called `\(keyword)`", place: node.place,
      fix: right.map { "did you mean `\($0)`?" }
        ?? "problems are called \(keywords.map { "`\($0)`" }.joined(separator: ", "))", path: node.path)
  }
}
