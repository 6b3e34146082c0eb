import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// Makes one file of a pack and its rules, which an app ships and which loads without YAML.
///
/// The same pack and rules give the same bytes.
package struct PackBuilder: Sendable {
  /// A built pack.
  package struct Built: Sendable {
    /// The file.
    package let bytes: [UInt8]
    /// The hash over the file's content, which it also holds.
    package let contentHash: String
    /// The hash of the pack, the same as that of the folder that it was built from.
    package let packHash: String
    /// The hash of the rule set, the same as that of the folder that it was built from.
    package let rulesHash: String
    /// The warnings of the build.
    package let warnings: [Diagnostic]
  }

  private let pack: String
  private let rules: String
  private let store: SourceStore

  /// A builder for the pack in the folder `pack` with the rule set in the folder `rules`.
  package init(pack: String, rules: String) {
    self.init(pack: pack, rules: rules, files: SourceStore())
  }

  /// A builder for folders whose files come from `store`, so that the validated files are the built files.
  package init(pack: String, rules: String, files store: SourceStore) {
    self.store = store
    self.pack = FilePath.normal(pack)
    self.rules = FilePath.normal(rules)
  }

  /// Builds, after everything has been validated.
  ///
  /// - Throws: all errors in the pack or its rules.
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
    let disk = store.contentFiles
    for (_, kind) in manifest?["kinds"]?.members.map({ ($0.key, $0.value) }) ?? [] {
      if let path = kind["path"]?.text.flatMap({ disk.path($0.string, inside: pack).path }) {
        for file in store.contentFiles(at: path) { add(file, to: packFolder, from: pack) }
      }
      // Rules see records by their schemas.
      let schema = kind["schema"]?.text.flatMap {
        disk.schema($0.string, from: "\(pack)/\(PackLoader.manifestName)").path
      }
      for file in schema.map({ SchemaLibrary.files(reachedFrom: $0, disk) }) ?? [] {
        add(file, to: packFolder, from: pack)
      }
    }
    for version in [rules] + RuleSetVersions(store.contentFiles).folders(of: rules) {
      let manifest = "\(version)/\(RuleSetLoader.manifestName)"
      add(manifest, to: rulesFolder, from: rules, isRules: true)
      let modules = store.file(manifest).documents.first?.root["modules"]
      for (_, module) in modules?.members.map({ ($0.key, $0.value) }) ?? [] {
        if let file = module.text.flatMap({ disk.path($0.string, inside: version).path }) {
          add(file, to: rulesFolder, from: rules, isRules: true)
        }
      }
    }
    for use in (try? PackContents.load(pack, store))?.fields.uses ?? [] where use.roles.isFile {
      if let path = use.node.text.flatMap({ disk.path($0.string, inside: pack).path }) {
        add(path, to: packFolder, from: pack, isDocument: false)
      }
    }
    var lines: [[UInt8]] = []
    for entry in entries.values.ordered(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      if !entry.isDocument {
        // Validation has checked that the file exists: it was removed since, or is too large for a pack.
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

/// Writes a value of a document as compact JSON, and notes the source location of each part.
struct NodeJSON {
  private(set) var bytes: [UInt8] = []
  private(set) var points: [SourceOrigin.Point] = []
  /// Errors for values that JSON cannot represent.
  private(set) var diagnostics: [Diagnostic] = []
  private let notesOrigin: Bool

  /// The length of texts above which only their beginning is noted.
  private static let longestText = 10_000

  init(_ node: Node, notesOrigin: Bool) {
    self.notesOrigin = notesOrigin
    write(node)
  }

  /// The recursion is bounded, because readers limit the nesting of documents and the expansion of aliases.
  private mutating func write(_ node: Node) {
    note(node.document.source, Int(node.range.start))
    switch node.kind {
    case .null: bytes += "null".utf8
    case .bool: bytes += (node.bool == true ? "true" : "false").utf8
    case .number: number(node)
    case .string: string(node)
    case .list:
      bytes.append(UInt8(ascii: "["))
      for (position, element) in node.elements.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .map:
      bytes.append(UInt8(ascii: "{"))
      for (position, member) in node.members.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        note(node.document.source, Int(member.key.range.start))
        string(member.key)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func number(_ node: Node) {
    if let raw = node.rawNumber?.string, Self.isJSON(raw) {
      bytes += raw.utf8
    } else if node.isInteger, let int = node.int {
      bytes += String(int).utf8
    } else if node.isInteger, let decimal = node.decimal {
      bytes += decimal.description.utf8
    } else if let double = node.double, double.isFinite {
      bytes += double.description.utf8
    } else {
      diagnostics.append(.notJSON(at: node))
      bytes += "null".utf8
    }
  }

  /// JSON's grammar of numbers: `-`, digits without a leading zero, a fraction, an exponent.
  private static func isJSON(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = rest.prefix(while: isDigit)
    if whole.isEmpty || whole.first == UInt8(ascii: "0") && whole.count > 1 { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      if fraction.isEmpty { return false }
      rest = rest.dropFirst(fraction.count + 1)
    }
    if let byte = rest.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
      let exponent = rest.prefix(while: isDigit)
      if exponent.isEmpty { return false }
      rest = rest.dropFirst(exponent.count)
    }
    return rest.isEmpty
  }

  // MARK: Texts

  private mutating func string(_ node: Node) {
    let text = Array((node.text ?? "").utf8)
    var writer = JSONWriter()
    guard notesOrigin, text.count <= Self.longestText else {
      writer.string(node.text ?? "")
      bytes += writer.bytes
      return
    }
    bytes.append(UInt8(ascii: "\""))
    var run = 0
    var drift = Int.min
    for index in text.indices where index == 0 || Self.mayBreak(text, index) {
      let start = Int(node.place(ofDecoded: index..<index).range.start)
      // A byte that directly continues the source needs no note.
      let isEscaped = index > 0 && Self.isEscaped(text[index - 1])
      if start - index == drift, !isEscaped { continue }
      escape(text[run..<index])
      note(node.document.source, start)
      run = index
      drift = start - index
    }
    escape(text[run...])
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns true if the source of a text may be interrupted before `index`: after blanks, line ends, and characters that may be escapes.
  private static func mayBreak(_ text: [UInt8], _ index: Int) -> Bool {
    if text[index] & 0xC0 == 0x80 { return false }
    let before = text[index - 1]
    return before <= 0x20 || before >= 0x7F || isEscaped(before) || before == UInt8(ascii: "'") || text[index] <= 0x20
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func escape(_ text: ArraySlice<UInt8>) {
    var writer = JSONWriter()
    writer.string(String(decoding: text, as: UTF8.self))
    bytes += writer.bytes.dropFirst().dropLast()
  }

  private mutating func note(_ source: SourceText, _ offset: Int) {
    guard notesOrigin else { return }
    let (line, column) = source.position(at: offset)
    let byteColumn = source.bytePosition(at: offset).column
    let point = SourceOrigin.Point(
      offset: UInt32(clamping: bytes.count), line: UInt32(clamping: line), column: UInt32(clamping: column),
      byteColumn: UInt32(clamping: byteColumn))
    if points.last?.offset == point.offset { points.removeLast() }
    points.append(point)
  }
}

extension Diagnostic {
  fileprivate static func notJSON(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/not-json",
      message: "`\(node.rawNumber ?? "")` cannot be represented in JSON, so the pack cannot be built",
      at: node)
  }
}
