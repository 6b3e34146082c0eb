/// A pattern as a nondeterministic automaton over classes of characters.
struct PatternBytecode {
  /// A state. Every state except `split` has one successor.
  enum Instruction {
    /// One character of a single class.
    case one(UInt16, next: UInt32)
    /// One character of any of several classes: a row of `membership`.
    case any(UInt32, next: UInt32)
    case split(UInt32, UInt32)
    case assertion(PatternAssertion, next: UInt32)
    case match
  }

  var instructions: [Instruction] = []
  var start: UInt32 = 0
  private(set) var classes: ScalarClasses
  /// The kind of the characters of each class, as far as assertions depend on it.
  private(set) var kinds: [CharacterKind]
  /// Bit sets over classes, `wordsInRow` words each.
  private(set) var membership: [UInt64] = []
  private(set) var wordsInRow: Int
  /// True if a match can only begin at the start of the text, so that other starts need not be tried.
  private(set) var isAnchored: Bool

  /// Writes `tree` out as bytecode of at most `limits.instructions` instructions.
  init(_ tree: PatternTree, length: Int, limits: PatternLimits) throws(PatternError) {
    let tree = tree.simplified
    let size = PatternBytecode.size(of: tree)
    guard size < limits.instructions else { throw PatternError(.tooLarge(limit: limits.instructions), at: 0..<length) }

    var sets = SetIndex()
    sets.collect(tree)
    guard sets.runs <= limits.classRanges else {
      throw PatternError(.tooManyRanges(limit: limits.classRanges), at: 0..<length)
    }
    let classes = ScalarClasses(separating: sets.all)
    guard classes.count < Int(UInt16.max) else {
      throw PatternError(.tooManyRanges(limit: limits.classRanges), at: 0..<length)
    }
    self.classes = classes
    wordsInRow = (classes.count + 63) / 64
    kinds = PatternBytecode.kinds(of: classes, distinguished: sets.hasAssertionsOnCharacters)
    isAnchored = PatternBytecode.isAnchored(tree)

    var emitter = Emitter(program: self, sets: sets)
    emitter.prepareSets()
    let match = emitter.add(.match)
    let start = emitter.emit(tree, next: match)
    self = emitter.program
    self.start = start
  }

  /// True if row `row` of `membership` contains `character`, a class.
  func row(_ row: UInt32, has character: UInt16) -> Bool {
    let word = Int(row) * wordsInRow + Int(character) / 64
    return word < membership.count && membership[word] >> (UInt64(character) % 64) & 1 == 1
  }

  // MARK: - Measures

  /// The number of instructions for `tree`; a huge number if it is huge.
  private static func size(of tree: PatternTree) -> Int {
    switch tree {
    case .empty: return 0
    case .set, .assertion: return 1
    case .sequence(let items): return items.reduce(0) { saturated($0, size(of: $1)) }
    case .alternatives(let items): return items.reduce(items.count - 1) { saturated($0, size(of: $1)) }
    case .repetition(let item, let atLeast, let atMost):
      let once = size(of: item)
      if once == 0 { return 0 }
      let (required, overflow) = once.multipliedReportingOverflow(by: max(atLeast, atMost == nil ? 1 : 0))
      let (optional, overflowToo) = (once + 1).multipliedReportingOverflow(by: max(0, (atMost ?? 0) - atLeast))
      if overflow || overflowToo { return huge }
      return saturated(saturated(required, optional), 1)
    }
  }

  private static let huge = 1 << 40

  private static func saturated(_ a: Int, _ b: Int) -> Int { min(a, huge) + min(b, huge) }

  private static func isAnchored(_ tree: PatternTree) -> Bool {
    switch tree {
    case .empty, .set: return false
    case .assertion(let assertion): return assertion == .textStart
    case .sequence(let items): return items.first.map(isAnchored) ?? false
    case .alternatives(let items): return items.allSatisfy(isAnchored)
    case .repetition(let item, let atLeast, _): return atLeast > 0 && isAnchored(item)
    }
  }

