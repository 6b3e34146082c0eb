import Synchronization
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML

/// One version of a pack and its rules, as bytes: never changed, shared by threads. Each thread makes its own engines from it
/// (``OperationSession``).
package final class ServedSystem: Sendable {
  /// The identity of a version of a pack or of rules.
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
    /// A single built file.
    case built(name: String, [UInt8])
  }

  /// The identity of the pack.
  package let pack: Identity
  /// The identity of the rules.
  package let rules: Identity
  /// The folder of the rule set; nil for a built pack.
  package let rulesFolder: String?
  /// The warnings of loading.
  package let warnings: [Diagnostic]
  /// The location from which it was loaded.
  package let place: SystemPlace
  /// Requests that the pack has as examples (`examples/requests/METHOD.json`), by the method's name.
  package let examples: [String: SourceText]
  /// The facts whose values must not appear in logs.
  let secrets: Set<Text>
  private let content: Content
  /// The result of `rpc.discover`, which is the same for every request; nil until the first request.
  private let discovered = Mutex<[UInt8]?>(nil)

  /// Reads and loads everything at `place`.
  ///
  /// - Parameter source: the files that are read.
  /// - Throws: all errors in the pack or the rules.
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
      FormValidation.readSchemas(of: loaded.pack, from: files.readingOnce())
      content = .folders(snapshot, pack: place.pack, rules: folder)
      rulesFolder = folder
      self.place = place.keeping(rulesAt: folder)
    }
    // The author proved the rules with the values in the files; with other values they have to be proved again.
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

  /// True if its files have not changed.
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
    // If two threads have made it, the first result is used.
    return discovered.withLock { discovered in
      let first = discovered ?? made
      discovered = first
      return first
    }
  }

  /// The folders that its files are in.
  var folders: [String] {
    switch content {
    case .folders(_, let pack, let rules): [pack, rules] + (place.schemas.map { [$0] } ?? [])
    case .built(let name, _): [FilePath.folder(name)]
    }
  }

  /// A loader for parts of the version on one thread, which shares no objects with other threads.
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

/// The files that loaders read while a system was loaded completely, as they were then. Any thread can later load parts of the system from
/// the same bytes.
final class FileSnapshot: Sendable {
  private struct Seen {
    var kinds: [String: FileKind?] = [:]
    var lists: [String: [String]] = [:]
    var bytes: [String: [UInt8]] = [:]
  }

  private let seen = Mutex(Seen())
  private let files: ContentFiles

  /// A snapshot of nothing yet, of `files`.
  init(_ files: ContentFiles = .disk(SourceReader.read)) { self.files = files }

  /// A view of the files that records every access.
  var recording: ContentFiles {
    ContentFiles(
      kind: { [self] path in
        let kind = files.kind(path)
        seen.withLock { $0.kinds[path] = kind }
        return kind
      },
      list: { [self] (folder, endings) throws(DiagnosticError) in
        let names = try files.list(folder, endings)
        seen.withLock { $0.lists[folder] = names }
        return names
      },
      source: { [self] (path) throws(DiagnosticError) in
        let source = try files.source(path)
        seen.withLock { $0.bytes[path] = source.bytes }
        return source
      },
      media: files.media, documents: files.documents, leaves: files.leaves)
  }

  /// The recorded files for one thread. Threads share no objects, because counting references to the same objects makes threads wait for
  /// each other.
  func replaying() -> ContentFiles {
    let kept = seen.withLock { $0 }
    let sources = Mutex<[String: SourceText]>([:])
    let documents = Mutex<[String: (documents: [Document], diagnostics: [Diagnostic])]>([:])
    return ContentFiles(
      kind: { kept.kinds[$0] ?? nil }, list: { folder, _ in kept.lists[folder] ?? [] },
      source: { (path) throws(DiagnosticError) in
        if let known = sources.withLock({ $0[path] }) { return known }
        guard let bytes = kept.bytes[path] else { throw DiagnosticError(.notInSnapshot(path)) }
        let source = SourceText(name: path, bytes: bytes.withUnsafeBufferPointer { Array($0) })
        sources.withLock { $0[path] = source }
        return source
      },
      // Media are large and not a part of a version: they are read from the disk.
      media: files.media,
      documents: { source in
        if let known = documents.withLock({ $0[source.name] }) { return known }
        let read = SourceReader.read(source)
        documents.withLock { $0[source.name] = read }
        return read
      }, leaves: files.leaves)
  }

