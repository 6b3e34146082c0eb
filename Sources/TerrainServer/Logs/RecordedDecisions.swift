import TerrainDocuments
import TerrainPlatform
import TerrainValues

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

  /// Calls `body` with each record of `file` and the line that it is on.
  ///
  /// - Throws: `decisions/not-a-record` for a line that is none, `file/…`.
  static func each(
    in file: String, _ body: (_ record: Node, _ line: ArraySlice<UInt8>) -> Void
  ) throws(DiagnosticError) {
    let source = try SourceText.load(path: file, limit: sizeLimit)
    for (index, line) in source.bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let text = SourceText(name: file, bytes: Array(line))
      guard let record = JSONReader.read(text).document?.root, record.kind == .map else {
        throw DiagnosticError(.notARecord(file, line: index + 1))
      }
      body(record, line)
    }
  }
}

extension Diagnostic {
  /// The line `line`, from 1, of the log `path` is not a record.
  static func notARecord(_ path: String, line: Int) -> Diagnostic {
    Diagnostic(
      code: "decisions/not-a-record", message: "line \(line) of `\(path)` is not a record of a decision", place: nil,
      fix: "name a file that `--log-decisions` wrote, or remove the line")
  }
}
