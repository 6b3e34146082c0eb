import Foundation
import TerrainChecks
import TerrainKit
import Testing

/// Accounts as apps keep them: the reply that the account was last in is stored, and passed back.
@Suite struct AccountTests {
  private struct Order: Encodable {
    struct Amount: Encodable { let currency: String, minor: Int }
    struct Facts: Encodable { let late: Bool }
    let id: String
    let type = "earn"
    let time: String
    let amount = Amount(currency: "USD", minor: 450)
    let facts = Facts(late: false)
  }

  private struct State: Decodable {
    struct Balance: Decodable { let balance: Int }
    let balances: [String: Balance]
    let duplicate: Bool?
  }

  private func terrain() throws -> Terrain {
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let built = try PackBuilder(
      pack: checkout.appending(path: "ContentPacks/quicksip").path,
      rules: checkout.appending(path: "Rules/quicksip").path
    ).build()
    return try Terrain(Data(built.bytes))
  }

  @Test func anAccountIsTheReplyItWasLastIn() throws {
    let terrain = try terrain()
    let first = Order(id: "order-1", time: "2026-11-21T09:22:00-05:00")
    let reply = try terrain.call(.apply, Request(account: nil, id: "sarah", event: first))
    let earned = try #require(reply.decode(State.self).balances["points"]).balance
    #expect(earned > 0)

    // The members are those of the service's request.
    let json = #"""
      {"account":"sarah","event":{"id":"order-1","type":"earn","time":"2026-11-21T09:22:00-05:00",
      "amount":{"currency":"USD","minor":450},"facts":{"late":false}}}
      """#
    #expect(try terrain.call(.apply, Request(json: json)).json == reply.json)

    // What it earned once, it does not earn again; another order it does.
    let again = try terrain.call(.apply, Request(account: reply.json, id: "sarah", event: first)).decode(State.self)
    #expect(again.duplicate == true && again.balances["points"]?.balance == earned)
    let second = Order(id: "order-2", time: "2026-11-22T09:22:00-05:00")
    let grown = try terrain.call(.apply, Request(account: reply.json, id: "sarah", event: second)).decode(State.self)
    #expect(try #require(grown.balances["points"]).balance > earned)
  }

  @Test func anAccountIsLookedAtWithoutAnEvent() throws {
    let terrain = try terrain()
    let reply = try terrain.call(
      .apply, Request(account: nil, id: "sarah", event: Order(id: "order-1", time: "2026-11-21T09:22:00-05:00")))
    let earned = try reply.decode(State.self).balances["points"]?.balance
    let later = Date(timeIntervalSince1970: 1_796_000_000)
    for (method, request) in [
      (Terrain.Method.status, try Request(account: reply.json, id: "sarah", now: later)),
      (.apply, try Request(account: reply.json, id: "sarah", now: later)),
    ] {
      let state = try terrain.call(method, request)
      #expect(try state.decode(State.self).balances["points"]?.balance == earned, "\(method)")
      #expect(String(decoding: state.json, as: UTF8.self).contains(#""as_of":"2026-11-30T"#), "\(method)")
    }
  }

  /// What is not JSON is no account, and a wrong member is named.
  @Test func mistakesAreThrown() throws {
    let terrain = try terrain()
    let broken = #expect(throws: DiagnosticError.self) { try Request(account: Data("{".utf8), id: "sarah") }
    #expect(broken?.diagnostics.map(\.code) == ["json/unclosed-bracket"])
    let error = #expect(throws: DiagnosticError.self) {
      try terrain.call(.status, Request(json: #"{"account":"sarah","at":"2026-11-30T00:00:00Z"}"#))
    }
    #expect(error?.diagnostics.map(\.code) == ["content/unknown-field"])
  }
}
