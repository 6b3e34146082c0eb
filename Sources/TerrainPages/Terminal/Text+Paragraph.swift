import TerrainValues

extension [Text] {
  /// One sentence after the other. Between those that end in a full-width mark (`。`) there is no space: the mark has its own.
  var asParagraph: Text {
    var paragraph = ""
    for sentence in self {
      if let last = paragraph.unicodeScalars.last, !Self.isFullWidth(last) { paragraph += " " }
      paragraph += sentence.string
    }
    return Text(paragraph)
  }

  /// CJK symbols and punctuation, and the full-width forms.
  private static func isFullWidth(_ scalar: Unicode.Scalar) -> Bool {
    (0x3000...0x303F).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value)
  }
}
