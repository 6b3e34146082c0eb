import TerrainDocuments
import TerrainBase

/// A message of the client.
struct Incoming {
  /// The id of a request, as it was written; nil of a notification.
  let id: String?
  /// The name of the method; nil of a response.
  let method: String?
  /// The parameters, or `null`.
  let parameters: Node?

  /// Longer ids are not echoed (`idSize`).
  private static let longestID = 1024

  /// Why a message is refused.
  struct Refusal: Error {
    let code: Outbox.ErrorCode
    let message: String
    let id: String?
  }

  /// Reads the content of a message.
  init(_ content: [UInt8]) throws(Refusal) {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "message", bytes: content))
    guard let root = document?.root, !diagnostics.hasErrors else {
      throw Refusal(code: .parse, message: diagnostics.first?.message ?? "a message has to be JSON", id: nil)
    }
    guard root.kind == .map else {
      throw Refusal(code: .invalidRequest, message: "a message has to be an object", id: nil)
    }
    let node = root["id" as Text]
    guard node.map({ $0.kind == .number || $0.kind == .string && $0.range.count <= Self.longestID }) ?? true else {
      throw Refusal(code: .invalidRequest, message: "`id` has to be a number or a short string", id: nil)
    }
    id = node.map { $0.document.source.text(of: $0.range) }
    method = root["method" as Text]?.text?.string
    parameters = root["params" as Text]
    guard root["jsonrpc" as Text]?.isText("2.0") ?? false else {
      throw Refusal(code: .invalidRequest, message: "`jsonrpc` has to be \"2.0\"", id: id)
    }
    let isResponse = root["result" as Text] != nil || root["error" as Text] != nil
    guard method != nil || isResponse else {
      throw Refusal(code: .invalidRequest, message: "a message has to have a `method`", id: id)
    }
  }

  /// The text under `path` in the parameters.
  func text(_ path: Text...) -> String? { node(path)?.text?.string }

  /// The value under `path` in the parameters.
  func node(_ path: [Text]) -> Node? {
    var node = parameters
    for key in path { node = node?[key] }
    return node
  }
}

extension TextPosition {
  /// The position that `node` is: `{"line": 3, "character": 5}`.
  init?(_ node: Node?) {
    guard let line = node?["line" as Text]?.int, let character = node?["character" as Text]?.int, line >= 0,
      character >= 0
    else { return nil }
    self.init(line: Int(clamping: line), character: Int(clamping: character))
  }

  /// Writes the position.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("line", line)
      writer.member("character", character)
    }
  }
}
