import TerrainDocuments
import TerrainValues

/// Every value from a vocabulary (`x-enum` in the schema) is declared in `pack.yaml`, and where a schema repeats the list,
/// the two are equal.
enum Vocabularies {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    var found = pack.fields.uses.compactMap { use -> Diagnostic? in
      guard let value = use.node.text else { return nil }
      for name in use.roles.vocabularies {
        guard let vocabulary = pack.vocabulary(name), vocabulary.isKnown, vocabulary.node(of: value) == nil else {
          continue
        }
        return .unknownValue(value, of: vocabulary, at: use.node)
      }
      return nil
    }
    // A schema that several packs share may take words that this pack has no use for.
    let used = Set(pack.fields.uses.flatMap(\.roles.vocabularies))
    var missing: Set<Text> = []
    for mention in pack.fields.schemaVocabularies {
      guard let vocabulary = pack.vocabulary(mention.name) else {
        // A schema that lists the values itself can do without the pack's list.
        if pack.namesAreKnown, mention.list == nil, used.contains(mention.name), missing.insert(mention.name).inserted {
          found.append(.unknownVocabulary(mention.name, at: mention.node, among: pack.vocabularies.map(\.name)))
        }
        continue
      }
      guard let list = mention.list, vocabulary.isKnown else { continue }
      let listed = list.elements.compactMap(\.text)
      let declared = vocabulary.values.map(\.text)
      let surplus = listed.filter { !declared.contains($0) }
      let lacking = declared.filter { !listed.contains($0) }
      if !surplus.isEmpty || !lacking.isEmpty {
        found.append(.schemaDiffers(vocabulary, at: list, lacking: lacking, surplus: surplus))
      }
    }
    return found
  }
}

/// Labels are for values that there are, and where one has a label, all have.
enum Labels {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for vocabulary in pack.vocabularies where vocabulary.isKnown {
      guard let labels = pack.manifest["enums"]?[vocabulary.name]?["labels"], labels.kind == .map else { continue }
      for (key, _) in labels.members {
        if let value = key.text, vocabulary.node(of: value) == nil {
          found.append(.unknownValue(value, of: vocabulary, at: key))
        }
      }
      for (value, node) in vocabulary.values where labels.key(value) == nil {
        found.append(.missingLabel(value, of: vocabulary.name, at: node, labels: labels))
      }
    }
    return found
  }
}
