import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// What looks at every file of a pack runs apart from other requests, and can be cancelled.
@Suite struct CancelTests {
  private static func request(_ id: String, _ method: String, _ parameters: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
  }

  /// The end of the input cancels nothing: what was read is answered.
  @Test(arguments: ["pack.validate", "pack.reload"]) func theEndOfTheInputWaits(_ method: String) throws {
    try ReloadTests.withCopy { copy in
      let lines = [Self.request("1", method)] + (2...20).map { Self.request("\($0)", "health") }
      let result = try ServiceFixture.run(lines, served: copy.served(), threads: 1)
      #expect(result.answers.count == 20)
      #expect(result.answers.contains { $0.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":"#) }, "\(result.answers)")
    }
  }

  /// One thread reads what comes after a validation while that is under way: otherwise there would be nothing to cancel.
  @Test(arguments: ["pack.validate", "pack.reload"]) func whatIsCancelledIsAnsweredWithAnError(_ method: String) throws
  {
    let result = try ServiceFixture.run(
      [
        Self.request(#""a""#, method), Self.request("2", "$/cancelRequest", #"{"id":"a"}"#),
        Self.request("3", "$/cancelRequest", #"{"id":"b"}"#),
      ], threads: 1)
    #expect(result.answers.count == 3)
    let cancelled = try #require(result.answer(#""a""#))
    #expect(cancelled.contains(#""code":-32800,"message":"Request cancelled""#) && cancelled.contains("rpc/cancelled"))
    #expect(result.answer("2")?.contains(#""cancelled":true"#) == true)
    #expect(result.answer("3")?.contains(#""cancelled":false"#) == true)
  }

  /// A notification cancels without an answer; the service serves on as it was.
  @Test func aNotificationCancels() throws {
    let result = try ServiceFixture.run(
      [
        Self.request("1", "pack.reload"), #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
        Self.request("2", "health"),
      ], threads: 1)
    #expect(result.answers.count == 2)
    #expect(result.answer("1")?.contains("rpc/cancelled") == true)
    #expect(result.answer("2")?.contains(#""status":"ok""#) == true)
    #expect(!result.log.contains("version-refused"))
  }

  /// The end does not wait for what nobody can want any more.
  @Test func shutdownCancels() throws {
    let result = try ServiceFixture.run(
      [Self.request("1", "pack.validate"), Self.request("2", "shutdown")], threads: 1)
    #expect(result.answer("1")?.contains("rpc/cancelled") == true)
    #expect(result.answer("2")?.contains(#""ending":true"#) == true)
  }

  @Test func aBatchIsAnsweredAsAWhole() throws {
    try ReloadTests.withCopy { copy in
      let batch = "[" + Self.request("1", "pack.validate") + "," + Self.request("2", "health") + "]"
      let result = try ServiceFixture.run([batch, Self.request("3", "health")], served: copy.served(), threads: 1)
      #expect(result.answers.count == 2)
      #expect(result.answers.contains { $0.contains(#""id":3"#) })
      #expect(result.answers.contains { $0.hasPrefix("[") && $0.contains(#""valid":"#) && $0.contains(#""id":2"#) })
    }
  }

  @Test(arguments: ["{}", #"{"id":null}"#, "[]"]) func aRequestToCancelNamesARequest(_ parameters: String) throws {
    let result = try ServiceFixture.run([Self.request("1", "$/cancelRequest", parameters)], threads: 1)
    #expect(result.answers.first?.contains(#""code":-32602,"#) == true, "\(result.answers)")
  }

  @Test func outsideOfAServiceNothingIsCancelled() throws {
    let served = try MethodFixture.served("ContentPacks/quicksip")
    let session = MethodFixture.session(served)
    #expect(!session.isCancelled())
    session.isCancelled = { true }
    let method = try #require(AnyOperation.named("pack.validate"))
    let error = #expect(throws: DiagnosticError.self) { try MethodFixture.answer(method, "{}", session) }
    #expect(error?.diagnostics.map(\.code) == ["rpc/cancelled"])
  }
}
