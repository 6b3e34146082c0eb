extension LanguageTag {
  /// This tag and the more general ones to fall back on, the nearest first: `zh-Hant-TW`, `zh-Hant`, `zh`.
  ///
  /// RFC 4647, 3.4: subtags are dropped from the end, and with them a single letter or digit before them.
  package var fallbacks: [LanguageTag] {
    var chain = [self]
    // A language alone has nothing more general.
    guard text.utf8.contains(UInt8(ascii: "-")) else { return chain }
    var subtags = text.string.split(separator: "-")
    while subtags.count > 1 {
      subtags.removeLast()
      while subtags.last?.utf8.count == 1 { subtags.removeLast() }
      // What is left of a well-formed tag is one.
      guard !subtags.isEmpty, let shorter = try? LanguageTag(parsing: Text(subtags.joined(separator: "-"))) else {
        break
      }
      chain.append(shorter)
    }
    return chain
  }
}
