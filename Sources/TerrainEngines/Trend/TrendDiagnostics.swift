import TerrainDocuments
import TerrainRules
import TerrainValues

// What rules about trends are complained of.

extension Diagnostic {
  static func directionWithoutInsufficient(_ decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "trend/direction", message: "`\(decision.name)` has to be able to say `\(TrendRules.insufficient)`",
      place: decision.place, fix: "add a row that yields it where too little is known")
  }

  static func noSeriesFact(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "trend/no-series-fact", message: "rules about trends need a fact `series`, a word of a vocabulary",
      place: place, fix: "declare `series: { type: series, per: candidate }`")
  }

  static func seriesWithoutValue(_ decision: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "trend/series", message: "each element of `\(decision.name)` needs a `series` and a `value`", place: place)
  }

  static func seriesTwice(_ name: Text, at place: Place) -> Diagnostic {
    Diagnostic(code: "trend/series-twice", message: "the series `\(name)` is declared twice", place: place)
  }

  static func summaryTwice(_ fact: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "trend/summary", message: "the summary `\(fact)` is one thing only", place: place,
      fix: "keep one of `mean`, `count`, `tally` and `minutes`")
  }

  static func notFinite(_ decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "trend/not-a-number", message: "`\(decision.name)` came to something that is no number of a day",
      place: decision.place, fix: "divide by nothing that can be 0")
  }
}
