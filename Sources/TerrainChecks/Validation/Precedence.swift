import TerrainBase
import TerrainDocuments
import TerrainRules

/// Reports each error once. A schema and a loader may both find it: the schema, which knows the whole shape, has the better message. Errors
/// that are proved about rules also occur when the rules are run.
struct Precedence {
  /// The locations of schemas' diagnostics.
  private var places: Set<Place> = []
  /// The locations of invalid characters within words, by file: the words have no other error.
  private var characters: [String: [SourceRange]] = [:]
  /// The locations of values of a completely wrong kind, by file and sorted: their contents cannot be valid.
  private var wrong: [String: [SourceRange]] = [:]

  /// Creates the precedence of the schemas' findings.
  init(schemas findings: [Diagnostic]) {
    for place in findings.compactMap(\.place) { places.insert(place) }
    for place in places where Self.isOneCharacter(place) {
      characters[place.source.name, default: []].append(place.range)
    }
    for finding in findings where finding.code == "schema/wrong-type" {
      if let place = finding.place { wrong[place.source.name, default: []].append(place.range) }
    }
  }

  /// The diagnostics of `others` that schemas have not reported already.
  func remaining(_ others: [Diagnostic]) -> [Diagnostic] {
    var errors: Set<Place> = []
    var errorsOfPacks: Set<Place> = []
    for other in others where other.severity == .error && !Self.isOfARun(other) {
      guard let place = other.place else { continue }
      errors.insert(place)
      if other.code.hasPrefix("pack/") { errorsOfPacks.insert(place) }
    }
    let reported = Set(others)
    var tags: [String: [SourceRange]] = [:]
    for place in others.filter({ $0.code == "yaml/unknown-tag" }).compactMap(\.place) {
      tags[place.source.name, default: []].append(place.range)
    }
    let mismatched = Set(
      others.filter { $0.code == "rules/module-mismatch" }.flatMap(\.related).map(\.place.source.name))
    let duplicates = Set(
      others.filter { $0.code == "yaml/duplicate-key" }.compactMap { $0.place.map { FilePath.folder($0.source.name) } })
    return others.filter { other in
      // A missing module of an engine may be the module whose file has another name for it.
      if other.code == Diagnostic.contractModuleCode, let place = other.place, mismatched.contains(place.source.name) {
        return false
      }
      // A text that YAML reads as a tag leaves no value.
      if other.code.hasPrefix("rules/"), let place = other.place, Self.isCovered(place, by: tags) { return false }
      // A module that is unreadable because of an error reported about its file.
      if other.code == "ruleset/missing-module", let mistake = other.cause?.mistake.first, reported.contains(mistake) {
        return false
      }
      guard let place = other.place, other.severity == .error else { return true }
      if places.contains(place) { return false }
      guard place.range.count > 0 else { return true }
      if Self.isOfARun(other) && errors.contains(place) { return false }
      if Self.followsDuplicate(other, in: duplicates) { return false }
      // If a record's id is misspelled or of another kind, a loader finds no record.
      if other.code == Diagnostic.missingFieldCode, hasFinding(in: place) { return false }
      // Rules read records too, but the pack's own checks have better messages.
      if other.code.hasPrefix("rules/"), errorsOfPacks.contains(place) { return false }
      let isOfWord = place.range.count < 200
      if isOfWord,
        (characters[place.source.name] ?? []).contains(where: {
          place.range.start <= $0.start && $0.end <= place.range.end
        })
      {
        return false
      }
      return !(wrong[place.source.name] ?? []).contains { $0.start <= place.range.start && place.range.end <= $0.end }
    }
  }

  /// Codes that explain an error in the notation: a schema's finding about the same value is the same error.
  private static let explaining: Set<String> = [
    "rules/cell-syntax", "rules/text-for-expression", "rules/unknown-hit", "yaml/unknown-tag",
  ]

