import TerrainBase
import TerrainDocuments
import TerrainRules

/// The targets of a validation: the packs, rule sets, and files that some paths name.
struct ValidationTargets {
  /// Folders of packs, sorted.
  private(set) var packs: [String] = []
  /// Folders of rule sets, sorted.
  private(set) var ruleSets: [String] = []
  /// All files to check, including those of packs and rule sets, sorted.
  private(set) var files: [String] = []
  /// Files that were named one by one, so that it is reported if nothing is known about them.
  private(set) var named: Set<String> = []
  /// Paths that lead nowhere.
  private(set) var diagnostics: [Diagnostic] = []

  /// The maximum number of folders above a file at which its pack or rule set is searched.
  private static let mostParents = 8

  private let store: SourceStore

  /// Finds the targets of `paths`: files, folders (all YAML and JSON files in them), or patterns.
  ///
  /// - Parameters:
  ///   - unsaved: paths of files whose bytes are in the store, and not or not yet on the disk.
  ///   - alone: true if a named file stands only for itself, and not for its pack or rule set.
  ///   - given: names of documents that are not files.
  ///   - store: the files.
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
    // A file name may look like a pattern.
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
      // A misspelled folder must not look like a folder without errors.
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

  /// The files that `read` finds; if they cannot be read, the error is kept once.
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
        // The pattern may match any folder on the way, which then stands for its contents.
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

/// The role of a file. It follows from the content; if a misspelled key hides it, it follows from the name of the file or its folder.
enum FileRole: Sendable, Hashable {
  case packManifest, content, builtPack, ruleSetManifest, ruleModule, ruleTests, scenarios, invariants, population
  case quality, answers, request, schema

  /// The role of `document`; nil for something else.
  init?(_ document: Document) {
    if let role = FileRole(document.root) {
      self = role
      return
    }
    guard document.root.kind == .map else { return nil }
    switch FilePath.name(document.source.name) {
    case PackLoader.manifestName: self = .packManifest
    case RuleSetLoader.manifestName: self = .ruleSetManifest
    default:
      switch FilePath.name(FilePath.folder(document.source.name)) {
      case "tests" where document.root["cases"] != nil: self = .ruleTests
      case "scenarios" where document.root["requests"] != nil: self = .scenarios
      default: return nil
      }
    }
  }

  /// The role of the document with the root `node`; nil for something else.
  init?(_ node: Node) {
    guard node.kind == .map else { return nil }
    func has(_ keys: Text...) -> Bool { keys.allSatisfy { node[$0] != nil } }
    if let dialect = node["$schema"]?.text, NamedSchema.isDialect(dialect.string) {
      self = .schema
    } else if node[BuiltPack.Key.format] != nil {
      self = .builtPack
    } else if node["kind"]?.text == "pack" || has("kinds", "default_locale") {
      self = .packManifest
    } else if has("rules", "modules") {
      self = .ruleSetManifest
    } else if has("module", "decisions") || has("rules", "module") {
      self = .ruleModule
    } else if has("tests", "cases") {
      self = .ruleTests
    } else if has("scenarios") {
      self = .scenarios
    } else if has("invariants") {
      self = .invariants
    } else if has("population", "start") {
      self = .population
    } else if has("quality", "measures") {
      self = .quality
    } else if has("kind") {
      self = .content
    } else if has("now"), has("facts") || has("answers") || has("logs") || has("page") {
      self = .request
    } else if has("answers") {
      self = .answers
    } else {
      return nil
    }
  }

  /// The folder or file within a rule set in which commands look for files of this role; nil for roles that may be anywhere.
  var ruleSetHome: String? {
    switch self {
    case .ruleTests: "tests"
    case .scenarios: "scenarios"
    case .invariants: "invariants.yaml"
    default: nil
    }
  }

  /// The published schema for files of this role that name none; content names its own.
  var schemaName: String? {
    switch self {
    case .packManifest: "pack.schema.json"
    case .ruleSetManifest: "ruleset.schema.json"
    case .ruleModule: "module.schema.json"
    case .ruleTests: "rule-tests.schema.json"
    case .scenarios: "scenarios.schema.json"
    case .invariants: "invariants.schema.json"
    case .population: "population.schema.json"
    case .quality: "quality.schema.json"
    case .answers: "answers.schema.json"
    case .content, .builtPack, .request, .schema: nil
    }
  }
}

/// The schema that a file itself declares, in the ways editors understand.
struct NamedSchema: Sendable {
  /// The reference: a path relative to the file, or an address.
  let reference: String
  /// The location of the reference.
  let place: Place

