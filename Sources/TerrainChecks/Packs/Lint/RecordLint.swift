import TerrainBase
import TerrainDocuments
import TerrainEngines

/// Every value that refers to a record (`x-refers-to` in the schema) must be the id of an existing record of the right kind.
enum References {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    var causes = ReferenceCauses(pack)
    return pack.fields.uses.compactMap { use in
      let kinds = use.roles.references
      guard !kinds.isEmpty, let id = use.node.text else { return nil }
      if kinds.contains(where: { pack.record($0, id) != nil }) { return nil }
      // A kind that is missing or unreadable is diagnosed elsewhere.
      let declared = kinds.compactMap(pack.kind)
      if declared.isEmpty || declared.contains(where: { !$0.isWhole }) { return nil }
      if let other = pack.kinds.lazy.compactMap({ pack.record($0.name, id) }).first {
        return .referenceToOtherKind(id, at: use.node, expected: kinds, found: other)
      }
      let ids = declared.flatMap { $0.records.map(\.id) }
      // If the record's own id contains a look-alike character, that is the error, and is reported there.
      if ids.contains(where: { LookAlike.first(in: $0.string, insteadOf: id.string) != nil }) { return nil }
      return .unknownReference(id, at: use.node, kinds: kinds, among: ids)
        .caused(by: causes.cause(of: id, kinds: kinds, declared))
    }
  }
}

/// Finds the cause of unknown ids: the id of the intended record may be misspelled.
struct ReferenceCauses {
  /// Every id that some field refers to.
  private let referred: Set<Text>
  private var causes: [String: Diagnostic.Cause] = [:]

  init(_ pack: PackContents) {
    referred = Set(pack.fields.uses.lazy.filter { !$0.roles.references.isEmpty }.compactMap(\.node.text))
  }

  /// The reason why no record of `kinds` is called `id`.
  mutating func cause(of id: Text, kinds: [Text], _ found: [PackContents.Kind]) -> Diagnostic.Cause {
    var cause = Diagnostic.Cause.record(id, of: kinds)
    if let causes = causes[cause.key] { return causes }
    let records = found.flatMap(\.records)
    if let nearest = Suggestion.nearest(to: id.string, among: records.map(\.id.string)),
      let record = records.first(where: { $0.id.string == nearest }), !referred.contains(record.id)
    {
      cause.mistake = [.misspelledID(record, meant: id)]
    }
    causes[cause.key] = cause
    return cause
  }

  /// The id that is referred to and that no record has, of which the unused `id` seems to be a misspelling.
  func meant(by id: Text, among ids: Set<Text>) -> Text? {
    let unknown = referred.lazy.filter { !ids.contains($0) }.map(\.string).ordered()
    return Suggestion.nearest(to: id.string, among: unknown).map { Text($0) }
  }
}

extension Diagnostic {
  fileprivate static func unknownReference(_ id: Text, at node: Node, kinds: [Text], among known: [Text]) -> Diagnostic
  {
    for other in known {
      guard let lookAlike = LookAlike.first(in: id.string, insteadOf: other.string) else { continue }
      return Diagnostic(
        code: "pack/unknown-reference", message: "this looks like `\(other)`, but has in it \(lookAlike.name)",
        place: node.place(ofDecoded: lookAlike.range), fix: "type `\(other)` again", path: node.path)
    }
    return Diagnostic(
      code: "pack/unknown-reference", message: "there is no \(kinds.map(\.string).joined(separator: " or ")) `\(id)`",
      at: node,
      fix: Suggestion.fix(id, among: known))
  }

  fileprivate static func referenceToOtherKind(
    _ id: Text, at node: Node, expected: [Text], found: PackContents.Record
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/reference-kind",
      message:
        "`\(id)` is of the kind `\(found.kind)`, and here a \(expected.map(\.string).joined(separator: " or ")) is named",
      at: node,
      related: [.init(message: "it is here", place: found.name.place)])
  }

  /// No reference uses an id, while a similar id that no record has is referred to.
  fileprivate static func misspelledID(_ record: PackContents.Record, meant id: Text) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-reference",
      message: "nothing refers to `\(record.id)`, and no \(record.kind) is `\(id)`, which is referred to",
      at: record.name, fix: "did you mean `\(id)`?")
  }
}

