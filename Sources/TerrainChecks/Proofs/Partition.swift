import TerrainBase

/// A set of a column's classes, as bits.
struct ClassSet: Hashable, Sendable {
  private(set) var words: [UInt64]

  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }

  func contains(_ index: Int) -> Bool { words[index >> 6] & (1 << UInt64(index & 63)) != 0 }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func intersects(_ other: ClassSet) -> Bool {
    for index in words.indices where words[index] & other.words[index] != 0 { return true }
    return false
  }

  func intersection(_ other: ClassSet) -> ClassSet {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }

  func union(_ other: ClassSet) -> ClassSet {
    var result = self
    for index in words.indices { result.words[index] |= other.words[index] }
    return result
  }

  /// The classes that are not in the set, of `count`.
  func complement(count: Int) -> ClassSet {
    var result = self
    for index in words.indices { result.words[index] = ~words[index] }
    if let last = words.indices.last, count & 63 != 0 { result.words[last] &= (1 << UInt64(count & 63)) - 1 }
    return result
  }

  var lowest: Int? {
    words.firstIndex { $0 != 0 }.map { $0 * 64 + words[$0].trailingZeroBitCount }
  }

  var highest: Int? {
    words.lastIndex { $0 != 0 }.map { $0 * 64 + 63 - words[$0].leadingZeroBitCount }
  }

  /// The classes in the set, lowest first.
  var members: [Int] {
    var result: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }
}

/// A column's domain divided into the classes that its comparisons distinguish: no row distinguishes two values of one class. The class
/// with the value nearest to the column's origin comes first; absence comes last.
struct Partition: Sendable {
  private(set) var classes: [ValueSet]
  /// For each given set of values, its classes.
  private(set) var members: [ValueSet: ClassSet]

  /// Cuts `column`'s domain by `sets`.
  init(of column: ProofColumn, by sets: [ValueSet]) {
    let distinct = Self.distinct(sets)
    let pieces = Self.pieces(of: column.domain, by: distinct)
    // The sets that contain each piece: no end of a set is inside a piece.
    let inside = distinct.map { Self.pieces(pieces, in: $0) }
    var signatures = [[UInt64]](
      repeating: [UInt64](repeating: 0, count: (distinct.count + 63) / 64), count: pieces.count)
    for (index, runs) in inside.enumerated() {
      for piece in runs.joined() { signatures[piece][index >> 6] |= 1 << UInt64(index & 63) }
    }
    var grouped: [[UInt64]: Int] = [:]
    var ranges: [[KeyRange]] = []
    for (piece, signature) in zip(pieces, signatures) {
      if let known = grouped[signature] {
        ranges[known].append(piece)
      } else {
        grouped[signature] = ranges.count
        ranges.append([piece])
      }
    }
    classes = ranges.map { ValueSet($0) }
    let origin = column.origin
    func distance(_ set: ValueSet) -> (UInt64, Int64) {
      guard let key = set.nearest(to: origin) else { return (.max, .max) }
      return key >= origin ? (UInt64(bitPattern: key &- origin), -1) : (UInt64(bitPattern: origin &- key), 1)
    }
    classes.sort { distance($0) < distance($1) }
    if column.domain.absent { classes.append(.onlyAbsent) }
    var classOfPiece: [Int64: Int] = [:]
    for (index, values) in classes.enumerated() {
      for range in values.ranges { classOfPiece[range.low] = index }
    }
    members = [:]
    for (set, runs) in zip(distinct, inside) {
      var union = ClassSet(count: classes.count)
      for piece in runs.joined() {
        if let index = classOfPiece[pieces[piece].low] { union.insert(index) }
      }
      if set.absent, column.domain.absent { union.insert(classes.count - 1) }
      members[set] = union
    }
  }

  /// The pieces that are in `set`, as runs of their indices.
  private static func pieces(_ pieces: [KeyRange], in set: ValueSet) -> [Range<Int>] {
    /// The first piece that begins at or after `key`.
    func first(from key: Int64) -> Int {
      var low = 0
      var high = pieces.count
      while low < high {
        let middle = (low + high) / 2
        if pieces[middle].low < key { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return set.ranges.map { range in
      let start = first(from: range.low)
      return start..<max(start, range.high == .max ? pieces.count : first(from: range.high + 1))
    }
  }

  private static func distinct(_ sets: [ValueSet]) -> [ValueSet] {
    var seen: Set<ValueSet> = []
    return sets.filter { seen.insert($0).inserted }
  }

  /// The runs of the domain between one end of some set and the next.
  private static func pieces(of domain: ValueSet, by sets: [ValueSet]) -> [KeyRange] {
    var starts: Set<Int64> = []
    for set in sets {
      for range in set.ranges {
        starts.insert(range.low)
        if range.high < .max { starts.insert(range.high + 1) }
      }
    }
    let cuts = starts.ordered()
    var result: [KeyRange] = []
    var next = 0
    for range in domain.ranges {
      var low = range.low
      while next < cuts.count, cuts[next] <= low { next += 1 }
      while next < cuts.count, cuts[next] <= range.high {
        result.append(KeyRange(low, cuts[next] - 1))
        low = cuts[next]
        next += 1
      }
      result.append(KeyRange(low, range.high))
    }
    return result
  }
}

/// The residues of formulas once some columns are known, each stored once.
///
/// Two rows with the same residue share it, so that sets of remaining rows can be compared by their numbers. Negations have been pushed
/// down to the comparisons, whose sets are complemented.
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

  /// The number of classes of each level's column.
  let classCounts: [Int]
  private(set) var kinds: [Kind] = [.never, .always]
  /// The first level each residue depends on; `Int32.max` for the constants.
  private(set) var tops: [Int32] = [.max, .max]
  /// For each queried residue, its residue for each class of its first level; -1 if not yet known.
  private var restricted: [[ID]] = [[], []]
  /// Work done, in the steps of ``ProofSearch``: residues made, and operands visited for it.
  private(set) var work = 0
  /// The approximate number of bytes held.
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

  /// The residue of `id` if the column of its first level is in `value`.
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

  /// The residue of `id` if the column of each level is in its given classes; nil for any class.
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

  /// `operands` joined by "and" or "or": constants are removed, nesting is flattened, and comparisons of one column are merged.
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
