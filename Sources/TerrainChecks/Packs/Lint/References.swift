import TerrainDocuments
import TerrainBase

/// Every value that names a record (`x-refers-to` in the schema) names one there is, and of the right kind.
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
      // Where the record's own id has a character that is not what it looks like, that is the mistake, and reported there.
      if ids.contains(where: { LookAlike.first(in: $0.string, insteadOf: id.string) != nil }) { return nil }
      return .unknownReference(id, at: use.node, kinds: kinds, among: ids)
        .caused(by: causes.cause(of: id, kinds: kinds, declared))
    }
  }
}

/// Finds why ids are unknown: because the record that is meant has its own id misspelled.
struct ReferenceCauses {
  /// Every id that some field refers to.
  private let referred: Set<Text>
  private var causes: [String: Diagnostic.Cause] = [:]

  init(_ pack: PackContents) {
    referred = Set(pack.fields.uses.lazy.filter { !$0.roles.references.isEmpty }.compactMap(\.node.text))
  }

  /// Why no record of `kinds` is called `id`.
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

  /// The id that is referred to, which no record of the kind has, and for which the unused record `id` seems to be meant.
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

  /// An id that nothing refers to, while another that it is nearly is referred to and no record has it.
  fileprivate static func misspelledID(_ record: PackContents.Record, meant id: Text) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-reference",
      message: "nothing refers to `\(record.id)`, and no \(record.kind) is `\(id)`, which is referred to",
      at: record.name, fix: "did you mean `\(id)`?")
  }
}
