/// What is left of a formula once some columns are known, each residue stored once.
///
/// Two rows of which the same thing is left are one residue, so that "the rows that remain" can be compared by their
/// numbers. There is no negation: it has been pushed down to the comparisons, whose sets it turns over.
package struct ResidualFormulas {
  /// Names a residue.
  package typealias ID = Int32

  enum Kind {
    case never
    case always
    case comparison(classes: ClassSet)
    case all([ID])
    case any([ID])
  }

  static let never: ID = 0
  static let always: ID = 1

  /// How many classes each level's column has.
  let classCounts: [Int]
  private(set) var kinds: [Kind] = [.never, .always]
  /// The first level each residue depends on; `Int32.max` for the constants.
  private(set) var tops: [Int32] = [.max, .max]
  /// For each residue asked about, what is left of it for each class of its first level; -1 where not yet known.
  private var restricted: [[ID]] = [[], []]
  /// Work done, in the steps of ``ProofSearch``: residues made, and operands visited for it.
  private(set) var work = 0
  /// About how many bytes are held.
  private(set) var bytes = 0
  private var comparisons: [ComparisonKey: ID] = [:]
  private var alls: [[ID]: ID] = [:]
  private var anys: [[ID]: ID] = [:]

  private struct ComparisonKey: Hashable {
    var level: Int32
    var classes: ClassSet
  }

  init(classCounts: [Int]) { self.classCounts = classCounts }

  /// The column of `level` is in one of `classes`.
  mutating func comparison(level: Int32, classes: ClassSet) -> ID {
    if classes.isEmpty { return Self.never }
    if classes.count == classCounts[Int(level)] { return Self.always }
    let key = ComparisonKey(level: level, classes: classes)
    if let known = comparisons[key] { return known }
    let id = append(.comparison(classes: classes), top: level)
    comparisons[key] = id
    return id
  }

  mutating func all(_ operands: [ID]) -> ID { join(operands, conjunction: true) }

  mutating func any(_ operands: [ID]) -> ID { join(operands, conjunction: false) }

  /// What is left of `id` where the column of its first level is in `value`.
  mutating func restrict(_ id: ID, to value: Int) -> ID {
    let index = Int(id)
    if case .comparison(let classes) = kinds[index] { return classes.contains(value) ? Self.always : Self.never }
    if restricted[index].isEmpty {
      work += classCounts[Int(tops[index])]
      bytes += 32 + 4 * classCounts[Int(tops[index])]
      restricted[index] = [ID](repeating: -1, count: classCounts[Int(tops[index])])
    }
    let known = restricted[index][value]
    if known >= 0 { return known }
    let result: ID
    switch kinds[index] {
    case .never, .always, .comparison: result = id
    case .all(let operands): result = all(restrict(operands, level: tops[index], to: value))
    case .any(let operands): result = any(restrict(operands, level: tops[index], to: value))
    }
    restricted[index][value] = result
    return result
  }

  private mutating func restrict(_ operands: [ID], level: Int32, to value: Int) -> [ID] {
    var result: [ID] = []
    result.reserveCapacity(operands.count)
    for operand in operands {
      result.append(tops[Int(operand)] == level ? restrict(operand, to: value) : operand)
    }
    return result
  }

  /// What is left of `id` where the column of each level is in the classes given for it; nil: in any.
  mutating func assume(_ classes: [ClassSet?], in id: ID, known: inout [ID: ID]) -> ID {
    if let result = known[id] { return result }
    let result: ID
    switch kinds[Int(id)] {
    case .never, .always: return id
    case .comparison(let admitted):
      guard let possible = classes[Int(tops[Int(id)])] else { return id }
      work += 1
      let both = admitted.intersection(possible)
      result = both.isEmpty ? Self.never : both == possible ? Self.always : id
    case .all(let operands): result = all(operands.map { assume(classes, in: $0, known: &known) })
    case .any(let operands): result = any(operands.map { assume(classes, in: $0, known: &known) })
    }
    known[id] = result
    return result
  }

  /// `operands` joined by "and" or "or": constants gone, nesting flattened, comparisons of one column made one.
  private mutating func join(_ operands: [ID], conjunction: Bool) -> ID {
    work += 8 + operands.count
    let neutral = conjunction ? Self.always : Self.never
    let decisive = conjunction ? Self.never : Self.always
    var parts: [ID] = []
    var sets: [(level: Int32, classes: ClassSet)] = []
    var clashes = false
    func note(_ level: Int32, _ classes: ClassSet) {
      work += sets.count / 8 + classes.words.count
      if let index = sets.firstIndex(where: { $0.level == level }) {
        clashes = true
        let known = sets[index].classes
        sets[index].classes = conjunction ? known.intersection(classes) : known.union(classes)
      } else {
        sets.append((level, classes))
      }
    }
    func take(_ operand: ID) {
      switch kinds[Int(operand)] {
      case .comparison(let classes): note(tops[Int(operand)], classes)
      default: break
      }
      parts.append(operand)
    }
    for operand in operands {
      if operand == decisive { return decisive }
      if operand == neutral { continue }
      switch (kinds[Int(operand)], conjunction) {
      case (.all(let inner), true), (.any(let inner), false):
        work += inner.count
        for part in inner { take(part) }
      default: take(operand)
      }
    }
    if clashes {
      parts.removeAll { part in
        if case .comparison = kinds[Int(part)] { true } else { false }
      }
      for set in sets {
        let id = comparison(level: set.level, classes: set.classes)
        if id == decisive { return decisive }
        if id != neutral { parts.append(id) }
      }
    }
    parts.sort()
    var unique: [ID] = []
    for part in parts where unique.last != part { unique.append(part) }
    if unique.count < 2 { return unique.first ?? neutral }
    if let known = conjunction ? alls[unique] : anys[unique] { return known }
    let top = unique.reduce(Int32.max) { min($0, tops[Int($1)]) }
    let id = append(conjunction ? .all(unique) : .any(unique), top: top)
    if conjunction { alls[unique] = id } else { anys[unique] = id }
    return id
  }

  private mutating func append(_ kind: Kind, top: Int32) -> ID {
    switch kind {
    case .never, .always: break
    case .comparison(let classes): bytes += 160 + 8 * classes.words.count
    case .all(let operands), .any(let operands): bytes += 160 + 4 * operands.count
    }
    kinds.append(kind)
    tops.append(top)
    restricted.append([])
    return ID(kinds.count - 1)
  }
}
