import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainBase

extension Impact {
  /// For programs: all of it.
  package func json() throws(DiagnosticError) -> [UInt8] { try Self.description.json(self, .pretty) + [0x0A] }

  /// The description of an impact.
  package static var description: ResultType<Impact> {
    .object {
      optionalField("operation", .text, "The operation; absent where decisions are compared.") { $0.operation }
      requiredField("people", .count, "How many people were compared.") { $0.people }
      requiredField("changed", .count, "How many of them would get something else.") { $0.changed }
      requiredField("parameters", .list(parameter), "The parameters that differ.") { $0.parameters }
      requiredField("groups", .list(group), "The groups, the largest first.") { $0.groups }
      requiredField(
        "differences", .list(difference), "The places that differ, the one with the most people first; details last."
      ) {
        $0.differences
      }
      optionalField("decisions", decisions, "What is known of decisions beside their changes.") { $0.decisions }
    }
  }

  private static var decisions: ResultType<Decisions> {
    .object {
      requiredField("unchanged", .count, "How many have the same result for everybody.") { $0.unchanged }
      requiredField("undecided", .list(undecided), "Those without a value in either version for some people.") {
        $0.undecided
      }
      requiredField("only_old", .list(.text), "Those that only the old rules have.") { $0.onlyOld.map(\.string) }
      requiredField("only_new", .list(.text), "Those that only the new rules have.") { $0.onlyNew.map(\.string) }
    }
  }

  private static var undecided: ResultType<Undecided> {
    .object {
      requiredField("decision", .text, "The decision.") { $0.decision }
      requiredField("error", .text, "The code of the failure.") { $0.code }
      requiredField("lacking", .list(.text), "The facts that some people lack.") { $0.lacking.map(\.string) }
      requiredField("count", .count, "How many people.") { $0.count }
    }
  }

  private static var parameter: ResultType<RuleSetDifference.Parameter> {
    .object {
      requiredField("name", .text, "Its name.") { $0.name }
      optionalField("old", .text, "Its value in the old rules.") { $0.old?.asBrieflyWritten }
      optionalField("new", .text, "Its value in the new rules.") { $0.new?.asBrieflyWritten }
    }
  }

  private static var group: ResultType<Group> {
    .object {
      requiredField("name", .text, "What its people have in common.") { $0.name }
      requiredField("people", .count, "How many there are.") { $0.people }
      requiredField("changed", .count, "How many of them would get something else.") { $0.changed }
    }
  }

  private static var difference: ResultType<Difference> {
    .object {
      requiredField("path", .text, "Where in results; a decision where decisions are compared.") { $0.path }
      requiredField("count", .count, "For how many people.") { $0.count }
      requiredField("greater", .count, "Numbers that became greater.") { $0.greater }
      requiredField("less", .count, "Numbers that became less.") { $0.less }
      optionalField("totals", totals, "What numbers that changed add up to.") {
        $0.greater + $0.less == 0 ? nil : $0.totals
      }
      requiredField("changes", .list(change), "The changes, the most frequent first.") { $0.changes }
      requiredField("others", .count, "Changes of further kinds.") { $0.others }
    }
  }

  private static var totals: ResultType<Totals> {
    .object {
      requiredField("before", .number, "Their sum in the old results.") { $0.before }
      requiredField("after", .number, "Their sum in the new results.") { $0.after }
      requiredField("gained", .number, "The sum of what some became greater by.") { $0.gained }
      requiredField("lost", .number, "The sum of what some became less by.") { $0.lost }
      requiredField("gain_most", .list(mover), "For whom they became greater by most.") { $0.gainers }
      requiredField("lose_most", .list(mover), "For whom they became less by most.") { $0.losers }
    }
  }

  private static var mover: ResultType<Mover> {
    .object {
      requiredField("name", .text, "The request's id, its account, or its line.") { $0.name }
      requiredField("by", .number, "What the numbers changed by; negative where they became less.") { $0.delta }
    }
  }

  private static var change: ResultType<Change> {
    .object {
      requiredField("from", .orNull(.text), "The old value; null where there was none.") { $0.from }
      requiredField("to", .orNull(.text), "The new value; null where there is none.") { $0.to }
      requiredField("count", .count, "How many people.") { $0.count }
      requiredField("example", .text, "The smallest request that shows it.") { $0.example.name }
      requiredField("rows_old", .list(origin), "What made the old result of the example, and not the new one.") {
        $0.cause?.old ?? []
      }
      requiredField("rows_new", .list(origin), "What made the new result of the example, and not the old one.") {
        $0.cause?.new ?? []
      }
      requiredField("parameters", .list(.text), "Parameters that differ and that these name.") {
        $0.cause?.parameters.map(\.name.string) ?? []
      }
    }
  }

  private static var origin: ResultType<Origin> {
    .object {
      requiredField("decision", .text, "The decision.") { $0.decision }
      optionalField("row", .text, "The row; absent where no single row made the result.") { $0.row }
      requiredField("part", .text, "The part of the decision: `row`, `rows`, `otherwise` or `value`.") {
        $0.part.rawValue
      }
      requiredField("place", .text, "Its file and line.") { $0.place.fileAndLine }
    }
  }
}
