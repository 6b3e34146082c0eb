import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

extension ResultType where Content == DecisionTrace {
  /// A decision: its value, and what became of each row, with the values that conditions saw.
  static var trace: ResultType {
    named("trace") {
      requiredField("decision", .text, "The decision's full name.") { $0.decision }
      optionalField("version", .text, "The version of its rules, where several are in force one after another.") {
        $0.version
      }
      fields(of: lineFields) { $0.place }
      optionalField("hit", .word, "Which of the rows that hold make the result.") { $0.hit }
      optionalField("value", .anything, "What it came to; left out where it failed.") { $0.value }
      optionalField("otherwise", .object(lineFields), "The location of `otherwise`, if it was used.") { $0.otherwise }
      optionalField("rows", .list(.row), "All its rows, in file order.") { $0.hit == nil ? nil : $0.rows }
    }
  }
}

extension ResultType where Content == RowTrace {
  fileprivate static var row: ResultType {
    named("row") {
      requiredField("row", .text, "The row's id.") { $0.id }
      fields(of: lineFields) { $0.place }
      optionalField("note", .text, "What its author notes.") { $0.note }
      requiredField(
        "outcome", .words(["not_looked_at", "failed", "held", "fired"]),
        "How far it got: an earlier row had decided; a condition did not hold; another row counted more; it counts."
      ) { row -> String in
        switch row.outcome {
        case .notLookedAt: "not_looked_at"
        case .failed: "failed"
        case .held: "held"
        case .fired: "fired"
        }
      }
      requiredField("conditions", .list(.condition), "Its conditions, in the order they are written.") { $0.conditions }
    }
  }
}

extension ResultType where Content == ConditionTrace {
  fileprivate static var condition: ResultType {
    named("condition") {
      optionalField("input", .text, "What is looked at; left out where the whole condition is one expression.") {
        $0.input
      }
      requiredField("text", .text, "The condition as written.") { $0.text }
      fields(of: lineFields) { $0.place }
      optionalField("holds", .flag, "Left out where it was not looked at.") { $0.holds }
      requiredField(
        "values", .map(.anything, key: { $0.name }, value: { $0.value }),
        "The facts and decisions it names, with the values they had."
      ) { $0.seen }
      optionalField("parts", .list(.part), "The comparisons in it that were looked at, where there are several.") {
        $0.parts.isEmpty ? nil : $0.parts
      }
    }
  }
}

extension ResultType where Content == ConditionTrace.Part {
  fileprivate static var part: ResultType {
    named("part") {
      requiredField("text", .text, "As it is written.") { $0.text }
      requiredField("holds", .flag, "Whether it is true.") { $0.holds }
      optionalField("value", .anything, "What was compared.") { $0.seen }
    }
  }
}
