import TerrainBase
import TerrainDocuments
import TerrainRules

extension Scaffold {
  /// A rule set or a module to begin with, and its tests.
  ///
  /// - Parameters:
  ///   - name: The id of a new rule set; or the name of a module, which begins with that of a rule set in `folder`.
  ///   - folder: The folder of rule sets.
  ///   - files: The existing files.
  /// - Throws: a name that cannot be used, files that exist, a manifest that cannot be read.
  package static func rules(_ name: String, in folder: String, files: ContentFiles) throws(DiagnosticError) -> Scaffold
  {
    guard name.contains(".") else {
      let id = try ScaffoldID(name)
      let own = "\(folder)/\(id.text)"
      let module = RuleTemplate(module: "\(id.modulePrefix).levels", file: "levels.yaml", in: own)
      return try Scaffold([File("\(own)/\(RuleSetLoader.manifestName)", module.manifest(id: id.text))] + module.files)
    }
    let module = Text(name)
    guard RuleSetManifest.isModuleName(module) else { throw DiagnosticError(.badModuleName(name)) }
    let (own, manifest) = try ruleSet(of: name, in: folder, files)
    let rest = name.dropFirst(manifest.modulePrefix.count)
    let path = rest.split(separator: ".").map { $0.split(separator: "_").joined(separator: "-") }.joined(separator: "/")
    let template = RuleTemplate(module: name, file: "\(path).yaml", in: own)
    if let listed = manifest.modules.first(where: { $0.module == module }) {
      throw DiagnosticError(.moduleExists(name, listed.place))
    }
    return try Scaffold(template.files, extending: [try list(name, "\(path).yaml", in: own, files)])
  }

  /// The rule set in `folder` whose modules begin as `name` does.
  private static func ruleSet(
    of name: String, in folder: String, _ files: ContentFiles
  ) throws(DiagnosticError) -> (folder: String, manifest: RuleSetManifest) {
    var known: [String] = []
    for path in try files.list(folder, [RuleSetLoader.manifestName]) {
      guard let root = files.documents(try files.source(path)).documents.first?.root,
        let manifest = RuleSetManifest.read(root).manifest
      else { continue }
      if name.hasPrefix(manifest.modulePrefix) { return (FilePath.folder(path), manifest) }
      known.append(manifest.modulePrefix)
    }
    throw DiagnosticError(.noRuleSetForModule(name, in: folder, prefixes: known))
  }

  /// The manifest in `folder` with an additional module; the rest of its text is unchanged.
  private static func list(
    _ name: String, _ path: String, in folder: String, _ files: ContentFiles
  ) throws(DiagnosticError) -> File {
    let manifest = "\(folder)/\(RuleSetLoader.manifestName)"
    let source = try files.source(manifest)
    guard let modules = files.documents(source).documents.first?.root["modules" as Text],
      let last = Array(modules.members).last
    else { throw DiagnosticError(.badModuleName(name)) }
    var bytes = source.bytes
    if source.bytes[Int(modules.range.start)] == UInt8(ascii: "{") {
      bytes.insert(contentsOf: ", \(name): \(path)".utf8, at: Int(last.value.range.end))
      return File(manifest, bytes: bytes, from: source)
    }
    // After the line of the last module, a comment behind it included, and indented as that is.
    let column = source.bytePosition(at: Int(last.key.range.start)).column
    let end = bytes[Int(last.value.range.end)...].firstIndex(of: UInt8(ascii: "\n"))
    let line = String(repeating: " ", count: column - 1) + "\(name): \(path)\n"
    bytes.insert(contentsOf: ((end == nil ? "\n" : "") + line).utf8, at: end.map { $0 + 1 } ?? bytes.count)
    return File(manifest, bytes: bytes, from: source)
  }
}

/// A module, and its tests.
private struct RuleTemplate {
  let module: String
  let file: String
  /// The folder of its rule set.
  let folder: String

  init(module: String, file: String, in folder: String) {
    self.module = module
    self.file = file
    self.folder = folder
  }

  var files: [Scaffold.File] {
    [.init("\(folder)/\(file)", source), .init("\(folder)/tests/\(file)", tests)]
  }

  /// A name that no other module of the rule set has for something else.
  private var fact: String {
    "\(module.split(separator: ".").last ?? "")_amount"
  }

  func manifest(id: String) -> String {
    """
    \(comment("ruleset", for: "\(folder)/\(RuleSetLoader.manifestName)"))rules: 1
    id: \(id)
    version: 0.1.0
    modules:
      \(module): \(file)

    """
  }

  private var source: String {
    """
    \(comment("module", for: "\(folder)/\(file)"))rules: 1
    module: \(module)
    doc: Say here what this module decides.

    facts:
      \(fact): { type: int, min: 0, max: 1000, doc: "what is given with a request" }

    parameters:
      high_from: { value: 100, type: int, min: 0, max: 1000, doc: "the amount from which the level is high" }

    decisions:
      level:
        doc: The first row whose condition holds decides.
        hit: first
        rows:
          - { id: high, when: { \(fact): ">= high_from" }, then: high }
        otherwise: low

    """
  }

