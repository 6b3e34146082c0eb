import Foundation
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainValues
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
      try page(.earn, Self.order) == """

          anna
          Applied.
          As of 2026-03-01 10:00:00, America/New_York
          Level: Aura

          points
            active             500
            lifetime           500

          Standing
            points: 500
            tier: Aura
            next: Halo
            to_next: 700
            fraction: 0.41
            ships_free: false

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
      .earn,
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

  @Test func whatIsRefusedSaysWhere() throws {
    let text = try page(
      .quote,
      "account: anna\nevent: { id: r, type: reserve, time: \"2026-03-01T10:00:00Z\", facts: { reward: free-drip } }")
    #expect(text.contains("Refused: balance ("))
    #expect(text.contains("Not enough points yet: You have 0 points, and this takes more."))
  }

  @Test func nothingOfAnAccountReachesTheTerminalAsItIs() throws {
    let text = try page(.earn, Self.order.replacing("anna", with: "\"\\e[31manna\""))
    #expect(!text.contains("\u{1B}"))
    #expect(try page(.earn, Self.order, color: true).contains("\u{1B}[1manna\u{1B}[0m"))
  }
}
