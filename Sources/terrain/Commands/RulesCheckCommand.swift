import TerrainAuthoring
import TerrainDocuments

extension Command {
  private static let certificate = Option(
    name: "certificate", kind: .path("DIR"),
    help: "Write each verdict as SMT-LIB 2 to a file for its decision in this folder, for other solvers to check")

  /// `terrain rules check`: everything that can be proved about a rule set.
  static let rulesCheck = Command(
    name: "check", summary: "Analyze a rule set: gaps, overlaps and unreachable rows of its decisions",
    discussion: """
      Reads every module, looks up every name, type-checks every expression, and proves that
      each decision has a row for all values of its facts; then checks that the rules decide
      what engines, pages and rankings require. Everything that `terrain validate` reports
      about modules is reported here, with its location, an example and a fix. A rule set is
      checked with each pack beside it that needs it.
      """,
    operands: [RuleSetTargets.operand], options: [.pack, .set, certificate] + DiagnosticOutput.options,
    examples: [
      .init(line: "terrain rules check", purpose: "Check the rules of the default pack"),
      .init(line: "terrain rules check Rules", purpose: "Check all rule sets of a folder"),
      .init(
        line: "terrain rules check --set MODULE.NAME=VALUE", purpose: "Analyze it with another threshold"),
      .init(
        line: "terrain rules check RULES --certificate proofs", purpose: "Let z3 or cvc5 check every verdict"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let targets = try RuleSetTargets(arguments)
        let reports = targets.folders.map { targets.check($0) }
        if let folder = arguments.value(of: certificate) { try writeCertificates(targets, to: folder, console) }
        // Several reports are summed up each by a line of its own.
        let summary = reports.map { DiagnosticOutput.summary("rule set `\($0.name)`", $0.diagnostics) }
        return DiagnosticOutput(
          reports.flatMap(\.diagnostics), files: reports.flatMap(\.files), summary: summary.joined(separator: "\n")
        ).report(arguments, console)
      } catch {
        return DiagnosticOutput(error.diagnostics, files: [], subject: "not checked").report(arguments, console)
      }
    })

  /// Writes what was proved of the rule sets of `targets` to files in `folder`.
  private static func writeCertificates(
    _ targets: RuleSetTargets, to folder: String, _ console: Console
  ) throws(DiagnosticError) {
    var certificates: [RuleCertificate] = []
    for target in targets.folders {
      certificates += RuleCertificate.all(for: try targets.load(target).rules.ruleSet)
    }
    let written = CertificateFolder(certificates)
    try OutputFile.write(written.files.map { (path: "\(folder)/\($0)", bytes: Array($1.utf8)) })
    console.report(written.summary(folder))
  }
}