/// `unique: [KIND, …]`: no two records of these kinds together may have the same id. (Within a kind that is always required.)
enum UniqueIDs: LintRule {
  static let name: Text = "unique"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var first: [Text: PackContents.Record] = [:]
    for entry in LintDeclaration.entries(node, of: name, into: &diagnostics) {
      guard let kind = LintDeclaration.kind(entry, in: pack, into: &diagnostics) else { continue }
      for record in pack.kind(kind)?.records ?? [] {
        if let other = first[record.id] {
          if other.kind != kind { diagnostics.append(.sharedID(record, first: other)) }
        } else {
          first[record.id] = record
        }
      }
    }
    return diagnostics
  }
}

extension Diagnostic {
  fileprivate static func sharedID(_ record: PackContents.Record, first: PackContents.Record) -> Diagnostic {
    Diagnostic(
      code: "pack/shared-id",
      message: "the id `\(record.id)` is used by a \(first.kind) too, and the two kinds share their ids",
      at: record.name, related: [.init(message: "first used here", place: first.name.place)],
      fix: "give one of them another id")
  }
}

/// `used: { KIND: [KIND.FIELD, …] }`: every record of the first kind must be named by one of these fields.
enum UsedRecords: LintRule {
  static let name: Text = "used"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    guard node.kind == .map else { return [.wrongKind(node, expected: .map, what: "`\(name)`")] }
    var diagnostics: [Diagnostic] = []
    for (key, value) in node.members {
      guard let kind = LintDeclaration.kind(key, in: pack, into: &diagnostics) else { continue }
      guard value.kind == .list else {
        diagnostics.append(.wrongKind(value, expected: .list, what: "the fields that use a kind"))
        continue
      }
      var used: Set<Text> = []
      var isWhole = true
      for element in value.elements {
        guard let user = QualifiedPath.read(element, in: pack, into: &diagnostics),
          user.path.isSound(from: user.kind, in: pack)
        else {
          isWhole = false
          continue
        }
        for record in user.records(in: pack) {
          used.formUnion(user.path.hits(in: record, of: pack).compactMap(\.node.text))
        }
      }
      // If a field or a file is unreadable, everything would seem unused; and a misspelled id is used nowhere.
      guard isWhole, pack.isReadable(kind) else { continue }
      let records = pack.kind(kind)?.records ?? []
      let ids = Set(records.map(\.id))
      let causes = ReferenceCauses(pack)
      for record in records where !used.contains(record.id) {
        let unused = Diagnostic.unusedRecord(record, by: value)
        let meant = causes.meant(by: record.id, among: ids)
        diagnostics.append(meant.map { unused.caused(by: .record($0, of: [kind])) } ?? unused)
      }
    }
    return diagnostics
  }
}

/// A field together with its kind: `page.lines.text`.
struct QualifiedPath {
  let kind: Text
  let path: FieldPath

  static func read(_ node: Node, in pack: PackContents, into found: inout [Diagnostic]) -> QualifiedPath? {
    guard let text = node.text, let dot = text.string.firstIndex(of: ".") else {
      found.append(.notAPath(at: node))
      return nil
    }
    let name = Text(String(text.string[..<dot]))
    guard pack.kind(name) != nil else {
      if pack.namesAreKnown { found.append(.unknownKind(at: node, among: pack.kinds.map(\.name))) }
      return nil
    }
    let rest = text.string[text.string.index(after: dot)...]
    return FieldPath.read(rest, at: node, of: name, in: pack, into: &found).map { QualifiedPath(kind: name, path: $0) }
  }

  func records(in pack: PackContents) -> [PackContents.Record] { pack.kind(kind)?.records ?? [] }
}

extension Diagnostic {
  fileprivate static func unusedRecord(_ record: PackContents.Record, by fields: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/unused-record", severity: .warning, message: "nothing uses the \(record.kind) `\(record.id)`",
      at: record.name, related: [.init(message: "these fields could", place: fields.place)], fix: "use it, or remove it"
    )
  }
}

/// `covered: [{ of: KIND, by: [FIELD, …], at_least: N }]`: for every combination of values of the fields at least N records must exist
/// (one, if N is not given). A vocabulary or a kind of record declares the values.
enum Coverage: LintRule {
  static let name: Text = "covered"

