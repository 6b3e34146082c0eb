import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Makes one file of a pack and its rules, which loads without YAML: what an app ships.
///
/// The same pack and rules give the same bytes.
package struct PackBuilder: Sendable {
  /// A built pack.
  package struct Built: Sendable {
    /// The file.
    package let bytes: [UInt8]
    /// The hash over the file's content, which it also holds.
    package let contentHash: String
    /// The hash of the pack, the same as that of the folder it was built from.
    package let packHash: String
    /// The hash of the rule set, the same as that of the folder it was built from.
    package let rulesHash: String
    /// What was found without keeping it from being built.
    package let warnings: [Diagnostic]
  }

  private let pack: String
  private let rules: String
  private let store: SourceStore

  /// A builder for the pack in the folder `pack` with the rule set in the folder `rules`.
  package init(pack: String, rules: String) {
    self.init(pack: pack, rules: rules, files: SourceStore())
  }

  /// A builder for folders whose files come from `store`: what is validated is what is built.
  package init(pack: String, rules: String, files store: SourceStore) {
    self.store = store
    self.pack = FilePath.normal(pack)
    self.rules = FilePath.normal(rules)
  }

  /// Builds, after everything has been validated.
  ///
  /// - Throws: everything that is wrong with the pack or its rules.
  package func build() throws(DiagnosticError) -> Built {
    var validator = Validator()
    let rules = rules
    validator.ruleSet = { _, _ in rules }
    let report = validator.validate([.path(pack), .path(rules)], in: store)
    if report.diagnostics.hasErrors { throw DiagnosticError(report.diagnostics) }

    let loader = try PackLoader(path: pack, files: store.contentFiles)
    let system = try LoadedSystem.load(
      loader, rulesAt: rules, files: store.contentFiles, contracts: [], kinds: nil)
    let packFolder = "ContentPacks/\(system.pack.id)"
    let rulesFolder = "Rules/\(system.rules.ruleSet.id)"
    var diagnostics: [Diagnostic] = []
    let files = files(packFolder, rulesFolder, into: &diagnostics)
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }

    let contentHash = BuiltPack.hash(of: files)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key(BuiltPack.Key.format)
      writer.int(BuiltPack.format)
      writer.key(BuiltPack.Key.contentHash)
      writer.string(contentHash)
      let parts = [
        (BuiltPack.Key.pack, system.pack.id, system.pack.version.description, system.pack.hash, packFolder),
        (
          BuiltPack.Key.rules, system.rules.ruleSet.id, system.rules.ruleSet.version.string, system.rules.hash,
          rulesFolder
        ),
      ]
      for (key, id, version, hash, folder) in parts {
        writer.key(key)
        writer.object { writer in
          for (key, value) in [("id", id.string), ("version", version), ("hash", hash), ("folder", folder)] {
            writer.key(key)
            writer.string(value)
          }
        }
      }
      writer.key(BuiltPack.Key.files)
      writer.raw(files)
    }
    writer.newline()
    return Built(
      bytes: writer.bytes, contentHash: contentHash, packHash: system.pack.hash, rulesHash: system.rules.hash,
      warnings: report.diagnostics)
  }

  // MARK: Files

  /// A file on the disk and its place in the built tree.
  private struct Entry {
    let file: String
    let path: String
    let isRules: Bool
    /// False of a file that is not a document, for example a picture.
    let isDocument: Bool
  }

  /// The list of files as JSON, one a line.
  private func files(_ packFolder: String, _ rulesFolder: String, into diagnostics: inout [Diagnostic]) -> [UInt8] {
    var entries: [String: Entry] = [:]
    func add(_ file: String, to folder: String, from base: String, isRules: Bool = false, isDocument: Bool = true) {
      let path = FilePath.normal("\(folder)/\(FilePath.relative(file, to: base))")
      entries[path] = Entry(file: file, path: path, isRules: isRules, isDocument: isDocument)
    }
    add("\(pack)/\(PackLoader.manifestName)", to: packFolder, from: pack)
    let manifest = store.file("\(pack)/\(PackLoader.manifestName)").documents.first?.root
    for (_, kind) in manifest?["kinds"]?.members.map({ ($0.key, $0.value) }) ?? [] {
      if let path = kind["path"]?.text {
        for file in store.contentFiles(at: "\(pack)/\(path)") { add(file, to: packFolder, from: pack) }
      }
      // Rules see records by their schemas.
      if let schema = kind["schema"]?.text {
        for file in SchemaLibrary.files(reachedFrom: FilePath.normal("\(pack)/\(schema)"), store) {
          add(file, to: packFolder, from: pack)
        }
      }
    }
    for version in [rules] + RuleSetVersions(store.contentFiles).folders(of: rules) {
      let manifest = "\(version)/\(RuleSetLoader.manifestName)"
      add(manifest, to: rulesFolder, from: rules, isRules: true)
      let modules = store.file(manifest).documents.first?.root["modules"]
      for (_, module) in modules?.members.map({ ($0.key, $0.value) }) ?? [] {
        if let file = module.text { add("\(version)/\(file)", to: rulesFolder, from: rules, isRules: true) }
      }
    }
    for use in (try? PackContents.load(pack, store))?.fields.uses ?? [] where use.roles.isFile {
      if let path = use.node.text { add("\(pack)/\(path)", to: packFolder, from: pack, isDocument: false) }
    }
    var lines: [[UInt8]] = []
    for entry in entries.values.ordered(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      if !entry.isDocument {
        // Validation has looked for it: what is missing now was removed since, or is too large to come with a pack.
        guard let bytes = store.contentFiles.media(entry.file) else {
          diagnostics.append(.mediaTooLarge(entry.path, limit: ContentFiles.largestMedia))
          continue
        }
        lines.append(media(entry, bytes))
      } else if let root = store.file(entry.file).documents.first?.root {
        lines.append(line(entry, root, into: &diagnostics))
      }
    }
    return Array("[\n".utf8) + lines.joined(separator: ",\n".utf8) + Array("\n]".utf8)
  }

  private func media(_ entry: Entry, _ bytes: [UInt8]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key(BuiltPack.Key.path)
      writer.string(entry.path)
      writer.key(BuiltPack.Key.content)
      writer.string(String(decoding: Base64.encode(bytes), as: UTF8.self))
    }
    return writer.bytes
  }

  private func line(_ entry: Entry, _ root: Node, into diagnostics: inout [Diagnostic]) -> [UInt8] {
    // An explanation quotes rules and their locations.
    let json = NodeJSON(root, notesOrigin: entry.isRules)
    diagnostics += json.diagnostics
    var writer = JSONWriter()
    writer.object { writer in
      writer.key(BuiltPack.Key.path)
      writer.string(entry.path)
      if entry.isRules {
        writer.key(BuiltPack.Key.origin)
        writer.array { writer in
          for number in SourceOrigin(json.points).packed { writer.int(number) }
        }
      }
      writer.key(BuiltPack.Key.content)
      writer.raw(json.bytes)
    }
    return writer.bytes
  }
}

extension Diagnostic {
  fileprivate static func mediaTooLarge(_ path: String, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "pack/media-too-large", message: "`\(path)` is not there, or has more than \(limit) bytes", place: nil,
      fix: "make it smaller: an app loads a pack whole")
  }
}
