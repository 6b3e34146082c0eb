import TerrainDocuments
import TerrainRules

// What an author reads when rules load but are inconsistent. One function per diagnostic; the words are here and
// nowhere else.

// MARK: - Gaps and overlaps

extension Diagnostic {
  static func tableGap(_ decision: String, region: String, witness: String, more: Bool, _ place: Place?) -> Diagnostic {
    let what = region.isEmpty ? "whatever the inputs are" : "for \(region)"
    let suffix = witness.isEmpty ? "" : ": \(witness) matches no row"
    let others = more ? " (and there are more such gaps than can be listed)" : ""
    return Diagnostic(
      code: "rules/table-gap", message: "`\(decision)` has no row \(what)\(suffix)\(others)", place: place,
      fix: "add a row for it, or an `otherwise`"
    ).caused(by: .init("gaps of \(decision)"))
  }

  static func overlap(
    _ decision: String, _ first: TableView.Row, _ second: TableView.Row, witness: String, more: Bool
  ) -> Diagnostic {
    let inputs = witness.isEmpty ? "always" : "for \(witness)"
    let others = more ? " (and there are more such pairs than can be listed)" : ""
    return Diagnostic(
      code: "rules/overlap",
      message:
        "rows `\(first.id)` and `\(second.id)` of `\(decision)` both hold \(inputs), and `hit: unique` allows only one"
        + others,
      place: second.shownPlace, related: related([("the other row", first.shownPlace)]),
      fix: "narrow one of them, or let the first one win with `hit: first`")
  }
}

// MARK: - Sums

extension Diagnostic {
  static func sumOverflow(_ decision: String, _ rows: [TableView.Row], witness: String) -> Diagnostic {
    let names = rows.prefix(8).map { "`\($0.id)`" }.joined(separator: ", ") + (rows.count > 8 ? ", …" : "")
    let one = rows.count == 1
    return Diagnostic(
      code: "rules/always-fails",
      message:
        "the sum of `\(decision)` is too large or too small for its type where row\(one ? "" : "s") \(names) hold\(one ? "s" : "")"
        + "\(witness.isEmpty ? "" : ": \(witness)") (`overflow`)", place: rows.last?.shownPlace,
      related: related(rows.dropLast().prefix(8).map { ("row `\($0.id)`", $0.shownPlace) }),
      fix: "add smaller numbers, or narrow the rows so that they do not hold together")
  }
}

// MARK: - Rows that can never fire

extension Diagnostic {
  /// The code of a row that can never fire.
  package static let deadRow = "rules/dead-row"
  /// Codes of diagnostics about inputs that no row is for.
  package static let gapCodes: Set<String> = ["rules/table-gap", "rules/undecided"]

  static func contradictoryRow(_ row: TableView.Row) -> Diagnostic {
    Diagnostic(
      code: deadRow, severity: .warning,
      message: "row `\(row.id)` can never fire: its conditions exclude one another", place: row.shownPlace,
      fix: "fix its conditions, or remove it")
  }

  /// `range` is what its input can be, where that is known.
  static func neverTrue(_ row: TableView.Row, _ text: String, range: String?, at comparison: Place) -> Diagnostic {
    let why = range.map { "\($0), so \(text) never holds" } ?? "\(text) never holds"
    return Diagnostic(
      code: deadRow, severity: .warning, message: "row `\(row.id)` can never fire: \(why)", place: row.shownPlace,
      related: related([("this is never true", comparison)]), fix: "fix its conditions, or remove it")
  }

  static func unreachableRow(_ row: TableView.Row) -> Diagnostic {
    Diagnostic(
      code: deadRow, severity: .warning,
      message: "row `\(row.id)` can never fire: no facts lead to what it asks for together", place: row.shownPlace,
      fix: "fix its conditions, or remove it")
  }

  static func coveredRow(_ row: TableView.Row, by others: [TableView.Row], least: Bool) -> Diagnostic {
    let names = others.prefix(8).map { "`\($0.id)`" }.joined(separator: ", ") + (others.count > 8 ? ", …" : "")
    let takers =
      if others.count == 1 { "row \(names) takes everything it could fire for" } else if least {
        "rows \(names) together take everything it could fire for"
      } else { "among rows \(names) there are some that together take everything it could fire for" }
    return Diagnostic(
      code: deadRow, severity: .warning, message: "row `\(row.id)` can never fire: \(takers)",
      place: row.shownPlace, related: related(others.prefix(8).map { ("row `\($0.id)`", $0.shownPlace) }),
      fix: "move it before \(others.count == 1 ? "that row" : "those rows"), narrow them, or remove it")
  }

  static func unreachableOtherwise(_ decision: String, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: deadRow, severity: .warning,
      message: "`otherwise` of `\(decision)` can never be reached: its rows hold for all inputs", place: place,
      fix: "remove it: should a row change so that something is left over, the gap is then found")
  }
}

// MARK: - Comparisons that change nothing

