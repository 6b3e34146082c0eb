import TerrainDocuments
import TerrainExplanations

extension Command {
  /// `terrain diagnostics`: what codes of diagnostics mean.
  static let diagnostics = Command(
    name: "diagnostics", summary: "Explain a diagnostic by its code: why, a wrong and a right example, how to suppress",
    discussion: """
      CODE is between the brackets of a diagnostic: `error[pack/unknown-value]`. An area
      (`pack`) lists its codes, and without CODE all are listed. Reports in SARIF and editors
      have the same explanations; where the pages are published, `TERRAIN_DOCUMENTATION` is
      the address of the folder `Documentation`, for their links.
      """,
    operands: [Operand(name: "CODE", help: "A code, or an area: what precedes the slash", arity: .optional)],
    examples: [
      .init(line: "terrain diagnostics pack/unknown-value", purpose: "One code"),
      .init(line: "terrain diagnostics rules", purpose: "All codes of an area"),
    ],
    run: { arguments, console in
      let code = arguments.operand(0)
      if let code, let explanation = Explanations.explanation(of: code) {
        console.write(explanation.text)
        return .success
      }
      let listed = Explanations.sections.flatMap(\.explanations).filter { code == nil || $0.area == code }
      if let code, listed.isEmpty { return console.report(DiagnosticError(.unknownCode(code))) }
      console.write(listed.map { "\($0.code): \($0.plainSummary)\n" }.joined())
      return .success
    })
}

extension Diagnostic {
  fileprivate static func unknownCode(_ code: String) -> Diagnostic {
    let nearest = Suggestion.nearest(to: code, among: Explanations.codes)
    return Diagnostic(
      code: "diagnostics/unknown-code", message: "no diagnostic has the code `\(code)`", place: nil,
      fix: nearest.map { "did you mean `\($0)`?" } ?? "`terrain diagnostics` lists all codes")
  }
}