  /// The schemas' findings that none of `others` explains better. If only the other diagnostic of a value has a fix, the fix is kept.
  static func schemas(_ findings: [Diagnostic], besides others: [Diagnostic]) -> [Diagnostic] {
    var explained: [String: [SourceRange]] = [:]
    var fixes: [Place: String] = [:]
    for other in others {
      guard let place = other.place else { continue }
      if explaining.contains(other.code) { explained[place.source.name, default: []].append(place.range) }
      if let fix = other.fix, fixes[place] == nil { fixes[place] = fix }
    }
    let unknownKeys = findings.filter { $0.code == "schema/unknown-key" }.compactMap { finding in
      finding.place.map { (place: $0, owner: finding.path.map(owner)) }
    }
    let duplicates = others.filter {
      ["yaml/duplicate-key", "rules/value-and-rows", "ruleset/path-leaves-folder"].contains($0.code)
    }.flatMap { other in
      [other.place].compactMap { $0 } + other.related.map(\.place)
    }
    // Every record lacks a key that its schema requires and does not describe.
    let undescribed = Set(
      findings.filter { $0.code == "schema/required-without-property" }.compactMap { finding in
        finding.place.map { $0.source.text(of: $0.range).filter { $0 != "\"" && $0 != "'" } }
      })
    // A key that is not separated from its value.
    let glued = findings.filter { $0.code == "schema/unknown-key" }.compactMap {
      finding -> (place: Place, text: String)? in
      guard let place = finding.place else { return nil }
      let text = place.source.text(of: place.range)
      return text.contains(where: { ":=".contains($0) }) ? (place, text) : nil
    }
    return declarations(onePerValue(findings)).compactMap { finding in
      guard let place = finding.place else { return finding }
      if finding.code == "schema/missing-key",
        glued.contains(where: { key in
          key.place.source.name == place.source.name && key.place.line - place.line <= 1
            && key.text.split(whereSeparator: { ": =".contains($0) }).first.map { finding.message.hasSuffix("`\($0)`") }
              ?? false
        })
      {
        return nil
      }
      if finding.code == "schema/unknown-key", let key = glued.first(where: { $0.place == place }) {
        let parts = key.text.split(maxSplits: 1, whereSeparator: { ":=".contains($0) }).map { $0.filter { $0 != " " } }
        var result = finding
        if parts.count == 2 { result.fix = "write `\(parts[0]): \(parts[1])`" }
        return result
      }
      // One of two equal keys was intended to be another key, which takes another value.
      if duplicates.contains(where: { isValue(place, ofKeyAt: $0) }) { return nil }
      // An unknown key may be a misspelling of the missing key.
      if finding.code == "schema/missing-key",
        unknownKeys.contains(where: {
          ($0.owner ?? "") == (finding.path ?? "") && $0.place.source.name == place.source.name
        })
      {
        return nil
      }
      if finding.code == "schema/missing-key", undescribed.contains(where: { finding.message.hasSuffix("`\($0)`") }) {
        return nil
      }
      if isCovered(place, by: explained) { return nil }
      guard finding.fix == nil, finding.code == "schema/wrong-type", let fix = fixes[place] else { return finding }
      var result = finding
      result.fix = fix
      return result
    }
  }

  /// The schemas' findings about declarations of facts and parameters: if the type forbids other keys, they are one error.
  private static func declarations(_ findings: [Diagnostic]) -> [Diagnostic] {
    let codes: Set<String> = ["schema/wrong-type", "schema/not-allowed"]
    func declaration(_ finding: Diagnostic) -> String? {
      guard codes.contains(finding.code), let place = finding.place, let path = finding.path else { return nil }
      let steps = path.split(separator: ".")
      guard steps.count == 3, steps[0] == "facts" || steps[0] == "parameters" else { return nil }
      return "declaration \(place.source.name) \(steps[0]).\(steps[1])"
    }
    let forbidden = Set(findings.filter { $0.code == "schema/not-allowed" }.compactMap(declaration))
    return findings.map { finding in
      guard let key = declaration(finding), forbidden.contains(key) else { return finding }
      return finding.caused(by: .init(key))
    }
  }

  /// Returns true if the value at `place` begins at the position of the value of the key at `key`.
  private static func isValue(_ place: Place, ofKeyAt key: Place) -> Bool {
    guard place.source.name == key.source.name, key.range.end < place.range.start,
      Int(place.range.start) <= key.source.bytes.count
    else { return false }
    return key.source.bytes[Int(key.range.end)..<Int(place.range.start)].allSatisfy { ": \n\r\t".utf8.contains($0) }
  }

  /// The path of the map that the value at `path` is a member of.
  private static func owner(of path: String) -> String {
    path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
  }

  /// Returns true if one of `ranges` contains `place`, or touches an absent value.
  private static func isCovered(_ place: Place, by ranges: [String: [SourceRange]]) -> Bool {
    // A value that is not written is behind the blank after its key.
    let slack: UInt32 = place.range.count == 0 ? 1 : 0
    return ranges[place.source.name]?.contains { range in
      range.start <= place.range.start && Int(place.range.end) <= Int(range.end) + Int(slack)
    } ?? false
  }

  /// The schemas' findings with each value of the wrong type once: a schema may test a type twice, and the narrower test is more precise.
  private static func onePerValue(_ findings: [Diagnostic]) -> [Diagnostic] {
    var shortest: [Place: Int] = [:]
    for finding in findings where finding.code == "schema/wrong-type" {
      guard let place = finding.place else { continue }
      shortest[place] = min(shortest[place] ?? .max, finding.message.utf8.count)
    }
    return findings.filter { finding in
      guard finding.code == "schema/wrong-type", let place = finding.place else { return true }
      return finding.message.utf8.count == shortest[place]
    }
  }

  /// Returns true if a schema has reported something in `place`.
  private func hasFinding(in place: Place) -> Bool {
    places.contains {
      $0.source.name == place.source.name && place.range.start <= $0.range.start && $0.range.end <= place.range.end
    }
  }

  /// Returns true if `place` is a single non-ASCII character: diagnostics about it are not about the word around it.
  private static func isOneCharacter(_ place: Place) -> Bool {
    let start = Int(place.range.start)
    guard 2...4 ~= place.range.count, place.source.bytes.indices.contains(start) else { return false }
    return place.source.text(of: place.range).unicodeScalars.count == 1
  }