  /// The schema that `document` names: in a comment `# yaml-language-server: $schema=…`, or in a member `"$schema"`.
  init?(_ document: Document) {
    let root = document.root
    if let node = root["$schema"], let text = node.text, !Self.isDialect(text.string) {
      self.init(reference: text.string, place: node.place)
      return
    }
    for comment in document.comments {
      let text = document.source.text(of: comment)
      guard let marker = text.firstRange(of: "yaml-language-server:"),
        let key = text[marker.upperBound...].firstRange(of: "$schema=")
      else { continue }
      let value = text[key.upperBound...].prefix { $0 != " " && $0 != "\t" }
      guard !value.isEmpty else { continue }
      let start = comment.start + UInt32(clamping: text[..<value.startIndex].utf8.count)
      let range = SourceRange(start: start, end: start + UInt32(clamping: value.utf8.count))
      self.init(reference: String(value), place: Place(source: document.source, range: range))
      return
    }
    return nil
  }

  private init(reference: String, place: Place) {
    self.reference = reference
    self.place = place
  }

  /// True for an address of JSON Schema itself: a document that names it is a schema.
  static func isDialect(_ reference: String) -> Bool {
    reference.hasPrefix("https://json-schema.org/") || reference.hasPrefix("http://json-schema.org/")
  }

  /// True for an address that only a network leads to.
  var isRemote: Bool { reference.contains("://") }
}

/// A pattern of paths: `*` and `?` match characters of a name, `[a-z]` one of some, `**` any folders.
struct GlobPattern {
  /// The folder before the first part that is a pattern.
  let base: String
  private let parts: [[Unicode.Scalar]]

  /// The pattern `text`; nil if it is a plain path.
  init?(_ text: String) {
    guard text.contains(where: { "*?[".contains($0) }) else { return nil }
    let all = text.split(separator: "/", omittingEmptySubsequences: false)
    let plain = all.prefix { part in !part.contains { "*?[".contains($0) } }
    parts = all.dropFirst(plain.count).filter { !$0.isEmpty }.map { Array($0.unicodeScalars) }
    let folder = plain.joined(separator: "/")
    base = folder.isEmpty ? (text.hasPrefix("/") ? "/" : ".") : folder
  }

  /// Returns true if `path`, relative to ``base``, matches the pattern.
  func matches(_ path: Substring) -> Bool {
    let names = path.split(separator: "/").map { Array($0.unicodeScalars) }
    // The parts of the pattern that may come next, after the names processed until now.
    var next: Set<Int> = [0]
    for name in names {
      var after: Set<Int> = []
      for index in closure(next) where index < parts.count {
        if Self.isAnyFolders(parts[index]) {
          after.insert(index)
        } else if Self.matches(name, parts[index]) {
          after.insert(index + 1)
        }
      }
      next = after
    }
    return closure(next).contains(parts.count)
  }

  /// `**` may match no folder at all.
  private func closure(_ indices: Set<Int>) -> [Int] {
    var positions = indices
    for start in indices.ordered() {
      var index = start
      while index < parts.count, Self.isAnyFolders(parts[index]) {
        index += 1
        positions.insert(index)
      }
    }
    return positions.ordered()
  }

  private static func isAnyFolders(_ part: [Unicode.Scalar]) -> Bool { part == ["*", "*"] }

  /// Returns true if `name` is of the form `pattern`. After each `*` the rest is tried at one position after another, without backtracking
  /// to earlier stars: the time is at most the product of the lengths.
  private static func matches(_ name: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    var n = 0
    var p = 0
    var star: (name: Int, pattern: Int)?
    while n < name.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (n, p + 1)
        p += 1
      } else if let step = one(name[n], pattern, p) {
        n += 1
        p = step
      } else if let last = star {
        star = (last.name + 1, last.pattern)
        n = last.name + 1
        p = last.pattern
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }

  /// The position after the piece of `pattern` at `position`, if it matches `scalar`.
  private static func one(_ scalar: Unicode.Scalar, _ pattern: [Unicode.Scalar], _ position: Int) -> Int? {
    guard position < pattern.count else { return nil }
    switch pattern[position] {
    case "?": return position + 1
    case "[":
      guard let end = pattern[(position + 1)...].dropFirst().firstIndex(of: "]") else {
        return scalar == "[" ? position + 1 : nil
      }
      var set = pattern[(position + 1)..<end]
      let isNegated = set.first == "!" || set.first == "^"
      if isNegated { set = set.dropFirst() }
      var isIn = false
      var index = set.startIndex
      while index < set.endIndex {
        if index + 2 < set.endIndex, set[index + 1] == "-" {
          if set[index].value <= scalar.value, scalar.value <= set[index + 2].value { isIn = true }
          index += 3
        } else {
          if set[index] == scalar { isIn = true }
          index += 1
        }
      }
      return isIn != isNegated ? end + 1 : nil
    default: return pattern[position] == scalar ? position + 1 : nil
    }
  }
}
