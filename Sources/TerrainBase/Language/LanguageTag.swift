/// The name of a language as people write and speak it somewhere: `zh-Hant-TW`, a BCP 47 tag (RFC 5646).
///
/// Well-formed and in canonical case, and so compared; whether its subtags are registered is not asked.
public struct LanguageTag: Hashable, Sendable {
  /// The tag in canonical case (`zh-Hant-TW`), its extensions in the order of their singletons.
  public let text: Text
  /// `zh`; empty where the tag is for private use only, the whole tag where it is an irregular grandfathered one.
  public var language: Text { subtags.parts.language }
  /// `yue` in `zh-yue`: at most three.
  package var extendedLanguages: [Text] { subtags.parts.extendedLanguages }
  /// `Hant`: an ISO 15924 code.
  public var script: Text? { subtags.parts.script }
  /// `TW`, `419`: an ISO 3166-1 or UN M.49 code.
  public var region: Text? { subtags.parts.region }
  /// `rozaj`, `1994`, in the order in which they were written.
  package var variants: [Text] { subtags.parts.variants }
  /// `u-co-phonebk`: each a singleton and its subtags.
  package var extensions: [Extension] { subtags.parts.extensions }
  /// What follows `x`.
  package var privateUse: [Text] { subtags.parts.privateUse }
  private let subtags: Subtags

  /// The parts of a tag, shared: tags are copied with every text that is served, and few read the parts.
  private final class Subtags: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  /// An extension of a tag: `u-co-phonebk`.
  package struct Extension: Hashable, Sendable {
    /// One letter or digit that names the registry the subtags are from.
    package let singleton: Text
    /// At least one.
    package let subtags: [Text]
  }

  /// The longest tag that is read, in bytes. (RFC 5646, 4.4.1, asks for 35 at least.)
  package static let lengthLimit = 255

  /// Reads a tag in any case.
  public init(parsing text: Text) throws(LanguageTagError) {
    guard text.utf8.count <= LanguageTag.lengthLimit else { throw .tooLong }
    let parts: Parts
    do throws(LanguageTagError) {
      parts = try LanguageTag.parts(text)
    } catch {
      // None of the irregular tags is well-formed.
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

  /// The same text. (The parts follow from it.)
  public static func == (lhs: LanguageTag, rhs: LanguageTag) -> Bool { lhs.text == rhs.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Tags of old that do not have the form of others (RFC 5646, 2.1, `irregular`).
  private static let irregular: [Text] = [
    "en-GB-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
    "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-BE-FR", "sgn-BE-NL", "sgn-CH-DE",
  ]

  /// ``irregular`` by the tags in lowercase.
  private static let irregularByLowercase = Dictionary(
    keepingFirst: irregular.map { ($0.lowercasedASCII, $0) })
}

extension LanguageTag: Comparable {
  /// By the bytes of the text.
  public static func < (lhs: LanguageTag, rhs: LanguageTag) -> Bool { lhs.text < rhs.text }
}

extension LanguageTag: CustomStringConvertible {
  /// The text.
  public var description: String { text.string }
}

/// Why a text is not a language tag.
public enum LanguageTagError: Error, Hashable, Sendable {
  /// Longer than `LanguageTag.lengthLimit`.
  case tooLong
  /// A subtag that is not allowed at its position; `offset` is where it begins.
  case malformed(offset: Int)
  /// A variant or an extension for the second time; `offset` is where it begins.
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
