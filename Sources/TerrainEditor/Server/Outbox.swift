import TerrainDocuments

/// Messages to the client, in the order in which they are to be sent.
struct Outbox {
  /// The errors of JSON-RPC and of the protocol that this server reports.
  enum ErrorCode: Int {
    case parse = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    /// The request is right, and cannot be done.
    case failed = -32803
  }

  private(set) var messages: [[UInt8]] = []
  private var requests = 0

  /// The messages so far, which are no longer kept.
  mutating func take() -> [[UInt8]] {
    defer { messages = [] }
    return messages
  }

  /// Answers the request `id` with what `body` writes: one value.
  mutating func respond(_ id: String, _ body: (inout JSONWriter) -> Void) {
    send { writer in
      writer.key("id")
      writer.raw(id)
      writer.key("result")
      body(&writer)
    }
  }

  /// Refuses the request `id`; nil of a message that has none, or none that can be read.
  mutating func refuse(_ id: String?, _ code: ErrorCode, _ message: String) {
    send { writer in
      writer.key("id")
      writer.raw(id ?? "null")
      writer.object("error") { writer in
        writer.member("code", code.rawValue)
        writer.member("message", message)
      }
    }
  }

  /// Sends the notification `method`; `body` writes its parameters: one value.
  mutating func notify(_ method: String, _ body: (inout JSONWriter) -> Void) {
    send { writer in
      writer.member("method", method)
      writer.key("params")
      body(&writer)
    }
  }

  /// Sends the request `method`, whose response needs no reading; `body` writes its parameters.
  mutating func request(_ method: String, _ body: (inout JSONWriter) -> Void) {
    requests += 1
    let id = requests
    send { writer in
      writer.member("id", "terrain-\(id)")
      writer.member("method", method)
      writer.key("params")
      body(&writer)
    }
  }

  private mutating func send(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      body(&writer)
    }
    messages.append(writer.bytes)
  }
}
