import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Scores answers, one line of JSON per person, one after another on one thread, and writes lean scores: the id, axes, outcomes, and flags
/// of a full score, path for path.
///
/// It handles only correct answers in a plain notation, and reads them straight from the bytes (``PlainAnswers``). All other lines are left
/// to ``ScoringSession``, which reports errors. Validity is thus decided in one place. Each thread needs its own instance, which shares no
/// reference counts with others.
package final class LineScorer {
  private let table: QuizTable
  private let plain: PlainAnswers
  private let session: RuleSession
  /// For each axis its fact; nil if no decision reads it.
  private let facts: [Fact.ID?]
  private let outcomes: [OutcomeWriter]
  private let writer: LeanScoreWriter

  private let sums: UnsafeMutablePointer<Int64>
  /// The flags of this person, in the order they came.
  private let flags: UnsafeMutablePointer<Int>
  private let isFlagged: UnsafeMutablePointer<Bool>

  /// A scorer with `engine`.
  package init(_ engine: ScoringEngine) throws(DiagnosticError) {
    let quiz = engine.quiz
    table = QuizTable(quiz)
    plain = PlainAnswers(quiz, table)
    session = RuleSession(engine.rules, limits: engine.system.limits)
    facts = engine.facts.map { $0?.id }
    outcomes = engine.decisions.map { OutcomeWriter($0) }
    writer = LeanScoreWriter(quiz, outcomes: engine.outcomes, scale: engine.scale, flags: table.flags)
    sums = .allocate(capacity: max(1, table.axes))
    flags = .allocate(capacity: max(1, table.flags.count))
    isFlagged = .allocate(capacity: max(1, table.flags.count))
    isFlagged.initialize(repeating: false, count: max(1, table.flags.count))
  }

  deinit {
    sums.deallocate()
    flags.deallocate()
    isFlagged.deallocate()
  }

  /// Writes the score of the answers on `line`.
  ///
  /// - Returns: the number of answers that do not count; nil, with nothing written, if the answers have errors or are not in plain
  ///   notation.
  package func score(_ line: UnsafeBufferPointer<UInt8>, into output: inout OutputBytes) -> Int? {
    guard let read = plain.read(line) else { return nil }
    let start = output.count
    guard finish(id: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(line)[read.id]), into: &output) else {
      output.cut(to: start)
      return nil
    }
    return read.warnings
  }

  @inline(__always)
  private func finish(id: UnsafeRawBufferPointer, into output: inout OutputBytes) -> Bool {
    for axis in 0..<table.axes { sums[axis] = 0 }
    var flagCount = 0
    for question in 0..<table.questions where plain.chosen[question] >= 0 {
      for flag in table.add(plain.chosen[question], of: question, to: sums) where !isFlagged[flag] {
        isFlagged[flag] = true
        flags[flagCount] = flag
        flagCount &+= 1
      }
    }
    for index in 0..<flagCount { isFlagged[flags[index]] = false }
    session.begin()
    writer.begin(id: id, to: &output)
    for axis in facts.indices {
      let value = writer.axis(axis, sum: sums[axis], to: &output)
      guard let fact = facts[axis] else { continue }
      guard (try? session.set(fact, int: value)) != nil else { return false }
    }
    for index in outcomes.indices {
      writer.outcome(index, to: &output)
      guard outcomes[index].write(session, to: &output) else { return false }
    }
    writer.end(flags: UnsafeBufferPointer(start: flags, count: flagCount), to: &output)
    return true
  }
}

/// Reads plain answers from the bytes of a line: a map from questions to options, in which every string is ASCII without escapes, and no
/// name is unknown, duplicate, or missing. For any other line it returns nil.
final class PlainAnswers {
  /// More goals than this are for the careful reader.
  private static let mostGoals = 64

  private let table: QuizTable
  /// The texts that conditions mention.
  private let mentions: NameTable
  /// The quiz's goals; nil if the quiz does not list any.
  private let goals: NameTable?
  /// The questions with conditions.
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
    goals = quiz.goals.map { NameTable($0) }
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
  /// - Returns: the range of its id, including quotes (empty without an id), and the number of answers that do not count; nil if the line
  ///   has errors or is not in plain notation.
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

