import TerrainDocuments
import TerrainBase

/// Reads answers that are written plainly off the bytes of a line: a map from questions to options, every string in ASCII
/// without escapes, nothing unknown, nothing twice, nothing missing. Whatever else a line holds, it gives up.
final class PlainAnswers {
  /// More goals than this are for the careful reader.
  private static let mostGoals = 64

  private let table: QuizTable
  /// The texts that conditions mention.
  private let mentions: NameTable
  /// The questions that are not asked of everybody.
  private let conditions: [(question: Int, memo: ConditionMemo)]
  private let required: [(question: Int, memo: ConditionMemo?)]
  /// The last locale that was read, and was one.
  private var knownLocale: [UInt8] = []

  /// For each question the option that was chosen, or -1.
  let chosen: UnsafeMutablePointer<Int32>

  init(_ quiz: Quiz, _ table: QuizTable) {
    self.table = table
    var mentioned: [Text] = []
    for condition in quiz.questions.compactMap({ $0.condition }) {
      for text in condition.mentions where !mentioned.contains(text) { mentioned.append(text) }
    }
    mentions = NameTable(mentioned)
    let memos = quiz.questions.map { question in
      question.condition.map { ConditionMemo($0, quiz: quiz, mentions: mentioned) }
    }
    conditions = memos.enumerated().compactMap { index, memo in memo.map { (index, $0) } }
    required = quiz.questions.indices.filter { quiz.questions[$0].isRequired }.map { ($0, memos[$0]) }
    chosen = .allocate(capacity: max(1, table.questions))
    chosen.initialize(repeating: -1, count: max(1, table.questions))
  }

  deinit { chosen.deallocate() }

  /// Reads `line` into ``chosen``.
  ///
  /// - Returns: the range of its id, quotes included, empty where it has none, and how many answers do not count; nil where
  ///   it is not written plainly, or something is wrong with it.
  func read(_ line: UnsafeBufferPointer<UInt8>) -> (id: Range<Int>, warnings: Int)? {
    guard var cursor = LineCursor(line), cursor.take(UInt8(ascii: "{")) else { return nil }
    for question in 0..<table.questions { chosen[question] = -1 }
    var wanted: UInt64 = 0
    var id: Range<Int>?
    var (hasAnswers, hasGoals, hasLocale, hasSchema) = (false, false, false, false)
    repeat {
      guard let key = cursor.plainString(), cursor.take(UInt8(ascii: ":")) else { return nil }
      if !hasAnswers, cursor.matches(key, "answers") {
        guard readAnswers(&cursor) else { return nil }
        hasAnswers = true
      } else if id == nil, cursor.matches(key, "id") {
        guard let range = readID(&cursor) else { return nil }
        id = range
      } else if !hasGoals, cursor.matches(key, "goals") {
        guard let bits = readGoals(&cursor) else { return nil }
        wanted = bits
        hasGoals = true
      } else if !hasLocale, cursor.matches(key, "locale") {
        guard readLocale(&cursor) else { return nil }
        hasLocale = true
      } else if !hasSchema, cursor.matches(key, "$schema") {
        guard cursor.plainString() != nil else { return nil }
        hasSchema = true
      } else {
        return nil
      }
    } while cursor.take(UInt8(ascii: ","))
    guard hasAnswers, cursor.take(UInt8(ascii: "}")), cursor.isAtEnd() else { return nil }
    guard let warnings = dropUnasked(wanted), !isIncomplete(wanted) else { return nil }
    return (id ?? 0..<0, warnings)
  }

  @inline(__always)
  private func readAnswers(_ cursor: inout LineCursor) -> Bool {
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    if cursor.take(UInt8(ascii: "}")) { return true }
    // Most people's answers are in the order of the quiz.
    var guess = 0
    repeat {
      guard let name = cursor.plainString(), cursor.take(UInt8(ascii: ":")), let answer = cursor.plainString() else {
        return false
      }
      let question = table.names.position(cursor.bytes(from: name.lowerBound), name.count, guess: guess)
      guard question >= 0, chosen[question] < 0 else { return false }
      let option = table.option(cursor.bytes(from: answer.lowerBound), answer.count, of: question)
      guard option >= 0 else { return false }
      chosen[question] = Int32(truncatingIfNeeded: option)
      guess = question &+ 1
    } while cursor.take(UInt8(ascii: ","))
    return cursor.take(UInt8(ascii: "}"))
  }

  /// Text or a whole number, as JSON would be written of it.
  private func readID(_ cursor: inout LineCursor) -> Range<Int>? {
    guard let text = cursor.plainString() else { return cursor.plainInteger() }
    // The one character of ASCII that is written otherwise than it may be read.
    for offset in 0..<text.count where cursor.bytes(from: text.lowerBound)[offset] == 0x7F { return nil }
    return text.lowerBound - 1..<text.upperBound + 1
  }

  /// The mentioned ones among the goals, as bits.
  private func readGoals(_ cursor: inout LineCursor) -> UInt64? {
    guard cursor.take(UInt8(ascii: "[")) else { return nil }
    if cursor.take(UInt8(ascii: "]")) { return 0 }
    var bits: UInt64 = 0
    var count = 0
    repeat {
      guard let goal = cursor.plainString(), count < Self.mostGoals else { return nil }
      let position = mentions.position(cursor.bytes(from: goal.lowerBound), goal.count, guess: 0)
      if position >= 0 { bits |= 1 << UInt64(position) }
      count += 1
    } while cursor.take(UInt8(ascii: ","))
    return cursor.take(UInt8(ascii: "]")) ? bits : nil
  }

  private func readLocale(_ cursor: inout LineCursor) -> Bool {
    guard let range = cursor.plainString() else { return false }
    let bytes = UnsafeBufferPointer(start: cursor.bytes(from: range.lowerBound), count: range.count)
    if !bytes.isEmpty, knownLocale.elementsEqual(bytes) { return true }
    guard (try? LanguageTag(parsing: Text(decoding: bytes))) != nil else { return false }
    knownLocale = Array(bytes)
    return true
  }

  /// Takes back the answers to questions that are not asked of this person; how many, or nil where that is unknown.
  private func dropUnasked(_ wanted: UInt64) -> Int? {
    var dropped = 0
    for (question, memo) in conditions where chosen[question] >= 0 {
      switch memo.verdict(wanted: wanted, chosen: chosen) {
      case .asked: continue
      case .notAsked:
        chosen[question] = -1
        dropped += 1
      case .unknown, .untold: return nil
      }
    }
    return dropped
  }

  /// Whether a question has no answer that needs one, or may need one.
  private func isIncomplete(_ wanted: UInt64) -> Bool {
    for (question, memo) in required where chosen[question] < 0 {
      guard let memo, memo.verdict(wanted: wanted, chosen: chosen) == .notAsked else { return true }
    }
    return false
  }
}
