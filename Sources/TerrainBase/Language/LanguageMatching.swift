// Language matching by CLDR (UTS #35, part 1, "Language Matching" and "Likely Subtags"): the choice of the offered language that best
// serves a reader of another language.
//
// Each tag is brought into one form: aliases are replaced (`iw` is `he`), a language that dominates a group takes the group's name (`cmn`
// is `zh`), and missing scripts and regions are added (`zh-TW` is `zh-Hant-TW`). The distance of two tags is the sum of the distances of
// their languages, scripts, and regions. It is not symmetric: readers of Catalan usually read Spanish, but not the reverse.

extension LanguageTag {
  /// The largest distance at which an offered language serves a reader of another language. Regions of a language are 1 to 5 apart, the two
  /// scripts of Chinese 54, unrelated languages 80 and more.
  package static let farthest = 25

  /// The offered language that best serves a reader of this language, or nil if none is near enough.
  ///
  /// If several are equally near, a tag that is a prefix of this one is preferred, then the first.
  ///
  /// - Complexity: Linear in `offered`. The tables are read once per process, and only if no tag is equal.
  package func closest(among offered: [LanguageTag]) -> LanguageTag? {
    if offered.contains(self) { return self }
    let wanted = LikelyTag(self)
    let distances = offered.map { wanted.distance(to: LikelyTag($0)) }
    guard let least = distances.min(), least <= Self.farthest else { return nil }
    let nearest = zip(offered, distances).filter { $1 == least }.map { $0.0 }
    guard nearest.count > 1 else { return nearest.first }
    let beginnings = fallbacks
    return nearest.first(where: beginnings.contains) ?? nearest.first
  }

  /// The names under which CLDR may have formats of this locale, the nearest first: `zh-TW` uses the formats of `zh-Hant`.
  var formatKeys: [String] {
    let full = LikelyTag(self)
    let (language, script, region) = (full.language, full.script, full.region)
    return ["\(language)-\(script)-\(region)", "\(language)-\(region)", "\(language)-\(script)", language]
  }

  /// The distance from this language, which a reader wants, to `offered`; 0 if both are the same.
  package func distance(to offered: LanguageTag) -> Int { LikelyTag(self).distance(to: LikelyTag(offered)) }
}

/// A language, script, and region; missing scripts and regions are added.
private struct LikelyTag: Equatable {
  var language: String
  var script: String
  var region: String

  /// The default distances for languages, scripts, and regions that the tables do not list.
  private static let (otherLanguage, otherScript, otherRegion) = (80, 50, 4)

  init(_ tag: LanguageTag) {
    let tables = LanguageTables.shared
    let written = tables.written(tag)
    (language, script, region) = (written.language, written.script ?? "", written.region ?? "")
    guard !language.isEmpty || !script.isEmpty || !region.isEmpty else {
      // Likely subtags would turn an undetermined tag into English.
      (language, script, region) = ("und", "Zzzz", "ZZ")
      return
    }
    if !script.isEmpty, !region.isEmpty, !language.isEmpty { return }
    let root = language.isEmpty ? "und" : language
    let keys = [
      [root, script, region], [root, region], [root, script], [root], ["und", script], ["und"],
    ].map { $0.filter { !$0.isEmpty }.joined(separator: "-") }
    guard let found = keys.lazy.compactMap({ tables.likely[$0] }).first else { return }
    if language.isEmpty { language = found.language }
    if script.isEmpty { script = found.script }
    if region.isEmpty { region = found.region }
  }

  func distance(to offered: LikelyTag) -> Int {
    if self == offered { return 0 }
    let tables = LanguageTables.shared
    var distance = 0
    if language != offered.language {
      distance += tables.distances["\(language)>\(offered.language)"] ?? Self.otherLanguage
    }
    if script != offered.script {
      distance +=
        tables.distances["\(language)_\(script)>\(offered.language)_\(offered.script)"] ?? Self.otherScript
    }
    if region != offered.region { distance += regionDistance(to: offered, tables) }
    return distance
  }

