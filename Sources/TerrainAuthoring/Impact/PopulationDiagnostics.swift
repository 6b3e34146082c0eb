import TerrainDocuments
import TerrainRules
import TerrainValues

// What an author reads when there is something wrong with a population.

/// What a file contains that is not a population.
enum PopulationForm {
  /// One JSON array.
  case array
  /// JSON with an object on several lines.
  case spread
  /// Values between commas.
  case table
  /// Anything else.
  case text
}

extension Diagnostic {
  private static let populationCode = "rules/population"

  static func populationShape(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: populationCode, message: "a line of a population must be a JSON object with facts by name",
      place: node.place)
  }

  static func populationForm(_ form: PopulationForm, _ place: Place) -> Diagnostic {
    let (found, fix) =
      switch form {
      case .array: ("this is a JSON array", "write its elements one per line: `jq -c '.[]' FILE`")
      case .spread: ("this is JSON with objects on several lines", "write each object on one line: `jq -c . FILE`")
      case .table: ("this is CSV", "write each row as an object on a line of its own, with the columns' names as keys")
      case .text: ("this is not JSON", "write each person as an object on a line of its own")
      }
    return Diagnostic(
      code: populationCode,
      message:
        "a population is NDJSON: one JSON object per line, either facts by name (`{\"FACT\": VALUE}`) or answers to the "
        + "pack's quiz; \(found)", place: place, fix: fix)
  }

  static func populationEmpty(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: populationCode,
      message: "the population is empty: it must have one JSON object per line, with facts by name",
      place: Place(source: source, range: source.wholeRange))
  }

  static func populationFact(_ name: Text, lines: Int, known: [Text], _ place: Place) -> Diagnostic {
    let others = lines > 1 ? " (on \(lines) lines)" : ""
    return Diagnostic(
      code: populationCode, message: "the rules declare no fact `\(name)`\(others)", place: place,
      fix: Suggestion.fix(name, among: known) ?? "leave it out")
  }

  static func populationMore(_ lines: Int, _ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: populationCode,
      message:
        "\(lines) lines of the population are wrong; only the first \(Population.mostDiagnostics) problems are listed",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)))
  }

  static func cannotGenerate(_ fact: FactDeclaration) -> Diagnostic {
    Diagnostic(
      code: populationCode,
      message: "values for the fact `\(fact.name)` of type `\(fact.type)` cannot be generated", place: fact.place,
      fix: "give `min` and `max`, or a population")
  }
}
