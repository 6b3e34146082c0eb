import TerrainBase
import TerrainDocuments
import TerrainEngines
import Testing

@testable import TerrainService

/// The examples of the JSON-RPC 2.0 specification (section 7), each, with the methods that they suppose.
@Suite struct RPCSpecificationTests {
  /// What is sent, and what comes back: `-->` and `<--` of the specification. Answers are compared as values; what we add to
  /// errors as `data` is left out.
  static let examples: [(name: String, request: String, response: String?)] = [
    (
      "positional parameters", #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
      #"{"jsonrpc": "2.0", "result": 19, "id": 1}"#
    ),
    (
      "positional parameters, the other way round",
      #"{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}"#,
      #"{"jsonrpc": "2.0", "result": -19, "id": 2}"#
    ),
    (
      "named parameters",
      #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
      #"{"jsonrpc": "2.0", "result": 19, "id": 3}"#
    ),
    (
      "named parameters, the other way round",
      #"{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}"#,
      #"{"jsonrpc": "2.0", "result": 19, "id": 4}"#
    ),
    ("a notification", #"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#, nil),
    ("a notification without parameters", #"{"jsonrpc": "2.0", "method": "foobar"}"#, nil),
    (
      "non-existent method", #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#,
      #"{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "1"}"#
    ),
    (
      "invalid JSON", #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
      #"{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}"#
    ),
    (
      "invalid request object", #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#,
      #"{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}"#
    ),
    (
      "batch, invalid JSON",
      #"[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method" ]"#,
      #"{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}, "id": null}"#
    ),
    (
      "an empty array", "[]",
      #"{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}"#
    ),
    (
      "an invalid batch, not empty", "[1]",
      #"[{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}]"#
    ),
    (
      "an invalid batch", "[1,2,3]",
      #"""
      [{"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
       {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
       {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null}]
      """#
    ),
    (
      "a batch",
      #"[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, "#
        + #"{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}, "#
        + #"{"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"}, {"foo": "boo"}, "#
        + #"{"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"}, "#
        + #"{"jsonrpc": "2.0", "method": "get_data", "id": "9"}]"#,
      #"""
      [{"jsonrpc": "2.0", "result": 7, "id": "1"}, {"jsonrpc": "2.0", "result": 19, "id": "2"},
       {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}, "id": null},
       {"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": "5"},
       {"jsonrpc": "2.0", "result": ["hello", 5], "id": "9"}]
      """#
    ),
    (
      "a batch of notifications",
      #"[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]}, "#
        + #"{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]"#, nil
    ),
  ]

  static var methods: [RPCMethod] {
    [
      RPCMethod(name: "subtract", isQuick: true) { parameters, writer in
        let names: [Text] = ["minuend", "subtrahend"]
        let given = names.enumerated().map { index, name in
          (parameters?.kind == .list ? parameters?.element(at: index) : parameters?[name])?.int ?? 0
        }
        writer.int(given[0] - given[1])
        return []
      },
      RPCMethod(name: "sum", isQuick: true) { parameters, writer in
        writer.int(parameters?.elements.reduce(0) { $0 + ($1.int ?? 0) } ?? 0)
        return []
      },
      RPCMethod(name: "get_data", isQuick: true) { _, writer in
        writer.array { writer in
          writer.string("hello")
          writer.int(5)
        }
        return []
      },
      nothing("notify_hello"), nothing("notify_sum"), nothing("update"),
    ]
  }

  private static func nothing(_ name: String) -> RPCMethod {
    RPCMethod(name: name, isQuick: true) { _, writer in
      writer.null()
      return []
    }
  }

  @Test(arguments: examples.indices) func answersAsTheSpecificationSays(_ index: Int) throws {
    let (name, request, response) = Self.examples[index]
    let dispatcher = RPCDispatcher(Self.methods, limits: RequestLimits())
    var writer = JSONWriter(.compact)
    Array(request.utf8).withUnsafeBufferPointer { dispatcher.answer($0, to: &writer) }
    guard let response else {
      #expect(writer.string.isEmpty, "\(name): \(writer.string)")
      return
    }
    #expect(writer.string.hasSuffix("\n") && !writer.string.dropLast().contains("\n"), "\(name): one line")
    let actual = Self.plain(try MethodFixture.document(writer.string).root)
    #expect(actual == Self.plain(try MethodFixture.document(response).root), "\(name): \(writer.string)")
  }

  /// A value with members in order of their names, and without `data`.
  static func plain(_ node: Node) -> String {
    switch node.kind {
    case .list: return "[" + node.elements.map(plain).joined(separator: ",") + "]"
    case .map:
      let members = node.members.filter { $0.key.text != "data" }.map { "\($0.key.text ?? ""):\(plain($0.value))" }
      return "{" + members.sorted().joined(separator: ",") + "}"
    default: return node.document.source.text(of: node.range)
    }
  }
}

extension RPCDispatcher {
  /// A dispatcher whose requests nobody cancels.
  convenience init(_ methods: [RPCMethod], limits: RequestLimits, clock: MonotonicClock = .system) {
    self.init(methods, OpenRequests(), limits: limits, clock: clock)
  }

  /// Answers a line that is the first.
  func answer(_ line: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter, spill: Spill = { _ in true }) {
    answer(line, from: LineOrigin(number: 0, time: 0), to: &writer, beforeSlow: { _ in }, spill: spill)
  }
}