  private static func kinds(of classes: ScalarClasses, distinguished: Bool) -> [CharacterKind] {
    var kinds = [CharacterKind](repeating: .other, count: classes.count)
    guard distinguished else { return kinds }
    for number in classes.members(of: RE2Parser.wordCharacters) { kinds[Int(number)] = .word }
    kinds[Int(classes.classOf(0x0A))] = .newline
    return kinds
  }
}

/// The kinds of characters and positions that assertions distinguish.
enum CharacterKind: UInt8 {
  /// The position before the first character or after the last.
  case none
  case newline, word, other
}

extension PatternAssertion {
  /// True if the condition holds between two neighboring characters.
  func holds(between before: CharacterKind, and after: CharacterKind) -> Bool {
    switch self {
    case .textStart: before == .none
    case .textEnd: after == .none
    case .lineStart: before == .none || before == .newline
    case .lineEnd: after == .none || after == .newline
    case .wordBoundary: (before == .word) != (after == .word)
    case .notWordBoundary: (before == .word) == (after == .word)
    }
  }
}

/// The different sets of a pattern.
private struct SetIndex {
  private(set) var all: [ScalarSet] = []
  private(set) var indexOf: [ScalarSet: Int] = [:]
  /// The total number of ranges in the sets.
  private(set) var runs = 0
  /// True if a condition depends on the kind of a neighboring character.
  private(set) var hasAssertionsOnCharacters = false

  mutating func collect(_ tree: PatternTree) {
    switch tree {
    case .empty: break
    case .set(let set): insert(set)
    case .assertion(let assertion):
      guard assertion != .textStart, assertion != .textEnd else { break }
      hasAssertionsOnCharacters = true
      insert(RE2Parser.wordCharacters)
      insert(ScalarSet(0x0A))
    case .sequence(let items), .alternatives(let items):
      for item in items { collect(item) }
    case .repetition(let item, _, _): collect(item)
    }
  }

  private mutating func insert(_ set: ScalarSet) {
    guard indexOf[set] == nil else { return }
    indexOf[set] = all.count
    all.append(set)
    runs += set.runs.count
  }
}

/// Writes instructions from the end of the pattern to its start, so that the address of each successor is known.
private struct Emitter {
  var program: PatternBytecode
  let sets: SetIndex
  /// The method of matching each set.
  private var matchers: [Matcher] = []

  private enum Matcher {
    case one(UInt16)
    case any(UInt32)
    case nothing
  }

  init(program: PatternBytecode, sets: SetIndex) {
    self.program = program
    self.sets = sets
  }

  mutating func prepareSets() {
    var rows: UInt32 = 0
    for set in sets.all {
      let members = program.classes.members(of: set)
      if members.count == 1, let only = members.first {
        matchers.append(.one(only))
      } else if members.isEmpty {
        matchers.append(.nothing)
      } else {
        program.addMembershipRow(members)
        matchers.append(.any(rows))
        rows += 1
      }
    }
  }

  mutating func add(_ instruction: PatternBytecode.Instruction) -> UInt32 {
    program.instructions.append(instruction)
    return UInt32(truncatingIfNeeded: program.instructions.count - 1)
  }

  /// Writes `tree`, continued at `next`. Returns its first instruction.
  mutating func emit(_ tree: PatternTree, next: UInt32) -> UInt32 {
    switch tree {
    case .empty: return next
    case .set(let set):
      guard let index = sets.indexOf[set] else { return next }
      switch matchers[index] {
      case .one(let member): return add(.one(member, next: next))
      case .any(let row): return add(.any(row, next: next))
      // A character that belongs to no class.
      case .nothing: return add(.one(UInt16.max, next: next))
      }
    case .assertion(let assertion): return add(.assertion(assertion, next: next))
    case .sequence(let items): return items.reversed().reduce(next) { emit($1, next: $0) }
    case .alternatives(let items):
      guard let last = items.last else { return next }
      return items.dropLast().reversed().reduce(emit(last, next: next)) { rest, item in
        let first = emit(item, next: next)
        return add(.split(first, rest))
      }
    case .repetition(let item, let atLeast, let atMost):
      return emitRepetition(item, atLeast: atLeast, atMost: atMost, next: next)
    }
  }

