import TerrainValues
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

  @Test func moneyIsOfACurrency() { #expect(Money(currency: "DOGE", minor: 1) == nil) }
}
