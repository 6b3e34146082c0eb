import TerrainDocuments
import TerrainRules
import TerrainBase

/// Reads the lists of maps that decisions yield.
struct RuleLists {
  let rules: RuleSet
  private let session: RuleSession

  init(_ rules: RuleSet) {
    self.rules = rules
    session = RuleSession(rules)
    session.begin()
  }

  /// The fields of each element of the list that `decision` yields.
  func elements(of decision: Decision) throws(DiagnosticError) -> [ValueFields] {
    guard case .list(let values) = try session.decided(decision) else {
      throw DiagnosticError(.notAList("`\(decision.name)`", at: rules.place(ofResult: decision)))
    }
    return values.enumerated().map { number, value in
      ValueFields(value, of: decision, in: rules, what: "element \(number + 1) of `\(decision.name)`")
    }
  }

  /// The fields of the map that `decision` yields.
  func fields(of decision: Decision) throws(DiagnosticError) -> ValueFields {
    ValueFields(try session.decided(decision), of: decision, in: rules)
  }

  /// The decision `name` of `module`; where the module has none, the decision of that full name.
  func decision(_ name: Text, in module: Text) -> Decision? {
    rules.decision("\(module).\(name)") ?? rules.decision(name)
  }
}

extension Diagnostic {
  static func notAList(_ what: String, at place: Place) -> Diagnostic {
    Diagnostic(code: "engine/not-a-list", message: "\(what) has to be a list", place: place)
  }
}