  /// Tables of more combinations than this are not looked through (`coverageCombinations`).
  static let limit = 100_000

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for entry in LintDeclaration.entries(node, of: name, into: &diagnostics) {
      let (table, problems) = CoverageTable.read(entry, in: pack)
      diagnostics += problems
      guard let table else { continue }
      let holes = table.cells.filter { $0.count < table.least }
      if !holes.isEmpty { diagnostics.append(.notCovered(table, holes: holes, at: entry)) }
    }
    return diagnostics
  }
}

/// The number of records for each combination of some fields' values.
struct CoverageTable: Sendable {
  /// A field with all its possible values.
  struct Dimension: Sendable {
    let path: FieldPath
    let values: [Text]
  }

  /// A combination of values.
  struct Cell: Sendable {
    /// A value a dimension.
    let values: [Text]
    let count: Int
  }

  let kind: Text
  let dimensions: [Dimension]
  let least: Int
  /// Every combination, the last dimension changing fastest.
  let cells: [Cell]

  /// The table declared at `node`, filled from `pack`.
  static func read(_ node: Node, in pack: PackContents) -> (table: CoverageTable?, diagnostics: [Diagnostic]) {
    var declaration = LintDeclaration(node, what: "an entry of `\(Coverage.name)`", in: pack)
    let kinds = declaration.kinds()
    let paths = declaration.pathLists("by", of: kinds)
    let least = declaration.count("at_least") ?? 1
    var diagnostics = declaration.finish()
    guard let kind = kinds.first, kinds.count == 1, diagnostics.isEmpty, let fields = paths[kind] else {
      if kinds.count > 1 { diagnostics.append(.oneKindOnly(at: node["of"] ?? node)) }
      return (nil, diagnostics)
    }
    var dimensions: [Dimension] = []
    var combinations = 1
    for path in fields {
      // The contents of an unreadable file may fill the gaps, or make more of them.
      let named = path.roles?.references ?? []
      guard path.isSound(from: kind, in: pack), named.allSatisfy(pack.isReadable) else { return (nil, []) }
      let values = values(of: path, in: pack)
      // A vocabulary that is missing or empty is diagnosed elsewhere.
      if values.isEmpty, path.roles?.vocabularies.isEmpty == false { return (nil, []) }
      if values.isEmpty { return (nil, [.valuesNotListed(path, at: node["by"] ?? node)]) }
      dimensions.append(Dimension(path: path, values: values))
      combinations = combinations.multipliedReportingOverflow(by: values.count).partialValue
      if combinations > Coverage.limit { return (nil, [.coverageTooLarge(at: node, limit: Coverage.limit)]) }
    }
    return (CoverageTable(kind: kind, dimensions: dimensions, least: least, pack: pack), [])
  }

  private init(kind: Text, dimensions: [Dimension], least: Int, pack: PackContents) {
    self.kind = kind
    self.dimensions = dimensions
    self.least = least
    let positions = dimensions.map { dimension in
      Dictionary(dimension.values.enumerated().map { ($1, $0) }) { first, _ in first }
    }
    var counts = Array(repeating: 0, count: dimensions.reduce(1) { $0 * $1.values.count })
    for record in pack.kind(kind)?.records ?? [] {
      var cells = [0]
      for (dimension, known) in zip(dimensions, positions) {
        let here = Set(dimension.path.hits(in: record, of: pack).compactMap { $0.node.text.flatMap { known[$0] } })
        cells = cells.flatMap { cell in here.map { cell * dimension.values.count + $0 } }
      }
      for cell in cells { counts[cell] += 1 }
    }
    cells = counts.enumerated().map { index, count in
      var rest = index
      var values: [Text] = []
      for dimension in dimensions.reversed() {
        values.insert(dimension.values[rest % dimension.values.count], at: 0)
        rest /= dimension.values.count
      }
      return Cell(values: values, count: count)
    }
  }

  private static func values(of path: FieldPath, in pack: PackContents) -> [Text] {
    guard let roles = path.roles else { return [] }
    if let vocabulary = roles.vocabularies.lazy.compactMap(pack.vocabulary).first {
      return vocabulary.values.map(\.text)
    }
    var seen: Set<Text> = []
    return roles.references.compactMap(pack.kind).flatMap { $0.records.map(\.id) }.filter { seen.insert($0).inserted }
  }
}

