import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// `file` and `line`.
package var lineFields: ResultFields<Place> {
  group {
    requiredField("file", .text, "The rule module's file.") { $0.source.name }
    requiredField("line", .integer, "The line, from 1.") { $0.line }
  }
}

/// `rule` and `reason`.
package var originFields: ResultFields<Origin> {
  group {
    explanatory(requiredField("rule", .origin, "The rule that chose it.") { $0 })
    explanatory(
      requiredField(
        "reason", .words(["TARGETING_MATCH", "DEFAULT"]),
        "OpenFeature's word for it: a row fired, or what is used otherwise."
      ) { $0.row == nil ? "DEFAULT" : "TARGETING_MATCH" })
  }
}

extension ResultType where Content == Origin {
  /// The row that a result comes from.
  static var origin: ResultType {
    named("origin") {
      requiredField("decision", .text, "The decision's full name.") { $0.decision }
      optionalField("row", .text, "The row that fired; left out where none did by itself.") { $0.row }
      fields(of: lineFields) { $0.place }
    }
  }
}

extension ResultType where Content == Reason {
  /// Why a decision evaluated to its value.
  static var reason: ResultType {
    named("reason") {
      requiredField("decision", .text, "The decision's full name.") { $0.decision }
      optionalField("rule", .text, "The row that fired.") { $0.row }
      fields(of: lineFields) { $0.place }
      requiredField(
        "values", .map(.anything, key: { $0.name }, value: { $0.value }),
        "What it looked at, and the values it saw."
      ) { $0.seen }
    }
  }
}
