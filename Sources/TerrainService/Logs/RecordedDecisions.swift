import TerrainDocuments
import TerrainBase

/// The records of a log of decisions as it was written: a file, and numbered ones beside it.
struct RecordedDecisions {
  /// The largest file that is read whole, in bytes.
  private static let sizeLimit = 4 << 30

  /// The files of the log at `path`, the oldest first.
  ///
  /// - Throws: `file/unreadable` where there is none.
  static func files(of path: String) throws(DiagnosticError) -> [String] {
    do throws(SystemError) {
      let files = try RotatedFile.files(of: path)
      if !files.isEmpty { return files }
    } catch {
      throw DiagnosticError(.inputUnreadable(path, because: error.message))
    }
    throw DiagnosticError(.inputUnreadable(path, because: "there is no such log"))
  }

  /// A line of a log.
  struct Line {
    let bytes: ArraySlice<UInt8>
    /// From 1.
    let number: Int
  }

  /// Calls `body` with each record of `file` and the line that it is on; returns how many lines there are, empty ones included.
  ///
  /// - Throws: `decisions/not-a-record` for a line that is none, `file/…`.
  @discardableResult
  static func each(in file: String, _ body: (_ record: Node, _ line: Line) -> Void) throws(DiagnosticError) -> Int {
    try eachLine(of: file) { line throws(DiagnosticError) in
      let text = SourceText(name: file, bytes: Array(line.bytes))
      guard let record = JSONReader.read(text).document?.root, record.kind == .map else {
        throw DiagnosticError(.notARecord(file, line: line))
      }
      body(record, line)
      return true
    }
  }

  /// Calls `body` with each line of `file` that is not blank, until it yields false; returns the number of lines so far.
  private static func eachLine(
    of file: String, _ body: (Line) throws(DiagnosticError) -> Bool
  ) throws(DiagnosticError) -> Int {
    let source = try SourceText.load(path: file, limit: sizeLimit)
    var lines = source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    for (index, line) in lines.enumerated() where line.contains(where: { $0 > UInt8(ascii: " ") }) {
      guard try body(Line(bytes: line, number: index + 1)) else { return index + 1 }
    }
    return lines.count
  }

  /// What is wrong with the line `number`, from 1, of `files` read one after another: it is not a record.
  static func notARecord(onLine number: Int, of files: [String]) throws(DiagnosticError) -> Diagnostic? {
    var before = 0
    for file in files {
      var diagnostic: Diagnostic?
      let count = try eachLine(of: file) { line in
        if before + line.number == number { diagnostic = .notARecord(file, line: line) }
        return diagnostic == nil
      }
      if let diagnostic { return diagnostic }
      before += count
    }
    return nil
  }
}

extension Diagnostic {
  /// The line `line` of the log `path` is not a record. It may be about a person, and is not shown.
  fileprivate static func notARecord(_ path: String, line: RecordedDecisions.Line) -> Diagnostic {
    let source = SourceText(name: path, hiddenLine: line.bytes, number: line.number)
    return Diagnostic(
      code: "decisions/not-a-record", message: "this line is not a record of a decision",
      place: Place(source: source, range: source.wholeRange),
      fix: "name a file that `--log-decisions` wrote, or remove the line")
  }
}
