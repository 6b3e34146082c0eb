import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainOutcomes

/// The impact on accounts, whose results have each figure twice, and the lines and events behind it.
@Suite struct AccountImpactTests {
  /// The pack, with `text` of its module of the program replaced.
  private static func version(
    _ overrides: [ParameterOverride] = [], replacing text: String = "", with other: String = ""
  ) throws -> ImpactVersion {
    let root = Conformance.packageRoot.path
    let disk = ContentFiles.disk(SourceReader.read)
    let files = ContentFiles(
      kind: disk.kind, list: disk.list,
      source: { path throws(DiagnosticError) in
        let source = try disk.source(path)
        guard !text.isEmpty, path.hasSuffix("loyalty/loyalty.yaml") else { return source }
        let whole = String(decoding: source.bytes, as: UTF8.self)
        return SourceText(name: source.name, text: whole.replacing(text, with: other))
      }, documents: disk.documents
    ).readingOnce()
    let loader = try PackLoader(path: "\(root)/ContentPacks/embera", files: files)
    return ImpactVersion(
      try LoadedSystem.load(
        loader, rulesAt: "\(root)/Rules/embera", files: files, contracts: [], kinds: nil, overrides: overrides),
      files: files)
  }

  private static let events = """
    {"account": "ben", "id": "o", "type": "earn", "time": "2026-03-02T10:00:00Z", "amount": {"currency": "USD", "minor": 9000}}
    {"account": "ann", "id": "o", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": {"currency": "USD", "minor": 4000}}
    {"account": "ann", "id": "r", "type": "refund", "of": "o", "time": "2026-03-09T10:00:00Z", "amount": {"currency": "USD", "minor": 1000}}
    {"account": "eve", "id": "a", "type": "adjust", "time": "2026-03-03T10:00:00Z", "change": 7, "actor": "kim", "reason": "lost"}
    """

  private static func impact(to new: ImpactVersion) throws -> Impact {
    let operation = try #require(ShippedSystem.session("embera").operation("loyalty.replay"))
    let lines = SourceLines(SourceText(name: "events.ndjson", text: events))
    return try Impact(
      from: try version(), to: new, operation: operation, over: .file(try #require(try PeopleFile.accounts(of: lines))))
  }

  /// The rules of an account name their hash, which a changed comment changes.
  @Test func versionsInAccountsAreNotCompared() throws {
    let impact = try Self.impact(to: Self.version(replacing: "What orders earn,", with: "What an order earns,"))
    #expect((impact.people, impact.changed) == (3, 0), "\(impact.text)")
  }

  @Test func figuresAreShownOnceAndBeforeWhatFollowsFromThem() throws {
    let new = try Self.version([ParameterOverride("embera.loyalty.points_a_dollar=12")])
    let impact = try Self.impact(to: new)
    #expect((impact.people, impact.changed) == (3, 2), "\(impact.text)")
    let paths = impact.differences.map(\.path)
    #expect(paths.contains("balances.points.earned") && !paths.contains("account.balances.points.earned"), "\(paths)")
    let firstDetail = try #require(impact.differences.map(\.isDetail).firstIndex(of: true))
    #expect(impact.differences[firstDetail...].allSatisfy { $0.isDetail && $0.path.hasPrefix("account.") }, "\(paths)")
    #expect(impact.differences[..<firstDetail].allSatisfy { !$0.path.hasPrefix("account") }, "\(paths)")
  }

  @Test func numbersHaveTotalsAndNames() throws {
    let new = try Self.version([ParameterOverride("embera.loyalty.points_a_dollar=12")])
    let impact = try Self.impact(to: new)
    let earned = try #require(impact.differences.first { $0.path == "balances.points.earned" })
    // Orders of 40 and 90 dollars, and 100 points each for the first one.
    #expect(earned.totals.before == 1500 && earned.totals.after == 1760, "\(earned.totals)")
    #expect(earned.totals.gainers.map { "\($0.name) \($0.delta)" } == ["ben 180.0", "ann 80.0"])
    #expect(
      impact.text.contains("  in all 1500 before, 1760 after: 260 gained, 0 lost\n  gain most: ben 180, ann 80\n"))
  }

  /// The row fires in both versions; that a level comes earlier is an effect of it.
  @Test func theRowThatIsDefinedDifferentlyIsNamedOnce() throws {
    let new = try Self.version([ParameterOverride("embera.loyalty.points_a_dollar=12")])
    let earned = try #require(
      try Self.impact(to: new).differences.first { $0.path == "balances.points.earned" }?.changes.first?.cause)
    #expect(earned.old.map(\.name) == ["embera.loyalty.earned.base"])
    #expect(earned.titled.map(\.title) == ["in both versions"])
    #expect(earned.parameters.map(\.name) == ["embera.loyalty.points_a_dollar"])
  }

  @Test func aFileOfEventsIsAFileOfAccounts() throws {
    let lines = SourceLines(SourceText(name: "events.ndjson", text: Self.events))
    let people = try #require(try PeopleFile.accounts(of: lines))
    #expect(people.count == 3)
    let first = try people.request(1).root
    #expect(first["account"]?.text == "ann" && first["now"]?.text == "2026-03-09T10:00:00Z")
    #expect(first["events"]?.elements.compactMap { $0["id"]?.text } == ["o", "r"])
    let requests = SourceLines(SourceText(name: "people.ndjson", text: #"{"account": "a", "events": [], "now": ""}"#))
    #expect(try PeopleFile.accounts(of: requests)?.count == nil)
    let nameless = SourceLines(
      SourceText(name: "e", text: #"{"id": "o", "type": "earn", "time": "2026-03-02T10:00:00Z"}"#))
    let error = #expect(throws: DiagnosticError.self) { try PeopleFile.accounts(of: nameless) }
    #expect(
      error?.diagnostics.map(\.message) == ["a file of events must have one event per line, each with its `account`"])
  }
}