  private mutating func emitRepetition(_ item: PatternTree, atLeast: Int, atMost: Int?, next: UInt32) -> UInt32 {
    var entry = next
    var required = atLeast
    if let atMost {
      for _ in 0..<max(0, atMost - atLeast) {
        let body = emit(item, next: entry)
        entry = add(.split(body, next))
      }
    } else {
      // The loop needs its own address before its body is written.
      let loop = add(.split(next, next))
      let body = emit(item, next: loop)
      program.instructions[Int(loop)] = .split(body, next)
      // x+ is the loop entered at its body.
      if atLeast > 0 {
        entry = body
        required -= 1
      } else {
        entry = loop
      }
    }
    for _ in 0..<max(0, required) { entry = emit(item, next: entry) }
    return entry
  }
}

extension PatternBytecode {
  fileprivate mutating func addMembershipRow(_ members: Set<UInt16>) {
    let base = membership.count
    membership += [UInt64](repeating: 0, count: wordsInRow)
    for member in members { membership[base + Int(member) / 64] |= 1 << (UInt64(member) % 64) }
  }
}

/// The partition of all code points into classes that a pattern does not distinguish, numbered from 0.
///
/// The classes are the automaton's alphabet: even a pattern over all of Unicode has only a handful, so its tables stay small.
struct ScalarClasses {
  /// The first code point of each interval, sorted; the first is 0.
  let starts: [UInt32]
  /// The class of each interval.
  let classOfInterval: [UInt16]
  /// The number of classes.
  let count: Int

  /// The coarsest classes for which each of `sets` is a union of classes.
  init(separating sets: [ScalarSet]) {
    var bounds: [UInt32] = [0]
    for set in sets {
      for run in set.runs {
        bounds.append(run.low)
        if run.high < ScalarSet.maximum { bounds.append(run.high + 1) }
      }
    }
    bounds.sort()
    var starts: [UInt32] = []
    for bound in bounds where starts.last != bound { starts.append(bound) }

    var owner = [Int](repeating: 0, count: starts.count)
    var next = 1
    for set in sets {
      // A set and its complement divide the code points alike; the smaller set is less work.
      let inside = ScalarClasses.intervals(of: set, starts: starts)
      let covered = inside.reduce(0) { $0 + $1.count }
      let split =
        covered * 2 <= starts.count ? inside : ScalarClasses.intervals(of: set.inverted, starts: starts)
      var renamed: [Int: Int] = [:]
      for range in split {
        for interval in range {
          if let name = renamed[owner[interval]] {
            owner[interval] = name
          } else {
            renamed[owner[interval]] = next
            owner[interval] = next
            next += 1
          }
        }
      }
    }
    var numbers: [Int: UInt16] = [:]
    classOfInterval = owner.map { name in
      if let number = numbers[name] { return number }
      let number = UInt16(truncatingIfNeeded: numbers.count)
      numbers[name] = number
      return number
    }
    self.starts = starts
    count = numbers.count
  }

  /// The classes of `set`, which must be one of the separated sets.
  func members(of set: ScalarSet) -> Set<UInt16> {
    var members: Set<UInt16> = []
    for range in ScalarClasses.intervals(of: set, starts: starts) {
      for interval in range { members.insert(classOfInterval[interval]) }
    }
    return members
  }

  /// The class of a code point.
  func classOf(_ scalar: UInt32) -> UInt16 {
    classOfInterval[ScalarClasses.interval(of: scalar, starts: starts)]
  }

  /// The code point of a class that contains only one.
  func onlyMember(of number: UInt16) -> UInt32? {
    guard let interval = classOfInterval.firstIndex(of: number), classOfInterval.lastIndex(of: number) == interval
    else { return nil }
    let next = interval + 1 < starts.count ? starts[interval + 1] : ScalarSet.maximum + 1
    return next - starts[interval] == 1 ? starts[interval] : nil
  }

