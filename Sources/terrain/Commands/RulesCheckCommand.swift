import TerrainAuthoring
import TerrainDocuments

extension Command {
  /// `terrain rules check`: everything that can be proved about a rule set.
  static let rulesCheck = Command(
    name: "check", summary: "Prove what can be proved about a rule set: no gaps, no overlaps, no row in vain",
    discussion: """
      Reads every module, looks up every name, types every expression, and proves that
      each decision has a row for whatever the facts are; then sees whether engines, pages
      and rankings find in the rules what they need. Everything that `terrain validate`
      reports about modules is reported here, each with its location, an example and a fix.
      A rule set is checked for each pack beside it that needs it.
      """,
    operands: [RuleSetTargets.operand], options: [.pack, .set] + Findings.options,
    examples: [
      .init(line: "terrain rules check", purpose: "Check the rules of the default pack"),
      .init(line: "terrain rules check Rules", purpose: "Check all rule sets of a folder"),
      .init(
        line: "terrain rules check --set MODULE.NAME=VALUE", purpose: "Prove again with another threshold"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let targets = try RuleSetTargets(arguments)
        let reports = targets.folders.map { targets.check($0) }
        // Several reports are summed up each by a line of its own.
        let summary = reports.map { Findings.summary("rule set `\($0.name)`", $0.diagnostics) }
        return Findings(
          reports.flatMap(\.diagnostics), files: reports.flatMap(\.files), summary: summary.joined(separator: "\n")
        ).report(arguments, console)
      } catch {
        return Findings(error.diagnostics, files: [], subject: "nothing was checked").report(arguments, console)
      }
    })
}
