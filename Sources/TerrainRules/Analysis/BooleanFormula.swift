/// A condition over atoms: tests of single inputs in a ``ConditionFormula``, or sets of classes in a ``TableView/Formula``.
package indirect enum BooleanFormula<Atom: Sendable>: Sendable {
  case constant(Bool)
  case atom(Atom)
  case not(BooleanFormula)
  /// True if all of the formulas hold, also if the list is empty.
  case all([BooleanFormula])
  /// True if at least one of the formulas holds; false if the list is empty.
  case any([BooleanFormula])
}

// Recursion is bounded by the parser's limit on an expression's depth.
extension BooleanFormula {
  /// Calls `body` with each atom, in the order in which they are written.
  package func forEachAtom(_ body: (Atom) -> Void) {
    switch self {
    case .constant: break
    case .atom(let atom): body(atom)
    case .not(let inner): inner.forEachAtom(body)
    case .all(let parts), .any(let parts): for part in parts { part.forEachAtom(body) }
    }
  }

  /// The formula with each atom replaced by the result of `change`, which is called in the order in which the atoms are written.
  func map<Other>(_ change: (Atom) -> Other) -> BooleanFormula<Other> {
    switch self {
    case .constant(let truth): .constant(truth)
    case .atom(let atom): .atom(change(atom))
    case .not(let inner): .not(inner.map(change))
    case .all(let parts): .all(parts.map { $0.map(change) })
    case .any(let parts): .any(parts.map { $0.map(change) })
    }
  }

  /// Returns true if the formula holds for the truth values of its atoms that `isTrue` returns.
  func holds(_ isTrue: (Atom) -> Bool) -> Bool {
    switch self {
    case .constant(let truth): truth
    case .atom(let atom): isTrue(atom)
    case .not(let inner): !inner.holds(isTrue)
    case .all(let parts): parts.allSatisfy { $0.holds(isTrue) }
    case .any(let parts): parts.contains { $0.holds(isTrue) }
    }
  }
}
