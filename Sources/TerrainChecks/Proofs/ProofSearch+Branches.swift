extension ProofSearch {
  /// The states that a state leads to at one level, made one by one.
  ///
  /// Where each row asks for few classes of the column, the rows are sorted by class first, so that a table of thousands of rows
  /// with a value each is not read once for every value.
  struct Branches {
    let state: State
    let level: Int32
    /// Rows that do not test the level; nil where rows are not sorted.
    fileprivate var others: [ID]?
    /// Residues of the rows that do, by class.
    fileprivate var byClass: [[ID]] = []
    /// Classes for which a row holds whatever else is known.
    fileprivate var covered: Set<Int> = []
  }

  /// Rows are sorted by class where they ask for at most this many each, on average.
  private static let classesOfRow = 4

  mutating func branches(of state: State, level: Int32, count: Int) -> Branches {
    var branches = Branches(state: state, level: level)
    var asked = 0
    for row in state.rows where table.formulas.tops[Int(row)] == level {
      guard let classes = table.classes(of: row, at: level) else { return branches }
      asked += classes.count
      if asked > Self.classesOfRow * state.rows.count { return branches }
    }
    var others: [ID] = []
    branches.byClass = Array(repeating: [], count: count)
    taken += state.rows.count + asked
    for row in state.rows {
      guard table.formulas.tops[Int(row)] == level, let classes = table.classes(of: row, at: level) else {
        others.append(row)
        continue
      }
      for index in classes.members {
        let residue = table.formulas.restrict(row, to: index)
        if residue == ResidualFormulas.always {
          branches.covered.insert(index)
        } else if residue != ResidualFormulas.never {
          branches.byClass[index].append(residue)
        }
      }
    }
    branches.others = others
    return branches
  }

  /// What ``step(_:level:to:)`` gives for the state of `branches`.
  mutating func step(_ branches: Branches, to classIndex: Int) -> State? {
    guard let others = branches.others else {
      return step(branches.state, level: branches.level, to: classIndex)
    }
    if branches.covered.contains(classIndex) {
      taken += 1
      return nil
    }
    let state = State(required: branches.state.required, rows: others + branches.byClass[classIndex])
    return step(state, level: branches.level, to: classIndex)
  }
}
