extension LanguageTag {
  /// What has been read of a tag so far.
  struct Parts {
    var language: Text = ""
    var extendedLanguages: [Text] = []
    var script: Text?
    var region: Text?
    var variants: [Text] = []
    var extensions: [Extension] = []
    var privateUse: [Text] = []
  }
}

extension LanguageTag.Parts {
  /// Language, extended languages, script and region.
  mutating func readLanguage(_ scan: inout SubtagScan) throws(LanguageTagError) {
    guard let first = scan.take(2...8, .letters) else { throw .malformed(offset: scan.offset) }
    language = first.lowercased
    if first.count <= 3 {
      while extendedLanguages.count < 3, let extended = scan.take(3...3, .letters) {
        extendedLanguages.append(extended.lowercased)
      }
    }
    script = scan.take(4...4, .letters)?.capitalized
    region = (scan.take(2...2, .letters) ?? scan.take(3...3, .digits))?.uppercased
  }

  mutating func readVariants(_ scan: inout SubtagScan) throws(LanguageTagError) {
    while true {
      let offset = scan.offset
      guard let variant = scan.take(5...8, .lettersAndDigits) ?? scan.takeNumberedVariant() else { return }
      guard !variants.contains(variant.lowercased) else { throw .repeated(offset: offset) }
      variants.append(variant.lowercased)
    }
  }

  mutating func readExtensions(_ scan: inout SubtagScan) throws(LanguageTagError) {
    while !scan.peek(1, "x") {
      let offset = scan.offset
      guard let singleton = scan.take(1...1, .lettersAndDigits)?.lowercased else { break }
      guard !extensions.contains(where: { $0.singleton == singleton }) else { throw .repeated(offset: offset) }
      var subtags: [Text] = []
      while let subtag = scan.take(2...8, .lettersAndDigits) { subtags.append(subtag.lowercased) }
      guard !subtags.isEmpty else { throw .malformed(offset: scan.offset) }
      extensions.append(LanguageTag.Extension(singleton: singleton, subtags: subtags))
    }
    extensions.sort { $0.singleton < $1.singleton }
  }

  mutating func readPrivateUse(_ scan: inout SubtagScan) throws(LanguageTagError) {
    guard scan.peek(1, "x") else { return }
    _ = scan.take(1...1, .letters)
    while let subtag = scan.take(1...8, .lettersAndDigits) { privateUse.append(subtag.lowercased) }
    guard !privateUse.isEmpty else { throw .malformed(offset: scan.offset) }
  }
}

/// The subtags of a tag, taken one by one.
struct SubtagScan {
  private let subtags: [(offset: Int, bytes: Subtag)]
  private let end: Int
  private var place = 0

  init(_ text: Text) {
    var subtags: [(offset: Int, bytes: Subtag)] = []
    var offset = 0
    for bytes in Array(text.utf8).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false) {
      subtags.append((offset: offset, bytes: Subtag(bytes)))
      offset += bytes.count + 1
    }
    self.subtags = subtags
    end = text.utf8.count
  }

  /// What a subtag is made of.
  enum Alphabet { case letters, digits, lettersAndDigits }

  /// The subtag to be taken next.
  var current: Subtag? { place < subtags.count ? subtags[place].bytes : nil }

  /// Where it begins.
  var offset: Int { place < subtags.count ? subtags[place].offset : end }

  func peek(_ length: Int, _ text: Text) -> Bool { current?.count == length && current?.lowercased == text }

  /// The next subtag, if it has such a length and such letters.
  mutating func take(_ lengths: ClosedRange<Int>, _ alphabet: Alphabet) -> Subtag? {
    guard let subtag = current, lengths ~= subtag.count, subtag.isMade(of: alphabet) else { return nil }
    place += 1
    return subtag
  }

  /// A variant of four that begins with a digit: `1994`.
  mutating func takeNumberedVariant() -> Subtag? {
    guard let first = current?.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else { return nil }
    return take(4...4, .lettersAndDigits)
  }
}

/// The bytes between two hyphens.
struct Subtag {
  private let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  var count: Int { bytes.count }
  var first: UInt8? { bytes.first }
  var lowercased: Text { Text(decoding: bytes).lowercasedASCII }
  var uppercased: Text { Text(decoding: bytes.map(Subtag.uppercase)) }
  var capitalized: Text { Text(decoding: bytes.prefix(1).map(Subtag.uppercase) + Array(lowercased.utf8.dropFirst())) }

  func isMade(of alphabet: SubtagScan.Alphabet) -> Bool {
    bytes.allSatisfy { byte in
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      return switch alphabet {
      case .letters: isLetter
      case .digits: isDigit
      case .lettersAndDigits: isLetter || isDigit
      }
    }
  }

  private static func uppercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte - 0x20 : byte
  }
}

extension Text {
  /// `A` to `Z` made small, every other byte as it is: what tags and protocols mean by "ignoring case".
  package var lowercasedASCII: Text {
    Text(decoding: utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 0x20 : $0 })
  }
}
