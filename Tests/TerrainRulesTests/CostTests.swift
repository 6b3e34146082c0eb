import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// The most that deciding can cost, computed before anything runs.
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
    let found = try files.diagnosticLines()
    #expect(found.count == 1)
    let words = found.first?.replacing(/up to \d+ steps/, with: "up to N steps")
    #expect(
      words
        == "1 rules/too-costly: deciding `shop.rules.large` can take up to N steps, and may take 200000000 (limit `decision-cost`) [declare with `max_size` how many elements its facts can have, or loop inside fewer loops] {2: most of it here}"
    )
  }

  @Test func whatCostsJustAsMuchAsItMayIsLoaded() throws {
    let files = RuleFiles(
      """
      facts:
        few: { type: list<int>, max_size: 10 }
        n: { type: int }
      decisions:
        large: { value: "= few.all(a, few.all(b, a + b > 0))" }
        small: { value: "= n > 1" }
      """)
    let rules = try files.loaded()
    let cost = rules.worstCost(of: try #require(rules.decision("rules.large")))
    #expect(try files.load(costs: CostLimits(decision: cost)).diagnostics.map(\.code) == [])
    #expect(try files.load(costs: CostLimits(decision: cost - 1)).diagnostics.map(\.code) == ["rules/too-costly"])
  }

  @Test func noRunCostsMoreThanEstimated() throws {
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

  /// Every kind of call, of facts as large as they may be: what is charged is never more than what was estimated.
  @Test(arguments: [
    "text + text + text == text", "text.reverse() + text.trim()", "text.split('').size() > 3",
    "text.split(' ').join('-')",
    "words.join(text).size()", "text.replace('a', text).size()", "text.indexOf('b') + text.lastIndexOf('b')",
    "text.contains('b') || text.startsWith(text) || text.endsWith(text)", "text.matches('^(a|b)*c$')",
    "text.matches('^(a?){300}b$')", "'%s %.20f %s'.format([text, 1.5, words])",
    "strings.quote(text) + base64.encode(bytes(text))",
    "hash.murmur3(text)", "string(n) + string(decimal(n)) + string(timestamp(n))", "words.sort().size()",
    "words.distinct().size()", "words.max() + words.min()",
    "sets.contains(words, words) && sets.intersects(words, words)",
    "words == words", "words.map(w, w + text) == words.map(w, w + text)", "text in words",
    "words.exists(w, w in words)",
    "words.map(w, {w: text}).size()", "{text: 1}[text]", "{text: 1, 'a': 2}.a", "text in {text: 1}",
    "text < text + 'b'",
    "numbers.sum() + numbers.max() + math.greatest(numbers)", "numbers.sort() == numbers.reverse()",
    "(numbers + numbers).slice(1, 3).size()", "[numbers, numbers].flatten().size()", "lists.range(50).size()",
    "cel.bind(x, words + words, x == x && (x + x).distinct().size() > 0)", "cel.bind(t, text + text, t.reverse() == t)",
    "numbers.all(x, numbers.exists(y, x == y))",
    "decimal(n) / decimal(8) + round(decimal(n), 2, 'half_even') > decimal(0)",
    "timestamp(n).getHours('Asia/Singapore') + timestamp(n).getFullYear()",
    "text.upperAscii().lowerAscii().substring(1)",
    "numbers.transformMapEntry(i, x, {string(i): text}).size()", "words.sortBy(w, w).size()",
    "[text, text] == [text, text]",
    "'%d %d %d'.format([n, n, n]).size()", "{text: 1, 'a': 2, 'b': 3} == {text: 1, 'a': 2, 'b': 3}",
    "{text: 1} in [{'a': 1}, {text: 2}]", "{'a': n}[?text].hasValue()",
  ])
  func noCallCostsMoreThanEstimated(expression: String) throws {
    let rules = try RuleFiles(
      """
      facts:
        n: { type: int }
        words: { type: list<string>, max_size: 20 }
        numbers: { type: list<int>, max_size: 40 }
        text: { type: string, max_size: 300 }
      decisions:
        d: { value: "= \(expression)" }
        needs_all: { value: "= n + words.size() + numbers.size() + text.size()" }
      """
    ).loaded()
    let session = RuleSession(rules)
    let decision = try #require(rules.decision("rules.d"))
    let text = Value.string(Text(String(repeating: "é", count: 300)))
    // A word that declares no size is taken to have 1000 bytes.
    let words = (0..<20).map { Value.string(Text(String(repeating: "w", count: 990) + "\($0 % 7)")) }
    for size in [0, 1, 20] {
      try session.give([
        "n": 7, "words": .list(Array(words.prefix(size))),
        "numbers": .list((0..<(size * 2)).map { .int(Int64($0 % 9)) }),
        "text": text,
      ])
      _ = try? session.value(decision)
      #expect(UInt64(session.steps) <= rules.worstCost(of: decision), "\(size)")
    }
  }

  @Test func whatCannotBeCountedIsRefused() throws {
    let doubled = (0..<80).reduce("xs") { text, _ in "(\(text) + \(text.count < 40 ? text : "xs"))" }
    let nested = (0..<5).reduce("true") { text, n in "xs.all(v\(n), \(text))" }
    for expression in [nested, doubled + ".all(x, \(nested))"] {
      let files = RuleFiles(
        "facts:\n  xs: { type: list<int>, max_size: 1000000 }\ndecisions:\n  d: { value: \"= \(expression)\" }")
      let found = try files.diagnosticLines()
      #expect(found.first?.contains("rules/too-costly") == true)
      #expect(found.first?.contains("more steps than can be counted") == true)
    }
  }
}