  /// True if the recorded files have not changed on the disk.
  var isCurrent: Bool {
    let kept = seen.withLock { $0 }
    for (path, bytes) in kept.bytes {
      guard let source = try? SourceText.loadFile(path: path), source.bytes == bytes else { return false }
    }
    return kept.lists.allSatisfy { folder, files in
      (try? Folder.files(under: folder, endings: PackLoader.endings)) == files
    }
  }
}

/// The location of a pack, and the way to find its rules.
package struct SystemPlace: Sendable {
  /// The pack's folder, or one built file.
  package let pack: String
  /// Parameters with other values than in the rules' files.
  package let overrides: [ParameterOverride]
  let locator: PackLocator
  /// Adds the checks of results (scenarios, populations, invariants) to a validator.
  let addResultChecks: @Sendable (_ validator: inout Validator) -> Void
  /// The folder that the rule set has been in since it was first loaded; nil until then.
  private var rulesHome: String?

  /// The pack at `pack`, whose rules `locator` finds.
  package init(
    pack: String, locator: PackLocator, overrides: [ParameterOverride] = [],
    addResultChecks: @escaping @Sendable (_ validator: inout Validator) -> Void = { _ in }
  ) {
    self.pack = pack
    self.locator = locator
    self.addResultChecks = addResultChecks
    self.overrides = overrides
  }

  /// True if the pack is one built file, which contains its rules.
  package var isBuilt: Bool { Folder.kind(of: pack) == .file }

  /// The folder of the rule set `id`.
  ///
  /// Once rules have been loaded, others are looked up only in the same parent folder: rules that are removed must not be replaced by
  /// others of the same id.
  package func ruleSet(_ id: String) -> String? {
    guard let rulesHome else { return locator.ruleSet(id, forPackAt: pack) }
    let folder = "\(rulesHome)/\(id)"
    return Folder.kind(of: "\(folder)/\(RuleSetLoader.manifestName)") == .file ? folder : nil
  }

  /// The same location with rules in the parent of `folder`, the folder of its rule set.
  func keeping(rulesAt folder: String) -> SystemPlace {
    var place = self
    place.rulesHome = FilePath.folder(folder)
    return place
  }

  /// The folder of the published schemas.
  package var schemas: String? { locator.schemas() }
}

extension SystemPlace {
  /// All diagnostics about the pack and its rules on the disk: shapes, references, the quiz, proofs and tests of the rules.
  ///
  /// - Parameters:
  ///   - rules: the folder of its rule set; nil for a built pack, which has its rules inside.
  ///   - examples: whether its example requests are read too, as their methods read them, and its results are checked.
  ///   - isCancelled: true if the report is no longer needed, and may be incomplete.
  package func validate(
    rules: String?, examples: Bool = false, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> ValidationReport {
    var validator = Validator()
    if examples {
      validator.readExamples(locator: locator)
      addResultChecks(&validator)
    }
    validator.isCancelled = isCancelled
    validator.publishedSchemas = schemas
    validator.ruleSet = { [self] id, _ in ruleSet(id) }
    return validator.validate([.path(pack)] + (rules.map { [.path($0)] } ?? []))
  }
}

// Diagnostics about systems on disk, files of events, and files that are read or written piece by piece.

extension Diagnostic {
  static func inputUnreadable(_ name: String, because reason: String) -> Diagnostic {
    Diagnostic(code: "file/unreadable", message: "`\(name)` cannot be read: \(reason)", place: nil)
  }

  static func outputUnwritable(_ name: String, because reason: String) -> Diagnostic {
    Diagnostic(code: "file/cannot-write", message: "`\(name)` cannot be written: \(reason)", place: nil)
  }

  package static func rulesNotFound(_ id: Text, neededAt place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/not-found", message: "there is no rule set `\(id)`", place: place,
      fix: "it is looked for in `Rules/\(id)` beside the pack's folder `ContentPacks`, then in TERRAIN_HOME")
  }

  static func factTooLarge(_ node: Node) -> Diagnostic {
    Diagnostic(code: "request/number-too-large", message: "no `double` is as far from zero as this number", at: node)
  }

  static func notInSnapshot(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "system/not-kept", message: "`\(path)` was not among the files that were read when the pack was loaded",
      place: nil)
  }

  static func notAnEvent(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "account/line", message: "this line is not an event: those are JSON objects, one per line", place: place)
  }

  static func noEvent(in file: String) -> Diagnostic {
    Diagnostic(
      code: "account/line", message: "`\(file)` has no event: those are JSON objects, one per line", place: nil)
  }

  static func whileFolding(_ file: String, from line: Int) -> Diagnostic {
    Diagnostic(
      code: "account/folding", severity: .info,
      message: "this is about the account whose first event is on line \(line) of `\(file)`", place: nil)
  }
}