  /// The range of a text or a whole number in the same notation as JSON output.
  private func readID(_ cursor: inout LineCursor) -> Range<Int>? {
    guard let text = cursor.plainString() else { return cursor.plainInteger() }
    // DEL is the only ASCII character that is written differently than it may be read.
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
      if let goals, goals.position(cursor.bytes(from: goal.lowerBound), goal.count, guess: 0) < 0 { return nil }
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

  /// Removes the answers to questions that are not asked of this person. Returns their number, or nil if it is unknown.
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

  /// Returns true if a question has no answer that needs one, or may need one.
  private func isIncomplete(_ wanted: UInt64) -> Bool {
    for (question, memo) in required where chosen[question] < 0 {
      guard let memo, memo.verdict(wanted: wanted, chosen: chosen) == .notAsked else { return true }
    }
    return false
  }
}

/// A quiz in flat arrays for one thread: the moves of each option can be read without following references.
final class QuizTable {
  let axes: Int
  let questions: Int
  /// The questions' names.
  let names: NameTable
  /// For each question its options' names.
  private let options: [NameTable]
  /// Every flag of any option, none twice.
  let flags: [Text]

  /// For each question the position of its first option, followed by the number of all options.
  private let firstOption: UnsafeMutablePointer<Int>
  /// For each option of any question, its units on each axis.
  private let moves: UnsafeMutablePointer<Int64>
  /// For each option of any question the position of its first flag in ``flagNumbers``, followed by the number of all flags.
  private let firstFlag: UnsafeMutablePointer<Int>
  private let flagNumbers: UnsafeMutablePointer<Int>

  /// The table of `quiz`.
  init(_ quiz: Quiz) {
    var flags: [Text] = []
    for option in quiz.questions.flatMap({ $0.options }) {
      for flag in option.flags where !flags.contains(flag) { flags.append(flag) }
    }
    self.flags = flags
    axes = quiz.axes.count
    questions = quiz.questions.count
    names = NameTable(quiz.questions.map { $0.id })
    options = quiz.questions.map { NameTable($0.options.map { $0.id }) }
    let all = quiz.questions.flatMap { $0.options }
    firstOption = .allocate(capacity: questions + 1)
    var count = 0
    for (index, question) in quiz.questions.enumerated() {
      (firstOption + index).initialize(to: count)
      count += question.options.count
    }
    (firstOption + questions).initialize(to: count)
    moves = .allocate(capacity: max(1, count * axes))
    moves.initialize(repeating: 0, count: max(1, count * axes))
    let numbers = all.map { option in option.flags.compactMap { flags.firstIndex(of: $0) } }
    firstFlag = .allocate(capacity: count + 1)
    flagNumbers = .allocate(capacity: max(1, numbers.reduce(0) { $0 + $1.count }))
    var flagCount = 0
    for (index, option) in all.enumerated() {
      for move in option.moves { moves[index * axes + move.axis] &+= move.units }
      (firstFlag + index).initialize(to: flagCount)
      for number in numbers[index] {
        (flagNumbers + flagCount).initialize(to: number)
        flagCount += 1
      }
    }
    (firstFlag + count).initialize(to: flagCount)
  }

  deinit {
    firstOption.deallocate()
    moves.deallocate()
    firstFlag.deallocate()
    flagNumbers.deallocate()
  }

  /// The position of the option of question `question` whose name is the `length` bytes at `name`, or -1.
  @inline(__always)
  func option(_ name: UnsafePointer<UInt8>, _ length: Int, of question: Int) -> Int {
    options[question].position(name, length, guess: 0)
  }

  /// Adds the moves of option `option` of question `question`, which are in the quiz. Returns its flags, as positions in ``flags``.
  @inline(__always)
  func add(
    _ option: Int32, of question: Int, to sums: UnsafeMutablePointer<Int64>
  ) -> UnsafeBufferPointer<Int> {
    let index = firstOption[question] &+ Int(option)
    let row = moves + index &* axes
    for axis in 0..<axes { sums[axis] &+= row[axis] }
    return UnsafeBufferPointer(start: flagNumbers + firstFlag[index], count: firstFlag[index &+ 1] &- firstFlag[index])
  }
}

/// A small table of names and their positions, with lookup by bytes. It has its own memory, so that threads share no reference counts.
final class NameTable {
  /// The position and length of one name.
  private struct Entry {
    var start: Int
    var length: Int
  }

