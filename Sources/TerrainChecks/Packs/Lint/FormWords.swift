import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Messages that word what a schema reports are called `problem.FIELD.KEYWORD` or `problem.KEYWORD`. Nothing else names
/// them: one whose field or keyword is unknown would never be shown, unnoticed.
enum FormWords {
  /// What can be wrong with a form without a rule: the part of diagnostics' codes after their `/`.
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

  /// Whether `way` leads somewhere.
  func reach(_ way: [Text]) -> Bool {
    var shape = element(record)
    for step in way {
      let members = shapes[shape].members
      // Other members are wanted where any key will do, as in a map.
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