  /// Returns true if `finding` is about an unknown name, in a rule set with a duplicate key in one of `folders`: the second key was
  /// intended to be another, and may be that name.
  private static func followsDuplicate(_ finding: Diagnostic, in folders: Set<String>) -> Bool {
    guard let name = finding.place?.source.name, !folders.isEmpty else { return false }
    let isNear = folders.contains { FilePath.isInside(name, $0) || FilePath.isInside($0, FilePath.folder(name)) }
    guard isNear else { return false }
    // An expression with an unknown name has no type.
    if finding.code == "expressions/wrong-type" { return finding.message.contains("<error>") }
    return nameless.contains(finding.code)
  }

  /// Codes of diagnostics about names that are unknown.
  private static let nameless: Set<String> = [
    "rules/unknown-name", "expressions/unknown-name", Diagnostic.testUnknownDecisionCode, "rules/test-unknown-fact",
  ]

  private static func isOfARun(_ finding: Diagnostic) -> Bool { finding.code.hasPrefix("evaluation/") }
}

// MARK: - One declaration, one diagnostic

extension Precedence {
  /// For each section of a pack's manifest, the codes of diagnostics that an error there leads to.
  private static let following: [String: Set<String>] = [
    "kinds": [
      "pack/values-not-listed", "pack/unknown-path", "pack/unknown-type", "pack/unknown-kind", "pack/not-covered",
      "pack/other-kind", "pack/unknown-reference", "pack/nothing-fills", "rules/bad-type",
    ],
    "enums": [
      "pack/unknown-value", "pack/unknown-vocabulary", "pack/unknown-type", "rules/bad-type", "rules/not-a-case",
      "expressions/no-order",
    ],
    "records": ["rules/bad-type", "rules/unknown-key", "rules/missing-key"],
    "supported_locales": ["pack/unsupported-locale", "pack/missing-default-text"],
  ]

  /// The `findings` without those that follow from an error in the manifest of a pack, whose declarations are then unknown.
  static func ofManifests(_ findings: [Diagnostic]) -> [Diagnostic] {
    var codes: Set<String> = []
    var causes: Set<Diagnostic> = []
    var duplicates: [String: String] = [:]
    for finding in findings where finding.severity == .error {
      guard let file = finding.place?.source.name, FilePath.name(file) == PackLoader.manifestName else { continue }
      if finding.code == "yaml/duplicate-key" { duplicates[FilePath.folder(file)] = file }
      guard finding.code.hasPrefix("schema/") || finding.code == "pack/reserved-name",
        finding.fix?.hasPrefix("did you mean") != true,
        let section = finding.path?.split(separator: ".").first, let own = following[String(section)]
      else { continue }
      causes.insert(finding)
      codes.formUnion(own)
    }
    guard !causes.isEmpty || !duplicates.isEmpty else { return findings }
    return findings.filter { finding in
      guard !causes.contains(finding), let file = finding.place?.source.name else { return true }
      // One of two kinds or enums with the same name was intended to be another, which is missing.
      let isOfRules = ["rules/", "expressions/", "scenarios/", "tests/"].contains { finding.code.hasPrefix($0) }
      let isOfDuplicate = duplicates.contains { folder, manifest in
        !finding.code.hasPrefix("yaml/") && (isOfRules || file == manifest || FilePath.isInside(file, folder))
      }
      return !isOfDuplicate && !codes.contains(finding.code)
    }
  }

  /// The number of violations above which the schema is probably wrong.
  private static let manyTimes = 3

  /// The `findings`, in which repeated findings about many records of a file, or about one map, get a common cause.
  static func repeated(_ findings: [Diagnostic]) -> [Diagnostic] {
    func key(_ finding: Diagnostic) -> String? {
      guard let place = finding.place, finding.cause == nil || finding.code == "rules/not-a-case" else { return nil }
      switch finding.code {
      case "schema/unknown-key", "quiz/unknown-axis", "pack/nothing-fills":
        return "repeated \(place.source.name) \(finding.message)"
      case "schema/missing-key": return "repeated \(place.source.name) \(finding.message)"
      case "rules/not-a-case" where finding.fix?.hasPrefix("did you mean") != true:
        return finding.message.firstRange(of: " is not ").map {
          "repeated \(place.source.name) \(finding.message[$0.upperBound...])"
        }
      default: return nil
      }
    }
    let counts = Dictionary(findings.compactMap(key).map { ($0, 1) }, uniquingKeysWith: +)
    var maps: [Place: Int] = [:]
    for finding in findings where finding.code == "schema/missing-key" {
      if let place = finding.place { maps[place, default: 0] += 1 }
    }
    return findings.map { finding in
      if let key = key(finding), counts[key, default: 0] >= manyTimes { return finding.caused(by: .init(key)) }
      guard finding.code == "schema/missing-key", let place = finding.place, maps[place, default: 0] > 1 else {
        return finding
      }
      return finding.caused(by: .init("missing \(place.fileAndLine) \(place.range.start)"))
    }
  }
}
