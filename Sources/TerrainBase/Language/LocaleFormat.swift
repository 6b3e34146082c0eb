/// The categories of plural forms in CLDR.
package enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}

/// Plural categories and the formats of numbers, dates, and amounts of money in one locale, by CLDR.
///
/// A locale without its own data uses the data of its script or language; a language without data uses CLDR's root. Digits are always 0 to
/// 9.
package struct LocaleFormat: Sendable {
  private let plurals: [PluralRule]
  private let decimalPoint: String
  private let group: String
  private let minus: String
  /// The size of the last group of digits, and of the other groups.
  private let groups: (last: Int, others: Int)
  private let moneyGroups: (last: Int, others: Int)
  /// The texts before and after a positive amount of money, and before and after a negative one.
  private let affixes: [String]
  private let datePattern: String
  /// The names of months; empty if dates have numbers only.
  private let months: [String]
  /// Currency symbols by the code of the currency.
  private let currencies: [String]

  /// The maximum number of decimal places.
  private static let places = 3

  /// The format of `locale`.
  package init(_ locale: LanguageTag) {
    let keys = locale.formatKeys.map { Array($0.utf8) }
    plurals = Self.parts(of: Self.value(FormatTable.plurals, keys)).compactMap { PluralRule($0) }
    var numbers = Self.parts(of: Self.value(FormatTable.numbers, keys))
    if numbers.count < 11 { numbers = [".", ",", "-", "3", "3", "3", "3", "¤\u{a0}", "", "-¤\u{a0}", ""] }
    (decimalPoint, group, minus) = (numbers[0], numbers[1], numbers[2])
    let sizes = numbers[3..<7].map { Int($0) ?? 3 }
    groups = (sizes[0], sizes[1])
    moneyGroups = (sizes[2], sizes[3])
    affixes = Array(numbers[7...])
    datePattern = Self.value(FormatTable.dates, keys) ?? "y-MM-dd"
    months = Self.parts(of: Self.value(FormatTable.months, keys))
    currencies = Self.parts(of: Self.value(FormatTable.currencies, keys))
  }

  /// The plural categories of this locale.
  package var categories: [PluralCategory] { plurals.map(\.category) + [.other] }

  /// The category of `value` as written by ``number(_:)``.
  package func category(of value: ExactDecimal) -> PluralCategory {
    let operands = PluralOperands(Self.digits(of: value))
    return plurals.first { $0.holds(operands) }?.category ?? .other
  }

  /// `value` with at most three decimal places; ties are rounded to the even digit.
  package func number(_ value: ExactDecimal) -> String {
    let rounded = value.rounded(places: Self.places, rule: .halfEven)
    return (rounded.coefficient < 0 ? minus : "") + grouped(Self.digits(of: value), groups)
  }

  /// `date` in CLDR's medium length: `Mar 5, 2026`, `05.03.2026`, `2026年3月5日`.
  package func date(_ date: CalendarDate) -> String {
    let (year, month, day) = date.fields
    func padded(_ number: Int, _ width: Int) -> String { number < 10 && width == 2 ? "0\(number)" : "\(number)" }
    var text = ""
    var isQuoted = false
    var rest = datePattern.unicodeScalars[...]
    while let letter = rest.first {
      let width = rest.prefix { $0 == letter }.count
      if isQuoted || !"dMy'".unicodeScalars.contains(letter) {
        if letter == "'" { isQuoted = false } else { text.unicodeScalars.append(letter) }
        rest.removeFirst()
        continue
      }
      switch letter {
      case "d": text += padded(day, width)
      case "M": text += width > 2 && months.count == 12 ? months[month - 1] : padded(month, width)
      case "y": text += "\(year)"
      default: isQuoted = true
      }
      rest = rest.dropFirst(letter == "'" ? 1 : width)
    }
    return text
  }

  /// `money` with the decimal places of its currency.
  package func money(_ money: Money) -> String {
    let magnitude = money.minor < 0 ? -money.decimal : money.decimal
    let number = grouped(magnitude.description(places: Currency.minorDigits(money.currency) ?? 0), moneyGroups)
    let code = money.currency.string
    let known = currencies.first { $0.utf8.starts(with: code.utf8) }
    // `_` marks the side on which a space separates the symbol from a digit.
    let symbol = known.map { Array($0.utf8.dropFirst(code.utf8.count)) } ?? Array("_\(code)_".utf8)
    let mark = UInt8(ascii: "_")
    let sign = Array("¤".utf8)
    func filled(_ affix: String) -> String {
      let bytes = Array(affix.utf8)
      guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: sign) }) else { return affix }
      return String(
        decoding: bytes[..<place] + symbol.filter { $0 != mark } + bytes[(place + sign.count)...], as: UTF8.self)
    }
    let (before, after) = money.minor < 0 ? (affixes[2], affixes[3]) : (affixes[0], affixes[1])
    let space = "\u{a0}"
    return filled(before) + (symbol.last == mark && before.utf8.reversed().starts(with: sign.reversed()) ? space : "")
      + number
      + (symbol.first == mark && after.utf8.starts(with: sign) ? space : "") + filled(after)
  }

  /// The digits of the magnitude of `value`, rounded, with a point.
  private static func digits(of value: ExactDecimal) -> String {
    let rounded = value.rounded(places: places, rule: .halfEven)
    return (rounded.coefficient < 0 ? -rounded : rounded).description(places: max(0, -Int(rounded.exponent)))
  }

  /// `digits`, which contain a point, with this locale's separators.
  private func grouped(_ digits: String, _ sizes: (last: Int, others: Int)) -> String {
    let parts = digits.utf8.split(separator: UInt8(ascii: "."))
    guard let whole = parts.first else { return digits }
    var text = ""
    for (index, digit) in whole.enumerated() {
      let left = whole.count - index
      if index > 0, left >= sizes.last, (left - sizes.last) % sizes.others == 0 { text += group }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return parts.count == 2 ? text + decimalPoint + String(decoding: parts[1], as: UTF8.self) : text
  }

  private static func parts(of value: String?) -> [String] {
    guard let value, !value.isEmpty else { return [] }
    return value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The value in `table` of the first of `keys` that the table has.
  private static func value(_ table: StaticString, _ keys: [[UInt8]]) -> String? {
    table.withUTF8Buffer { bytes in
      let lines = bytes.split(separator: UInt8(ascii: "\n"))
      for key in keys {
        for line in lines {
          guard let end = line.firstIndex(of: UInt8(ascii: ">")) else { continue }
          if line[..<end].split(separator: UInt8(ascii: " ")).contains(where: { $0.elementsEqual(key) }) {
            return String(decoding: line[(end + 1)...], as: UTF8.self)
          }
        }
      }
      return nil
    }
  }
}

/// The operands of plural rules (CLDR, UTS #35, part 3).
private struct PluralOperands {
  /// The integer part. A long one is replaced by its last digits plus a number larger than those in rules, which keeps remainders the same.
  let whole: UInt64
  /// The digits after the decimal point as a number, without trailing zeros.
  let fraction: UInt64
  let fractionDigits: UInt64

  init(_ digits: String) {
    let parts = digits.utf8.split(separator: UInt8(ascii: "."))
    let integer = parts.first.map { Array($0) } ?? []
    whole = integer.suffix(18).reduce(integer.count > 18 ? 1 : 0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
    fraction = parts.count == 2 ? parts[1].reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) } : 0
    fractionDigits = parts.count == 2 ? UInt64(parts[1].count) : 0
  }

  /// The operand with the name `letter`, or nil for `n` if the number has a fraction, which no rule names.
  subscript(_ letter: UInt8) -> UInt64? {
    switch letter {
    case UInt8(ascii: "n"): fractionDigits == 0 ? whole : nil
    case UInt8(ascii: "i"): whole
    case UInt8(ascii: "v"), UInt8(ascii: "w"): fractionDigits
    case UInt8(ascii: "f"), UInt8(ascii: "t"): fraction
    // Exponents of compact forms, such as `1.2M`, do not occur.
    default: 0
    }
  }
}

