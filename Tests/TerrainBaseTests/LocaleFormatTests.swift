import Foundation
import TerrainBase
import TestSupport
import Testing

/// Formats of all locales against PyPI's `babel` (`Tests/Generators/format-tables.py` asks it): 121 categories in letters, then hashes
/// over more than a thousand values for each locale, then examples.
@Suite struct LocaleFormatTests {
  private static let currencies = """
    USD EUR GBP JPY CNY CAD AUD CHF HKD TWD SGD KRW INR BRL MXN NZD SEK NOK DKK PLN CZK RUB TRY ZAR ILS THB VND PHP MYR AED SAR KWD
    """.split(separator: " ").map { Text(String($0)) }
  private static let letters: [PluralCategory: String] = [
    .zero: "z", .one: "1", .two: "2", .few: "f", .many: "m", .other: "o",
  ]

  /// The generator of the judge.
  private struct Drawn {
    var state: UInt64 = 36

    mutating func next(below limit: UInt64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(truncatingIfNeeded: (state >> 20) % limit)
    }
  }

  private func tenTo(_ power: Int) -> UInt64 { (0..<power).reduce(UInt64(1)) { product, _ in product * 10 } }

  private func hash(_ texts: [String]) -> String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in texts.joined(separator: "\n").utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func asBabel() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/locale-formats.txt")
    let all = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(all.count > 1000)
    for line in TestExtent.sample(all, oneOf: 8, of: "locales") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let format = LocaleFormat(try LanguageTag(parsing: Text(parts[0])))
      func letter(_ value: ExactDecimal) -> String { Self.letters[format.category(of: value)] ?? "" }
      func whole(_ number: Int64) throws -> ExactDecimal { try ExactDecimal(coefficient: Int128(number), exponent: 0) }

      #expect(try (0...120).map { letter(try whole($0)) }.joined() == parts[1], "\(parts[0])")
      var random = Drawn()
      let numbers = try (0..<60).map { index in
        let drawn = random.next(below: tenTo(1 + index % 9))
        let value = try ExactDecimal(coefficient: Int128(drawn), exponent: Int32(-(index % 5)))
        return index % 3 == 0 && value > ExactDecimal(1) ? -value : value
      }
      let wholes = (0..<1100) + (3..<7).flatMap { power in [1, 2, 5].map { Int64(tenTo(power)) * $0 } }
      #expect(
        hash(try wholes.map { letter(try whole($0)) } + numbers.map(letter)) == parts[2], "plurals of \(parts[0])")
      #expect(hash(numbers.map(format.number)) == parts[3], "numbers of \(parts[0])")
      let dated = parts.count > 7
      #expect(format.number(try ExactDecimal(coefficient: -12_345_675, exponent: -1)) == parts[dated ? 6 : 4])
      guard dated else { continue }

      let amounts = Self.currencies.enumerated().map { index, currency in
        let minor = random.next(below: tenTo(1 + index % 9)) * (index % 4 == 0 ? -1 : 1)
        return (currency, minor == 0 ? 1 : minor)
      }
      let days = (1...12).compactMap { month -> CalendarDate? in
        let year = Int(1990 + random.next(below: 60))
        return CalendarDate(year: year, month: month, day: Int(1 + random.next(below: 28)))
      }
      let money = amounts.map { Money(currency: $0, minor: $1).map(format.money) ?? "" }
      #expect(hash(days.map(format.date)) == parts[4], "dates of \(parts[0])")
      #expect(hash(money) == parts[5], "money of \(parts[0])")
      #expect([format.date(days[0])] + money[..<3] == Array(parts[7...]), "\(parts[0])")
    }
  }

  @Test(arguments: [
    ("de", "1.234"), ("en-US", "1,234"), ("de-CH", "1'234"), ("no", "1\u{a0}234"), ("zh-TW", "1,234"),
    ("sr-ME", "1.234"),
    ("hi-Latn", "1,234"), ("tlh", "1,234"),
  ]) func localesWithoutDataOfTheirOwn(locale: String, expected: String) throws {
    let format = LocaleFormat(try LanguageTag(parsing: Text(locale)))
    #expect(format.number(ExactDecimal(1234)) == expected)
  }

  @Test func currenciesHaveTheirDigits() throws {
    func written(_ locale: Text, _ currency: Text, _ minor: Int64) throws -> String? {
      Money(currency: currency, minor: minor).map(LocaleFormat(try LanguageTag(parsing: locale)).money)
    }
    #expect(try written("en-US", "USD", 225_000) == "$2,250.00")
    #expect(try written("en-US", "JPY", 225_000) == "¥225,000")
    #expect(try written("en-US", "KWD", -1) == "-KWD\u{a0}0.001")
    #expect(try written("de", "HUF", 225_000) == "2.250,00\u{a0}HUF")
    #expect(try written("hi", "INR", 1_234_567_890) == "₹1,23,45,678.90")
    #expect(try written("en-ZA", "ZAR", 100) == "R\u{a0}1,00")
  }
}
