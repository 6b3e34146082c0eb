import TerrainBase
import TerrainRules

@testable import TerrainChecks

/// What was proved of one decision, as questions to a solver of SMT-LIB 2: each with the answer that the proof gave.
struct RuleCertificate {
  /// One thing proved.
  struct Verdict {
    /// What is claimed: `complete`, `gap`, `no-overlap`, `overlap`, `reachable`, `unreachable`, `equal`, `different`.
    let claim: String
    /// The row it is about; nil where it is about the whole decision.
    let row: String?
    /// Whether there is a case of what is asked for.
    let isSatisfiable: Bool
    /// What is asked for.
    fileprivate let term: String

    /// `sat` or `unsat`.
    var answer: String { isSatisfiable ? "sat" : "unsat" }

    init(_ claim: String, row: String? = nil, isSatisfiable: Bool, _ term: String) {
      self.claim = claim
      self.row = row
      self.isSatisfiable = isSatisfiable
      self.term = term
    }
  }

  /// The decision's full name.
  let decision: String
  /// What was proved, in the order of the questions.
  let verdicts: [Verdict]
  /// What could not be decided, and why.
  let outside: [String]
  private let preamble: String

  init(decision: String, _ table: SMTTable?, _ verdicts: [Verdict], outside: [String]) {
    self.decision = decision
    self.verdicts = verdicts
    self.outside = outside
    preamble = table?.preamble ?? ""
  }

  /// The file's text.
  var text: String {
    let name = SMTColumn.comment(decision)
    var text = """
      ; \(name)
      (set-info :smt-lib-version 2.6)
      (set-info :source |\(name.replacing("|", with: "/"))|)
      (set-logic QF_LIRA)
      \(preamble)
      """
    for verdict in verdicts {
      text += """
        ; \(SMTColumn.comment(verdict.claim))\(verdict.row.map { " row \(SMTColumn.comment($0))" } ?? "")
        (push 1)
        (assert \(verdict.term))
        (set-info :status \(verdict.answer))
        (check-sat)
        (pop 1)

        """
    }
    return text
  }
}

extension RuleCertificate {
  /// The certificates of every decision of `ruleSet` that has rows.
  static func all(for ruleSet: RuleSet, limits: ProofLimits = ProofLimits()) -> [RuleCertificate] {
    let view = ruleSet.tableView()
    let proofs = RuleSetProofs(view, limits: limits)
    return view.tables.indices.compactMap { index in
      guard let outcome = proofs.tables[index] else { return nil }
      let name = view.tables[index].name
      switch outcome {
      case .tooLarge(let limit, _):
        return RuleCertificate(decision: name, nil, [], outside: ["larger than a proof may be (limit `\(limit)`)"])
      case .proved(let findings):
        let table = proofs.table(index)
        var writer = VerdictWriter(SMTTable(table), ids: view.tables[index].rows.map(\.id))
        writer.gaps(findings.gaps, mustBeWhole: table.mustBeWhole, hasOtherwise: view.tables[index].otherwise != nil)
        writer.rows(findings, policy: table.policy)
        return RuleCertificate(decision: name, writer.smt, writer.verdicts, outside: writer.outside)
      }
    }
  }

  /// The certificate of a table of bare keys.
  static func of(_ table: ProofTable, named name: String, policy: RowPolicy, limits: ProofLimits) -> RuleCertificate {
    let findings = table.findings(policy: policy, whole: true, limits: limits)
    var writer = VerdictWriter(SMTTable(table), ids: table.rows.indices.map { "\($0)" })
    writer.gaps(findings.gaps, mustBeWhole: true, hasOtherwise: false)
    writer.rows(findings, policy: policy)
    return RuleCertificate(decision: name, writer.smt, writer.verdicts, outside: writer.outside)
  }
}

/// Turns what was found of a table into questions.
private struct VerdictWriter {
  typealias Verdict = RuleCertificate.Verdict

  let smt: SMTTable
  private let ids: [String]
  private(set) var verdicts: [Verdict] = []
  private(set) var outside: [String] = []

  init(_ smt: SMTTable, ids: [String]) {
    self.smt = smt
    self.ids = ids
  }

  private func any(_ rows: some Sequence<Int>) -> String {
    SMTTable.joined("or", rows.map { smt.row($0) }, empty: "false")
  }

  /// Whether there are inputs that no row is for.
  mutating func gaps(_ gaps: GapFindings, mustBeWhole: Bool, hasOtherwise: Bool) {
    guard mustBeWhole || hasOtherwise else { return }
    let term = "(not \(any(ids.indices)))"
    if !gaps.certain.isEmpty {
      verdicts.append(Verdict(mustBeWhole ? "gap" : "otherwise-reachable", isSatisfiable: true, term))
    } else if gaps.stopped != nil {
      outside.append("whether it has a row for all inputs: beyond the limits of a proof")
    } else if !gaps.possible.isEmpty {
      // Such a decision has an `otherwise`, or is reported: the solver may only agree that it is possible.
      outside.append("whether it has a row for all inputs: some conditions cannot be decided")
    } else {
      verdicts.append(Verdict(mustBeWhole ? "complete" : "otherwise-unreachable", isSatisfiable: false, term))
    }
  }

  /// Whether rows hold together where only one may, and whether each can fire.
  mutating func rows(_ findings: TableFindings, policy: RowPolicy) {
    if case .unique = policy { overlaps(findings.overlaps) }
    var order = Array(ids.indices)
    var competes = false
    if case .precedence(let precedence) = policy { (order, competes) = (precedence, true) }
    let dead = Set(findings.deadRows.dead.map(\.row))
    let stopped = Set(findings.deadRows.stopped)
    for (position, row) in order.enumerated() {
      guard !stopped.contains(row) else {
        outside.append("whether row `\(ids[row])` can fire: beyond the limits of a proof")
        continue
      }
      let before = competes ? order[..<position] : []
      let term = before.isEmpty ? smt.row(row) : "(and \(smt.row(row)) (not \(any(before))))"
      let isDead = dead.contains(row)
      verdicts.append(
        Verdict(isDead ? "unreachable" : "reachable", row: ids[row], isSatisfiable: !isDead, term))
    }
  }

  private mutating func overlaps(_ findings: OverlapFindings) {
    guard ids.count > 1 else { return }
    // Some row holds with one before it.
    let pairs = ids.indices.dropFirst().map { "(and \(smt.row($0)) \(any(0..<$0)))" }
    let term = SMTTable.joined("or", pairs, empty: "false")
    if findings.overlaps.contains(where: { $0.certainty == .certain }) {
      verdicts.append(Verdict("overlap", isSatisfiable: true, term))
    } else if !findings.stopped.isEmpty || findings.more {
      outside.append("whether two of its rows overlap: beyond the limits of a proof")
    } else if !findings.overlaps.isEmpty {
      outside.append("whether two of its rows overlap: some conditions cannot be decided")
    } else {
      verdicts.append(Verdict("no-overlap", isSatisfiable: false, term))
    }
  }
}
