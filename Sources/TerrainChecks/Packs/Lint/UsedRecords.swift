import TerrainDocuments
import TerrainBase

/// `used: { KIND: [KIND.FIELD, …] }`: every record of the first kind is named by one of these fields.
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
      // Where a field or a file could not be read, everything would seem unused; and what is misspelt is used nowhere.
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
