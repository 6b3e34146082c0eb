import TerrainBase

/// Walks over a pattern's characters and makes errors with their locations.
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

  /// The next character, not taken.
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

  /// What was taken since `start`.
  func text(from start: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<position])
    return String(view)
  }

  /// An error about what was taken since `start`, or about the next character if that is nothing.
  func error(_ reason: PatternError.Reason, from start: Int) -> PatternError {
    let end = start == position ? min(position + 1, scalars.count) : position
    let first = scalars[..<start].reduce(0) { $0 + UTF8.width($1) }
    let length = scalars[start..<end].reduce(0) { $0 + UTF8.width($1) }
    return PatternError(reason, at: first..<(first + length))
  }

  // MARK: - Numbers

  /// Takes a decimal number; `nil`, and nothing taken, where there is none. Above `Int32.max` it stays there.
  mutating func takeDecimal() -> Int? {
    let digits = take(while: { ("0"..."9").contains($0) })
    guard !digits.isEmpty else { return nil }
    return digits.utf8.reduce(0) { min($0 * 10 + Int($1 - 0x30), Int(Int32.max)) }
  }

  /// Takes exactly `count` hexadecimal digits; `nil`, and nothing taken, where they are not there.
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

  /// Takes the hexadecimal digits of `{10FFFF}` and the closing brace; `nil` if they are not there or no code point.
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
