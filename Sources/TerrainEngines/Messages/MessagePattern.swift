import TerrainBase

/// The text of a message with the places for values in it: a subset of ICU MessageFormat.
///
/// `{name}` is the value as it is; `{name, number}`, `{name, date}`, and `{name, money}` format it;
/// `{name, plural, =0 {none} one {# day} other {# days}}` chooses a branch by the value and the plural rules of the text's locale, and `#`
/// in it is the number. Apostrophes are letters: a text needs no escape unless it is about braces. An invalid placeholder stays in the text
/// as it is written.
package struct MessagePattern: Sendable {
  /// A part of a text.
  package indirect enum Piece: Sendable {
    case words(String)
    case argument(Argument)
    /// The number that chose the branch: `#`.
    case count
  }

  /// The format of a value.
  package enum Format: Sendable {
    case plain, number, date, money
    case plural([Branch])

    /// Its name in a text.
    package var name: String {
      switch self {
      case .plain: ""
      case .number: "number"
      case .date: "date"
      case .money: "money"
      case .plural: "plural"
      }
    }
  }

  /// A place for the value of the field `name`.
  package struct Argument: Sendable {
    package let name: Text
    package let format: Format
    /// Its bytes of UTF-8 in the text.
    package let range: Range<Int>
  }

  /// A branch of a plural.
  package struct Branch: Sendable {
    /// The numbers that it is for.
    package enum Selector: Hashable, Sendable {
      case exactly(Int64)
      case category(PluralCategory)
    }

    package let selector: Selector
    package let range: Range<Int>
    package let pieces: [Piece]
  }

  /// A mistake in a text.
  package struct Problem: Error {
    package enum Kind: Sendable {
      case unclosed, closesNothing
      case unknownFormat(String)
      case unknownSelector(String)
      case repeatedSelector(String)
      case noOther, noBranch, tooDeep
      case excess(String)
    }

    package let kind: Kind
    package let range: Range<Int>

    /// True if a brace has no partner.
    package var isBrace: Bool {
      switch kind {
      case .unclosed, .closesNothing: true
      default: false
      }
    }
  }

  package let pieces: [Piece]
  package let problems: [Problem]

  /// The maximum number of plurals inside each other.
  package static let deepest = 4

  /// Reads `text`.
  package init(_ text: Text) {
    var reader = PatternReader(Array(text.utf8))
    pieces = reader.pieces(until: reader.bytes.count, depth: 0)
    problems = reader.problems
  }

  /// The arguments in the order of the text, also those in branches.
  package var arguments: [Argument] { Self.arguments(in: pieces) }

  /// The words outside of arguments and in branches.
  package var words: [String] { Self.words(in: pieces) }

  // The recursion of both follows branches, whose nesting the reader limits.

  private static func arguments(in pieces: [Piece]) -> [Argument] {
    pieces.flatMap { piece -> [Argument] in
      guard case .argument(let argument) = piece else { return [] }
      guard case .plural(let branches) = argument.format else { return [argument] }
      return [argument] + branches.flatMap { arguments(in: $0.pieces) }
    }
  }

  private static func words(in pieces: [Piece]) -> [String] {
    pieces.flatMap { piece -> [String] in
      switch piece {
      case .words(let words): [words]
      case .argument(let argument):
        if case .plural(let branches) = argument.format { branches.flatMap { words(in: $0.pieces) } } else { [] }
      case .count: []
      }
    }
  }

  // MARK: Filling

  /// The error for a placeholder in a text without a value that people can read.
  package struct Unfilled: Error {
    package let name: Text
  }

  /// The text with values in the places of their names. A value that does not fit its format is written as if it had no format.
  ///
  /// - Parameters:
  ///   - format: The format of the text's locale.
  ///   - value: Returns the value of a name, or nil if it has none.
  ///   - words: Returns the words for the value of a name, or nil if it has none that people can read.
  /// - Throws: The first name without a value: people would read its braces.
  package func text(
    _ format: @autoclosure () -> LocaleFormat, value: (Text) -> Value?, words: (Text) -> String?
  ) throws(Unfilled) -> String {
    var text = ""
    try Self.fill(&text, pieces, format, value, words)
    return text
  }

  private static func fill(
    _ text: inout String, _ pieces: [Piece], _ format: () -> LocaleFormat, _ values: (Text) -> Value?,
    _ words: (Text) -> String?, count: ExactDecimal = .zero
  ) throws(Unfilled) {
    for piece in pieces {
      switch piece {
      case .words(let words): text += words
      case .count: text += format().number(count)
      case .argument(let argument):
        let value = values(argument.name)
        if case .plural(let branches) = argument.format, let number = value?.exactDecimal {
          let branch = branch(of: branches, for: number, format())
          try fill(&text, branch, format, values, words, count: number)
        } else {
          let formatted = value.flatMap { Self.formatted($0, argument.format, format) }
          guard let filled = formatted ?? words(argument.name) else { throw Unfilled(name: argument.name) }
          text += filled
        }
      }
    }
  }

  /// The branch for `number`: the branch of the number itself, else of its plural category, else `other`.
  private static func branch(of branches: [Branch], for number: ExactDecimal, _ format: LocaleFormat) -> [Piece] {
    let exact = Int64(exactly: number).map { [Branch.Selector.exactly($0)] } ?? []
    let selectors = exact + [.category(format.category(of: number)), .category(.other)]
    return selectors.lazy.compactMap { selector in branches.first { $0.selector == selector } }.first?.pieces ?? []
  }

  /// `value` in the given form; nil if it has none.
  private static func formatted(_ value: Value, _ form: Format, _ format: () -> LocaleFormat) -> String? {
    switch form {
    case .plain, .plural: nil
    case .number: value.exactDecimal.map { format().number($0) }
    case .date: value.calendarDate.map { format().date($0) }
    case .money: value.money.map { format().money($0) }
    }
  }

  /// The names in `text` that are in full-width braces, which nothing fills, each with the bytes of UTF-8 that it takes, braces and all.
  package static func wide(in text: Text) -> [(name: Text, range: Range<Int>)] {
    let bytes = Array(text.utf8)
    let (opening, closing) = (Array("\u{FF5B}".utf8), Array("\u{FF5D}".utf8))
    var names: [(name: Text, range: Range<Int>)] = []
    var start = 0
    while start + opening.count < bytes.count {
      guard bytes[start...].starts(with: opening) else {
        start += 1
        continue
      }
      let name = bytes[(start + opening.count)...].prefix {
        PatternReader.isLetter($0) || PatternReader.isDigit($0) || $0 == 0x5F
      }
      if !name.isEmpty, bytes[name.endIndex...].starts(with: closing) {
        names.append((Text(decoding: Array(name)), start..<(name.endIndex + closing.count)))
      }
      start = name.endIndex
    }
    return names
  }
}