  private let bytes: UnsafeMutablePointer<UInt8>
  private let entries: UnsafeMutablePointer<Entry>
  /// For each hash the position of a name, or -1. At least half of the slots are free.
  private let slots: UnsafeMutablePointer<Int32>
  private let mask: Int
  let count: Int

  /// `names`, each once, by their order.
  init(_ names: [Text]) {
    count = names.count
    bytes = .allocate(capacity: max(1, names.reduce(0) { $0 + $1.utf8.count }))
    entries = .allocate(capacity: max(1, names.count))
    var size = 8
    while size < names.count * 4 { size *= 2 }
    mask = size - 1
    slots = .allocate(capacity: size)
    slots.initialize(repeating: -1, count: size)
    var offset = 0
    for (position, name) in names.enumerated() {
      let start = offset
      for byte in name.utf8 {
        (bytes + offset).initialize(to: byte)
        offset += 1
      }
      (entries + position).initialize(to: Entry(start: start, length: offset - start))
      var slot = Self.hash(bytes + start, offset - start) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(position)
    }
  }

  deinit {
    bytes.deallocate()
    entries.deallocate()
    slots.deallocate()
  }

  /// The position of the name that is the `length` bytes at `name`, or -1. `guess` is tried first.
  @inline(__always)
  func position(_ name: UnsafePointer<UInt8>, _ length: Int, guess: Int) -> Int {
    if guess < count, isName(guess, name, length) { return guess }
    return search(name, length)
  }

  private func search(_ name: UnsafePointer<UInt8>, _ length: Int) -> Int {
    var slot = Self.hash(name, length) & mask
    while slots[slot] >= 0 {
      let position = Int(slots[slot])
      if isName(position, name, length) { return position }
      slot = (slot &+ 1) & mask
    }
    return -1
  }

  @inline(__always)
  private func isName(_ position: Int, _ name: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let entry = entries[position]
    guard entry.length == length else { return false }
    let (a, b) = (UnsafeRawPointer(bytes + entry.start), UnsafeRawPointer(name))
    var offset = 0
    while length &- offset >= 8 {
      if a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset &+= 8
    }
    while offset < length {
      if a.load(fromByteOffset: offset, as: UInt8.self) != b.load(fromByteOffset: offset, as: UInt8.self) {
        return false
      }
      offset &+= 1
    }
    return true
  }

  /// FNV-1a: names are short.
  private static func hash(_ name: UnsafePointer<UInt8>, _ length: Int) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<length { hash = (hash ^ UInt64(name[index])) &* 0x0000_0100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 29)
  }
}

/// Verdicts of a question's condition, cached by the answers and goals that it mentions.
final class ConditionMemo {
  /// The verdict of a condition.
  enum Verdict: UInt8 {
    case unknown, asked, notAsked
    /// Its evaluation failed, or it depends on more than the cache key contains.
    case untold
  }

  /// The maximum number of combinations that are distinguished.
  private static let most = 1 << 16

  private let condition: QuestionCondition
  private let quiz: Quiz
  /// The goals it mentions, as bits of all that are mentioned.
  private let goalNames: [(bit: UInt64, name: Text)]
  /// The mentioned questions with the number of their options, plus one for no answer.
  private let questions: [(position: Int, count: Int)]
  private var verdicts: [Verdict]

  /// `condition` of a question of `quiz`, with the texts that all conditions mention.
  init(_ condition: QuestionCondition, quiz: Quiz, mentions: [Text]) {
    self.condition = condition
    self.quiz = quiz
    var goalNames: [(bit: UInt64, name: Text)] = []
    for (index, name) in mentions.enumerated() where condition.mentions.contains(name) {
      goalNames.append((1 << UInt64(index), name))
    }
    self.goalNames = goalNames
    questions = quiz.questions.indices.filter { condition.mentions.contains(quiz.questions[$0].id) }.map {
      ($0, quiz.questions[$0].options.count + 1)
    }
    var kinds = goalNames.count <= 16 ? 1 << goalNames.count : Self.most + 1
    for (_, count) in questions { kinds = min(Self.most + 1, kinds * count) }
    let canRemember = condition.seesOnlyMentions && kinds <= Self.most && mentions.count <= UInt64.bitWidth
    verdicts = Array(repeating: .unknown, count: canRemember ? kinds : 0)
  }

