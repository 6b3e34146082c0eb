import TerrainDocuments
import TerrainBase

/// What a translator still has to do in a pack's texts. What an author ignores in the pack is nothing to do.
package struct TextStatus: Sendable {
  /// What is wrong with a translation.
  package enum Problem: String, Sendable, CaseIterable {
    case missing, stale, identical
    case placeholderLost = "placeholder_lost"
    case tooLong = "too_long"

    /// Its name for people.
    package var name: String { self == .tooLong ? "longer than the limit" : rawValue.replacing("_", with: " ") }
  }

  /// The texts.
  package let texts: PackTexts
  /// The problems of each text, in the order of ``PackTexts/units``.
  package let problems: [[Problem]]
  /// How many translations are not in the record, so that nothing shows whether they are stale.
  package let unrecorded: Int

  /// The status of `texts`, whose translations `record` knows.
  package init(_ texts: PackTexts, _ record: TranslationRecord) {
    self.texts = texts
    var unrecorded = 0
    let suppressions = Self.suppressions(texts)
    problems = texts.units.map { unit in
      guard let (target, node) = unit.target else { return [.missing] }
      func isIgnored(_ code: String) -> Bool { suppressions.answers(code, at: node.place) }
      var problems: [Problem] = []
      switch record.standing(unit.source, target, in: texts.target) {
      case .current: break
      case .stale: problems.append(.stale)
      case .unknown: unrecorded += 1
      }
      if target == unit.source, texts.source.language != texts.target.language, TextContents.hasWords(target),
        !isIgnored(Diagnostic.sameAsSourceCode)
      {
        problems.append(.identical)
      }
      if unit.isFilled, !TextContents.lostPlaceholders(of: unit.source, in: target).isEmpty,
        !isIgnored(Diagnostic.droppedPlaceholderCode)
      {
        problems.append(.placeholderLost)
      }
      if let limit = unit.limit, target.string.unicodeScalars.count > limit { problems.append(.tooLong) }
      return problems
    }
    self.unrecorded = unrecorded
  }

  private static func suppressions(_ texts: PackTexts) -> Suppressions {
    var documents: [ObjectIdentifier: Document] = [:]
    for unit in texts.units { documents[ObjectIdentifier(unit.node.document)] = unit.node.document }
    var suppressions = Suppressions()
    suppressions.add(Array(documents.values))
    return suppressions
  }

  /// How many texts have `problem`.
  package func count(_ problem: Problem) -> Int { problems.count { $0.contains(problem) } }

  /// Whether every text has a translation of it as it is.
  package var isDone: Bool { problems.allSatisfy { $0.isEmpty || $0 == [.identical] } }

  /// For people: the counts, and a line per text with a problem.
  package var text: String {
    let counts = Problem.allCases.map { "\(count($0)) \($0.name)" }.joined(separator: ", ")
    var text = "\(texts.target): \(texts.units.count.counted("text")), \(counts), \(unrecorded) not recorded\n"
    for (unit, problems) in zip(texts.units, problems) where !problems.isEmpty {
      text += "\(unit.place.fileAndLine): \(problems.map(\.name).joined(separator: ", ")): \(unit.key)\n"
    }
    return text
  }

  /// For programs.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("locale", texts.target.text)
      writer.key("texts")
      writer.int(texts.units.count)
      for problem in Problem.allCases {
        writer.key(Text(problem.rawValue))
        writer.int(count(problem))
      }
      writer.key("not_recorded")
      writer.int(unrecorded)
      writer.array("problems") { writer in
        for (unit, problems) in zip(texts.units, problems) where !problems.isEmpty {
          writer.object { writer in
            writer.member("id", Text(unit.key))
            writer.member("file", Text(unit.place.source.name))
            writer.key("line")
            writer.int(unit.place.line)
            writer.array("problems") { writer in for problem in problems { writer.string(Text(problem.rawValue)) } }
          }
        }
      }
    }
  }
}
