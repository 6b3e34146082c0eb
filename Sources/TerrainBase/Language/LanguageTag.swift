/// The name of a language as people write and speak it in a region: `zh-Hant-TW`, a BCP 47 tag (RFC 5646).
///
/// Tags are well-formed and compared in canonical case. Subtags need not be registered.
public struct LanguageTag: Hashable, Sendable {
  /// The tag in canonical case (`zh-Hant-TW`), its extensions in the order of their singletons.
  public let text: Text
  /// The primary language, such as `zh`. Empty if the tag is for private use only; the whole tag if it is an irregular grandfathered tag.
  public var language: Text { subtags.parts.language }
  /// The extended languages, such as `yue` in `zh-yue`; at most three.
  package var extendedLanguages: [Text] { subtags.parts.extendedLanguages }
  /// The script as an ISO 15924 code, such as `Hant`.
  public var script: Text? { subtags.parts.script }
  /// The region as an ISO 3166-1 or UN M.49 code, such as `TW` or `419`.
  public var region: Text? { subtags.parts.region }
  /// The variants, such as `rozaj` and `1994`, in the order in which they were written.
  package var variants: [Text] { subtags.parts.variants }
  /// The extensions, such as `u-co-phonebk`: each a singleton and its subtags.
  package var extensions: [Extension] { subtags.parts.extensions }
  /// The subtags after `x`.
  package var privateUse: [Text] { subtags.parts.privateUse }
  private let subtags: Subtags

  /// The parts of a tag, in a shared object: tags are copied with every text, and few readers use the parts.
  private final class Subtags: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  /// An extension of a tag: `u-co-phonebk`.
  package struct Extension: Hashable, Sendable {
    /// The letter or digit that identifies the registry of the subtags.
    package let singleton: Text
    /// At least one.
    package let subtags: [Text]
  }

  /// The maximum length of a tag in bytes. (RFC 5646, 4.4.1, requires at least 35.)
  package static let lengthLimit = 255

  /// Reads a tag in any case.
  public init(parsing text: Text) throws(LanguageTagError) {
    guard text.utf8.count <= LanguageTag.lengthLimit else { throw .tooLong }
    let parts: Parts
    do throws(LanguageTagError) {
      parts = try LanguageTag.parts(text)
    } catch {
      // No irregular tag is well-formed.
      guard let irregular = LanguageTag.irregularByLowercase[text.lowercasedASCII] else { throw error }
      self.init(language: irregular)
      return
    }
    self.init(parts)
  }

  private static func parts(_ text: Text) throws(LanguageTagError) -> Parts {
    var scan = SubtagScan(text)
    var parts = Parts()
    if !scan.peek(1, "x") {
      try parts.readLanguage(&scan)
      try parts.readVariants(&scan)
      try parts.readExtensions(&scan)
    }
    try parts.readPrivateUse(&scan)
    guard scan.current == nil else { throw .malformed(offset: scan.offset) }
    return parts
  }

  private init(_ parts: Parts) {
    var subtags = parts.language.isEmpty ? [] : [parts.language]
    subtags += parts.extendedLanguages
    if let script = parts.script { subtags.append(script) }
    if let region = parts.region { subtags.append(region) }
    subtags += parts.variants
    for part in parts.extensions { subtags += [part.singleton] + part.subtags }
    if !parts.privateUse.isEmpty { subtags += ["x"] + parts.privateUse }
    text = Text(subtags.map { $0.string }.joined(separator: "-"))
    self.subtags = Subtags(parts)
  }

  private init(language: Text) {
    var parts = Parts()
    parts.language = language
    self.init(parts)
  }

  /// `und`: an undetermined language (RFC 5646, 4.1).
  package static let undetermined = LanguageTag(language: "und")

  /// Compares the texts, which determine the parts.
  public static func == (lhs: LanguageTag, rhs: LanguageTag) -> Bool { lhs.text == rhs.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Grandfathered tags that do not have the regular form (RFC 5646, 2.1, `irregular`).
  private static let irregular: [Text] = [
    "en-GB-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
    "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-BE-FR", "sgn-BE-NL", "sgn-CH-DE",
  ]

  /// ``irregular`` by the lowercase form of the tags.
  private static let irregularByLowercase = Dictionary(
    keepingFirst: irregular.map { ($0.lowercasedASCII, $0) })
}

extension LanguageTag: Comparable {
  /// Orders tags by the bytes of their texts.
  public static func < (lhs: LanguageTag, rhs: LanguageTag) -> Bool { lhs.text < rhs.text }
}

extension LanguageTag: CustomStringConvertible {
  /// The text.
  public var description: String { text.string }
}

/// The reason why a text is not a language tag.
public enum LanguageTagError: Error, Hashable, Sendable {
  /// Longer than `LanguageTag.lengthLimit`.
  case tooLong
  /// A subtag that is not allowed at its position; `offset` is its first byte.
  case malformed(offset: Int)
  /// A repeated variant or extension; `offset` is its first byte.
  case repeated(offset: Int)
}

extension LanguageTagError: CustomStringConvertible {
  /// The reason as part of a sentence.
  public var description: String {
    switch self {
    case .tooLong: "more than \(LanguageTag.lengthLimit) bytes long"
    case .malformed(let offset): "not a BCP 47 language tag (at byte \(offset))"
    case .repeated(let offset): "a variant or extension for the second time (at byte \(offset))"
    }
  }
}

extension LanguageTag {
  /// The parts of a tag that have been read.
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
  /// Reads language, extended languages, script, and region.
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

/// Splits a tag into subtags.
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

  /// The characters that a subtag may consist of.
  enum Alphabet { case letters, digits, lettersAndDigits }

  /// The next subtag.
  var current: Subtag? { place < subtags.count ? subtags[place].bytes : nil }

  /// The offset of the next subtag.
  var offset: Int { place < subtags.count ? subtags[place].offset : end }

  func peek(_ length: Int, _ text: Text) -> Bool { current?.count == length && current?.lowercased == text }

  /// Takes the next subtag if it has an allowed length and only characters of `alphabet`.
  mutating func take(_ lengths: ClosedRange<Int>, _ alphabet: Alphabet) -> Subtag? {
    guard let subtag = current, lengths ~= subtag.count, subtag.isMade(of: alphabet) else { return nil }
    place += 1
    return subtag
  }

  /// Takes a variant of four characters that begins with a digit: `1994`.
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
  /// This text with `A` to `Z` as lowercase letters and all other bytes unchanged, as tags and protocols that ignore case require.
  package var lowercasedASCII: Text {
    Text(decoding: utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 0x20 : $0 })
  }
}

extension LanguageTag {
  /// This tag followed by its more general fallbacks, the nearest first: `zh-Hant-TW`, `zh-Hant`, `zh`.
  ///
  /// RFC 4647, 3.4: subtags are dropped from the end, together with a single letter or digit before them.
  package var fallbacks: [LanguageTag] {
    var chain = [self]
    // A language alone has no fallback.
    guard text.utf8.contains(UInt8(ascii: "-")) else { return chain }
    var subtags = text.string.split(separator: "-")
    while subtags.count > 1 {
      subtags.removeLast()
      while subtags.last?.utf8.count == 1 { subtags.removeLast() }
      // A well-formed tag remains well-formed after its last subtag is removed.
      guard !subtags.isEmpty, let shorter = try? LanguageTag(parsing: Text(subtags.joined(separator: "-"))) else {
        break
      }
      chain.append(shorter)
    }
    return chain
  }
}
