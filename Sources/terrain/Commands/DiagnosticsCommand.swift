import TerrainDocuments

extension Command {
  /// `terrain diagnostics`: the pages that explain codes of diagnostics.
  static let diagnostics = Command(
    name: "diagnostics", summary: "Explain a diagnostic by its code: why, a wrong and a right example, how to suppress",
    discussion: """
      CODE is between the brackets of a diagnostic: `error[pack/unknown-value]`. An area
      (`pack`) lists its codes, and without CODE all are listed. The explanation is the page
      `reference/diagnostics/CODE.md` of the documentation beside the program; editors link
      it. If the pages are published, set `TERRAIN_DOCUMENTATION` to the address of the
      folder `Documentation`: editors and reports in SARIF then link there.
      """,
    operands: [Operand(name: "CODE", help: "A code, or an area: what precedes the slash", arity: .optional)],
    examples: [
      .init(line: "terrain diagnostics pack/unknown-value", purpose: "One code"),
      .init(line: "terrain diagnostics rules", purpose: "All codes of an area"),
    ],
    run: { arguments, console in
      let code = arguments.operand(0)
      if let code, let summary = DiagnosticSummaries.summary(of: code) {
        if let page = DiagnosticPages.process().text(of: code) {
          console.write(page)
        } else {
          console.write(
            "\(code)\n\n\(summary)\n\nThe documentation is not beside the program. In the package, the page of this code is "
              + "share/terrain/Documentation/\(DiagnosticPages.path(of: code))\n")
        }
        return .success
      }
      let listed = DiagnosticSummaries.all.filter { code == nil || $0.code.hasPrefix("\(code ?? "")/") }
      if let code, listed.isEmpty { return console.report(DiagnosticError(.unknownCode(code))) }
      console.write(listed.map { "\($0.code): \($0.summary)\n" }.joined())
      return .success
    })
}

extension Diagnostic {
  fileprivate static func unknownCode(_ code: String) -> Diagnostic {
    let nearest = Suggestion.nearest(to: code, among: DiagnosticSummaries.all.map(\.code))
    return Diagnostic(
      code: "diagnostics/unknown-code", message: "no diagnostic has the code `\(code)`", place: nil,
      fix: nearest.map { "did you mean `\($0)`?" } ?? "`terrain diagnostics` lists all codes")
  }
}
