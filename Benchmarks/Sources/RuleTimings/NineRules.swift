import TerrainRules
import TerrainBase

/// W1: nine rules over five whole numbers, the first that holds.
enum NineRules {
  /// `module` of the folder (`rows`, `table`, `apart`), for `facts` in turn; recording what is looked at, if so said.
  static func workload(_ name: String, _ folder: String, module: String, facts: [Case], recording: Bool = false) throws
    -> Workload
  {
    let decisionName = Text("bench.\(module).kind")
    let names: [Text] = ["cold_heat", "def_excess", "damp_dry", "qi_stagnation", "shen_unsettled"]
    let ruleSet = try RuleFolder.load(folder, for: decisionName, facts: names.map { Contract.Fact($0, .int) })
    let decision = try ruleSet.known(decisionName)
    let ids = try names.map { try ruleSet.known(fact: $0).id }
    let explaining = recording ? ruleSet.explaining().ruleSet : nil
    let (id, a, b, c, d, e) = (decision.id, ids[0], ids[1], ids[2], ids[3], ids[4])
    try check(explaining.map { RuleSession($0) } ?? RuleSession(ruleSet), decision, ids, facts)
    return Workload(name: name) {
      let session = explaining.map { RuleSession($0) } ?? RuleSession(ruleSet)
      return Workload.Worker { count in
        var sum: Int64 = 0
        var next = 0
        try facts.withUnsafeBufferPointer { facts in
          for _ in 0..<count {
            let given = facts[next]
            next = next + 1 == facts.count ? 0 : next + 1
            session.begin()
            try session.set(a, int: given.coldHeat)
            try session.set(b, int: given.defExcess)
            try session.set(c, int: given.dampDry)
            try session.set(d, int: given.qiStagnation)
            try session.set(e, int: given.shenUnsettled)
            try session.run(id)
            sum &+= session.bits(id) ?? -1
          }
        }
        return sum
      }
    }
  }

  /// Five facts.
  struct Case: Sendable {
    var coldHeat: Int64
    var defExcess: Int64
    var dampDry: Int64
    var qiStagnation: Int64
    var shenUnsettled: Int64

    /// The answer, from the same rules written down in Swift.
    var answer: String {
      if coldHeat <= -3 && defExcess <= -3 { return "k1" }
      if coldHeat <= -3 && defExcess >= 3 { return "k2" }
      if coldHeat <= -3 && dampDry <= -3 { return "k3" }
      if coldHeat >= 3 && defExcess <= -3 { return "k4" }
      if coldHeat >= 3 && defExcess >= 3 { return "k5" }
      if coldHeat >= 3 && dampDry >= 3 { return "k6" }
      if dampDry <= -3 && qiStagnation >= 4 { return "k7" }
      if dampDry >= 3 && shenUnsettled >= 4 { return "k8" }
      if qiStagnation >= 4 && shenUnsettled >= 4 { return "k9" }
      return "k0"
    }
  }

  /// One for each row, and one for none.
  static let onePerRow = [
    Case(coldHeat: -5, defExcess: -4, dampDry: 0, qiStagnation: 0, shenUnsettled: 0),
    Case(coldHeat: -4, defExcess: 5, dampDry: 1, qiStagnation: 5, shenUnsettled: 2),
    Case(coldHeat: -3, defExcess: 0, dampDry: -6, qiStagnation: 1, shenUnsettled: 7),
    Case(coldHeat: 3, defExcess: -3, dampDry: 4, qiStagnation: 2, shenUnsettled: 0),
    Case(coldHeat: 8, defExcess: 3, dampDry: -2, qiStagnation: 8, shenUnsettled: 1),
    Case(coldHeat: 5, defExcess: 1, dampDry: 6, qiStagnation: 0, shenUnsettled: 3),
    Case(coldHeat: 0, defExcess: 2, dampDry: -4, qiStagnation: 6, shenUnsettled: 2),
    Case(coldHeat: 1, defExcess: -1, dampDry: 7, qiStagnation: 2, shenUnsettled: 9),
    Case(coldHeat: -1, defExcess: 4, dampDry: 2, qiStagnation: 5, shenUnsettled: 4),
    Case(coldHeat: 2, defExcess: 0, dampDry: 0, qiStagnation: 3, shenUnsettled: 3),
  ]

  /// Drawn evenly, the same in every run: too many for a processor to learn which way each comparison goes.
  static let drawn: [Case] = {
    var state: UInt64 = 42
    func draw(_ range: ClosedRange<Int64>) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int64((state >> 33) % UInt64(range.count))
    }
    return (0..<4096).map { _ in
      Case(
        coldHeat: draw(-10...10), defExcess: draw(-10...10), dampDry: draw(-10...10), qiStagnation: draw(0...10),
        shenUnsettled: draw(0...10))
    }
  }()

  private static func check(_ session: RuleSession, _ decision: Decision, _ ids: [Fact.ID], _ facts: [Case]) throws {
    for given in facts {
      session.begin()
      let numbers = [given.coldHeat, given.defExcess, given.dampDry, given.qiStagnation, given.shenUnsettled]
      for (id, number) in zip(ids, numbers) { try session.set(id, int: number) }
      guard try session.value(decision).isEqual(to: .string(Text(given.answer))) else {
        throw Refusal("\(decision.name) is wrong for \(given)")
      }
    }
  }
}
