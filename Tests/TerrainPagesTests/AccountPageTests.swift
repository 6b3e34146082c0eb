import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules
import TerrainYAML
import Testing

@Suite struct AccountPageTests {
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func page(_ operation: AccountOperation, _ request: String, color: Bool = false) throws -> String {
    let engine = try LoyaltyEngine(
      LoadedSystem.load(
        packAt: Self.checkout.appending(path: "ContentPacks/embera").path,
        rulesAt: Self.checkout.appending(path: "Rules/embera").path, documents: SourceReader.read,
        contracts: [LoyaltyEngine.contract], kinds: []))
    let (documents, _) = SourceReader.read(SourceText(name: "request.yaml", bytes: Array(request.utf8)))
    let answer = try LoyaltyRequest(try #require(documents.first).root, operation, engine: engine)
      .result(LoyaltySession(engine))
    return AccountPage(answer, engine: engine).text(width: 80, color: color)
  }

  private static let order = """
    account: anna
    event: { id: o, type: earn, time: "2026-03-01T10:00:00-05:00", amount: { currency: USD, minor: 4000 } }
    """

  @Test func anOrder() throws {
    #expect(
      try page(.apply, Self.order) == """

          anna
          Applied.
          As of 2026-03-01 10:00:00, America/New_York
          Level: Aura

          points
            active             500
            lifetime           500
            earned             500

          Standing
            points: 500
            tier: Aura
            next: Halo
            to_next: 700
            fraction: 0.41
            ships_free: false
            had_once: false
            expires: 2027-04-01T04:00:00Z
            expiring: 500

          New lines
            2026-03-01      +400 points  earn, base
            2026-03-01      +100 points  earn, first-cup

          Messages
            • You are Aura now: Welcome to Aura. It is yours from this moment on.
            • 500 points: You earned 500 points.


        """)
  }

  @Test func whatIsForAnotherAccountIsShown() throws {
    let text = try page(
      .apply,
      """
      account: ben
      budgets: {}
      event:
        id: o
        type: earn
        time: "2026-03-01T10:00:00-05:00"
        amount: { currency: USD, minor: 4000 }
        facts: { referrer: anna }
      """)
    #expect(text.contains("For other accounts\n    anna: +200 points  ben/o\n"), "\(text)")
  }

  @Test func benefitsAreShownUntilTheyEnd() throws {
    let events = """
      events:
        - { id: o, type: earn, time: "2026-03-01T10:00:00-05:00", amount: { currency: USD, minor: 6000 } }
        - { id: r, type: reserve, time: "2026-03-02T10:00:00-05:00", facts: { reward: ship-free } }
        - { id: c, type: commit, time: "2026-03-02T10:01:00-05:00", of: r }
      account: anna

      """
    let text = try page(.replay, events + "now: \"2026-03-03T10:00:00-05:00\"")
    #expect(text.contains("Benefits\n    ship-free           runs  c#1  until 2026-04-02 10:01:00"), "\(text)")
    #expect(try !page(.replay, events + "now: \"2026-04-02T11:00:00-04:00\"").contains("Benefits"))
  }

  /// 600 = 500 + 200 - 150 + 50.
  @Test func balancesCanBeReconciledWithWhatIsShown() throws {
    let text = try page(
      .replay,
      """
      account: anna
      now: "2026-03-05T10:00:00-05:00"
      events:
        - { id: o, type: earn, time: "2026-03-01T10:00:00-05:00", amount: { currency: USD, minor: 4000 } }
        - { id: a, type: adjust, time: "2026-03-02T10:00:00-05:00", change: 200, actor: kim, reason: lost }
        - { id: s, type: send, time: "2026-03-03T10:00:00-05:00", to: ben, change: 150, grants: { send: 150 } }
        - { id: t, type: receive, time: "2026-03-04T10:00:00-05:00", from: cleo, change: 50 }
      """)
    for line in [
      "active             600", "earned             500", "adjusted           200", "sent               150",
      "received            50",
    ] {
      #expect(text.contains("    \(line)\n"), "\(text)")
    }
  }

  /// An account that sent 150 points to `ben`, with a level that no pack has had since.
  @Test func transfersNameTheOtherAccountAndNamesThatAreGoneAreShown() throws {
    let text = try page(
      .status,
      """
      account:
        account: anna
        rules: { id: embera, version: 1.0.0, hash: "0" }
        as_of: "2026-03-03T15:00:00Z"
        changed: "2026-03-03T15:00:00Z"
        level: { id: platinum, since: "2026-03-01T15:00:00Z" }
        earns: 1
        balances:
          points:
            { balance: 250, active: 250, pending: 0, held: 0, lifetime: 400, earned: 400, spent: 0, expired: 0,
              taken_back: 0, adjusted: 0, sent: 150 }
        lots:
          - { id: o/1, event: o, unit: points, left: 250, since: "2026-03-01T15:00:00Z", expires: "2027-04-01T04:00:00Z" }
        holds: []
        entries:
          - { id: o/1, time: "2026-03-01T15:00:00Z", kind: earn, unit: points, amount: 400, event: o }
          - { id: s/1, time: "2026-03-03T15:00:00Z", kind: send, unit: points, amount: -150, event: s }
        events:
          - id: o
            type: earn
            time: "2026-03-01T15:00:00Z"
            amount: { currency: USD, minor: 4000 }
            outcome: applied
          - { id: s, type: send, time: "2026-03-03T15:00:00Z", change: 150, to: ben, grants: { send: 150 }, outcome: applied }
      """)
    #expect(text.contains("No longer in the pack\n    level     platinum            level.id\n"), "\(text)")
    #expect(text.contains("    2026-03-03      -150 points  send, to ben\n"), "\(text)")
  }

  @Test func whatIsRefusedSaysWhere() throws {
    let text = try page(
      .quote,
      "account: anna\nevent: { id: r, type: reserve, time: \"2026-03-01T10:00:00Z\", facts: { reward: free-drip } }")
    #expect(text.contains("Refused: balance ("))
    #expect(text.contains("Not enough points yet: You have 0 points, and this takes more."))
  }

  @Test func nothingOfAnAccountReachesTheTerminalAsItIs() throws {
    let text = try page(.apply, Self.order.replacing("anna", with: "\"\\e[31manna\""))
    #expect(!text.contains("\u{1B}"))
    #expect(try page(.apply, Self.order, color: true).contains("\u{1B}[1manna\u{1B}[0m"))
  }
}