  /// The verdict for a person whose mentioned goals have the bits `wanted`, and whose answers are `chosen` (-1 for none).
  func verdict(wanted: UInt64, chosen: UnsafePointer<Int32>) -> Verdict {
    guard !verdicts.isEmpty else { return .untold }
    var kind = 0
    for goal in goalNames { kind = kind &* 2 &+ (wanted & goal.bit == 0 ? 0 : 1) }
    for question in questions { kind = kind &* question.count &+ Int(chosen[question.position]) &+ 1 }
    guard verdicts.indices.contains(kind) else { return .untold }
    if verdicts[kind] == .unknown { verdicts[kind] = ask(wanted, chosen) }
    return verdicts[kind]
  }

  private func ask(_ wanted: UInt64, _ chosen: UnsafePointer<Int32>) -> Verdict {
    let names = goalNames.filter { wanted & $0.bit != 0 }.map { $0.name }
    let answers = quiz.questions.indices.map { chosen[$0] < 0 ? nil : Int(chosen[$0]) }
    guard let holds = try? condition.holds(goals: names, chosen: answers, quiz: quiz) else { return .untold }
    return holds ? .asked : .notAsked
  }
}

/// Writes lean scores. Text that does not depend on a person is prepared when the writer is made.
final class LeanScoreWriter {
  /// Axes with more sums than this are written one by one.
  private static let mostSums: Int64 = 1 << 14

  /// The value of an axis at each of its sums.
  private struct AxisTable {
    var lowest: Int64
    var count: Int64
    /// The position of the lowest sum's value and piece.
    var first: Int
  }

  private let names: [[UInt8]]
  private let scale: AxisScale
  private let tables: UnsafeMutablePointer<AxisTable>
  private let values: UnsafeMutablePointer<Int64>
  private let axes: TextPieces
  private let parts: TextPieces
  /// For each outcome the text before its id.
  private let outcomes: TextPieces
  private let flags: TextPieces

  private enum Part: Int, CaseIterable { case open, openID, idEnd, axes, flags, comma, end }

