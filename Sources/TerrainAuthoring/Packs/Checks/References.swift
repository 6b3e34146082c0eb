import TerrainDocuments

/// Every value that names a record (`x-refers-to` in the schema) names one there is, and of the right kind.
enum References {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    pack.fields.uses.compactMap { use in
      let kinds = use.roles.references
      guard !kinds.isEmpty, let id = use.node.text else { return nil }
      if kinds.contains(where: { pack.record($0, id) != nil }) { return nil }
      // A kind that the pack has not, or that cannot be read, is another complaint.
      let known = kinds.compactMap(pack.kind)
      if known.isEmpty || known.contains(where: { !$0.isWhole }) { return nil }
      if let other = pack.kinds.lazy.compactMap({ pack.record($0.name, id) }).first {
        return .referenceToOtherKind(id, at: use.node, expected: kinds, found: other)
      }
      let ids = known.flatMap { $0.records.map(\.id) }
      // Where the record's own id has a character that is not what it looks like, that is the mistake, and told there.
      if ids.contains(where: { LookAlike.first(in: $0.string, insteadOf: id.string) != nil }) { return nil }
      return .unknownReference(id, at: use.node, kinds: kinds, among: ids)
    }
  }
}
