/// The currencies of ISO 4217, with the number of digits of their minor units.
package enum Currency {
  /// The number of decimal places of `code`: 2 for USD, 0 for JPY, 3 for KWD; nil if ISO 4217 has no such currency.
  ///
  /// Follows list one of ISO 4217 (amendment 177), without metals, funds of accounts, and codes for testing.
  package static func minorDigits(_ code: Text) -> Int? {
    guard code.utf8.count == 3 else { return nil }
    return digits[code]
  }

  private static let digits: [Text: Int] = {
    var digits: [Text: Int] = [:]
    for (count, codes) in [(0, none), (2, two), (3, three), (4, four)] {
      for code in codes.split(separator: " ") { digits[Text(String(code))] = count }
    }
    return digits
  }()

  private static let none = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
  private static let three = "BHD IQD JOD KWD LYD OMR TND"
  private static let four = "CLF UYW"
  private static let two = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP \
    COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD \
    KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK \
    NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT \
    TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
    """
}

/// An amount of money: whole minor units of a currency.
package struct Money: Hashable, Sendable {
  /// The code of the currency in ISO 4217.
  package let currency: Text
  /// The number of the currency's smallest units: 1234 for 12.34 USD.
  package let minor: Int64
  /// The exact amount in the currency itself.
  package let decimal: ExactDecimal

  /// The amount of `minor` minor units of `currency`, or nil if the currency is unknown.
  package init?(currency: Text, minor: Int64) {
    guard let digits = Currency.minorDigits(currency),
      let decimal = try? ExactDecimal(coefficient: Int128(minor), exponent: -Int32(digits))
    else { return nil }
    self.currency = currency
    self.minor = minor
    self.decimal = decimal
  }

  /// Reads `12.34 USD`; nil if the currency is unknown or the amount has more digits than its minor units.
  package init?(parsing text: Text) {
    let parts = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 2, let digits = Currency.minorDigits(Text(decoding: parts[1])),
      let amount = try? ExactDecimal(parsing: parts[0]),
      let scaled = try? ExactDecimal(coefficient: amount.coefficient, exponent: amount.exponent + Int32(digits)),
      let minor = Int64(exactly: scaled)
    else { return nil }
    self.init(currency: Text(decoding: parts[1]), minor: minor)
  }
}
