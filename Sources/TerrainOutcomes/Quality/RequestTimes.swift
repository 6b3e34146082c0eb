import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainBase

/// Which season, or part of the day, requests are in, as decisions of the rules have it. For one thread.
final class RequestTimes {
  private let rules: RuleSet
  private let session: OperationSession
  /// By decision, the facts of requests that it needs.
  private var needed: [Text: [Text]] = [:]
  /// By decision and facts, what was decided.
  private var known: [Text: Text?] = [:]

  /// Decides with `session`, whose rules are `rules`.
  init(_ rules: RuleSet, _ session: OperationSession) {
    self.rules = rules
    self.session = session
  }

  /// The members of a request that have facts.
  private static let members: [Text] = ["person", "day", "facts"]
  /// The facts that follow from the time of a request.
  private static let ofTheClock: Set<Text> = ["month", "hour"]

  /// The result of the decision of `timing` for the request at `node`; nil where it has none.
  ///
  /// - Throws: what the rules ran into.
  func value(of timing: QualityDeclaration.Timing?, _ node: Node) throws(DiagnosticError) -> Text? {
    guard let timing else { return nil }
    let clock = node["now" as Text]?.text ?? "\(node["date" as Text]?.text ?? "")T\(node["time" as Text]?.text ?? "12")"
    let bytes = Array(clock.utf8)
    guard bytes.count >= 13, let month = Int(String(decoding: bytes[5..<7], as: UTF8.self)),
      let hour = Int(String(decoding: bytes[11..<13], as: UTF8.self))
    else { return nil }
    var facts = JSONWriter()
    do throws(JSONWriterError) {
      facts.beginObject()
      facts.member("month", month)
      facts.member("hour", hour)
      for name in names(neededBy: timing.decision) {
        guard let value = Self.members.compactMap({ node[$0]?[name] }).first else { continue }
        try facts.member(name.string, value.value)
      }
      facts.endObject()
    } catch { return nil }
    let key = Text("\(timing.decision) \(facts.string)")
    if let known = known[key] { return known }
    let json = "{\"decision\": \"\(timing.decision)\", \"facts\": \(facts.string)}"
    let (document, problems) = JSONReader.read(SourceText(name: "quality.yaml", text: json))
    guard let request = document?.root else { throw DiagnosticError(problems) }
    var value: Text?
    if case .string(let text) = try Operations.decide.run(session, request).result.decision.value { value = text }
    known.updateValue(value, forKey: key)
    return value
  }

  private func names(neededBy decision: Text) -> [Text] {
    if let known = needed[decision] { return known }
    let facts = rules.decision(decision).map { rules.facts(neededBy: $0) } ?? []
    let names = facts.map(\.name).filter { !Self.ofTheClock.contains($0) }
    needed[decision] = names
    return names
  }
}
