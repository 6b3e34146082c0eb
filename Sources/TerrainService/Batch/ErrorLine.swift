import TerrainDocuments
import TerrainValues

/// What stands in the place of a line that is wrong: its id, where it has one that can be read, and an error as `terrain serve`
/// has them.
///
/// Nothing in it depends on where the line stands among others, so that the output is the same however the input is divided;
/// and no value of the line is repeated.
struct ErrorLine {
  private let error: RPCError
  private let data: ErrorData

  /// `error` about the line that `source` is; `document` where it is JSON.
  init(_ error: RPCError, _ source: SourceText, _ document: Document?) {
    self.error = error
    data = ErrorData(source, document)
  }

  /// A line that was not read, for it is too long.
  static let tooLong = ErrorLine(
    RPCError(.limit, [.lineTooLong(limit: BlockReader.longestLine)]), SourceText(name: "line", bytes: []), nil)

  /// The error as JSON, without a line end.
  func bytes(id: Value?) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.beginObject()
    if let id, let json = Self.json(id) {
      writer.key("id")
      writer.raw(json)
    }
    writer.object("error") { writer in
      writer.member("code", error.code.rawValue)
      writer.member("message", error.code.message)
      writer.key("data")
      data.write(error.diagnostics, to: &writer)
    }
    writer.endObject()
    return writer.bytes
  }

  /// What is wrong, in a few words each: codes and paths.
  var remarks: [String] { data.summaries(error.diagnostics.filter { $0.severity == .error }) }

  /// `value` as JSON, where JSON can hold it.
  static func json(_ value: Value) -> [UInt8]? {
    var writer = JSONWriter(.compact)
    guard (try? writer.value(value)) != nil else { return nil }
    return writer.bytes
  }
}