extension Diagnostic {
  static func constantComparison(_ text: String, is truth: Bool, of row: TableView.Row, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/constant-comparison", severity: .warning,
      message: "\(text) is always \(truth) in row `\(row.id)`, whatever the inputs are", place: place ?? row.shownPlace,
      fix: truth ? "leave it out" : "fix it, or leave it out")
  }

  static func redundantComparison(_ text: String, of row: TableView.Row, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/redundant-comparison", severity: .warning,
      message: "\(text) changes nothing: row `\(row.id)` holds for the same inputs without it",
      place: place ?? row.shownPlace, fix: "leave it out")
  }
}

// MARK: - Unused names

extension Diagnostic {
  package static func unused(_ name: TableView.NameUse) -> Diagnostic {
    let (code, what) =
      switch name.kind {
      case .fact: ("rules/unused-fact", "fact")
      case .parameter: ("rules/unused-parameter", "parameter")
      case .decision: ("rules/unused-decision", "decision")
      }
    return Diagnostic(
      code: code, severity: .warning, message: "nothing uses the \(what) `\(name.name)`", place: name.place,
      fix: "use it, or remove it")
  }
}

// MARK: - What could not be decided

extension Diagnostic {
  static func undecidedGap(
    _ decision: String, witness: String, assumption: String, conditions: [Place], isNeeded: Bool, _ place: Place?
  ) -> Diagnostic {
    Diagnostic(
      code: "rules/undecided", severity: isNeeded ? .error : .info,
      message:
        "whether `\(decision)` has a row for all inputs cannot be decided: none matches"
        + "\(witness.isEmpty ? "" : " \(witness)") if \(assumption)", place: place,
      related: related(conditions.prefix(4).map { ("this cannot be decided before it runs", $0) }),
      fix: "add an `otherwise`, or compare inputs with constants"
    ).caused(by: .init("gaps of \(decision)"))
  }

  static func undecidedOverlap(
    _ decision: String, _ first: TableView.Row, _ second: TableView.Row, assumption: String
  ) -> Diagnostic {
    Diagnostic(
      code: "rules/undecided", severity: .info,
      message:
        "whether rows `\(first.id)` and `\(second.id)` of `\(decision)` can both hold cannot be decided: they do if "
        + "\(assumption); should it happen, it is an error then", place: second.shownPlace,
      related: related([("the other row", first.shownPlace)]), fix: "compare inputs with constants, or use `hit: first`"
    )
  }

  static func stoppedGaps(
    _ decision: String, at region: String, _ limit: ProofLimit, _ limits: ProofLimits, mustBeWhole: Bool,
    _ place: Place?
  ) -> Diagnostic {
    stopped(
      "whether `\(decision)` has a row for all inputs", at: region, words(limit, limits), mustBeWhole: mustBeWhole,
      place)
  }

  static func stoppedRow(
    _ row: TableView.Row, more: Int, _ limit: ProofLimit, _ limits: ProofLimits
  ) -> Diagnostic {
    let others = more > 0 ? " (and \(more) more)" : ""
    return stopped("whether row `\(row.id)`\(others) can fire", at: "", words(limit, limits), row.shownPlace)
  }

  static func stoppedOverlap(
    _ first: TableView.Row, _ second: TableView.Row, more: Int, _ limit: ProofLimit, _ limits: ProofLimits
  ) -> Diagnostic {
    let others = more > 0 ? " (and \(more) more)" : ""
    return stopped(
      "whether rows `\(first.id)` and `\(second.id)`\(others) can both hold", at: "", words(limit, limits),
      second.shownPlace)
  }

  static func stoppedOverflow(
    _ decision: String, _ limit: ProofLimit, _ limits: ProofLimits, _ place: Place?
  ) -> Diagnostic {
    stopped("whether the sum of `\(decision)` can overflow", at: "", words(limit, limits), place)
  }

  static func tooLarge(
    _ decision: String, _ limit: String, _ value: Int, mustBeWhole: Bool, _ place: Place?
  ) -> Diagnostic {
    stopped(
      "what `\(decision)` covers", at: "", "the proof takes more than \(value) (limit `\(limit)`)",
      mustBeWhole: mustBeWhole, place)
  }

  private static func words(_ limit: ProofLimit, _ limits: ProofLimits) -> String {
    switch limit {
    case .steps: "the proofs of the rule set take more than \(limits.steps) steps (limit `proof-steps`)"
    case .bytes: "the proof takes more than \(limits.bytes) bytes (limit `proof-bytes`)"
    }
  }

  private static func stopped(
    _ question: String, at region: String, _ why: String, mustBeWhole: Bool = false, _ place: Place?
  ) -> Diagnostic {
    let reached = region.isEmpty ? "" : " it stopped at \(region);"
    let split = "split it into several decisions with fewer inputs each"
    return Diagnostic(
      code: "rules/undecided", severity: mustBeWhole ? .error : .warning,
      message: "\(question) is not decided:\(reached) \(why)", place: place,
      fix: mustBeWhole ? "add an `otherwise`, or \(split)" : split)
  }

  private static func related(_ places: [(String, Place?)]) -> [Related] {
    places.compactMap { message, place in place.map { Related(message: message, place: $0) } }
  }
}

extension TableView.Row {
  /// What an excerpt shows of it: its condition, else its name.
  package var shownPlace: Place? { whenPlace ?? place }
}
