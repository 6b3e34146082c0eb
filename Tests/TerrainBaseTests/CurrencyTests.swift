import Foundation
import TerrainBase
import Testing

@Suite struct CurrencyTests {
  static let digits: [(Text, Int?)] = [
    ("USD", 2), ("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4), ("usd", nil), ("XXX", nil), ("", nil), ("DOLLAR", nil),
  ]

  @Test(arguments: digits) func currenciesHaveTheirDigits(code: Text, digits: Int?) {
    #expect(Currency.minorDigits(code) == digits)
  }

  static let amounts: [(Text, Int64, String)] = [
    ("USD", 1234, "12.34"), ("USD", 1200, "12"), ("USD", -5, "-0.05"), ("JPY", 1234, "1234"), ("KWD", 1234, "1.234"),
    ("USD", .min, "-92233720368547758.08"), ("CLF", 1, "0.0001"),
  ]

  @Test(arguments: amounts) func minorUnitsAreExact(currency: Text, minor: Int64, text: String) throws {
    let money = try #require(Money(currency: currency, minor: minor))
    #expect(money.decimal.description == text)
  }

  /// Currencies that are younger than the list of Debian 12's iso-codes.
  private static let newer: Set = ["XCG", "ZWG"]
  /// Metals, units of account, funds, and what was withdrawn: amounts in them have no minor unit, or are no money.
  private static let withoutDigits: Set = [
    "ANG", "CUC", "HRK", "SLL", "XAG", "XAU", "XBA", "XBB", "XBC", "XBD", "XDR", "XPD", "XPT", "XSU", "XTS", "XUA",
    "XXX", "ZWL",
  ]

  @Test func moneyIsOfACurrency() { #expect(Money(currency: "DOGE", minor: 1) == nil) }

  /// Debian's `iso-codes`: every currency of ISO 4217 is known, and no other. It has no digits, which the table above judges.
  /// What the standard has withdrawn or added since either list was made is named here.
  @Test func currenciesAreThoseOfTheStandard() throws {
    struct List: Decodable {
      struct Entry: Decodable {
        let code: String
        enum CodingKeys: String, CodingKey { case code = "alpha_3" }
      }
      let entries: [Entry]
      enum CodingKeys: String, CodingKey { case entries = "4217" }
    }
    let path = "/usr/share/iso-codes/json/iso_4217.json"
    guard let data = FileManager.default.contents(atPath: path) else {
      print("SKIPPED: iso-codes is not installed: nobody else judges the list of currencies")
      return
    }
    let codes = Set(try JSONDecoder().decode(List.self, from: data).entries.map(\.code))
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
    let all = letters.flatMap { a in letters.flatMap { b in letters.map { a + b + $0 } } }
    let known = Set(all.filter { Currency.minorDigits(Text($0)) != nil })
    print("ISO 4217: \(known.intersection(codes).count) of \(codes.count) codes of iso-codes have digits")
    #expect(known.subtracting(codes).subtracting(Self.newer) == [])
    #expect(codes.subtracting(known).subtracting(Self.withoutDigits) == [])
    #expect(known.isDisjoint(with: Self.withoutDigits))
  }
}