extension Value {
  /// The number; nil for any other value.
  fileprivate var exactDecimal: ExactDecimal? {
    switch self {
    case .int(let number): ExactDecimal(number)
    case .uint(let number): ExactDecimal(number)
    case .decimal(let number): number
    case .double(let number): try? ExactDecimal(parsing: Text("\(number)"))
    default: nil
    }
  }

  /// The date written as `2026-03-05`, or the UTC date of a timestamp.
  fileprivate var calendarDate: CalendarDate? {
    switch self {
    case .string(let text): try? CalendarDate(parsing: text)
    case .timestamp(let timestamp): Zone.utc.date(at: timestamp)
    default: nil
    }
  }

  /// The amount written as `12.34 USD` or as `{ currency: USD, minor: 1234 }`.
  fileprivate var money: Money? {
    switch self {
    case .string(let text): Money(parsing: text)
    case .map(let map):
      if case .string(let currency)? = map[string: "currency"]?.present,
        case .int(let minor)? = map[string: "minor"]?.present
      {
        Money(currency: currency, minor: minor)
      } else {
        nil
      }
    default: nil
    }
  }
}

/// Reads a text from its beginning. Braces are matched before anything is read, so that time is linear for any text.
private struct PatternReader {
  let bytes: [UInt8]
  var problems: [MessagePattern.Problem] = []
  /// The position of the closing brace for each position of an opening brace; 0 if it has none.
  private var partners: [Int]
  private var position = 0

