import TerrainRules
import TerrainDocuments
import TerrainBase

/// What is to be validated: the packs, rule sets and files that some paths mean.
struct ValidationTargets {
  /// Folders of packs, sorted.
  private(set) var packs: [String] = []
  /// Folders of rule sets, sorted.
  private(set) var ruleSets: [String] = []
  /// All files to look at, those of packs and rule sets included, sorted.
  private(set) var files: [String] = []
  /// Files that were named one by one, so that it is reported where nothing is known about them.
  private(set) var named: Set<String> = []
  /// Paths that lead nowhere.
  private(set) var diagnostics: [Diagnostic] = []

  /// A file belongs to the nearest pack or rule set at most this many folders above it.
  private static let mostParents = 8

  private let store: SourceStore

  /// What `paths` mean: files, folders (all YAML and JSON files in them), or patterns of these.
  ///
  /// - Parameters:
  ///   - unsaved: paths of files whose bytes are in the store, and not or not yet on the disk.
  ///   - alone: whether a named file represents itself only, and not for the pack or rule set it is part of.
  ///   - given: names of what comes from elsewhere than files.
  ///   - store: where the files are.
  init(_ paths: [String], unsaved: [String] = [], alone: Bool, given: [String], in store: SourceStore) {
    self.store = store
    named = Set(given)
    // A file of a folder that is validated is found there, saved or not.
    let folders = paths.map(FilePath.normal).filter { store.kind($0) == .folder }
    for path in unsaved where !folders.contains(where: { FilePath.isInside(path, $0) }) {
      addFile(path, alone: alone)
    }
    for path in paths { add(path, alone: alone) }
    packs = Self.distinct(packs)
    // An earlier version is validated with the rule set that lists it.
    let versions = RuleSetVersions(store.contentFiles)
    ruleSets = Self.distinct(ruleSets.map { versions.ruleSet(of: $0) })
    for folder in packs + ruleSets { addFolder(folder, isWhole: false) }
    files = Self.distinct(files)
  }

  private mutating func add(_ path: String, alone: Bool) {
    // A file may be called by what looks like a pattern.
    if store.kind(path) == nil, let pattern = GlobPattern(path) {
      let paths = expand(pattern)
      if paths.isEmpty { diagnostics.append(.nothingMatches(path)) }
      for path in paths { add(path, alone: alone) }
      return
    }
    let path = FilePath.normal(path)
    switch store.kind(path) {
    case .folder:
      let before = diagnostics.count
      addFolder(path, isWhole: !alone)
      // A folder of another name than was meant must not look like a folder in which all is well.
      if !files.contains(where: { $0.hasPrefix(path == "." ? "" : "\(path)/") }), diagnostics.count == before {
        diagnostics.append(.nothingIn(path))
      }
    case .file, .link, .other: addFile(path, alone: alone)
    case nil: diagnostics += Self.failure(path)
    }
  }

  private mutating func addFile(_ path: String, alone: Bool) {
    files.append(path)
    named.insert(path)
    if !alone { addWhole(around: path) }
  }

  private mutating func addFolder(_ path: String, isWhole: Bool) {
    // A link out of the folder is nothing that was named.
    let contents = reading { (store) throws(DiagnosticError) in try store.ownFiles(path, PackLoader.endings) }
    files += contents
    guard isWhole else { return }
    for file in contents {
      if FilePath.name(file) == PackLoader.manifestName { packs.append(FilePath.folder(file)) }
      if FilePath.name(file) == RuleSetLoader.manifestName { ruleSets.append(FilePath.folder(file)) }
    }
    // A folder inside a pack means the pack.
    addWhole(around: path)
  }

  /// The pack or rule set that a file or folder is part of.
  private mutating func addWhole(around path: String) {
    var folder = store.kind(path) == .folder ? path : FilePath.folder(path)
    for _ in 0..<Self.mostParents {
      if store.kind("\(folder)/\(PackLoader.manifestName)") == .file {
        packs.append(folder)
        return
      }
      if store.kind("\(folder)/\(RuleSetLoader.manifestName)") == .file {
        ruleSets.append(folder)
        return
      }
      if folder == "." || folder == "/" || FilePath.name(folder) == ".." { return }
      folder = FilePath.folder(folder)
    }
  }

  /// The files that `read` finds; that they cannot be read is kept, once.
  private mutating func reading(_ read: (SourceStore) throws(DiagnosticError) -> [String]) -> [String] {
    do throws(DiagnosticError) {
      return try read(store)
    } catch {
      if !diagnostics.contains(error.diagnostics) { diagnostics += error.diagnostics }
      return []
    }
  }

  private mutating func expand(_ pattern: GlobPattern) -> [String] {
    var paths: Set<String> = []
    let prefix = pattern.base == "/" ? "/" : "\(pattern.base)/"
    let files = reading { (store) throws(DiagnosticError) in try store.list(pattern.base, [""]) }
    for file in files {
      let rest = file.dropFirst(prefix.count)
      var end = rest.startIndex
      while true {
        // Each folder on the way may be meant, and then represents what is in it.
        let slash = rest[end...].firstIndex(of: "/")
        let part = rest[..<(slash ?? rest.endIndex)]
        if pattern.matches(part) {
          paths.insert("\(prefix)\(part)")
          break
        }
        guard let slash else { break }
        end = rest.index(after: slash)
      }
    }
    return Self.sorted(paths)
  }

  private static func failure(_ path: String) -> [Diagnostic] {
    do throws(DiagnosticError) {
      _ = try SourceText.load(path: path, limit: 0)
      return []
    } catch {
      return error.diagnostics
    }
  }

  private static func distinct(_ paths: [String]) -> [String] { sorted(Set(paths)) }

  private static func sorted(_ paths: Set<String>) -> [String] {
    paths.ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension Diagnostic {
  fileprivate static func nothingMatches(_ pattern: String) -> Diagnostic {
    Diagnostic(
      code: "file/no-match", message: "no file matches `\(pattern)`", place: nil,
      fix: "`*` matches a part of a name, `**` any folders")
  }

  fileprivate static func nothingIn(_ folder: String) -> Diagnostic {
    Diagnostic(
      code: "file/no-match", message: "no YAML or JSON file is in the folder `\(folder)`", place: nil,
      fix: "name the folder of a pack or of a rule set")
  }
}
