import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// Every value of a pack that its schemas give a role: an id, a word of a vocabulary, a text, a file.
package struct PackFields: Sendable {
  /// A value with roles.
  package typealias Use = FieldUse

  /// The values, in the order of kinds, files and places.
  package let uses: [Use]
  /// Vocabularies that schemas name, once per location.
  package let schemaVocabularies: [SchemaVocabulary]
  /// Kinds that schemas name, once per location.
  let schemaKinds: [(name: Text, node: Node)]
  /// Kinds whose schema, or something it refers to, cannot be read or is wrong.
  let undescribed: Set<Text>
  /// The errors in reading the schemas that kinds name.
  let diagnostics: [Diagnostic]
  /// Kinds whose schema was cut off at a limit.
  package let unfinished: [Text]
  private let shapes: [Text: FieldShapes]
  private let references: [NodeKey: [Text]]

  /// A node, as a key.
  private struct NodeKey: Hashable {
    let document: ObjectIdentifier
    let index: Int32

    init(_ node: Node) {
      document = ObjectIdentifier(node.document)
      index = node.index
    }
  }

  init(
    kinds: [PackContents.Kind], folder: String, manifest: Node, files store: SourceStore, flaws: KnownErrors,
    _ memory: PackMemory?
  ) {
    var uses: [Use] = []
    var shapes: [Text: FieldShapes] = [:]
    var vocabularies: [SchemaVocabulary] = []
    var namedKinds: [(name: Text, node: Node)] = []
    var seen: Set<NodeKey> = []
    var unfinished: [Text] = []
    var undescribed: Set<Text> = []
    var diagnostics: [Diagnostic] = []
    for kind in kinds {
      guard let schema = kind.schema else { continue }
      guard let path = kind.schemaFile else {
        undescribed.insert(kind.name)
        let target = store.contentFiles.schema(schema.text, from: "\(folder)/\(PackLoader.manifestName)")
        diagnostics.append(.schemaOutside(schema.text, target, at: schema.node.place))
        continue
      }
      func read(_ store: SourceStore) -> SchemaFields? { SchemaFields(path, from: store) }
      guard let fields = memory.map({ $0.fields.value(path, store, read) }) ?? read(store) else {
        undescribed.insert(kind.name)
        diagnostics +=
          store.hasContent(at: path) ? store.file(path).diagnostics : [.schemaNotFound(path, at: schema.node.place)]
        continue
      }
      if fields.paths.contains(where: flaws.contains(file:)) { undescribed.insert(kind.name) }
      let shape = fields.shapes
      if !shape.isWhole { unfinished.append(kind.name) }
      for vocabulary in shape.vocabularies where seen.insert(NodeKey(vocabulary.node)).inserted {
        vocabularies.append(vocabulary)
      }
      for named in shape.kinds where seen.insert(NodeKey(named.node)).inserted { namedKinds.append(named) }
      shapes[kind.name] = shape
      for file in kind.files { uses += fields.uses(in: file.root, memory?.documents) }
    }
    self.shapes = shapes
    self.unfinished = unfinished
    self.undescribed = undescribed
    self.diagnostics = diagnostics
    schemaVocabularies = vocabularies
    schemaKinds = namedKinds
    self.uses = uses
    references = Dictionary(
      uses.lazy.filter { !$0.roles.references.isEmpty }.map { (NodeKey($0.node), $0.roles.references) }
    ) { first, _ in first }
  }

  /// The kinds of record that the value at `node` may refer to; empty if it refers to no record.
  package func references(at node: Node) -> [Text] { references[NodeKey(node)] ?? [] }

  /// The shapes of `kind`'s records; nil if it has no schema.
  func record(of kind: Text) -> (shapes: FieldShapes, index: Int)? {
    guard let shapes = shapes[kind], !shapes.shapes.isEmpty else { return nil }
    return (shapes, shapes.record)
  }
}

extension Diagnostic {
  static let schemaNotFoundCode = "file/schema-not-found"

  static func schemaNotFound(_ path: String, at place: Place) -> Diagnostic {
    Diagnostic(code: schemaNotFoundCode, message: "there is no schema `\(path)`", place: place)
  }
}

