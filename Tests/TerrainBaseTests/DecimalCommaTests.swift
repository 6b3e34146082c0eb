import TerrainBase
import Testing

@Suite struct DecimalCommaTests {
  @Test(
    arguments: [
      ("4,5", "4.5"), ("-4,50", "-4.50"), ("1,5h", "1.5h"), ("0,500", "0.500"), ("1234,567", "1234.567"),
      ("1,0000", "1.0000"), ("12,34", "12.34"),
      // It may be a thousand.
      ("1,000", nil), ("-12,500", nil), ("999,999", nil), ("1,000s", nil),
      // It is no number, or another one.
      ("", nil), (",", nil), (",5", nil), ("5,", nil), ("a,b", nil), ("1,2,3", nil), ("1.5", nil), ("1, 5", nil),
    ] as [(String, String?)])
  func aDecimalCommaBecomesAPoint(text: String, expected: String?) {
    #expect(DecimalComma.withPoint(text) == expected)
  }
}