extension Diagnostic {
  fileprivate static func notCovered(_ table: CoverageTable, holes: [CoverageTable.Cell], at node: Node) -> Diagnostic {
    let shown = holes.prefix(8).map { hole in
      let values = zip(table.dimensions, hole.values).map { "\($0.path.text) `\($1)`" }.joined(separator: " and ")
      return table.least == 1 ? values : "\(values) (\(hole.count))"
    }
    let rest = holes.count > 8 ? ", and \(holes.count - 8) more" : ""
    let target =
      table.least == 1 ? "is no \(table.kind)" : "are fewer than \(table.least) records of the kind `\(table.kind)`"
    return Diagnostic(
      code: "pack/not-covered", message: "there \(target) for \(shown.joined(separator: ", "))\(rest)", at: node)
  }

  fileprivate static func oneKindOnly(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/one-kind-only", message: "a table counts the records of one kind", at: node,
      fix: "write an entry for each kind")
  }

  fileprivate static func valuesNotListed(_ path: FieldPath, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/values-not-listed",
      message: "which values \(path.text) can have is not known: it is from no vocabulary and names no kind of record",
      at: node, fix: "declare it in the schema, with `x-enum` or `x-refers-to`")
  }

  fileprivate static func coverageTooLarge(at node: Node, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "pack/coverage-too-large",
      message: "there are more combinations than can be looked through (limit `coverageCombinations`, \(limit))",
      at: node, fix: "name fewer fields")
  }
}

/// Pairs of locations that conflict, reported with as few diagnostics as possible: a single wrong value that conflicts with
/// ten others is one mistake, not ten.
struct Conflicts {
  /// A diagnostic: the location that conflicts with `others`.
  struct Group {
    let isLeft: Bool
    let place: Int
    let others: [Int]
  }

  private var pairs: [(left: Int, right: Int)] = []

  mutating func add(left: Int, right: Int) { pairs.append((left, right)) }

  /// Places that together account for all pairs, chosen greedily: each time the place with the most remaining pairs; of several, a place on
  /// the left, then the first.
  var groups: [Group] {
    var left = pairs
    var groups: [Group] = []
    while !left.isEmpty {
      var lefts: [Int: Int] = [:]
      var rights: [Int: Int] = [:]
      for pair in left {
        lefts[pair.left, default: 0] += 1
        rights[pair.right, default: 0] += 1
      }
      guard let a = lefts.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) }),
        let b = rights.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) })
      else { break }
      if a.value >= b.value {
        groups.append(Group(isLeft: true, place: a.key, others: left.filter { $0.left == a.key }.map(\.right)))
        left.removeAll { $0.left == a.key }
      } else {
        groups.append(Group(isLeft: false, place: b.key, others: left.filter { $0.right == b.key }.map(\.left)))
        left.removeAll { $0.right == b.key }
      }
    }
    return groups
  }
}

/// `reviewed: FIELD`: no record may be behind the pack's own state in the same field. The order of the states is that of their vocabulary.
enum Reviews: LintRule {
  static let name: Text = "reviewed"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    guard let text = node.text else { return [.notAPath(at: node)] }
    var own = pack.manifest
    for step in text.string.split(separator: ".").map({ Text(String($0)) }) {
      guard let member = own.kind == .map ? own[step] : nil else {
        let keys = own.kind == .map ? own.members.compactMap(\.key.text) : []
        return [.notInManifest(step, at: node, among: keys)]
      }
      own = member
    }
    guard let state = own.text else { return [] }
    var diagnostics: [Diagnostic] = []
    for kind in pack.kinds {
      // Some kinds have no such field.
      var ignored: [Diagnostic] = []
      guard let path = FieldPath.read(node, of: kind.name, in: pack, into: &ignored),
        let vocabulary = path.roles?.vocabularies.lazy.compactMap(pack.vocabulary).first
      else { continue }
      let order = vocabulary.values.map(\.text)
      guard let least = order.firstIndex(of: state) else { continue }
      for record in kind.records {
        for hit in path.hits(in: record, of: pack) {
          guard let here = hit.node.text, let position = order.firstIndex(of: here), position < least else { continue }
          diagnostics.append(.reviewBehind(here, record, at: hit.node, pack: own))
        }
      }
    }
    return diagnostics
  }
}

