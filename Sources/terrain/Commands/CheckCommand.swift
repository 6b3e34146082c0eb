import TerrainChecks
import TerrainDocuments

extension Command {
  /// `terrain check`: everything that can be proved about a rule set.
  static let checkRules = Command(
    name: "check", summary: "Analyze rules without running their tests: gaps, overlaps and unreachable rows",
    discussion: """
      Reads every module, looks up every name, type-checks every expression, and proves that
      each decision has a row for all values of its facts; then checks that the rules decide
      what engines, pages and rankings require. Everything that `terrain validate` reports
      about modules is reported here, with its location, an example and a fix. A rule set is
      checked with each pack beside it that needs it.
      """,
    operands: [RuleSetTargets.operand], options: [.pack, .set] + DiagnosticOutput.options,
    examples: [
      .init(line: "terrain check", purpose: "Check the rules of the default pack"),
      .init(line: "terrain check Rules", purpose: "Check all rule sets of a folder"),
      .init(
        line: "terrain check --set MODULE.NAME=VALUE", purpose: "Analyze it with another threshold"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let targets = try RuleSetTargets(arguments)
        let reports = targets.folders.map { targets.check($0) }
        // Each of several reports has its own summary line.
        let summary = reports.map { DiagnosticOutput.summary("rule set `\($0.name)`", $0.diagnostics) }
        return DiagnosticOutput(
          reports.flatMap(\.diagnostics), files: reports.flatMap(\.files), summary: summary.joined(separator: "\n")
        ).report(arguments, console)
      } catch {
        return DiagnosticOutput(error.diagnostics, files: [], subject: "not checked").report(arguments, console)
      }
    })
}
