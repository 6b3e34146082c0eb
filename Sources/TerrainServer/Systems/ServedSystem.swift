import Synchronization
import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainForms
import TerrainOperations
import TerrainPlatform
import TerrainRules
import TerrainValues
import TerrainYAML

/// One version of a pack and its rules, as bytes: never changed, shared by threads. Each thread makes engines of its own from
/// it (``OperationSession``).
package final class ServedSystem: Sendable {
  /// Tells a version of a pack or of rules from others.
  package struct Identity: Sendable, Hashable {
    /// Its id.
    package let id: Text
    /// Its version, by semantic versioning.
    package let version: String
    /// The hash of its content.
    package let hash: String
  }

  private enum Content: Sendable {
    /// A pack's folder and its rule set's.
    case folders(FileSnapshot, pack: String, rules: String)
    /// One built file.
    case built(name: String, [UInt8])
  }

  /// Which pack it is.
  package let pack: Identity
  /// Which rules they are.
  package let rules: Identity
  /// The folder of the rule set; nil for a built pack.
  package let rulesFolder: String?
  /// The signature of the pack; nil where none is required.
  package let signature: PackSignature?
  /// What was found without keeping it from running.
  package let warnings: [Diagnostic]
  /// Where it was loaded from.
  package let place: SystemPlace
  /// Requests that the pack has as examples (`examples/requests/METHOD.json`), by the method's name.
  package let examples: [String: SourceText]
  /// The facts whose values are kept out of logs.
  let secrets: Set<Text>
  private let content: Content
  /// Answers that are the same for every request about this version, by the method: each is made when it is first asked for.
  private let prepared = Mutex<[String: [UInt8]]>([:])

  /// Reads and loads everything at `place`.
  ///
  /// - Parameter isCancelled: whether nobody wants it any more.
  /// - Throws: everything that is wrong with the pack or the rules.
  package convenience init(
    _ place: SystemPlace, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DiagnosticError) {
    try self.init(place, files: .disk(SourceReader.read), isCancelled: isCancelled)
  }

  /// Reads and loads everything at `place` from `files`.
  init(
    _ place: SystemPlace, files source: ContentFiles, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DiagnosticError) {
    let loaded: LoadedSystem
    // Where a signature is required, the bytes that are verified are those that are loaded, whatever is at the path meanwhile.
    let verified = try place.signature.map { (requirement) throws(DiagnosticError) in
      try requirement.verifiedPack(at: place.pack, isCancelled: isCancelled)
    }
    signature = verified?.signature
    if verified != nil || place.isBuilt {
      self.place = place
      let source = if let verified { verified.source } else { try SourceText.loadFile(path: place.pack) }
      content = .built(name: place.pack, source.bytes)
      rulesFolder = nil
      loaded = try LoadedSystem.load(BuiltPack(source), contracts: [], kinds: nil, overrides: place.overrides)
    } else {
      let snapshot = FileSnapshot(source)
      let files = snapshot.recording
      let loader = try PackLoader(path: place.pack, files: files)
      let requirement = loader.requirement
      guard let folder = place.ruleSet(requirement.id.string) else {
        throw DiagnosticError(.rulesNotFound(requirement.id, neededAt: requirement.place))
      }
      loaded = try LoadedSystem.load(
        loader, rulesAt: folder, files: files, contracts: [], kinds: nil, overrides: place.overrides)
      FormValidation.readSchemas(of: loaded.pack, from: SchemaFiles(files))
      content = .folders(snapshot, pack: place.pack, rules: folder)
      rulesFolder = folder
      self.place = place.keeping(rulesAt: folder)
    }
    // The author proved the rules with the values in the files; with others they have to be proved again.
    if !place.overrides.isEmpty { try RuleAnalysis.prove(loaded.rules.ruleSet) }
    pack = Identity(id: loaded.pack.id, version: loaded.pack.version.description, hash: loaded.pack.hash)
    rules = Identity(
      id: loaded.rules.ruleSet.id, version: loaded.rules.ruleSet.version.string, hash: loaded.rules.hash)
    warnings = loaded.warnings
    secrets = Set(loaded.rules.ruleSet.facts.filter(\.declaration.isSecret).map(\.name))
    var examples: [String: SourceText] = [:]
    for operation in AnyOperation.all where rulesFolder != nil {
      let file = ExampleRequests.path(ofMethod: operation.name, in: place.pack)
      if Folder.kind(of: file) == .file { examples[operation.name] = try SourceText.loadFile(path: file) }
    }
    self.examples = examples
  }

  /// Whether what it was read from is still the same.
  package var isCurrent: Bool {
    switch content {
    case .folders(let snapshot, _, _): snapshot.isCurrent
    case .built(let name, let bytes): place.isBuilt && (try? SourceText.loadFile(path: name).bytes) == bytes
    }
  }

  /// The answer of `method` about this version, which `make` makes the first time.
  func prepared(
    _ method: String, _ make: () throws(DiagnosticError) -> [UInt8]
  ) throws(DiagnosticError) -> [UInt8] {
    if let known = prepared.withLock({ $0[method] }) { return known }
    let made = try make()
    // Two threads may have made it: the first counts for everybody.
    return prepared.withLock { prepared in
      if let first = prepared[method] { return first }
      prepared[method] = made
      return made
    }
  }

  /// The folders that its files are in.
  var folders: [String] {
    switch content {
    case .folders(_, let pack, let rules): [pack, rules] + (place.schemas.map { [$0] } ?? [])
    case .built(let name, _): [FilePath.folder(name)] + (place.signature?.folders(of: name) ?? [])
    }
  }

  /// A way to load parts of it on one thread, which shares nothing with other threads.
  func loader() -> SystemLoader {
    let overrides = place.overrides
    switch content {
    case .folders(let snapshot, let pack, let rules):
      return SystemLoader(packAt: pack, rulesAt: rules, files: snapshot.replaying(), overrides: overrides)
    case .built(let name, let bytes):
      return SystemLoader(overrides: overrides) { () throws(DiagnosticError) in
        try BuiltPack(SourceText(name: name, bytes: bytes.withUnsafeBufferPointer { Array($0) }))
      }
    }
  }
}
