import TerrainDocuments
import TerrainBase

/// Removes a person's records from a log of decisions.
package struct DecisionErasure {
  /// How many records were removed.
  package private(set) var records = 0
  /// From how many files.
  package private(set) var files = 0

  /// Removes the records about the person `id` from the log at `path` and its numbered files. A line with their number takes the place of
  /// those of one file.
  ///
  /// Each file is replaced as a whole. Interrupted between two files, it can be run again.
  ///
  /// - Throws: `decisions/in-use` where a process writes the log, `decisions/not-a-record` for a line that is none, `file/…`; nothing is changed then,
  ///   unless a file cannot be written.
  package init(of id: String, in path: String) throws(DiagnosticError) {
    let paths = try RecordedDecisions.files(of: path)
    let held = try Self.held(path)
    defer { held?.closeHeld() }
    // Everything is read before anything is changed: a line that cannot be read may be about the person.
    var concerned: [String] = []
    for file in paths {
      if try Self.without(id, file) != nil { concerned.append(file) }
    }
    for file in concerned {
      guard let rest = try Self.without(id, file) else { continue }
      do throws(SystemError) { try AtomicFile.write(rest.bytes, to: file) } catch {
        throw DiagnosticError(.outputUnwritable(file, because: error.message))
      }
      records += rest.removed
      files += 1
    }
  }

  /// The lock of the file that is written to, so that no service continues it meanwhile; nil where there is no such file.
  private static func held(_ path: String) throws(DiagnosticError) -> Descriptor? {
    guard FileStatus(path) != nil else { return nil }
    let file: Descriptor
    do throws(SystemError) { file = try Descriptor.reading(path) } catch {
      throw DiagnosticError(.outputUnwritable(path, because: error.message))
    }
    guard file.hold() else {
      file.close()
      throw DiagnosticError(.logInUse(path))
    }
    return file
  }

  /// The lines of `file` that are not about `id`, and how many are; nil where none is.
  private static func without(_ id: String, _ file: String) throws(DiagnosticError) -> (bytes: [UInt8], removed: Int)? {
    var kept: [UInt8] = []
    var removed = 0
    try RecordedDecisions.each(in: file) { record, line in
      if let parameters = record["params"], isAbout(id, parameters) {
        removed += 1
      } else {
        kept += line.bytes
        kept.append(UInt8(ascii: "\n"))
      }
    }
    guard removed > 0 else { return nil }
    return (Array("{\"forgotten\":\(removed)}\n".utf8) + kept, removed)
  }

  /// Whether the request or account `node` is about `id`: an account may be in the response that it came in, and events name theirs.
  private static func isAbout(_ id: String, _ node: Node) -> Bool {
    guard node.kind == .map else { return false }
    for name in ["id", "account"] {
      guard let value = node[Text(name)] else { continue }
      if value.text?.string == id || value.kind == .number && value.document.source.text(of: value.range) == id {
        return true
      }
    }
    let listed = node["events"].map { $0.kind == .list ? Array($0.elements) : [] } ?? []
    let events = listed + (node["event"].map { [$0] } ?? [])
    if events.contains(where: { $0.kind == .map && $0["account"]?.text?.string == id }) { return true }
    return ["account", "params"].contains { node[Text($0)].map { isAbout(id, $0) } ?? false }
  }
}

extension Diagnostic {
  fileprivate static func logInUse(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "decisions/in-use", message: "`\(path)` is a log that another process writes, so that nothing was removed",
      place: nil, fix: "end that process first: it continues the log when it starts again")
  }
}
