import TerrainExpressions
import TerrainRules
import TerrainValues
import Testing

/// The most that deciding can cost, told before anything runs.
@Suite struct CostTests {
  @Test func loopsInLoopsMultiply() throws {
    let files = RuleFiles(
      """
      facts:
        few: { type: list<int>, max_size: 10 }
        many: { type: list<int>, max_size: 1000 }
      decisions:
        small: { value: "= few.all(a, few.all(b, few.all(c, a + b + c > 0)))" }
        1️⃣large: { value: "= 2️⃣many.all(a, many.all(b, many.all(c, a + b + c > 0)))" }
        needs_large: { value: "= large && small" }
      """)
    let found = try files.complaints()
    #expect(found.count == 1)
    let words = found.first?.replacing(/up to \d+ steps/, with: "up to N steps")
    #expect(
      words
        == "1 rules/too-costly: deciding `shop.rules.large` can take up to N steps, and may take 10000000 (limit `decision-cost`) [say with `max_size` how many elements its facts can have, or loop inside fewer loops] {2: most of it here}"
    )
  }

  @Test func noRunCostsMoreThanWasTold() throws {
    let rules = try RuleFiles(
      """
      facts:
        n: { type: int }
        words: { type: list<string>, max_size: 5 }
        text: { type: string, max_size: 20 }
      decisions:
        a: { value: "= words.exists(w, text.contains(w)) && n > 3" }
        b: { value: "= words.map(w, w + text).filter(w, size(w) > 3)" }
        c:
          hit: collect
          rows:
            - { id: x, when: "words.all(a, words.exists(b, a != b))", then: "= text + text" }
            - { id: y, when: { a: true }, then: "= string(n)" }
            - { id: z, when: { text: "= it in words" }, then: z }
        d: { value: "= c + c + b" }
      """
    ).loaded()
    let session = RuleSession(rules)
    for words in [[], ["a"], ["ab", "b", "ccc", "dddd", "aaaaaaaa"], ["x", "x", "x", "x", "x"]] as [[Value]] {
      for text in ["", "ab", "aaaaaaaaaaaaaaaaaaaa"] as [Value] {
        for decision in rules.decisions {
          try session.give(["n": 7, "words": .list(words), "text": text])
          _ = try session.value(decision)
          #expect(UInt64(session.steps) <= rules.worstCost(of: decision), "\(decision.name)")
        }
      }
    }
  }

  @Test func whatCannotBeCountedIsRefused() throws {
    let doubled = (0..<80).reduce("xs") { text, _ in "(\(text) + \(text.count < 40 ? text : "xs"))" }
    let nested = (0..<5).reduce("true") { text, n in "xs.all(v\(n), \(text))" }
    for expression in [nested, doubled + ".all(x, \(nested))"] {
      let files = RuleFiles(
        "facts:\n  xs: { type: list<int>, max_size: 1000000 }\ndecisions:\n  d: { value: \"= \(expression)\" }")
      let found = try files.complaints()
      #expect(found.first?.contains("rules/too-costly") == true)
      #expect(found.first?.contains("more steps than can be counted") == true)
    }
  }
}
