import TerrainBase
import TerrainDocuments

/// Reports of whole validations, in a folder that may be deleted at any time.
///
/// A report is stored under its request, with the state of every file that it may depend on and the identity of the program. It is used
/// while both are the same, and is never trusted: each entry ends with a checksum, and its locations must lie in the files that they name.
/// Only reports on packs and rule sets are stored, because other reports may quote people's answers.
package struct ReportStore: Sendable {
  /// The parts of a report that a command prints.
  package struct Report: Sendable {
    /// The diagnostics that count.
    package let diagnostics: [Diagnostic]
    /// The files that were checked.
    package let files: [String]
    /// The lines that sum up.
    package let summary: String

    /// Creates a report from its parts.
    package init(diagnostics: [Diagnostic], files: [String], summary: String) {
      self.diagnostics = diagnostics
      self.files = files
      self.summary = summary
    }
  }

  /// A validation, and the state of the files at the time of the request.
  package struct Question: Sendable {
    fileprivate let name: String
    fileprivate let roots: [String]
    fileprivate let state: FilesState

    /// The validation that `words` describe: the paths, the working folder, and whatever else decides. nil if the files under `roots`
    /// cannot all be watched by their states.
    package init?(_ words: [String], roots: [String]) {
      guard let state = FilesState(of: roots, limit: ReportStore.mostFiles) else { return nil }
      name = SHA256.hexDigest(of: words.joined(separator: "\0").utf8).string
      self.roots = roots
      self.state = state
    }
  }

  private static let mostFiles = 20_000
  /// The most entries, and the most bytes of one.
  private static let mostEntries = 64
  private static let mostBytes = 4 << 20
  /// A file that was changed this recently may change again without a change of its state.
  private static let secondsUntilSettled = 2

  private let folder: String
  private let program: String

  /// The store in `folder`, for the program in the file `program`; nil if that file does not exist.
  package init?(folder: String, program: String) {
    guard let state = FilesState(of: [program], limit: 1) else { return nil }
    self.folder = folder
    self.program = state.fingerprint
  }

  private func path(_ question: Question) -> String { "\(folder)/\(question.name).json" }

  // MARK: Reading

  /// The report on `question`; nil if none is stored, or the files or the program have changed.
  package func report(on question: Question) -> Report? {
    guard let source = try? SourceText.load(path: path(question), limit: Self.mostBytes),
      let body = Self.checked(source.bytes),
      let root = JSONReader.read(SourceText(name: source.name, bytes: Array(body))).document?.root, root.kind == .map,
      root["program"]?.text?.string == program, root["state"]?.text?.string == question.state.fingerprint,
      let summary = root["summary"]?.text?.string, let files = root["files"].flatMap(Self.texts),
      let names = root["sources"].flatMap(Self.texts), let found = root["diagnostics"], found.kind == .list
    else { return nil }
    var sources: [SourceText] = []
    for name in names {
      guard let source = try? SourceText.load(path: name) else { return nil }
      sources.append(source)
    }
    var diagnostics: [Diagnostic] = []
    for node in found.elements {
      guard let diagnostic = Self.diagnostic(node, sources) else { return nil }
      diagnostics.append(diagnostic)
    }
    // The files that were just read must have the state of the question.
    guard FilesState(of: question.roots, limit: Self.mostFiles) == question.state else { return nil }
    return Report(diagnostics: diagnostics, files: files, summary: summary)
  }

  /// The bytes before the checksum at the end; nil if the checksum is wrong.
  private static func checked(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard bytes.count > checksumLength else { return nil }
    let body = bytes.dropLast(checksumLength)
    return bytes.suffix(checksumLength).elementsEqual(checksum(of: body)) ? body : nil
  }

  private static let checksumLength = 64

  private static func checksum(of bytes: ArraySlice<UInt8>) -> [UInt8] { Array(SHA256.hexDigest(of: bytes).utf8) }

  private static func texts(_ node: Node) -> [String]? {
    let texts = node.kind == .list ? node.elements.map { $0.text?.string } : [nil]
    return texts.contains { $0 == nil } ? nil : texts.compactMap { $0 }
  }

  private static func diagnostic(_ node: Node, _ sources: [SourceText]) -> Diagnostic? {
    guard let code = node["code"]?.text?.string, let message = node["message"]?.text?.string,
      let severity = node["severity"]?.text.flatMap({ Severity(rawValue: $0.string) })
    else { return nil }
    var diagnostic = Diagnostic(
      code: code, severity: severity, message: message, place: nil, fix: node["fix"]?.text?.string,
      path: node["path"]?.text?.string)
    diagnostic.plainMessage = node["plain"]?.text?.string
    if let place = node["place"] {
      guard let place = self.place(place, sources) else { return nil }
      diagnostic.place = place
    }
    for related in node["related"]?.elements.map({ $0 }) ?? [] {
      guard let message = related["message"]?.text?.string, let place = related["place"].flatMap({ place($0, sources) })
      else { return nil }
      diagnostic.related.append(Diagnostic.Related(message: message, place: place))
    }
    return diagnostic
  }

  private static func place(_ node: Node, _ sources: [SourceText]) -> Place? {
    let numbers = node.kind == .list ? node.elements.compactMap { $0.int.flatMap { UInt32(exactly: $0) } } : []
    guard numbers.count == 3, Int(numbers[0]) < sources.count, numbers[1] <= numbers[2],
      Int(numbers[2]) <= sources[Int(numbers[0])].bytes.count
    else { return nil }
    return Place(source: sources[Int(numbers[0])], range: SourceRange(start: numbers[1], end: numbers[2]))
  }

  // MARK: Writing

  /// Stores `report` as the answer to `question`, unless files have changed since, or may change without being noticed. `now` is the time
  /// in seconds since 1970-01-01T00:00:00Z. Errors in storing are ignored.
  package func keep(_ report: Report, on question: Question, now: Int = WallClock.now.seconds) {
    guard question.state.modified <= now - Self.secondsUntilSettled,
      FilesState(of: question.roots, limit: Self.mostFiles) == question.state, let body = body(report, question)
    else { return }
    let bytes = body + Self.checksum(of: body[...])
    guard bytes.count <= Self.mostBytes else { return }
    try? AtomicFile.makePrivateFolder(folder)
    try? AtomicFile.write(bytes, to: path(question))
    removeOldest()
  }

  private func body(_ report: Report, _ question: Question) -> [UInt8]? {
    var sources: [SourceText] = []
    var isPlain = true
    func write(_ place: Place, to writer: inout JSONWriter) {
      // A location in a part of a file, or outside of files, cannot be restored.
      if place.source.origin != nil { isPlain = false }
      let index = sources.firstIndex { $0 === place.source } ?? sources.count
      if index == sources.count { sources.append(place.source) }
      writer.array { writer in
        writer.int(index)
        writer.int(place.range.start)
        writer.int(place.range.end)
      }
    }
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("program", program)
      writer.member("state", question.state.fingerprint)
      writer.member("summary", report.summary)
      writer.member("files", report.files)
      writer.array("diagnostics") { writer in
        for diagnostic in report.diagnostics {
          writer.object { writer in
            writer.member("code", diagnostic.code)
            writer.member("severity", diagnostic.severity.rawValue)
            writer.member("message", diagnostic.message)
            writer.member("fix", ifAny: diagnostic.fix)
            writer.member("path", ifAny: diagnostic.path)
            writer.member("plain", ifAny: diagnostic.plainMessage)
            if let place = diagnostic.place {
              writer.key("place")
              write(place, to: &writer)
            }
            writer.array("related") { writer in
              for related in diagnostic.related {
                writer.object { writer in
                  writer.member("message", related.message)
                  writer.key("place")
                  write(related.place, to: &writer)
                }
              }
            }
          }
        }
      }
      writer.member("sources", sources.map(\.name))
    }
    let isOnDisk = sources.allSatisfy { source in (try? SourceText.load(path: source.name))?.bytes == source.bytes }
    return isPlain && isOnDisk ? writer.bytes : nil
  }

  /// Removes the oldest entries if the number of entries exceeds the limit.
  private func removeOldest() {
    guard let names = try? Folder.files(under: folder, endings: [".json"]), names.count > Self.mostEntries else {
      return
    }
    let entries = names.map { (path: $0, modified: FileStatus($0)?.modified ?? 0) }
    for entry in entries.ordered(by: { $0.modified < $1.modified }).prefix(names.count - Self.mostEntries) {
      AtomicFile.delete(entry.path)
    }
  }
}