  private static func interval(of scalar: UInt32, starts: [UInt32]) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return low
  }

  private static func intervals(of set: ScalarSet, starts: [UInt32]) -> [Range<Int>] {
    set.runs.map { run in
      interval(of: run.low, starts: starts)..<(interval(of: run.high, starts: starts) + 1)
    }
  }
}

/// Finds a character's class quickly: a table for ASCII, pages for the rest of the basic plane, a search beyond.
struct ScalarClassifier: Sendable {
  /// The class of each ASCII character.
  let ascii: [UInt16]
  /// The class of all other characters, if they have only one.
  let uniform: UInt16?
  /// The index in `pages` of the page of each 64 characters of the basic plane.
  private let pageOf: [UInt32]
  private let pages: [UInt16]
  /// The intervals beyond the basic plane.
  private let starts: [UInt32]
  private let classOfInterval: [UInt16]

  private static let pageSize: UInt32 = 64

  init(_ classes: ScalarClasses) {
    ascii = (UInt32(0)...0x7F).map(classes.classOf)
    let firstBeyond = classes.starts.lastIndex { $0 <= 0x80 } ?? 0
    if firstBeyond == classes.starts.count - 1 {
      uniform = classes.classOfInterval[firstBeyond]
      (pageOf, pages, starts, classOfInterval) = ([], [], [], [])
      return
    }
    uniform = nil
    var pageOfClass: [UInt16: UInt32] = [:]
    var pageOf: [UInt32] = []
    var pages: [UInt16] = []
    var interval = 0
    for page in 0..<(0x10000 / ScalarClassifier.pageSize) {
      let first = page * ScalarClassifier.pageSize
      let next = first + ScalarClassifier.pageSize
      while interval + 1 < classes.starts.count, classes.starts[interval + 1] <= first { interval += 1 }
      let isUniform = interval + 1 == classes.starts.count || classes.starts[interval + 1] >= next
      if isUniform, let known = pageOfClass[classes.classOfInterval[interval]] {
        pageOf.append(known)
        continue
      }
      let place = UInt32(truncatingIfNeeded: pages.count)
      pageOf.append(place)
      if isUniform { pageOfClass[classes.classOfInterval[interval]] = place }
      for scalar in first..<next {
        while interval + 1 < classes.starts.count, classes.starts[interval + 1] <= scalar { interval += 1 }
        pages.append(classes.classOfInterval[interval])
      }
    }
    self.pageOf = pageOf
    self.pages = pages
    let firstAstral = classes.starts.lastIndex { $0 <= 0x10000 } ?? 0
    starts = Array(classes.starts[firstAstral...])
    classOfInterval = Array(classes.classOfInterval[firstAstral...])
  }

  /// The class of a character that is not ASCII.
  func classBeyondASCII(_ scalar: UInt32) -> UInt16 {
    if let uniform { return uniform }
    if scalar < 0x10000 {
      return pages[Int(pageOf[Int(scalar / ScalarClassifier.pageSize)] + scalar % ScalarClassifier.pageSize)]
    }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return classOfInterval[low]
  }
}

/// Takes one character that is not ASCII from UTF-8 at `position`, and moves `position` past it.
///
/// Bytes that are not UTF-8 are taken one at a time, with the result nil.
func decodeBeyondASCII(_ bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) -> UInt32? {
  let start = position
  position += 1
  let first = UInt32(bytes[start])
  let length: Int
  let smallest: UInt32
  switch first {
  case 0xC2...0xDF: (length, smallest) = (2, 0x80)
  case 0xE0...0xEF: (length, smallest) = (3, 0x800)
  case 0xF0...0xF4: (length, smallest) = (4, 0x10000)
  default: return nil
  }
  guard bytes.count - start >= length else { return nil }
  var value = first & (0x7F >> UInt32(length))
  for offset in 1..<length {
    let byte = UInt32(bytes[start + offset])
    guard byte & 0xC0 == 0x80 else { return nil }
    value = value << 6 | (byte & 0x3F)
  }
  guard value >= smallest, value <= ScalarSet.maximum, !(0xD800...0xDFFF).contains(value) else { return nil }
  position = start + length
  return value
}
