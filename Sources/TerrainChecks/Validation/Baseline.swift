import TerrainBase
import TerrainDocuments
import TerrainRules

/// Earlier diagnostics that are accepted for now, so that a check can be switched on for new diagnostics only.
///
/// A diagnostic is identified by its code, its file, its path in the document, and a hash of its text: lines may move, but once the text
/// itself changes, the diagnostic is new.
package struct Baseline: Sendable {
  struct Key: Hashable, Comparable, Sendable {
    let file: String
    let path: String
    let code: String
    let hash: String

    static func < (a: Key, b: Key) -> Bool {
      [a.file, a.path, a.code, a.hash].lexicographicallyPrecedes([b.file, b.path, b.code, b.hash]) {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
    }
  }

  private var counts: [Key: Int] = [:]
  /// The folder that file names are relative to.
  private let folder: String

  /// Reads the baseline in the file `path`.
  package static func load(_ path: String) throws(DiagnosticError) -> Baseline {
    let source = try SourceText.load(path: path)
    let (document, diagnostics) = JSONReader.read(source)
    guard let root = document?.root else { throw DiagnosticError(diagnostics) }
    guard root["baseline"]?.int == 1, let findings = root["findings"], findings.kind == .list else {
      throw DiagnosticError(.noBaseline(at: root))
    }
    var baseline = Baseline(folder: FilePath.folder(path))
    for finding in findings.elements {
      guard let code = finding["code"]?.text, let file = finding["file"]?.text, let path = finding["path"]?.text,
        let hash = finding["hash"]?.text
      else { throw DiagnosticError(.noBaseline(at: finding)) }
      let key = Key(file: file.string, path: path.string, code: code.string, hash: hash.string)
      baseline.counts[key, default: 0] += 1
    }
    return baseline
  }

  private init(folder: String) { self.folder = folder }

  /// A baseline file at `path` in which all of `findings` are accepted.
  static func file(_ findings: [Diagnostic], at path: String, _ documents: DocumentIndex) -> [UInt8] {
    let folder = FilePath.folder(path)
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.member("baseline", 1)
      writer.array("findings") { writer in
        for key in findings.map({ Self.key($0, folder, documents) }).ordered() {
          writer.object { writer in
            for (name, value) in [("code", key.code), ("file", key.file), ("path", key.path), ("hash", key.hash)] {
              writer.key(name)
              writer.string(value)
            }
          }
        }
      }
    }
    writer.newline()
    return writer.bytes
  }

  /// Returns true if a diagnostic like `finding` is accepted.
  func knows(_ finding: Diagnostic, _ documents: DocumentIndex) -> Bool {
    counts[Self.key(finding, folder, documents)] != nil
  }

  /// Returns true if `finding` is accepted; each entry accepts one.
  mutating func accepts(_ finding: Diagnostic, _ documents: DocumentIndex) -> Bool {
    let key = Self.key(finding, folder, documents)
    guard let count = counts[key], count > 0 else { return false }
    counts[key] = count - 1
    return true
  }

  /// Entries that have accepted nothing.
  var unused: Int { counts.values.reduce(0, +) }

  private static func key(_ finding: Diagnostic, _ folder: String, _ documents: DocumentIndex) -> Key {
    guard let place = finding.place else {
      return Key(file: "", path: finding.path ?? "", code: finding.code, hash: hash(Array(finding.message.utf8)))
    }
    let bytes = Array(place.source.bytes[clamped(place)])
    return Key(
      file: FilePath.relative(place.source.name, to: folder), path: documents.path(of: place), code: finding.code,
      hash: hash(bytes))
  }

  private static func clamped(_ place: Place) -> Range<Int> {
    let start = min(Int(place.range.start), place.source.bytes.count)
    return start..<min(max(Int(place.range.end), start), place.source.bytes.count)
  }

  private static func hash(_ bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return String(digest.hexDigest.string.prefix(16))
  }
}

/// The documents of a run, for finding the path to a location in them.
struct DocumentIndex: Sendable {
  private var documents: [String: [Document]] = [:]

  mutating func add(_ file: SourceStore.File) { documents[file.path] = file.documents }

  /// The path to the smallest value that contains `place`; empty if no document does.
  func path(of place: Place) -> String {
    for document in documents[place.source.name] ?? [] {
      var node = document.root
      guard Self.holds(node, place) else { continue }
      // Each round goes one value deeper.
      while let child = Self.children(of: node).first(where: { Self.holds($0, place) }) { node = child }
      return node.path
    }
    return ""
  }

  private static func children(of node: Node) -> [Node] {
    if node.isAlias { return [] }
    return node.kind == .map ? node.members.flatMap { [$0.key, $0.value] } : Array(node.elements)
  }

  private static func holds(_ node: Node, _ place: Place) -> Bool {
    node.range.start <= place.range.start && place.range.end <= node.range.end
  }
}

extension Diagnostic {
  fileprivate static func noBaseline(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "baseline/not-a-baseline", message: "this is not a baseline that `--write-baseline` has written", at: node,
      fix: "write it again")
  }
}