extension Diagnostic {
  fileprivate static func notInManifest(_ step: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-path", message: "`pack.yaml` has no field `\(step)` there", at: node,
      fix: Suggestion.fix(step, among: known))
  }

  fileprivate static func reviewBehind(_ state: Text, _ record: PackContents.Record, at node: Node, pack: Node)
    -> Diagnostic
  {
    Diagnostic(
      code: "pack/review-behind",
      message: "`\(record.id)` is `\(state)`, and the pack is further: `\(pack.text ?? "")`", at: node,
      related: [.init(message: "the pack's own state", place: pack.place)])
  }
}

/// Topics that messages oppose must be topics of other messages. (All words that a schema takes from a vocabulary are checked elsewhere;
/// and opposition is mutual, so that only one of two messages has to declare it.)
enum Topics {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    guard let kind = pack.kind(Messages.kind), kind.isWhole else { return [] }
    let records = kind.records
    var topics: [Text] = []
    var isKnown: Set<Text> = []
    for topic in records.compactMap({ $0.node["topic"]?.text }) where isKnown.insert(topic).inserted {
      topics.append(topic)
    }
    let undeclared = Set(pack.fields.uses.filter { isUndeclared($0, in: pack) }.map(\.node.place))
    var diagnostics: [Diagnostic] = []
    for record in records {
      guard let opposes = record.node["opposes"], opposes.kind == .list else { continue }
      let own = record.node["topic"]
      for node in opposes.elements {
        guard let topic = node.text else { continue }
        if let own, own.text == topic {
          diagnostics.append(.opposesItself(topic, at: node, own: own))
        } else if !isKnown.contains(topic), !undeclared.contains(node.place) {
          diagnostics.append(.opposesNothing(topic, at: node, among: topics))
        }
      }
    }
    return diagnostics
  }

  /// Returns true if the value is not one of its vocabulary, which is diagnosed elsewhere.
  private static func isUndeclared(_ use: PackFields.Use, in pack: PackContents) -> Bool {
    guard let word = use.node.text else { return false }
    return use.roles.vocabularies.contains { name in
      pack.vocabulary(name).map { $0.node(of: word) == nil } ?? false
    }
  }
}

extension Diagnostic {
  fileprivate static func opposesItself(_ topic: Text, at node: Node, own: Node) -> Diagnostic {
    Diagnostic(
      code: "message/opposes-itself", message: "a message cannot oppose `\(topic)`, which is its own topic", at: node,
      related: [.init(message: "its topic", place: own.place)], fix: "remove it: one message a topic is shown anyway")
  }

  fileprivate static func opposesNothing(_ topic: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "message/opposes-nothing", severity: .warning, message: "no message has the topic `\(topic)`", at: node,
      fix: Suggestion.fix(topic, among: known) ?? "remove it, or write a message about it")
  }
}

/// `summed: [{ of: KIND, field: FIELD, to: FIELD }]`: the values of `field` add up to the value of `to`, exactly.
enum Sums: LintRule {
  static let name: Text = "summed"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    LintDeclaration.findings(node, of: name, in: pack, other: { $0.paths("to", of: $1) }) { record, field, total in
      guard let stated = total.hits(in: record, of: pack).first?.node, stated.rawNumber != nil else { return [] }
      let numbers = field.hits(in: record, of: pack).map(\.node).filter { $0.rawNumber != nil }
      guard let expected = stated.decimal, let sum = sum(of: numbers) else { return [.noSum(field, at: stated)] }
      return sum == expected ? [] : [.otherSum(sum, field, at: stated)]
    }
  }

  /// The sum of `numbers`; nil if a number or the sum exceeds the digits of a decimal.
  private static func sum(of numbers: [Node]) -> ExactDecimal? {
    var sum = ExactDecimal.zero
    for number in numbers {
      guard let next = number.decimal, let larger = try? sum.adding(next) else { return nil }
      sum = larger
    }
    return sum
  }
}

extension Diagnostic {
  fileprivate static func otherSum(_ sum: ExactDecimal, _ field: FieldPath, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/other-sum", message: "\(field.text) adds up to \(sum), and this is \(node.rawNumber ?? "")",
      at: node)
  }

  fileprivate static func noSum(_ field: FieldPath, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/other-sum",
      message: "\(field.text) and this cannot be compared: a sum has at most \(ExactDecimal.digitLimit) digits",
      at: node,
      fix: "use numbers of fewer digits")
  }
}
