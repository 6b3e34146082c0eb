import TerrainBase

/// A regular expression, matched in time proportional to the length of the text. Both syntaxes become the same kind of automaton.
///
/// The matcher never backtracks. Most patterns become a complete table with one lookup for each character. Patterns with a larger table are
/// simulated, with at most `PatternLimits.instructions` steps for each character. A pattern is immutable, and threads that match with it
/// share no mutable memory.
///
/// It tells only if a text matches anywhere (`^` and `$` tie it to the ends), not the location of the match: no captures, no replacement.
package struct Pattern: Sendable {
  fileprivate let automaton: Automaton

  /// A pattern in RE2's syntax (github.com/google/re2/wiki/Syntax), which CEL's `matches` uses.
  package init(re2 pattern: Text, limits: PatternLimits = .standard) throws(PatternError) {
    let tree = try RE2Parser.parse(pattern, limits: limits)
    automaton = Automaton(try PatternBytecode(tree, length: pattern.utf8.count, limits: limits))
  }

  /// A pattern in the syntax of ECMA-262 (11th edition, 2020), which JSON Schema uses. Look-around and back-references are rejected.
  ///
  /// - Parameter unicode: True for the syntax of the `u` flag, false for the leniency of Annex B. Characters are code points in both.
  package init(ecma262 pattern: Text, unicode: Bool = true, limits: PatternLimits = .standard) throws(PatternError) {
    let mode = ECMAParser.Mode(unicode: unicode, syntaxOnly: false)
    let tree = try ECMAParser.parse(pattern, mode: mode, limits: limits)
    automaton = Automaton(try PatternBytecode(tree, length: pattern.utf8.count, limits: limits))
  }

  /// The reason why `pattern` is not a regular expression of ECMA-262 with the `u` flag, or nil if it is one. Look-around and
  /// back-references are allowed.
  package static func syntaxError(ecma262 pattern: Text, limits: PatternLimits = .standard) -> PatternError? {
    do throws(PatternError) {
      _ = try ECMAParser.parse(pattern, mode: ECMAParser.Mode(unicode: true, syntaxOnly: true), limits: limits)
      return nil
    } catch {
      return error
    }
  }

  /// True if the pattern matches somewhere in `bytes`, which are UTF-8.
  package func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    automaton.search(bytes).found
  }

  /// True if the pattern matches somewhere in `text`.
  package func matches(_ text: Text) -> Bool {
    measuredMatch(text).found
  }

  /// Matches `text`. Returns the result and the number of steps: characters looked up and instructions executed.
  package func measuredMatch(_ text: Text) -> (found: Bool, steps: Int) {
    if let result = text.utf8.withContiguousStorageIfAvailable({ automaton.search($0) }) { return result }
    return Array(text.utf8).withUnsafeBufferPointer { automaton.search($0) }
  }

  /// Matches `text`. Returns the result, nil if it takes more than `limit` steps, and the number of steps.
  package func match(_ text: Text, limit: Int) -> (found: Bool?, steps: Int) {
    if let result = text.utf8.withContiguousStorageIfAvailable({ automaton.search($0, limit: limit) }) { return result }
    return Array(text.utf8).withUnsafeBufferPointer { automaton.search($0, limit: limit) }
  }

  /// The number of steps that making the pattern took.
  package var preparation: Int { automaton.preparation }

  /// The maximum number of steps for each byte of a text.
  package var stepsPerByte: Int { automaton.stepsPerByte }

  /// True if matching takes one table lookup for each character.
  package var isComplete: Bool { automaton.isComplete }
}

/// An unowned reference to a pattern. It can be stored in plain memory, and matching counts no references, for which threads that match at
/// once would wait for each other.
package struct BorrowedPattern: BitwiseCopyable, @unchecked Sendable {
  private let automaton: Unmanaged<Automaton>

  /// A reference to `pattern`, which must be kept alive during its use.
  package init(_ pattern: Pattern) {
    automaton = .passUnretained(pattern.automaton)
  }

  /// Matches `bytes`, which are UTF-8. Returns the result, nil if it takes more than `limit` steps, and the number of steps.
  package func match(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> (found: Bool?, steps: Int) {
    automaton._withUnsafeGuaranteedRef { $0.search(bytes, limit: limit) }
  }
}
