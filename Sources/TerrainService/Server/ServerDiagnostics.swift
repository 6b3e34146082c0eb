import TerrainDocuments

// Diagnostics about the form of lines and requests.

extension Diagnostic {
  /// A request to cancel that names no request.
  static let noIDToCancel = Diagnostic(
    code: "rpc/cancel-id", message: "a request to cancel needs the `id` of the request", place: nil,
    fix: "add `\"params\": {\"id\": ID}`")

  static func notARequest(_ node: Node) -> Diagnostic {
    request("not-a-request", "a request is an object, and this is \(node.kind.named)", node)
  }

  static func otherVersion(_ node: Node) -> Diagnostic {
    request("version", "a request has `\"jsonrpc\": \"2.0\"`", node)
  }

  static func noMethod(_ node: Node) -> Diagnostic {
    request("no-method", "a request names its method as text", node)
  }

  static func wrongParameters(_ node: Node) -> Diagnostic {
    request("params", "`params` is an object or a list, and this is \(node.kind.named)", node)
  }

  static func wrongID(_ node: Node) -> Diagnostic {
    request("id", "`id` is a text, a number or null, and this is \(node.kind.named)", node)
  }

  static func wrongTimeout(_ node: Node) -> Diagnostic {
    request(
      "timeout", "`\(RPCMethod.timeoutName)` is a whole number of milliseconds, from 1 to \(RPCMethod.longestTimeout)",
      node)
  }

  static func misspelt(_ key: Node, for name: String) -> Diagnostic {
    Diagnostic(
      code: "rpc/unknown-member", message: "this is not a member of a request", place: key.place,
      fix: "did you mean `\(name)`?", path: key.path)
  }

  static func emptyBatch(_ node: Node) -> Diagnostic {
    request("empty-batch", "a batch has at least one request", node)
  }

  static func batchTooLarge(_ node: Node, limit: Int) -> Diagnostic {
    request("batch-size", "a batch of \(node.count.counted("request")); the limit `batch-size` is \(limit)", node)
  }

  static func lineTooLong(limit: Int) -> Diagnostic {
    Diagnostic(
      code: "rpc/line-length", message: "a line is longer than the limit `line-length` of \(limit) bytes", place: nil)
  }

  static func responseTooLarge(limit: Int) -> Diagnostic {
    Diagnostic(
      code: "rpc/response-size",
      message: "the response is longer than the limit `response-size` of \(limit) bytes", place: nil,
      fix: "request less at once, or raise the limit: `--limit response-size=NUMBER`")
  }

  static func unknownMethod(_ node: Node, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "rpc/unknown-method", message: "this is not a method", at: node,
      fix: Suggestion.fix(node.text, among: names) ?? "`rpc.discover` describes the methods")
  }

  /// `diagnostic` of the reader of JSON, about a request: it contains the path of the duplicate key instead of a quotation.
  static func aboutKey(_ diagnostic: Diagnostic, in document: Document) -> Diagnostic {
    guard diagnostic.code == "json/duplicate-key", let place = diagnostic.place else { return diagnostic }
    var result = diagnostic
    result.message = "an object has this key twice"
    result.path = document.root.path(ofKeyAt: place.range)
    result.fix = "remove or rename one of them"
    result.related = []
    return result
  }

  static func byPosition(_ node: Node) -> Diagnostic {
    request("by-position", "parameters are given by name, and this is a list", node)
  }

  static let notServing = Diagnostic(
    code: "rpc/not-serving", message: "this method is about a service, and there is none here", place: nil,
    fix: "ask it of `terrain serve`")

  static func systemChanging(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "system/changing", message: "`\(path)` or its rules changed while they were being proved, again and again",
      place: nil, fix: "ask again when nobody writes to them")
  }

  private static func request(_ code: String, _ message: String, _ node: Node) -> Diagnostic {
    Diagnostic(code: "rpc/" + code, message: message, at: node)
  }
}

extension Node {
  /// The path of the member whose key is at `range` below this node; nil if no key is there. Readers have bounded the depth.
  fileprivate func path(ofKeyAt range: SourceRange) -> String? {
    var node = self
    while true {
      if let member = node.members.first(where: { $0.key.range == range }) { return member.value.path }
      let children = node.kind == .list ? Array(node.elements) : node.members.map(\.value)
      guard let inner = children.first(where: { $0.range.start <= range.start && range.end <= $0.range.end }) else {
        return nil
      }
      node = inner
    }
  }
}

extension NodeKind {
  var named: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .list: "a list"
    case .map: "an object"
    }
  }
}
