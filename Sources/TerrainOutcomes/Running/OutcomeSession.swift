import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// Runs evaluating operations over one version of a pack and its rules, on one thread.
///
/// The pack and the rules are loaded once, whole. Sessions of several threads are made from the same ``system`` and ``files``.
package final class OutcomeSession {
  /// The pack and its rules.
  package let system: LoadedSystem
  /// The files that they were read from.
  package let files: ContentFiles
  /// The declarations about requests and results.
  package let declarations: Declarations
  /// The operations that can be run, in the order of documents about them.
  package let operations = AnyOperation.evaluating
  /// The pack's records as values.
  let records: RecordLookup
  /// Called with each operation that ``run(_:_:)`` runs and its outcome.
  package var observer: ((AnyOperation, Outcome) -> Void)?
  private let session: OperationSession
  private var known: [String: OutcomeDescription] = [:]
  /// The number of bytes of the longest result until now.
  private var longest = 0

  /// A session over `system`, which was loaded whole from `files`.
  ///
  /// - Parameter namesVersions: whether results name the versions of the pack and the rules.
  package init(_ system: LoadedSystem, files: ContentFiles, namesVersions: Bool = true) {
    self.system = system
    self.files = files
    declarations = Declarations(system)
    records = RecordLookup(system.pack, files)
    session = OperationSession(SystemLoader(loaded: system, files: files))
    session.namesVersions = namesVersions
    // Scenarios and comparisons check reasons, too.
    session.explains = true
  }

  /// A session over everything that `loader` loads.
  ///
  /// - Throws: errors in the pack or the rules.
  package convenience init(_ loader: SystemLoader) throws(DiagnosticError) {
    self.init(try loader.system([], nil), files: try loader.files())
  }

  /// The operation called `name`.
  package func operation(_ name: String) -> AnyOperation? { operations.first { $0.name == name } }

  /// The description of requests and results of `operation` for conditions.
  package func description(of operation: AnyOperation) -> OutcomeDescription {
    if let made = known[operation.name] { return made }
    let made = OutcomeDescription(operation, declarations, records)
    known[operation.name] = made
    return made
  }

  /// Runs `operation` for `request`, its parameters.
  package func run(_ operation: AnyOperation, _ request: Node) -> Outcome {
    let outcome: Outcome
    do throws(DiagnosticError) {
      let (document, notes) = try response(operation, request)
      outcome = .result(document.root, warnings: notes.warnings + notes.findings)
    } catch {
      outcome = .refused(error.diagnostics)
    }
    observer?(operation, outcome)
    return outcome
  }

  /// The result of `operation` for `request`, as a document of the bytes that it is written as.
  func response(
    _ operation: AnyOperation, _ request: Node
  ) throws(DiagnosticError) -> (document: Document, notes: RequestNotes) {
    let (result, notes) = try written(operation, request)
    return (try result.read(), notes)
  }

  /// The result of `operation` for `request`, as it is written.
  func written(
    _ operation: AnyOperation, _ request: Node
  ) throws(DiagnosticError) -> (result: WrittenResult, notes: RequestNotes) {
    var writer = JSONWriter(.compact)
    writer.reserve(longest)
    let notes = try operation.run(session, request, to: &writer)
    longest = max(longest, writer.count)
    return (WrittenResult(operation: operation.name, bytes: writer.bytes), notes)
  }

  /// The explanation of the result of `operation` for `request`: the rows that were evaluated.
  ///
  /// - Throws: errors in the request; evaluation errors are part of the explanation.
  package func explanation(of operation: AnyOperation, _ request: Node) throws(DiagnosticError) -> Explanation {
    try Operations.explaining(operation).run(session, request).result.explanation
  }
}

/// The outcome of an operation for one request: its result, or the errors.
package enum Outcome {
  /// The result as a tree, with warnings about the request.
  case result(Node, warnings: [Diagnostic])
  /// Errors in the request, or evaluation errors of the rules.
  case refused([Diagnostic])
}

/// A result of an operation as it is written. Results can be compared without parsing them.
struct WrittenResult {
  let operation: String
  let bytes: [UInt8]

  /// The result as a document.
  func read() throws(DiagnosticError) -> Document {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "the result of \(operation)", bytes: bytes))
    guard let document else { throw DiagnosticError(diagnostics) }
    return document
  }

  /// The members with which results name the versions of `system`, as they are written.
  static func versions(of system: LoadedSystem) -> [UInt8] {
    let type = ResultType<Versions>.object { versionFields }
    guard let object = try? type.json(Versions(system)) else { return [] }
    return Array(object.dropFirst().dropLast())
  }

  /// Returns true if `other` has the same bytes except for the versions.
  func isWritten(like other: WrittenResult, besides own: [UInt8], and others: [UInt8]) -> Bool {
    guard let place = place(of: own), place == other.place(of: others) else { return bytes == other.bytes }
    return bytes[..<place] == other.bytes[..<place]
      && bytes[(place + own.count)...] == other.bytes[(place + others.count)...]
  }

  /// Results name their versions at their beginning.
  private static let farthest = 256

  /// The position of the members `versions`; nil if they are not at the beginning.
  private func place(of versions: [UInt8]) -> Int? {
    let last = min(Self.farthest, bytes.count - versions.count)
    guard last >= 0 else { return nil }
    return (0...last).first { bytes[$0...].starts(with: versions) }
  }
}

