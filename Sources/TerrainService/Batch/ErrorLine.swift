import TerrainDocuments
import TerrainEngines

/// What is written in the place of a line that is wrong: its id, where it has one that can be read, and an error of the shape
/// that `terrain serve` gives.
///
/// Nothing in it depends on where the line is among others, so that the output is the same however the input is divided;
/// and no value of the line is repeated.
struct ErrorLine {
  private let error: RPCError
  private let data: ErrorData
  /// The line's id as JSON; nil if there is none.
  private let id: [UInt8]?

  /// `error` about the line with the id `id` that `source` is; `document` where it is JSON.
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

  /// The id of a line: any value of the member `id` that is given once.
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
    // A number as it is written: `-1.5e3` is not `-1500` to whoever sent it.
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

  /// What is wrong, in a few words each: codes and paths.
  var remarks: [String] { data.summaries(error.diagnostics.filter { $0.severity == .error }) }
}