/// The fields that the schema of a kind describes.
struct SchemaFields: Sendable {
  let shapes: FieldShapes
  /// The files of the schema.
  let paths: [String]
  /// The key of cached values for these fields.
  private let purpose = DocumentMemory.Purpose()

  /// The fields of the schema in the file `path`; nil if it is not a readable schema.
  init?(_ path: String, from store: SourceStore) {
    guard let (library, root) = SchemaLibrary.load(path, from: store.contentFiles) else { return nil }
    shapes = FieldShapes(root, library: library)
    paths = library.paths
  }

  /// Every value in the document of `root` that the schema gives a role, in order.
  func uses(in root: Node, _ memory: DocumentMemory?) -> [FieldUse] {
    memory.value(of: root.document, for: purpose) { shapes.uses(in: root, as: 0) }
  }
}

/// The path to a field, as `pack.yaml` writes it: names joined by dots. In lists on the path every element counts, and if a value names a
/// record, the path continues in that record.
package struct FieldPath: Sendable {
  package let text: Text
  /// The declarations of schemas about the field; nil if the kind has no schema.
  package let roles: FieldRoles?
  /// The kinds of record at which the path continues in another record.
  let through: [Text]
  private let steps: [Text]

  /// A value that a path leads to.
  struct Hit {
    let node: Node
    /// The values that named other records on the way, the first one in the record the path began at.
    let through: [Node]

    /// The value in the record at which the path began: the value itself, or the reference that led out of the record.
    var origin: Node { through.first ?? node }
  }

  /// The permitted end of a path.
  enum Reach {
    /// To members of maps.
    case members
    /// To elements of lists too.
    case elements
    /// And into the records that values name.
    case references
  }

  /// The maximum number of lists and references between two steps of a path; the limit is necessary because a schema may refer to itself.
  private static let mostDetours = 16

  /// Reads the path written at `node`, for records of `kind`; reports a field that schemas do not declare.
  static func read(_ node: Node, of kind: Text, in pack: PackContents, into found: inout [Diagnostic]) -> FieldPath? {
    guard let text = node.text else {
      found.append(.notAPath(at: node))
      return nil
    }
    return read(text.string[...], at: node, of: kind, in: pack, into: &found)
  }

  /// Reads the path `written`, which is at `node`.
  static func read(
    _ written: Substring, at node: Node, of kind: Text, in pack: PackContents, _ reach: Reach = .references,
    into found: inout [Diagnostic]
  ) -> FieldPath? {
    let text = Text(String(written))
    let steps = written.split(separator: ".", omittingEmptySubsequences: false).map { Text(String($0)) }
    var through: [Text] = []
    guard var (shapes, index) = pack.fields.record(of: kind) else {
      return FieldPath(text: text, roles: nil, through: [], steps: steps)
    }
    for step in steps {
      var next: Int?
      for _ in 0...mostDetours {
        let shape = shapes.shapes[index]
        next = shape.member(step)
        if next != nil { break }
        if let element = shape.elements, reach != .members {
          index = element
        } else if let target = shape.roles.references.first, reach == .references {
          through.append(target)
          guard let record = pack.fields.record(of: target) else {
            return FieldPath(text: text, roles: nil, through: through, steps: steps)
          }
          (shapes, index) = record
        } else {
          if ([kind] + through).allSatisfy(pack.isDescribed) {
            found.append(.unknownPath(step, at: node, kind: kind, among: shape.members.keys.ordered()))
          }
          return nil
        }
      }
      index = next ?? index
    }
    for _ in 0..<mostDetours { index = shapes.shapes[index].elements ?? index }
    return FieldPath(text: text, roles: shapes.shapes[index].roles, through: through, steps: steps)
  }

  /// Returns true if the records of `kind` are as they should be, and those that the path leads through: else there may be other values
  /// than those that it leads to.
  func isSound(from kind: Text, in pack: PackContents) -> Bool { ([kind] + through).allSatisfy(pack.isSound) }

  /// The values at this path in `record`, elements of lists one by one.
  func hits(in record: PackContents.Record, of pack: PackContents) -> [Hit] {
    var hits: [Hit] = []
    collect(record.node, steps[...], through: [], pack) { hit in
      if hit.node.kind == .list {
        hits += hit.node.elements.map { Hit(node: $0, through: hit.through) }
      } else if hit.node.kind != .null {
        hits.append(hit)
      }
    }
    return hits
  }

  /// The fields at this path in `record` itself, lists as they are.
  func fields(in record: PackContents.Record, of pack: PackContents) -> [Node] {
    var nodes: [Node] = []
    collect(record.node, steps[...], through: [], pack) { if $0.through.isEmpty { nodes.append($0.node) } }
    return nodes
  }

  /// The steps of a path and the nesting of documents bound the recursion.
  private func collect(
    _ node: Node, _ steps: ArraySlice<Text>, through: [Node], _ pack: PackContents, _ body: (Hit) -> Void
  ) {
    guard let step = steps.first else {
      body(Hit(node: node, through: through))
      return
    }
    switch node.kind {
    case .list:
      for element in node.elements { collect(element, steps, through: through, pack, body) }
    case .map:
      if let member = node[step] { collect(member, steps.dropFirst(), through: through, pack, body) }
    case .string:
      guard let id = node.text else { return }
      for kind in pack.fields.references(at: node) {
        guard let record = pack.record(kind, id), record.isSound else { continue }
        return collect(record.node, steps, through: through + [node], pack, body)
      }
    default: return
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownPath(_ step: Text, at node: Node, kind: Text, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-path", message: "the schema of `\(kind)` has no field `\(step)` there", at: node,
      fix: Suggestion.fix(step, among: known) ?? (known.isEmpty ? nil : "there are \((known).quotedBriefly)"))
  }
}

extension Diagnostic {
  static func notAPath(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-path", message: "a field is named by its way from the record, as in `steps.text`", at: node)
  }
}

extension PackContents {
  /// The record types with fields that none of their kinds has.
  var recordTypeFields: [(type: Text, unknown: [Diagnostic])] {
    guard let records = manifest["records"], records.kind == .map else { return [] }
    return records.members.compactMap { key, type in
      let unknown = unknownFields(of: type)
      return unknown.isEmpty ? nil : key.text.map { ($0, unknown) }
    }
  }

  /// The types of the rule language that are unknown because something in the pack cannot be read.
  package var unknownTypes: [Text] {
    kinds.flatMap { kind in
      (kind.isWhole ? [] : [Pack.Kind.idType(of: kind.name)]) + (kind.isDescribed ? [] : [kind.name])
    } + vocabularies.filter { !$0.isKnown }.map(\.name) + recordTypeFields.map(\.type)
  }

  /// The fields of the record type declared by `type` that none of its kinds has.
  private func unknownFields(of type: Node) -> [Diagnostic] {
    guard type.kind == .map, let kinds = type["of"], kinds.kind == .list, let fields = type["fields"],
      fields.kind == .map
    else { return [] }
    let names = kinds.elements.compactMap(\.text)
    // An unknown kind is reported at its name.
    guard !names.isEmpty, names.count == kinds.count, names.allSatisfy({ kind($0) != nil }) else { return [] }
    return fields.members.compactMap { key, field in
      let node = field.kind == .map ? field["from"] ?? key : key
      guard let path = node.text else { return nil }
      var unknown: [Diagnostic] = []
      let isKnown = names.contains {
        FieldPath.read(path.string[...], at: node, of: $0, in: self, .elements, into: &unknown) != nil
      }
      // A kind whose schema cannot be read may have it.
      guard !isKnown, unknown.count == names.count else { return nil }
      if let only = unknown.first, names.count == 1 { return only }
      // A suggestion is shorter than a list of fields.
      let fix = unknown.compactMap(\.fix).min { $0.count < $1.count }
      return .fieldOfNoKind(path, at: node, kinds: names, fix: fix)
    }
  }
}

extension Diagnostic {
  fileprivate static func fieldOfNoKind(_ path: Text, at node: Node, kinds: [Text], fix: String?) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-path", message: "no schema of \(kinds.quotedBriefly) has a field `\(path)`", at: node,
      fix: fix)
  }
}
