import TerrainBase

/// A parsed pattern, independent of its syntax.
///
/// Only the existence of a match matters, so greediness and captures are checked and then discarded.
indirect enum PatternTree {
  case empty
  case set(ScalarSet)
  case assertion(PatternAssertion)
  case sequence([PatternTree])
  case alternatives([PatternTree])
  /// `atMost` is nil if the number is unbounded.
  case repetition(PatternTree, atLeast: Int, atMost: Int?)
}

extension PatternTree {
  /// The same language, without parts that match only the empty text, and with alternatives of single characters as one set.
  ///
  /// A repeated empty part adds no instructions, but expanding it would take time in proportion to its count.
  var simplified: PatternTree {
    switch self {
    case .empty, .set, .assertion: return self
    case .sequence(let items):
      return .joined(items.map { $0.simplified }.filter { !$0.isEmpty })
    case .alternatives(let items):
      let simple = items.map { $0.simplified }
      if simple.allSatisfy({ $0.isEmpty }) { return .empty }
      let sets = simple.compactMap { item in if case .set(let set) = item { set } else { nil } }
      return sets.count == simple.count ? .set(ScalarSet(sets.flatMap { $0.runs })) : .alternatives(simple)
    case .repetition(let item, let atLeast, let atMost):
      let simple = item.simplified
      if simple.isEmpty || atMost == 0 { return .empty }
      return .repetition(simple, atLeast: atLeast, atMost: atMost)
    }
  }

  static func joined(_ sequence: [PatternTree]) -> PatternTree {
    switch sequence.count {
    case 0: .empty
    case 1: sequence[0]
    default: .sequence(sequence)
    }
  }

  private var isEmpty: Bool {
    if case .empty = self { true } else { false }
  }
}

/// A condition on the position between two characters.
enum PatternAssertion: UInt8 {
  case textStart, textEnd, lineStart, lineEnd, wordBoundary, notWordBoundary
}

/// Builds a tree from left to right with an explicit stack, so that nested groups cause no recursion.
struct PatternTreeBuilder {
  private struct Group {
    var alternatives: [PatternTree] = []
    var sequence: [PatternTree] = []

    var tree: PatternTree {
      let last = PatternTree.joined(sequence)
      return alternatives.isEmpty ? last : .alternatives(alternatives + [last])
    }
  }

  private var outer: [Group] = []
  private var current = Group()

  var depth: Int { outer.count }

  mutating func append(_ tree: PatternTree) { current.sequence.append(tree) }

  mutating func beginAlternative() {
    current.alternatives.append(PatternTree.joined(current.sequence))
    current.sequence = []
  }

  mutating func beginGroup() {
    outer.append(current)
    current = Group()
  }

  /// Ends the innermost group, which becomes one item; false if no group is open.
  mutating func endGroup() -> Bool {
    guard var group = outer.popLast() else { return false }
    group.sequence.append(current.tree)
    current = group
    return true
  }

  /// Repeats the last item; false if no item precedes.
  mutating func repeatLast(atLeast: Int, atMost: Int?) -> Bool {
    guard let last = current.sequence.popLast() else { return false }
    current.sequence.append(.repetition(last, atLeast: atLeast, atMost: atMost))
    return true
  }

  /// The whole tree, after all groups have ended.
  var tree: PatternTree { current.tree }
}

