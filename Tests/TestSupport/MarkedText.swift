/// A text with positions marked in it by emoji (`1️⃣` to `9️⃣`), so that a test of positions reads like the file an author
/// wrote.
public struct MarkedText {
  /// The text without the marks.
  public let text: String
  /// Where each mark stood: bytes of UTF-8 before it in ``text``.
  public let offsets: [Int: Int]

  /// Takes the marks out of `marked`.
  public init(_ marked: String) {
    var text = ""
    var offsets: [Int: Int] = [:]
    for character in marked {
      let scalars = Array(character.unicodeScalars)
      // A keycap: a digit, variation selector 16, U+20E3.
      if scalars.count == 3, scalars[1].value == 0xFE0F, scalars[2].value == 0x20E3,
        let digit = Int(String(scalars[0]))
      {
        offsets[digit] = text.utf8.count
      } else {
        text.append(character)
      }
    }
    self.text = text
    self.offsets = offsets
  }

  /// The offset of a mark; -1 where it is missing, which no position is.
  public subscript(mark: Int) -> Int { offsets[mark] ?? -1 }

  /// The bytes between two marks.
  public func range(_ from: Int, _ to: Int) -> Range<Int> { self[from]..<max(self[from], self[to]) }
}