  private static let (opening, closing, comma) = (UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","))

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    partners = Array(repeating: 0, count: bytes.count)
    var open: [Int] = []
    for (place, byte) in bytes.enumerated() {
      if byte == Self.opening { open.append(place) }
      if byte == Self.closing, let partner = open.popLast() { partners[partner] = place }
    }
  }

  /// The pieces from the position up to `end`, in `depth` plurals.
  mutating func pieces(until end: Int, depth: Int) -> [MessagePattern.Piece] {
    var pieces: [MessagePattern.Piece] = []
    var start = position
    func words(_ end: Int) -> [MessagePattern.Piece] { start < end ? [.words(string(start..<end))] : [] }
    while position < end {
      let place = position
      switch bytes[place] {
      case Self.opening:
        do {
          let argument = try argument(until: end, depth)
          pieces += words(place) + [.argument(argument)]
          start = position
        } catch {
          problems.append(error)
          position = error.isBrace ? place + 1 : partners[place] + 1
        }
      case Self.closing:
        problems.append(.init(kind: .closesNothing, range: place..<(place + 1)))
        position += 1
      case UInt8(ascii: "#") where depth > 0:
        pieces += words(place) + [.count]
        position += 1
        start = position
      default: position += 1
      }
    }
    return pieces + words(end)
  }

  private mutating func argument(until end: Int, _ depth: Int) throws(MessagePattern.Problem) -> MessagePattern.Argument
  {
    let open = position
    func argument(_ name: Range<Int>, _ format: MessagePattern.Format, to close: Int) -> MessagePattern.Argument {
      MessagePattern.Argument(
        name: Text(decoding: bytes[name]), format: format, range: open..<(close + 1))
    }
    let stop = bytes[(open + 1)..<end].firstIndex { $0 == Self.opening || $0 == Self.closing || $0 == Self.comma }
    guard let stop, bytes[stop] != Self.opening else { throw .init(kind: .unclosed, range: open..<(open + 1)) }
    position = stop + 1
    if bytes[stop] == Self.closing { return argument((open + 1)..<stop, .plain, to: stop) }
    let close = partners[open]
    guard close > open, close < end else { throw .init(kind: .unclosed, range: open..<(open + 1)) }
    var name = (open + 1)..<stop
    while let first = name.first, Self.isSpace(bytes[first]) { name.removeFirst() }
    while let last = name.last, Self.isSpace(bytes[last]) { name.removeLast() }
    let word = word(before: close)
    let format: MessagePattern.Format
    switch string(word) {
    case "number": format = .number
    case "date": format = .date
    case "money": format = .money
    case "plural":
      skipSpaces(before: close)
      if bytes[position] == Self.comma { position += 1 }
      format = .plural(try branches(before: close, depth, open))
    case let other: throw .init(kind: .unknownFormat(other), range: word.isEmpty ? open..<(close + 1) : word)
    }
    skipSpaces(before: close)
    guard position == close else {
      throw .init(kind: .excess(string(position..<close)), range: position..<close)
    }
    position = close + 1
    return argument(name, format, to: close)
  }

  private mutating func branches(
    before close: Int, _ depth: Int, _ open: Int
  ) throws(MessagePattern.Problem) -> [MessagePattern.Branch] {
    guard depth < MessagePattern.deepest else { throw .init(kind: .tooDeep, range: open..<(close + 1)) }
    var branches: [MessagePattern.Branch] = []
    while true {
      let word = word(before: close)
      if word.isEmpty { break }
      let written = string(word)
      let selector: MessagePattern.Branch.Selector
      if let category = PluralCategory(rawValue: written) {
        selector = .category(category)
      } else if written.utf8.first == UInt8(ascii: "="), let number = Int64(written.dropFirst()), number >= 0 {
        selector = .exactly(number)
      } else {
        throw .init(kind: .unknownSelector(written), range: word)
      }
      if branches.contains(where: { $0.selector == selector }) {
        throw .init(kind: .repeatedSelector(written), range: word)
      }
      skipSpaces(before: close)
      guard position < close, bytes[position] == Self.opening else { throw .init(kind: .noBranch, range: word) }
      let end = partners[position]
      position += 1
      branches.append(.init(selector: selector, range: word, pieces: pieces(until: end, depth: depth + 1)))
      position = end + 1
    }
    guard branches.contains(where: { $0.selector == .category(.other) }) else {
      throw .init(kind: .noOther, range: open..<(close + 1))
    }
    return branches
  }

  /// Takes the next word: everything up to a space, a comma, or a brace.
  private mutating func word(before close: Int) -> Range<Int> {
    skipSpaces(before: close)
    let start = position
    while position < close, !Self.isSpace(bytes[position]),
      ![Self.opening, Self.closing, Self.comma].contains(bytes[position])
    { position += 1 }
    return start..<position
  }

  private mutating func skipSpaces(before end: Int) {
    while position < end, Self.isSpace(bytes[position]) { position += 1 }
  }

  private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
