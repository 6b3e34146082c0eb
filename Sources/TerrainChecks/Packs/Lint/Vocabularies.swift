import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Every value from a vocabulary (`x-enum` in the schema) must be declared in `pack.yaml`, and a list that a schema repeats must be equal.
enum Vocabularies {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    var causes = ValueCauses(pack)
    var diagnostics = pack.fields.uses.compactMap { use -> Diagnostic? in
      guard let value = use.node.text else { return nil }
      for name in use.roles.vocabularies {
        guard let vocabulary = pack.vocabulary(name), vocabulary.isKnown, vocabulary.node(of: value) == nil else {
          continue
        }
        return .unknownValue(value, of: vocabulary, at: use.node).caused(by: causes.cause(of: value, in: vocabulary))
      }
      return nil
    }
    diagnostics += pack.vocabularies.filter { CELType.isBuiltIn($0.name) }.map { .reservedName($0.name, at: $0.key) }
    var unknownKinds: Set<Text> = []
    // A schema that several packs share names kinds of the others too.
    for (name, node) in pack.fields.schemaKinds
    where pack.namesAreKnown && pack.kind(name) == nil && FilePath.isInside(node.document.source.name, pack.folder) {
      if unknownKinds.insert(name).inserted {
        diagnostics.append(.unknownReferredKind(name, at: node, among: pack.kinds.map(\.name)))
      }
    }
    // A schema that several packs share may take words that this pack has no use for.
    let used = Set(pack.fields.uses.flatMap(\.roles.vocabularies))
    var missing: Set<Text> = []
    for mention in pack.fields.schemaVocabularies {
      guard let vocabulary = pack.vocabulary(mention.name) else {
        // A schema that lists the values itself can do without the pack's list.
        if pack.namesAreKnown, mention.list == nil, used.contains(mention.name), missing.insert(mention.name).inserted {
          diagnostics.append(.unknownVocabulary(mention.name, at: mention.node, among: pack.vocabularies.map(\.name)))
        }
        continue
      }
      guard let list = mention.list, vocabulary.isKnown else { continue }
      let listed = list.elements.compactMap(\.text)
      let declared = vocabulary.values.map(\.text)
      let surplus = listed.filter { !declared.contains($0) }
      let lacking = declared.filter { !listed.contains($0) }
      if !surplus.isEmpty || !lacking.isEmpty {
        let difference = Diagnostic.schemaDiffers(vocabulary, at: list, lacking: lacking, surplus: surplus)
        // If one value differs, it is the same error as in its uses.
        if surplus.count <= 1, lacking.count <= 1, let value = surplus.first ?? lacking.first {
          diagnostics.append(difference.caused(by: causes.cause(of: value, in: vocabulary)))
        } else {
          diagnostics.append(difference)
        }
      }
    }
    return diagnostics
  }
}

/// Labels must belong to existing values, and if one value has a label, all must have labels.
enum Labels {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var causes = ValueCauses(pack)
    for vocabulary in pack.vocabularies where vocabulary.isKnown {
      guard let labels = pack.manifest["enums"]?[vocabulary.name]?["labels"], labels.kind == .map else { continue }
      // Values without a label of which the key of another label seems to be a misspelling.
      var meant: Set<String> = []
      let unlabeled = vocabulary.values.map(\.text.string).filter { labels.key(Text($0)) == nil }
      for (key, _) in labels.members {
        if let value = key.text, vocabulary.node(of: value) == nil {
          diagnostics.append(
            .unknownValue(value, of: vocabulary, at: key).caused(by: causes.cause(of: value, in: vocabulary)))
          if let nearest = Suggestion.nearest(to: value.string, among: unlabeled) { meant.insert(nearest) }
        }
      }
      for (value, node) in vocabulary.values where labels.key(value) == nil && !meant.contains(value.string) {
        diagnostics.append(.missingLabel(value, of: vocabulary.name, at: node, labels: labels))
      }
    }
    return diagnostics
  }
}

/// Finds the cause of unknown values: the enum lacks or misspells them.
struct ValueCauses {
  /// The values that records have, by enum.
  private let used: [Text: Set<Text>]
  private let manifest: Node
  private var causes: [String: Diagnostic.Cause] = [:]

  init(_ pack: PackContents) {
    var used: [Text: Set<Text>] = [:]
    for use in pack.fields.uses {
      guard let value = use.node.text else { continue }
      for name in use.roles.vocabularies { used[name, default: []].insert(value) }
    }
    self.used = used
    manifest = pack.manifest
  }

