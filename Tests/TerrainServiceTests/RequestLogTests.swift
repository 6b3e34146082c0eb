import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@testable import TerrainService

/// What a log line has of a request: id, outcome, duration and trace, and nothing that somebody else has written.
@Suite struct RequestLogTests {
  /// The log lines of `lines`, each a request, with a clock that goes on by 1,500 µs with each look.
  private static func log(_ lines: [String], level: ServerLog.Level = .debug) throws -> [[String: Any]] {
    let log = LogCollector()
    let looks = BatchFixture.Counter()
    let clock = MonotonicClock {
      looks.add()
      return looks.value * 1_500_000
    }
    let dispatcher = RPCDispatcher(
      methods, limits: RequestLimits(), clock: clock)
    let server = log.log(level: level)
    dispatcher.report = { outcome in
      if outcome.level >= level { server.write(outcome.level, "request", outcome.fields) }
    }
    var writer = JSONWriter(.compact)
    for line in lines { Array(line.utf8).withUnsafeBufferPointer { dispatcher.answer($0, to: &writer) } }
    return try log.text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private static func failing(_ name: String, _ code: String) -> RPCMethod {
    RPCMethod(name: name, isQuick: true) { parameters, _ throws(DiagnosticError) in
      throw DiagnosticError(Diagnostic(code: code, message: "no", place: code.hasPrefix("t") ? parameters?.place : nil))
    }
  }

  private static var methods: [RPCMethod] {
    RPCSpecificationTests.methods + [
      failing("client", "test/wrong"), failing("limit", "evaluation/step-limit"), failing("rules", "evaluation/no-row"),
      failing("system", "rules/contract-module"),
      RPCMethod(name: "odd", isQuick: true) { parameters, writer in
        writer.null()
        return parameters.map { [Diagnostic(code: "test/odd", severity: .warning, message: "odd", at: $0)] } ?? []
      },
    ]
  }

  private static func request(_ method: String, id: String = "1", _ more: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"a":1}\#(more)}"#
  }

  /// What clients do wrong is information; what authors do wrong is a warning.
  @Test(arguments: [
    (request("sum"), "debug", "ok"), (request("odd"), "info", "ok"), (request("client"), "info", "invalid_params"),
    (request("nothing"), "info", "method_not_found"), ("{", "info", "parse"), ("[]", "info", "invalid_request"),
    (request("limit"), "info", "limit_exceeded"), (request("rules"), "warning", "rules_failed"),
    (request("system"), "warning", "system"),
  ]) func levelsAreForWhoeverCanChangeIt(_ line: String, _ level: String, _ outcome: String) throws {
    let log = try Self.log([line])
    #expect(log.map { $0["level"] as? String } == [level])
    #expect(log.map { $0["outcome"] as? String } == [outcome])
  }

  @Test func durationsAreOfTheClock() throws {
    let line = Self.request("sum")
    let log = try Self.log([line, "[\(line),\(line)]", "{"])
    #expect(log.map { $0["duration_us"] as? Int } == [1500, 1500, 1500, 1500])
  }

  @Test(arguments: [
    ("7", "7"), ("\"a\"", "\"a\""), ("\"a\\n\\u001b[2J\"", #""a\n\u001b[2J""#), ("null", "null"),
    ("\"" + String(repeating: "é", count: 100) + "\"", "\"" + String(repeating: "é", count: 64) + "…\""),
  ]) func idsAreBounded(_ id: String, _ logged: String) throws {
    let log = LogCollector()
    let dispatcher = RPCDispatcher(Self.methods, limits: RequestLimits())
    dispatcher.report = { log.log(level: .debug).write(.info, "request", $0.fields) }
    var writer = JSONWriter(.compact)
    Array(Self.request("sum", id: id).utf8).withUnsafeBufferPointer { dispatcher.answer($0, to: &writer) }
    #expect(log.text.contains(#""id":\#(logged),"method""#), "\(log.text)")
  }

  @Test func longNumbersAndWrongIDsAreNotLogged() throws {
    let long = Self.request("sum", id: String(repeating: "9", count: 100))
    let log = try Self.log([long, Self.request("sum", id: "{\"secret\":1}")])
    #expect(log.count == 2)
    #expect(log.allSatisfy { $0["id"] == nil })
  }

  /// A text line keeps its shape, whatever an id holds.
  @Test func textLinesAreOneLine() throws {
    let lines = LogCollector()
    let log = ServerLog(level: .debug, format: .text) { bytes in
      lines.log(level: .debug).write(.info, String(decoding: bytes, as: UTF8.self))
    }
    let dispatcher = RPCDispatcher(Self.methods, limits: RequestLimits())
    dispatcher.report = { log.write(.info, "answered", $0.fields) }
    var writer = JSONWriter(.compact)
    let id = #""x outcome=ok\u000aforged""#
    Array(Self.request("client", id: id).utf8).withUnsafeBufferPointer { dispatcher.answer($0, to: &writer) }
    #expect(
      lines.text.contains(#"answered id=\"x outcome=ok\\u000aforged\" method=client outcome=invalid_params"#)
        || lines.text.contains(#"answered id=\"x outcome=ok\\nforged\" method=client outcome=invalid_params"#),
      "\(lines.text)")
  }

  private static let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  @Test func aTraceIsLogged() throws {
    let log = try Self.log([
      Self.request("sum", #","traceparent":"\#(Self.trace)""#),
      Self.request("client", #","traceparent":"\#(Self.trace)""#),
      Self.request("sum", #","traceparent":"cc\#(Self.trace.dropFirst(2))-what comes later""#),
    ])
    #expect(
      log.map { $0["traceparent"] as? String } == [Self.trace, Self.trace, "cc\(Self.trace.dropFirst(2))"])
  }

  /// Anything else is ignored: it does not refuse the request, and is not logged.
  @Test(arguments: [
    "", "secret", trace.uppercased(), trace + "-more", trace + "0", "ff" + trace.dropFirst(2),
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-011",
    "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
    "cc" + trace.dropFirst(2) + "x",
  ]) func whatIsNoTraceIsIgnored(_ text: String) throws {
    let log = try Self.log([Self.request("sum", #","traceparent":"\#(text)""#)])
    #expect(log.count == 1 && log.first?["outcome"] as? String == "ok")
    #expect(log.first?["traceparent"] == nil)
  }
}
