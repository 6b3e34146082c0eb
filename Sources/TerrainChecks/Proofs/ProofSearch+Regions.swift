extension ProofSearch {
  /// A box of classes known to lead from `start` where the proof looked, as a region with a witness inside it.
  mutating func region(_ box: [Int32: ClassSet], from start: State?, certainty: Certainty) -> ProofRegion? {
    var state = start
    var choices: [Choice] = []
    while let now = state, let level = level(of: now), level < table.tracedStart {
      let count = table.partitions[Int(level)].classes.count
      guard let first = (0..<count).first(where: { box[level]?.contains($0) ?? true }) else { return nil }
      choices.append(Choice(level: level, classIndex: first))
      state = step(now, level: level, to: first)
    }
    let solution = find(state)
    choices += solution.reversed.reversed()
    var result = witness(choices, certainty: certainty)
    for level in 0..<table.tracedStart {
      guard let classes = box[level], classes.count < table.partitions[Int(level)].classes.count else { continue }
      result.columns.append((table.levels[Int(level)], values(of: classes, level: level)))
    }
    result.columns.sort { $0.column < $1.column }
    return result
  }

  /// One case that agrees with `choices`; the columns they leave open get the value nearest to their origin.
  func witness(_ choices: [Choice], certainty: Certainty) -> ProofRegion {
    var chosen: [Int32: Int] = [:]
    for choice in choices { chosen[choice.level] = choice.classIndex }
    var result = ProofRegion(columns: [], witness: [], assumptions: [])
    for (column, source) in table.source.columns.enumerated() {
      let level = Int32(table.levelOfColumn[column])
      guard source.role != .undecided else {
        if certainty < .certain, let value = chosen[level] {
          result.assumptions.append((column, table.partitions[Int(level)].classes[value]))
        }
        continue
      }
      guard let values = table.partitions[Int(level)].classes[safe: chosen[level] ?? 0] else { continue }
      result.witness.append((column, values.nearest(to: source.origin)))
    }
    return result
  }

  /// The columns and values that `choices` represent, inputs and traced facts only.
  func described(_ choices: [Choice]) -> [(column: Int, values: ValueSet)] {
    choices.compactMap { choice in
      guard choice.level < table.undecidedStart else { return nil }
      let values = table.partitions[Int(choice.level)].classes[choice.classIndex]
      return (table.levels[Int(choice.level)], values)
    }
  }

  /// The columns that residues depend on.
  func columns(of ids: [ID]) -> Set<Int> {
    var columns: Set<Int> = []
    var waiting = ids
    while let id = waiting.popLast() {
      switch table.formulas.kinds[Int(id)] {
      case .never, .always: break
      case .comparison: columns.insert(table.levels[Int(table.formulas.tops[Int(id)])])
      case .all(let operands), .any(let operands): waiting += operands
      }
    }
    return columns
  }

  /// For each level, the class that `reversed` chose; where it leaves a column open, absence, else what is nearest to the origin.
  package func classes(_ reversed: [Choice]) -> [Int] {
    var classes = table.partitions.indices.map { level in
      table.source.columns[table.levels[level]].domain.absent ? table.partitions[level].classes.count - 1 : 0
    }
    for choice in reversed { classes[Int(choice.level)] = choice.classIndex }
    return classes
  }

  /// Whether the residue `id` holds where each level's column is in the class given.
  package mutating func holds(_ id: ID, for classes: [Int]) -> Bool {
    var left = id
    while left != ResidualFormulas.always, left != ResidualFormulas.never {
      left = table.formulas.restrict(left, to: classes[Int(table.formulas.tops[Int(left)])])
    }
    return left == ResidualFormulas.always
  }

  private func values(of classes: ClassSet, level: Int32) -> ValueSet {
    let partition = table.partitions[Int(level)]
    let chosen = classes.members.map { partition.classes[$0] }
    return ValueSet(chosen.flatMap(\.ranges), absent: chosen.contains { $0.absent })
  }
}

extension Array {
  /// The element at `index`, or nil where there is none.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
