import Synchronization
import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase
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
  /// What was found without keeping it from running.
  package let warnings: [Diagnostic]
  /// Where it was loaded from.
  package let place: SystemPlace
  /// Requests that the pack has as examples (`examples/requests/METHOD.json`), by the method's name.
  package let examples: [String: SourceText]
  /// The facts whose values are kept out of logs.
  let secrets: Set<Text>
  private let content: Content
  /// The result of `rpc.discover`, which is the same for every request; nil until it is first asked for.
  private let discovered = Mutex<[UInt8]?>(nil)

  /// Reads and loads everything at `place`.
  ///
  /// - Parameter source: the files that are read.
  /// - Throws: everything that is wrong with the pack or the rules.
  package init(
    _ place: SystemPlace, files source: ContentFiles = .disk(SourceReader.read)
  ) throws(DiagnosticError) {
    let loaded: LoadedSystem
    if place.isBuilt {
      self.place = place
      let source = try SourceText.loadFile(path: place.pack)
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

  /// The result of `rpc.discover`, which `make` makes the first time.
  func discovered(_ make: () throws(DiagnosticError) -> [UInt8]) throws(DiagnosticError) -> [UInt8] {
    if let known = discovered.withLock({ $0 }) { return known }
    let made = try make()
    // Two threads may have made it: the first counts for everybody.
    return discovered.withLock { discovered in
      let first = discovered ?? made
      discovered = first
      return first
    }
  }

  /// Its versions as log lines have them.
  var logFields: [(String, ServerLog.Field)] {
    [
      ("pack", .text("\(pack.id) \(pack.version) \(pack.hash)")),
      ("rules", .text("\(rules.id) \(rules.version) \(rules.hash)")),
    ]
  }

  /// The folders that its files are in.
  var folders: [String] {
    switch content {
    case .folders(_, let pack, let rules): [pack, rules] + (place.schemas.map { [$0] } ?? [])
    case .built(let name, _): [FilePath.folder(name)]
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
