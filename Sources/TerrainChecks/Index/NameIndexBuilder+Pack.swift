import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Names of packs.
extension NameIndexBuilder {
  /// How deep values nest in which parts of records are looked for.
  private static let depthLimit = 16

  /// Declares the kinds, enums, records and record types of `pack`.
  mutating func declare(_ pack: PackContents) {
    for kind in pack.kinds {
      let doc = pack.manifest["kinds" as Text]?[kind.name]?["doc" as Text]?.text
      declare(.kind, kind.name, doc: doc, at: kind.key.place)
    }
    for vocabulary in pack.vocabularies {
      let doc = pack.manifest["enums" as Text]?[vocabulary.name]?["doc" as Text]?.text
      declare(.enumeration, vocabulary.name, doc: doc, at: vocabulary.key.place)
      enums[vocabulary.name] = vocabulary.values.map { value, _ in value }
      for (value, node) in vocabulary.values { declare(.value, value, of: vocabulary.name, at: node.place) }
    }
    for (key, value) in members(pack.manifest, "records") {
      if let name = key.text { declare(.type, name, doc: value["doc" as Text]?.text, at: key.place) }
    }
    for record in pack.kinds.flatMap(\.records) {
      declare(.record, record.id, of: record.kind, at: Self.place(of: record))
      declareParts(of: record.node, in: Text("\(record.kind).\(record.id)"), besides: record.name, 0)
    }
  }

  /// The location of a record's id; of a file that is one record without an id, its beginning.
  private static func place(of record: PackContents.Record) -> Place {
    let place = record.name.place
    guard record.name.kind != .string else { return place }
    return Place(source: place.source, range: SourceRange(start: place.range.start, end: place.range.start))
  }

  /// Declares what has an id of its own inside a record.
  private mutating func declareParts(of node: Node, in owner: Text, besides own: Node, _ depth: Int) {
    guard depth < Self.depthLimit else { return }
    switch node.kind {
    case .list: for element in node.elements { declareParts(of: element, in: owner, besides: own, depth + 1) }
    case .map:
      var owner = owner
      if let name = node["id" as Text], let id = name.text, name.place != own.place {
        declare(.part, id, of: owner, at: name.place)
        owner = Text("\(owner).\(id)")
      }
      for (_, value) in node.members { declareParts(of: value, in: owner, besides: own, depth + 1) }
    default: break
    }
  }

  /// Adds the uses of names in `pack` and in the schemas of its kinds.
  mutating func addUses(in pack: PackContents, _ store: SourceStore) {
    for use in pack.fields.uses {
      guard let text = use.node.text else { continue }
      for vocabulary in use.roles.vocabularies { self.use(number(.value, text, of: vocabulary), at: use.node.place) }
      for kind in use.roles.references { self.use(number(.record, text, of: kind), at: use.node.place) }
    }
    for (name, vocabulary) in members(pack.manifest, "enums") {
      for (key, _) in members(vocabulary, "labels") {
        guard let value = key.text, let owner = name.text else { continue }
        use(number(.value, value, of: owner), at: key.place)
      }
    }
    for (_, shape) in members(pack.manifest, "records") {
      for node in shape["of" as Text]?.elements.map({ $0 }) ?? [] {
        if let kind = node.text { use(number(.kind, kind), at: node.place) }
      }
      for (_, field) in members(shape, "fields") {
        addType(field.kind == .map ? field["type" as Text] ?? field : field)
      }
    }
    for (_, kind) in members(pack.manifest, "kinds") {
      if let check = kind["check" as Text], let name = check.text { mention(name, at: check.place, kinds: [.module]) }
    }
    if let checks = pack.manifest["checks" as Text] { addPaths(checks) }
    for quiz in pack.kinds where quiz.name == ScoringEngine.quizKind {
      for record in quiz.records { addQuestionConditions(in: record.node, 0) }
    }
    addSchemas(of: pack, store)
  }

  /// Adds what the questions in `node` name in the conditions by which they are asked.
  private mutating func addQuestionConditions(in node: Node, _ depth: Int) {
    guard depth < Self.depthLimit else { return }
    if let condition = node[QuestionCondition.key], let text = condition.text { addQuestionCondition(condition, text) }
    for (_, value) in node.members { addQuestionConditions(in: value, depth + 1) }
    for element in node.elements { addQuestionConditions(in: element, depth + 1) }
  }

  /// Adds the kinds and enums that checks of a pack name: `page.lines.text` begins with a kind.
  private mutating func addPaths(_ node: Node) {
    switch node.kind {
    case .map:
      for (key, value) in node.members {
        addPaths(key)
        addPaths(value)
      }
    case .list: for element in node.elements { addPaths(element) }
    case .string:
      guard let text = node.text, let first = text.string.split(separator: ".").first else { return }
      let name = Text(String(first))
      guard let number = number(.kind, name) ?? number(.enumeration, name) else { return }
      use(number, at: node.place(ofDecoded: 0..<name.utf8.count))
    default: break
    }
  }

  /// Adds the enums and kinds that schemas name.
  private mutating func addSchemas(of pack: PackContents, _ store: SourceStore) {
    for vocabulary in pack.fields.schemaVocabularies {
      use(number(.enumeration, vocabulary.name), at: vocabulary.node.place)
      for node in vocabulary.list?.elements.map({ $0 }) ?? [] {
        if let value = node.text { use(number(.value, value, of: vocabulary.name), at: node.place) }
      }
    }
    var seen: Set<String> = []
    for schema in pack.kinds.compactMap(\.schema) {
      let reached = SchemaLibrary.files(reachedFrom: FilePath.normal("\(pack.folder)/\(schema.text)"), store)
      for path in reached where seen.insert(path).inserted {
        if let root = store.file(path).documents.first?.root { addReferences(in: root, 0) }
      }
    }
  }

  private mutating func addReferences(in node: Node, _ depth: Int) {
    guard depth < Self.depthLimit * 2 else { return }
    for (key, value) in node.members {
      if key.isText("x-refers-to") {
        for name in value.kind == .list ? value.elements.map({ $0 }) : [value] {
          if let kind = name.text { use(number(.kind, kind), at: name.place) }
        }
      } else {
        addReferences(in: value, depth + 1)
      }
    }
    for element in node.elements { addReferences(in: element, depth + 1) }
  }

  private func members(_ node: Node, _ key: Text) -> [(key: Node, value: Node)] {
    guard node.kind == .map, let map = node[key], map.kind == .map else { return [] }
    return Array(map.members)
  }
}