/// The records of a pack as values for conditions, with all fields of the files; each record is read once.
final class RecordLookup {
  private let pack: Pack
  private let files: ContentFiles
  private let kinds: [Text]
  private var values: [Text: [Text: Value]] = [:]
  private var fields: [Text: [Text: CELType]] = [:]

  init(_ pack: Pack, _ files: ContentFiles) {
    self.pack = pack
    self.files = files
    kinds = pack.kinds.map(\.name)
  }

  /// The ids of the records that were looked for and found, by kind.
  var reached: [Text: Set<Text>] { values.mapValues { Set($0.keys) } }

  /// The record `id` of `kind`; nil if it does not exist, or if records of several kinds have the id.
  ///
  /// - Parameter field: returns the text of another field next to the id.
  func value(of id: Text, _ kind: Shape.RecordKind, beside field: (Text) -> Text?) -> Value? {
    switch kind {
    case .kinds(let kinds): return kinds.lazy.compactMap { self.value($0, id) }.first
    case .inField(let name): return field(Text(name)).flatMap { value($0, id) }
    case .any:
      let found = kinds.filter { pack.record($0, id) != nil }
      return found.count == 1 ? value(found[0], id) : nil
    }
  }

  /// Returns true if a record `id` of a kind in `kind` exists.
  func has(_ id: Text, _ kind: Shape.RecordKind) -> Bool {
    possibleKinds(kind).contains { pack.record($0, id) != nil }
  }

  /// The ids of all records of the kinds in `kind`.
  func ids(of kind: Shape.RecordKind) -> [Text] { possibleKinds(kind).flatMap { pack.records(of: $0).map(\.id) } }

  /// The fields that records of `kind` have or that their schemas declare; nil if a kind is unknown.
  func fields(of kind: Shape.RecordKind) -> [RecordType.Field]? {
    var types: [Text: CELType] = ["id": .dyn, "kind": .dyn]
    for kind in possibleKinds(kind) {
      let own = fields(of: kind)
      if own.isEmpty { return nil }
      types.merge(own) { $0 == $1 ? $0 : .dyn }
    }
    return types.keys.ordered().map { RecordType.Field(name: $0, type: types[$0] ?? .dyn) }
  }

  /// Fields whose schema names an enum have its type; other fields may have any type.
  private func fields(of kind: Text) -> [Text: CELType] {
    if let known = fields[kind] { return known }
    var types: [Text: CELType] = [:]
    for record in pack.records(of: kind) where record.node.kind == .map {
      for (key, _) in record.node.members { types[key.text ?? ""] = .dyn }
    }
    if let schema = pack.kind(kind)?.schema,
      let path = files.schema(schema.path, from: "\(pack.path)/\(PackLoader.manifestName)").path,
      let (library, root) = SchemaLibrary.load(path, from: files)
    {
      let shapes = FieldShapes(root, library: library).shapes
      let items = shapes.first?.members["items"].flatMap { shapes[$0].elements } ?? 0
      if shapes.indices.contains(items) {
        for (name, member) in shapes[items].members { types[name] = type(of: member, in: shapes) }
      }
    }
    fields[kind] = types
    return types
  }

  private func type(of shape: Int, in shapes: [FieldShapes.Shape]) -> CELType {
    if let type = enumeration(shapes[shape].roles) { return type }
    return shapes[shape].elements.flatMap { enumeration(shapes[$0].roles) }.map { .list($0) } ?? .dyn
  }

  private func enumeration(_ roles: FieldRoles) -> CELType? {
    guard roles.vocabularies.count == 1,
      let vocabulary = pack.vocabularies.first(where: { $0.name == roles.vocabularies[0] })
    else { return nil }
    return .enumeration(
      EnumerationType(name: vocabulary.name, cases: vocabulary.values, isOrdered: vocabulary.isOrdered))
  }

  private func possibleKinds(_ kind: Shape.RecordKind) -> [Text] {
    if case .kinds(let kinds) = kind { kinds } else { kinds }
  }

  private func value(_ kind: Text, _ id: Text) -> Value? {
    if let known = values[kind]?[id] { return known }
    guard let record = pack.record(kind, id) else { return nil }
    var made = record.node.value(fractions: .double)
    // A kind with only one record may leave out its id. The id and the kind are added for conditions.
    if case .map(var fields) = made {
      fields.insert("id", .string(id))
      fields.insert("kind", .string(kind))
      made = .map(fields)
    }
    values[kind, default: [:]][id] = made
    return made
  }
}
