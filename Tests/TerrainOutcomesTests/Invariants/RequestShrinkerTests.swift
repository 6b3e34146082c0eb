import TerrainBase
import Testing

@testable import TerrainOutcomes

struct RequestShrinkerTests {
  private let request: Value = .map([
    "id": "anna",
    "person": .map(["profile": "low_flame", "goals": .list(["sleep", "skin"]), "age": 40]),
    "day": .map(["symptoms": .list(["stressed", "cold", "stiff"]), "weather": "cold", "sleep": "light"]),
    "logs": .list([
      .map(["date": "2026-02-01", "mood": 1]), .map(["date": "2026-02-02", "mood": 2]), .map(["date": "2026-02-03"]),
    ]),
  ])

  @Test func `Only what a violation needs is kept`() {
    let shrunk = RequestShrinker.shrunk(request, tries: 1000) { request in
      contains(request, ["day", "symptoms"], "cold") && request.at(["person", "profile"]) != nil
    }
    #expect(
      shrunk.isIdentical(
        to: .map(["person": .map(["profile": "low_flame"]), "day": .map(["symptoms": .list(["cold"])])])))
  }

  @Test func `A value becomes the simplest with which the violation is still there`() {
    let shrunk = RequestShrinker.shrunk(request, tries: 1000) { path, _ in
      path.last?.isIdentical(to: "age") == true ? [1, 18, 40] : []
    } shows: { request in
      if case .int(let age)? = request.at(["person", "age"]) { age >= 18 } else { false }
    }
    #expect(shrunk.isIdentical(to: .map(["person": .map(["age": 18])])))
  }

  @Test(arguments: 0..<60)
  func `A shrunk request still shows it, and nothing can be removed from it`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let shows = predicate(&random)
    guard shows(request) else { return }
    let shrunk = RequestShrinker.shrunk(request, tries: 10_000, shows: shows)
    #expect(shows(shrunk))
    for depth in 1...4 {
      for path in shrunk.parts(depth: depth) { #expect(!shows(shrunk.removing([path])), "\(path) can be removed") }
    }
  }

  @Test(arguments: [1, 3, 10])
  func `No more requests are tried than may be`(tries: Int) {
    var tried = 0
    let shrunk = RequestShrinker.shrunk(request, tries: tries) { request in
      tried += 1
      return request.at(["id"]) != nil
    }
    #expect(tried <= tries)
    #expect(shrunk.at(["id"]) != nil)
  }

  /// Whether some parts are there, or others: also where removing more brings it back.
  private func predicate(_ random: inout SplitMix) -> (Value) -> Bool {
    let all = (1...3).flatMap { request.parts(depth: $0) }
    var clauses: [(needed: [Value], absent: [Value])] = []
    for _ in 0...Int(random.next() % 3) {
      let needed = all[Int(random.next() % UInt64(all.count))]
      let absent = all[Int(random.next() % UInt64(all.count))]
      clauses.append((needed, absent))
    }
    let parity = random.next() % 3
    return { request in
      let isHeld = clauses.allSatisfy { clause in
        request.at(clause.needed) != nil || (parity == 0 && request.at(clause.absent) == nil)
      }
      return isHeld && (parity != 1 || request.parts(depth: 2).count % 2 == self.request.parts(depth: 2).count % 2)
    }
  }

  private func contains(_ request: Value, _ path: [Value], _ element: Value) -> Bool {
    if case .list(let elements)? = request.at(path) { elements.contains { $0.isIdentical(to: element) } } else { false }
  }
}

/// Numbers that are the same in every run.
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
