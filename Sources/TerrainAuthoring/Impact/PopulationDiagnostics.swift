import TerrainDocuments
import TerrainRules

// What an author reads when a population cannot be had.

extension Diagnostic {
  static func populationShape(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/population", message: "a line of a population must be an object with facts by name",
      place: node.place)
  }

  static func cannotGenerate(_ fact: FactDeclaration) -> Diagnostic {
    Diagnostic(
      code: "rules/population",
      message: "values for the fact `\(fact.name)` of type `\(fact.type)` cannot be made up", place: fact.place,
      fix: "give `min` and `max`, or a population")
  }
}
