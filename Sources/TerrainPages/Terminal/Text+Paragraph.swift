import TerrainBase

extension [Text] {
  /// One sentence after the other. Between those that end in a full-width mark (`。`) there is no space: the mark has its own.
  var asParagraph: Text {
    var paragraph = ""
    for sentence in self {
      if let last = paragraph.unicodeScalars.last, !last.isFullWidth { paragraph += " " }
      paragraph += sentence.string
    }
    return Text(paragraph)
  }
}

extension Text {
  /// A name and its text, on one line; either may be missing.
  static func line(_ title: Text?, _ text: Text?) -> Text {
    guard let title, let text else { return text ?? title ?? "" }
    let colon = text.string.unicodeScalars.first?.isIdeograph ?? false ? "：" : ": "
    return "\(title)\(colon)\(text)"
  }
}

extension Unicode.Scalar {
  /// CJK symbols and punctuation, and the full-width forms.
  fileprivate var isFullWidth: Bool { (0x3000...0x303F).contains(value) || (0xFF00...0xFF60).contains(value) }

  /// A character of Chinese writing.
  fileprivate var isIdeograph: Bool { properties.isIdeographic }
}