  private var tests: String {
    """
    \(comment("rule-tests", for: "\(folder)/tests/\(file)"))tests: \(module)
    cases:
      - name: just below the limit
        given:  { \(fact): 99 }
        expect: { level: low }
      - name: at the limit
        given:  { \(fact): 100 }
        expect: { level: high }

    """
  }

  /// The line that names the schema of the file `path`, if the schemas are next to the rules.
  private func comment(_ schema: String, for path: String) -> String {
    let schemas = FilePath.normal("\(folder)/../../ContentPacks/Schemas/\(schema).schema.json")
    guard Folder.kind(of: schemas) == .file else { return "" }
    return "# yaml-language-server: $schema=\(FilePath.relative(schemas, to: FilePath.folder(FilePath.normal(path))))\n"
  }
}

extension Diagnostic {
  fileprivate static func badModuleName(_ name: String) -> Diagnostic {
    Diagnostic(
      code: "init/bad-name", message: "`\(name)` cannot be the name of a module: names joined by dots", place: nil,
      fix: "a name is letters, digits and `_`, and no word of the expression language")
  }

  fileprivate static func moduleExists(_ name: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "init/file-exists", message: "the rule set has a module `\(name)` already", place: place,
      fix: "choose another name")
  }

  fileprivate static func noRuleSetForModule(_ name: String, in folder: String, prefixes: [String]) -> Diagnostic {
    Diagnostic(
      code: "init/no-rule-set", message: "no rule set in `\(folder)` has modules that begin as `\(name)` does",
      place: nil,
      fix: prefixes.isEmpty
        ? "create the rule set first: `terrain init --rules NAME`, without a dot in the name"
        : "modules begin with \(prefixes.ordered().quoted) here")
  }
}

/// Files that begin something new, as they are going to be written.
package struct Scaffold: Sendable {
  /// A file.
  package struct File: Sendable {
    /// Its path.
    package let path: String
    /// Its bytes.
    package let bytes: [UInt8]
    /// The present file; nil if it does not exist.
    package let source: SourceText?

    /// The file `path` that contains `text`.
    init(_ path: String, _ text: String) { self.init(path, bytes: Array(text.utf8)) }

    /// The file `path` that contains `bytes`, which were made from `source`.
    init(_ path: String, bytes: [UInt8], from source: SourceText? = nil) {
      self.path = FilePath.normal(path)
      self.bytes = bytes
      self.source = source
    }
  }

  /// The files that do not exist yet.
  package let created: [File]
  /// Files that exist, with one addition.
  package let extended: [File]

  /// New files and extended ones.
  ///
  /// - Throws: an error if one of `created` exists: no file is overwritten.
  init(_ created: [File], extending extended: [File] = []) throws(DiagnosticError) {
    let existing = created.map(\.path).filter { Folder.kind(of: $0) != nil }
    if let first = existing.first { throw DiagnosticError(.fileExists(first, others: existing.count - 1)) }
    self.created = created
    self.extended = extended
  }
}

/// The id of something new: of a pack and its rule set, or of a rule set.
struct ScaffoldID {
  /// As manifests and folders have it.
  let text: String
  /// The prefix of the names of its modules, without the dot.
  let modulePrefix: String
  /// For people: its words, each with a capital.
  var title: String {
    text.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// The fewest and the most characters of an id.
  private static let lengths = 3...64

  /// The id `text`.
  ///
  /// - Throws: an error if ids of packs and names of modules cannot be made from it.
  init(_ text: String) throws(DiagnosticError) {
    let isWord = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
    let prefix = text.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "_")
    guard isWord, Self.lengths.contains(text.utf8.count), RuleSetManifest.isModuleName(Text(prefix)) else {
      throw DiagnosticError(.badScaffoldID(text, suggestion: Self.suggestion(text)))
    }
    self.text = text
    modulePrefix = prefix
  }

  /// An id that resembles `text`; nil if no valid id does.
  static func suggestion(_ text: String) -> String? {
    var words: [String] = [""]
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case "a"..."z": words[words.count - 1].unicodeScalars.append(scalar)
      case "0"..."9" where words != [""]: words[words.count - 1].unicodeScalars.append(scalar)
      default: words.append("")
      }
    }
    let id = words.filter { !$0.isEmpty }.joined(separator: "-")
    let prefix = id.split(separator: "-").joined(separator: "_")
    return lengths.contains(id.utf8.count) && RuleSetManifest.isModuleName(Text(prefix)) ? id : nil
  }
}

extension Diagnostic {
  fileprivate static func fileExists(_ path: String, others: Int) -> Diagnostic {
    let more = others == 0 ? "exists" : "and \(others) more of the files exist"
    return Diagnostic(
      code: "init/file-exists", message: "`\(path)` \(more) already; nothing is overwritten", place: nil,
      fix: "choose another name, or remove what is there")
  }

  fileprivate static func badScaffoldID(_ text: String, suggestion: String?) -> Diagnostic {
    Diagnostic(
      code: "init/bad-name",
      message:
        "`\(text)` cannot be the name of a pack or a rule set, which is 3 to 64 of a–z, 0–9 and `-`, a letter first",
      place: nil, fix: suggestion.map { "did you mean `\($0)`?" })
  }
}