/// The condition of a category: alternatives, each a conjunction of relations, such as `one:i=1&v=0|n%10=2..4,9`.
private struct PluralRule: Sendable {
  private struct Relation: Sendable {
    let operand: UInt8
    let modulus: UInt64?
    let isNegated: Bool
    let ranges: [ClosedRange<UInt64>]
  }

  let category: PluralCategory
  private let alternatives: [[Relation]]

  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"))
    guard parts.count == 2, let category = PluralCategory(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
      return nil
    }
    self.category = category
    alternatives = parts[1].split(separator: UInt8(ascii: "|")).map { alternative in
      alternative.split(separator: UInt8(ascii: "&")).compactMap { Self.relation($0) }
    }
  }

  private static func relation(_ text: Substring.UTF8View.SubSequence) -> Relation? {
    let isSign = { (byte: UInt8) in byte == UInt8(ascii: "=") || byte == UInt8(ascii: "!") }
    guard let operand = text.first, let sign = text.firstIndex(where: isSign) else { return nil }
    let ranges = text[text.index(after: sign)...].split(separator: UInt8(ascii: ",")).compactMap { range in
      let ends = range.split(separator: UInt8(ascii: ".")).map(number)
      return ends.first.map { $0...max($0, ends[ends.count - 1]) }
    }
    let modulus = text[..<sign].dropFirst(2)
    return Relation(
      operand: operand, modulus: modulus.isEmpty ? nil : number(modulus), isNegated: text[sign] == UInt8(ascii: "!"),
      ranges: ranges)
  }

  private static func number(_ digits: Substring.UTF8View.SubSequence) -> UInt64 {
    digits.reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
  }

  func holds(_ operands: PluralOperands) -> Bool {
    alternatives.contains { relations in
      relations.allSatisfy { relation in
        guard var value = operands[relation.operand] else { return relation.isNegated }
        if let modulus = relation.modulus { value %= modulus }
        return relation.ranges.contains { $0.contains(value) } != relation.isNegated
      }
    }
  }
}
