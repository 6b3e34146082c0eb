import TerrainDocuments
import TerrainValues

/// The fields on the card of a kind are fields of its records.
enum Cards {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for kind in pack.kinds {
      guard let card = pack.manifest["kinds"]?[kind.name]?["card"], card.kind == .map else { continue }
      for (_, path) in card.members { _ = FieldPath.read(path, of: kind.name, in: pack, into: &diagnostics) }
    }
    return diagnostics
  }
}
