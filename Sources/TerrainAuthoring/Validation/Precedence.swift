import TerrainDocuments

/// Sees to it that a defect is complained of once. A schema and a loader may both trip over it: the schema, which knows the
/// whole shape, has the better word. And what is proved of rules is also met when they are run.
struct Precedence {
  /// Where schemas have complained, by file.
  private var places: Set<Place> = []
  /// Characters that make a word wrong, by file: nothing else is wrong with the word.
  private var characters: [String: [SourceRange]] = [:]
  /// Values of the wrong kind altogether, by file and sorted: nothing inside them can be right.
  private var wrong: [String: [SourceRange]] = [:]

  /// Precedence of what schemas found.
  init(schemas findings: [Diagnostic]) {
    for place in findings.compactMap(\.place) { places.insert(place) }
    for place in places where Self.isOneCharacter(place) {
      characters[place.source.name, default: []].append(place.range)
    }
    for finding in findings where finding.code == "schema/wrong-type" {
      if let place = finding.place { wrong[place.source.name, default: []].append(place.range) }
    }
  }

  /// Those of `others` that schemas have not complained of already.
  func remaining(_ others: [Diagnostic]) -> [Diagnostic] {
    var errors: Set<Place> = []
    var errorsOfPacks: Set<Place> = []
    for other in others where other.severity == .error && !Self.isOfARun(other) {
      guard let place = other.place else { continue }
      errors.insert(place)
      if other.code.hasPrefix("pack/") { errorsOfPacks.insert(place) }
    }
    return others.filter { other in
      guard let place = other.place, other.severity == .error, place.range.count > 0 else { return true }
      if places.contains(place) || Self.isOfARun(other) && errors.contains(place) { return false }
      // Where a record's id is misspelt or of another kind, there is none for a loader.
      if other.code == "content/missing-field", hasFinding(in: place) { return false }
      // Rules read records too, and know them less well than the pack's own checks.
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

  /// Whether a schema has complained of something in `place`.
  private func hasFinding(in place: Place) -> Bool {
    places.contains {
      $0.source.name == place.source.name && place.range.start <= $0.range.start && $0.range.end <= place.range.end
    }
  }

  /// Whether `place` is one character that is not ASCII: complaints of such a character are not about the word around it.
  private static func isOneCharacter(_ place: Place) -> Bool {
    let start = Int(place.range.start)
    guard 2...4 ~= place.range.count, place.source.bytes.indices.contains(start) else { return false }
    return place.source.text(of: place.range).unicodeScalars.count == 1
  }

  private static func isOfARun(_ finding: Diagnostic) -> Bool { finding.code.hasPrefix("evaluation/") }
}
