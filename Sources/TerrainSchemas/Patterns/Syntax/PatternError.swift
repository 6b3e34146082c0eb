/// Why a text is not a pattern, and where in it.
package struct PatternError: Error, Hashable, Sendable {
  /// What is wrong, by name.
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

  /// What is wrong.
  package var reason: Reason
  /// Where: UTF-8 bytes of the pattern.
  package var range: Range<Int>

  /// A mistake of a kind at a place.
  package init(_ reason: Reason, at range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}

extension PatternError: CustomStringConvertible {
  /// The mistake as the middle of a sentence, without the place: "this pattern …".
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
