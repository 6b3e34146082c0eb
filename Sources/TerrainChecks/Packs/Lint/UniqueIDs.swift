import TerrainDocuments
import TerrainBase

/// `unique: [KIND, …]`: no two records of these kinds together have the same id. (Within one kind that holds always.)
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
