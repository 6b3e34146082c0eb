import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainRules
import TerrainYAML

extension Command {
  /// `terrain rules check`: everything that can be proved about a rule set.
  static let rulesCheck = Command(
    name: "check", summary: "Prove what can be proved about a rule set: no gaps, no overlaps, no row in vain",
    discussion: """
      Reads every module, looks up every name, types every expression, and proves that
      each decision has a row for whatever the facts are. All complaints come at once,
      each with its place, an example and a mend.
      """,
    operands: [
      Operand(
        name: "RULES", help: "A rule set's folder. Without it: the rule set that the pack needs", arity: .optional)
    ],
    options: [.pack, .set] + Findings.options,
    examples: [
      .init(line: "terrain rules check", purpose: "Check the rules of the default pack"),
      .init(
        line: "terrain rules check --set MODULE.NAME=VALUE", purpose: "Prove again with another threshold"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments, rulesAt: arguments.operand(0))
        let loaded = try workspace.ruleSet(at: arguments.operand(0))
        let found = loaded.warnings + RulesCheck.diagnostics(for: loaded.ruleSet)
        let findings = Findings(found, files: loaded.files, subject: "rule set `\(loaded.ruleSet.id)`")
        return findings.report(arguments, console)
      } catch {
        return console.report(error)
      }
    })
}