  /// The reason why `value` is not a value of `vocabulary`, as far as the uses of both show.
  mutating func cause(of value: Text, in vocabulary: PackContents.Vocabulary) -> Diagnostic.Cause {
    var cause = Diagnostic.Cause.value(value, of: vocabulary.name)
    if let causes = causes[cause.key] { return causes }
    defer { causes[cause.key] = cause }
    let nearest = Suggestion.nearest(to: value.string, among: vocabulary.values.map(\.text.string)).map { Text($0) }
    let labels = manifest["enums"]?[vocabulary.name]?["labels"]
    if let nearest, let node = vocabulary.node(of: nearest) {
      let isUsed = used[vocabulary.name]?.contains(nearest) ?? false
      let isLabeled = labels.map { $0.kind == .map && $0.key(nearest) != nil } ?? false
      if !isUsed, !isLabeled { cause.mistake = [.misspelledValue(of: vocabulary, meant: value, at: node)] }
    } else if vocabulary.node(of: value) == nil {
      cause.mistake = [.missingValue(value, of: vocabulary)]
    }
    return cause
  }
}

extension Diagnostic {
  fileprivate static func unknownValue(_ value: Text, of vocabulary: PackContents.Vocabulary, at node: Node)
    -> Diagnostic
  {
    let values = vocabulary.values.map(\.text)
    return Diagnostic(
      code: "pack/unknown-value", message: "`\(value)` is not a value of `\(vocabulary.name)`", at: node,
      related: [.init(message: "its values are listed here", place: vocabulary.key.place)],
      fix: severalValues(value, among: values) ?? Suggestion.fix(value, among: values)
        ?? "its values are \(values.quoted(near: value.string))")
  }

  /// The fix for several values that are written as one, separated by semicolons or full-width commas.
  private static func severalValues(_ written: Text, among values: [Text]) -> String? {
    let parts = written.string.split { ";；，、 ".contains($0) }.map(String.init)
    guard parts.count > 1, parts.allSatisfy({ values.contains(Text($0)) }) else { return nil }
    return "put commas between them: `\(parts.joined(separator: ", "))`"
  }

  /// A declared value that nothing uses, while another that it is nearly is used and not declared.
  fileprivate static func misspelledValue(
    of vocabulary: PackContents.Vocabulary, meant value: Text, at node: Node
  ) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-value",
      message:
        "nothing uses `\(node.text ?? "")`, and `\(value)`, which is used, is not a value of `\(vocabulary.name)`",
      at: node,
      fix: "did you mean `\(value)`?")
  }

  /// A value that an enum lacks, and that is used more than once.
  fileprivate static func missingValue(_ value: Text, of vocabulary: PackContents.Vocabulary) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-value", message: "`\(vocabulary.name)` does not have `\(value)`, which is used",
      at: vocabulary.key, fix: "add `\(value)` to its values, or use another value")
  }

  fileprivate static func unknownVocabulary(_ name: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-vocabulary",
      message: "the schema takes values from `\(name)`, which the pack does not declare", at: node,
      fix: Suggestion.fix(name, among: known) ?? "declare it under `enums` in pack.yaml")
  }

  fileprivate static func reservedName(_ name: Text, at key: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/reserved-name", message: "`\(name)` is a type of the rule language, so no enum can be called so",
      place: key.place, fix: "give it another name", path: "enums.\(name)")
  }

  fileprivate static func unknownReferredKind(_ name: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-kind", message: "the schema refers to records of `\(name)`, which the pack has not", at: node,
      fix: Suggestion.fix(name, among: known) ?? "its kinds are \(known.quoted)")
  }

  fileprivate static func schemaDiffers(
    _ vocabulary: PackContents.Vocabulary, at node: Node, lacking: [Text], surplus: [Text]
  ) -> Diagnostic {
    var differences: [String] = []
    if !lacking.isEmpty { differences.append("lacks \((lacking).quotedBriefly)") }
    if !surplus.isEmpty { differences.append("has \((surplus).quotedBriefly), which the pack has not") }
    return Diagnostic(
      code: "pack/schema-differs",
      message: "this list is not the pack's `\(vocabulary.name)`: it \(differences.joined(separator: " and "))",
      at: node, related: [.init(message: "the pack's list", place: vocabulary.key.place)])
  }

  fileprivate static func missingLabel(_ value: Text, of vocabulary: Text, at node: Node, labels: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/missing-label", severity: .warning,
      message: "`\(value)` has no label, and other values of `\(vocabulary)` have", at: node,
      related: [.init(message: "labels are here", place: labels.place)])
  }
}