  /// A writer of scores of `quiz`, whose flags are `flags`.
  init(_ quiz: Quiz, outcomes: [Score.Outcome], scale: AxisScale, flags: [Text]) {
    self.scale = scale
    self.outcomes = TextPieces(outcomes.map { Array("},".utf8) + Self.json($0.name) + Array(#":{"id":"#.utf8) })
    names = quiz.axes.enumerated().map { position, axis in
      Array((position == 0 ? "" : ",").utf8) + Self.json(axis.id)
    }
    self.flags = TextPieces(flags.map(Self.json))
    parts = TextPieces(
      Part.allCases.map { part in
        switch part {
        case .open: "{"
        case .openID: #"{"id":"#
        case .idEnd, .comma: ","
        case .axes: #""axes":{"#
        case .flags: #"},"flags":["#
        case .end: "]}"
        }
      }.map { Array($0.utf8) })
    tables = .allocate(capacity: max(1, quiz.axes.count))
    var values: [Int64] = []
    var pieces: [[UInt8]] = []
    for axis in quiz.axes.indices {
      var (low, high): (Int64, Int64) = (0, 0)
      for question in quiz.questions {
        low &+= min(0, question.options.map { $0.units(on: axis) }.min() ?? 0)
        high &+= max(0, question.options.map { $0.units(on: axis) }.max() ?? 0)
      }
      let count = high &- low < Self.mostSums ? high &- low &+ 1 : 0
      (tables + axis).initialize(to: AxisTable(lowest: low, count: count, first: values.count))
      for sum in low..<low &+ count {
        let value = scale.value(sum, axis: axis)
        values.append(value)
        pieces.append(Self.piece(names[axis], value))
      }
    }
    axes = TextPieces(pieces)
    self.values = .allocate(capacity: max(1, values.count))
    _ = UnsafeMutableBufferPointer(start: self.values, count: values.count).initialize(from: values)
  }

  deinit {
    tables.deallocate()
    values.deallocate()
  }

  /// `text` as JSON.
  static func json(_ text: Text) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.string(text)
    return writer.bytes
  }

  private static func piece(_ name: [UInt8], _ value: Int64) -> [UInt8] { name + Array(#":{"value":\#(value)}"#.utf8) }

  @inline(__always)
  private func write(_ part: Part, to output: inout OutputBytes) { parts.write(part.rawValue, to: &output) }

  /// Writes the id, which is JSON or empty, and the text before the axes.
  @inline(__always)
  func begin(id: UnsafeRawBufferPointer, to output: inout OutputBytes) {
    if id.isEmpty {
      write(.open, to: &output)
    } else {
      write(.openID, to: &output)
      output.append(id)
      write(.idEnd, to: &output)
    }
    write(.axes, to: &output)
  }

  /// Writes an axis, and gives its value.
  @inline(__always)
  func axis(_ axis: Int, sum: Int64, to output: inout OutputBytes) -> Int64 {
    let table = tables[axis]
    let offset = sum &- table.lowest
    guard offset >= 0, offset < table.count else { return rareAxis(axis, sum: sum, to: &output) }
    let position = table.first &+ Int(truncatingIfNeeded: offset)
    axes.write(position, to: &output)
    return values[position]
  }

  @inline(never)
  private func rareAxis(_ axis: Int, sum: Int64, to output: inout OutputBytes) -> Int64 {
    let value = scale.value(sum, axis: axis)
    output.append(Self.piece(names[axis], value))
    return value
  }

  /// Writes the text before the id of the outcome at `index`.
  @inline(__always)
  func outcome(_ index: Int, to output: inout OutputBytes) { outcomes.write(index, to: &output) }

  /// Writes the text after the outcomes, with the flags at these positions.
  @inline(__always)
  func end(flags numbers: UnsafeBufferPointer<Int>, to output: inout OutputBytes) {
    write(.flags, to: &output)
    for index in 0..<numbers.count {
      if index > 0 { write(.comma, to: &output) }
      flags.write(numbers[index], to: &output)
    }
    write(.end, to: &output)
  }
}

/// Evaluates the decision of an outcome, and writes the id.
final class OutcomeWriter {
  private let decision: Decision.ID
  private let name: Text
  /// The decision's words as JSON, by their code; none if its type is any text.
  private let words: TextPieces

  init(_ decision: Decision) {
    self.decision = decision.id
    name = decision.name
    if case .enumeration(let ids) = decision.type {
      words = TextPieces(ids.cases.map(LeanScoreWriter.json))
    } else {
      words = TextPieces([])
    }
  }

  /// Writes the decisions of `session`, which has its facts. Returns false if a result is not an id.
  @inline(__always)
  func write(_ session: RuleSession, to output: inout OutputBytes) -> Bool {
    guard (try? session.run(decision)) != nil else { return false }
    if let code = session.bits(decision), code >= 0, code < words.count {
      words.write(Int(code), to: &output)
      return true
    }
    return writeText(session, to: &output)
  }

  @inline(never)
  private func writeText(_ session: RuleSession, to output: inout OutputBytes) -> Bool {
    guard let known = session.ruleSet.decision(name), case .string(let id)? = try? session.value(known) else {
      return false
    }
    output.append(LeanScoreWriter.json(id))
    return true
  }
}

/// Pieces of text in one block of memory, written by their number.
final class TextPieces {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let starts: UnsafeMutablePointer<Int>
  let count: Int

  init(_ pieces: [[UInt8]]) {
    count = pieces.count
    bytes = .allocate(capacity: max(1, pieces.reduce(0) { $0 + $1.count }))
    starts = .allocate(capacity: pieces.count + 1)
    var offset = 0
    for (index, piece) in pieces.enumerated() {
      (starts + index).initialize(to: offset)
      for byte in piece {
        (bytes + offset).initialize(to: byte)
        offset += 1
      }
    }
    (starts + count).initialize(to: offset)
  }

  deinit {
    bytes.deallocate()
    starts.deallocate()
  }

  /// Writes the piece `index`, which is one of ``count``.
  @inline(__always)
  func write(_ index: Int, to output: inout OutputBytes) {
    output.append(bytes + starts[index], starts[index &+ 1] &- starts[index])
  }
}