  /// CLDR's rules for regions: regions of a group are nearer to each other than to other regions.
  private func regionDistance(to offered: LikelyTag, _ tables: LanguageTables) -> Int {
    guard language == offered.language, script == offered.script else { return Self.otherRegion }
    func isOneInside(_ group: Set<String>) -> Bool { group.contains(region) != group.contains(offered.region) }
    switch language {
    case "ar": return isOneInside(tables.maghreb) ? 5 : Self.otherRegion
    case "en":
      let (mine, other) = (tables.unitedStates.contains(region), tables.unitedStates.contains(offered.region))
      if region == "GB", !other { return 3 }
      if offered.region == "GB", !mine { return 3 }
      return mine != other ? 5 : Self.otherRegion
    default: break
    }
    if offered.region == "419", tables.latinAmerica.contains(region) { return 1 }
    if language == "es" || language == "pt" { return isOneInside(tables.americas) ? 5 : Self.otherRegion }
    if language == "zh", script == "Hant" { return isOneInside(tables.chinaSpecial) ? 5 : Self.otherRegion }
    return Self.otherRegion
  }
}

/// The tables of CLDR, parsed when a language is matched for the first time.
private struct LanguageTables: Sendable {
  static let shared = LanguageTables()

  /// The likely languages, scripts, and regions by parts of tags.
  let likely: [String: (language: String, script: String, region: String)]
  /// Distances by the wanted and the offered language, separated by `>`.
  let distances: [String: Int]
  let maghreb: Set<String>
  let unitedStates: Set<String>
  let chinaSpecial: Set<String>
  let latinAmerica: Set<String>
  let americas: Set<String>
  private let languages: [String: String]
  private let regions: [String: String]
  private let dominant: [String: String]

  private init() {
    var likely: [String: (language: String, script: String, region: String)] = [:]
    for (key, value) in Self.pairs(LanguageTable.likely) {
      let parts = value.split(separator: "-").map(String.init)
      guard parts.count == 2 || parts.count == 3 else { continue }
      let language = parts.count == 3 ? parts[0] : key.split(separator: "-").first.map(String.init) ?? ""
      likely[key] = (language, parts[parts.count - 2], parts[parts.count - 1])
    }
    self.likely = likely
    var distances: [String: Int] = [:]
    for (key, value) in Self.pairs(LanguageTable.distances) { distances[key] = Int(value) }
    self.distances = distances
    languages = Self.map(LanguageTable.languages)
    regions = Self.map(LanguageTable.regions)
    dominant = Self.map(LanguageTable.dominant)
    maghreb = Self.words(LanguageTable.maghreb)
    unitedStates = Self.words(LanguageTable.unitedStates)
    chinaSpecial = Self.words(LanguageTable.chinaSpecial)
    latinAmerica = Self.words(LanguageTable.latinAmerica)
    americas = Self.words(LanguageTable.americas)
  }

  /// The language, script, and region of `tag` under their current names.
  func written(_ tag: LanguageTag) -> (language: String, script: String?, region: String?) {
    var language = tag.language.string == "und" ? "" : tag.language.string
    var script = tag.script?.string
    var region = tag.region.map { regions[$0.string] ?? $0.string }
    // `zh-yue` is `yue`, and `sgn-US` is `ase`: the longest part of the tag that has another name is replaced.
    let lowercased = tag.text.lowercasedASCII.string
    let extended = tag.extendedLanguages.first.flatMap { languages["\(language)-\($0)"] }
    let ofRegion = tag.region.flatMap { languages["\(language)-\($0.lowercasedASCII)"] }
    if let name = languages[lowercased] ?? extended ?? ofRegion ?? languages[language] {
      // A region that the new name implies is removed.
      if ofRegion != nil { region = nil }
      (language, script, region) = Self.replaced(name, script, region)
    }
    return (dominant[language] ?? language, script, region)
  }

  /// The parts of `name`; its missing script or region is taken from the tag.
  private static func replaced(
    _ name: String, _ script: String?, _ region: String?
  ) -> (String, String?, String?) {
    guard let tag = try? LanguageTag(parsing: Text(name)) else { return (name, script, region) }
    return (tag.language.string, script ?? tag.script?.string, region ?? tag.region?.string)
  }

  private static func words(_ text: StaticString) -> Set<String> { Set(entries(text)) }

  private static func map(_ text: StaticString) -> [String: String] {
    var map: [String: String] = [:]
    for (key, value) in pairs(text) { map[key] = value }
    return map
  }

  private static func pairs(_ text: StaticString) -> [(key: String, value: String)] {
    entries(text).compactMap { entry in
      guard let colon = entry.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
      return (String(entry[..<colon]), String(entry[entry.index(after: colon)...]))
    }
  }

  private static func entries(_ text: StaticString) -> [String] {
    text.withUTF8Buffer { bytes in
      bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