/// The reason why a text is not a pattern, and its location in the text.
package struct PatternError: Error, Hashable, Sendable {
  /// The kind of mistake.
  package enum Reason: Hashable, Sendable {
    // Parts of other regular expression languages that no automaton matches in linear time.
    case lookAround
    case backReference
    case unsupportedGroup(String)
    case singleByte

    // Mistakes.
    case groupNotClosed
    case groupNotOpened
    case classNotClosed
    case nothingToRepeat
    case repetitionOfRepetition
    case repetitionReversed
    case repetitionTooLarge(limit: Int)
    case loneBrace(String)
    case trailingBackslash
    case unknownEscape(String)
    case invalidCodePoint
    case unknownProperty(String)
    case unknownPOSIXClass(String)
    case rangeReversed
    case classAsRangeEnd
    case unknownFlags(String)
    case invalidGroupName
    case duplicateGroupName(String)
    case unknownGroup(String)

    // Limits.
    case tooLong(limit: Int)
    case tooDeep(limit: Int)
    case tooLarge(limit: Int)
    case tooManyRanges(limit: Int)
  }

  /// The kind of mistake.
  package var reason: Reason
  /// The location, in UTF-8 bytes of the pattern.
  package var range: Range<Int>

  /// A mistake at a location.
  package init(_ reason: Reason, at range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}

extension PatternError: CustomStringConvertible {
  /// The mistake as the end of a sentence that begins with "this pattern".
  package var description: String {
    switch reason {
    case .lookAround:
      "look-ahead and look-behind are not supported: they cannot be matched in time proportional to the text"
    case .backReference:
      "back-references are not supported: they cannot be matched in time proportional to the text"
    case .unsupportedGroup(let start): "`\(start)` does not begin a kind of group that is supported"
    case .singleByte: "`\\C` (a single byte) is not supported: text is matched by characters"
    case .groupNotClosed: "a `(` has no `)`"
    case .groupNotOpened: "a `)` has no `(`"
    case .classNotClosed: "a `[` has no `]`"
    case .nothingToRepeat: "there is nothing before this to repeat"
    case .repetitionOfRepetition: "this repeats a repetition; put the inner one in `(?:…)`"
    case .repetitionReversed: "the smallest number of repetitions is above the largest"
    case .repetitionTooLarge(let limit): "a repetition may not be above \(limit)"
    case .loneBrace(let brace): "a `\(brace)` that means itself is written `\\\(brace)`"
    case .trailingBackslash: "the pattern ends in a `\\`"
    case .unknownEscape(let escape): "`\(escape)` has no meaning here"
    case .invalidCodePoint: "this is not a code point of Unicode"
    case .unknownProperty(let name): "`\(name)` is not a Unicode property that can be asked for here"
    case .unknownPOSIXClass(let name): "`\(name)` is not a named class"
    case .rangeReversed: "the range's first character comes after its last"
    case .classAsRangeEnd: "a range goes from one character to another; a class cannot be its end"
    case .unknownFlags(let flags): "`\(flags)` are not flags (`i`, `m`, `s` and `U` are)"
    case .invalidGroupName: "a group's name is made of letters, digits and `_`, and ends in `>`"
    case .duplicateGroupName(let name): "two groups are called `\(name)`"
    case .unknownGroup(let name): "there is no group `\(name)`"
    case .tooLong(let limit): "the pattern is longer than the limit of \(limit) bytes"
    case .tooDeep(let limit): "groups are nested deeper than the limit of \(limit)"
    case .tooLarge(let limit): "the pattern, with its repetitions written out, is above the limit of \(limit) steps"
    case .tooManyRanges(let limit): "the classes have more than the limit of \(limit) ranges together"
    }
  }
}

/// The limits above which a pattern is rejected.
package struct PatternLimits: Hashable, Sendable {
  /// The maximum length of a pattern, in UTF-8 bytes.
  package var length: Int
  /// The maximum depth of nested groups.
  package var nesting: Int
  /// The maximum number of instructions after repetitions are expanded: `a{100}` becomes a hundred. It is also the maximum number of steps
  /// for a character.
  package var instructions: Int
  /// The maximum total number of code point ranges in the sets of a pattern.
  package var classRanges: Int

  /// Limits with these values.
  package init(
    length: Int = 32_768, nesting: Int = 250, instructions: Int = 20_000, classRanges: Int = 200_000
  ) {
    self.length = length
    self.nesting = nesting
    self.instructions = instructions
    self.classRanges = classRanges
  }

  /// The default limits.
  package static let standard = PatternLimits()
}

/// Reads a pattern's characters and creates errors with their locations.
struct PatternCursor {
  private let scalars: [Unicode.Scalar]
  /// The number of characters taken.
  private(set) var position = 0

  init(_ pattern: Text, limits: PatternLimits) throws(PatternError) {
    let length = pattern.utf8.count
    guard length <= limits.length else { throw PatternError(.tooLong(limit: limits.length), at: 0..<length) }
    scalars = Array(pattern.string.unicodeScalars)
  }

  var isAtEnd: Bool { position >= scalars.count }

  /// The next character, which is not taken.
  var next: Unicode.Scalar? { peek(0) }

  /// The character `distance` after the next one.
  func peek(_ distance: Int) -> Unicode.Scalar? {
    let index = position + distance
    return index < scalars.count ? scalars[index] : nil
  }

  /// Takes the next character.
  mutating func take() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    position += 1
    return scalar
  }

  /// Takes `text` if it comes next.
  mutating func take(_ text: String) -> Bool {
    var index = position
    for scalar in text.unicodeScalars {
      guard index < scalars.count, scalars[index] == scalar else { return false }
      index += 1
    }
    position = index
    return true
  }

  /// Takes characters for as long as `condition` holds.
  mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let scalar = next, condition(scalar) { position += 1 }
    return text(from: start)
  }

  /// Goes back to an earlier position.
  mutating func rewind(to position: Int) { self.position = position }

  /// The text taken since `start`.
  func text(from start: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<position])
    return String(view)
  }

  /// An error about the text taken since `start`, or about the next character if that text is empty.
  func error(_ reason: PatternError.Reason, from start: Int) -> PatternError {
    let end = start == position ? min(position + 1, scalars.count) : position
    let first = scalars[..<start].reduce(0) { $0 + UTF8.width($1) }
    let length = scalars[start..<end].reduce(0) { $0 + UTF8.width($1) }
    return PatternError(reason, at: first..<(first + length))
  }

  // MARK: - Numbers

  /// Takes a decimal number; returns nil and takes nothing if no digit follows. Numbers above `Int32.max` are clamped to it.
  mutating func takeDecimal() -> Int? {
    let digits = take(while: { ("0"..."9").contains($0) })
    guard !digits.isEmpty else { return nil }
    return digits.utf8.reduce(0) { min($0 * 10 + Int($1 - 0x30), Int(Int32.max)) }
  }

  /// Takes exactly `count` hexadecimal digits; returns nil and takes nothing if fewer follow.
  mutating func takeHexadecimal(_ count: Int) -> UInt32? {
    let start = position
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = next?.hexadecimalDigit else {
        position = start
        return nil
      }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  /// Takes the hexadecimal digits of `{10FFFF}` and the closing brace; nil if they are missing or are not a code point.
  mutating func takeBracedHexadecimal() -> UInt32? {
    let digits = take(while: { $0.hexadecimalDigit != nil })
    guard !digits.isEmpty, take("}") else { return nil }
    let value = digits.unicodeScalars.reduce(UInt32(0)) { min($0 << 4 | ($1.hexadecimalDigit ?? 0), 0x110000) }
    return value <= ScalarSet.maximum ? value : nil
  }
}

extension Unicode.Scalar {
  /// The value of an ASCII hexadecimal digit.
  var hexadecimalDigit: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f": value - 0x61 + 10
    case "A"..."F": value - 0x41 + 10
    default: nil
    }
  }

  var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
