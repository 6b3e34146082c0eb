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

/// A column's domain cut into the classes that its comparisons distinguish: two values of one class are alike to every
/// row. The class whose nearest value is nearest to the column's origin comes first; absence comes last.
struct Partition: Sendable {
  private(set) var classes: [ValueSet]
  /// For each set of values given, the classes it is made of.
  private(set) var members: [ValueSet: ClassSet]

  /// Cuts `column`'s domain by `sets`.
  init(of column: ProofColumn, by sets: [ValueSet]) {
    let distinct = Self.distinct(sets)
    let pieces = Self.pieces(of: column.domain, by: distinct)
    // Which sets each piece is in: no end of a set is inside a piece.
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
