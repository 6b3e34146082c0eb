import TerrainDocuments
import TerrainEngines

/// The output for an invalid line: its id, if it has a readable id, and an error in the shape that `terrain serve` uses.
///
/// It does not contain the line's position, so that the output is the same however the input is divided. It repeats no value of the line.
struct ErrorLine {
  private let error: RPCError
  private let data: ErrorData
  /// The line's id as JSON; nil without an id.
  private let id: [UInt8]?

  /// The output for `error` on the line `source` with the id `id`; `document` is nil if the line is not JSON.
  init(_ error: RPCError, id: [UInt8]?, _ source: SourceText, _ document: Document?) {
    self.error = error
    self.id = id
    data = ErrorData(source, document)
  }

  /// The error of a line that cannot be taken as a whole.
  init(_ line: RequestText) {
    self.init(
      line.error ?? RPCError(.internal), id: Self.id(of: line), line.source, line.document)
  }

  /// The id of a line: any value of the member `id`, if it occurs once.
  static func id(of line: RequestText) -> [UInt8]? {
    guard let root = line.document?.root else {
      if case .seen(let json) = line.seenID { return json }
      return nil
    }
    guard root.kind == .map else { return nil }
    let ids = root.members.filter { $0.key.isText("id") }
    guard let id = ids.first?.value, ids.count == 1 else { return nil }
    return json(id)
  }

  /// `node` as compact JSON.
  static func json(_ node: Node) -> [UInt8]? {
    // Writes a number as it was written, because the sender may not recognize `-1.5e3` as `-1500`.
    if node.kind == .number { return Array(node.document.source.text(of: node.range).utf8) }
    var writer = JSONWriter(.compact)
    guard (try? writer.value(node.value)) != nil else { return nil }
    return writer.bytes
  }

  /// The error's code.
  var code: RPCError.Code { error.code }

  /// The error as JSON, without a line end.
  var bytes: [UInt8] {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      if let id {
        writer.key("id")
        writer.raw(id)
      }
      error.write(data, to: &writer)
    }
    return writer.bytes
  }

  /// The errors in a few words each: codes and paths.
  var remarks: [String] { data.summaries(error.diagnostics.filter { $0.severity == .error }) }
}
