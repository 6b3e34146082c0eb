import TerrainContent
import TerrainDocuments
import TerrainEditor
import TerrainExplanations
import TerrainPlatform

/// The pages that explain diagnostics, and where they are.
struct ExplanationPages: Sendable {
  /// The address of the folder `Documentation`, without a slash at its end; nil where it is not known.
  let documentation: String?

  /// The pages of this process: those at `TERRAIN_DOCUMENTATION`, else those beside the program.
  static func process() -> ExplanationPages {
    if let address = CurrentProcess.environment("TERRAIN_DOCUMENTATION"), !address.isEmpty {
      return ExplanationPages(documentation: address.hasSuffix("/") ? String(address.dropLast()) : address)
    }
    return ExplanationPages(documentation: Workspace.locator().documentation().map(DocumentURI.uri))
  }

  /// The address of the page of `code`; nil where it has none.
  @Sendable func address(_ code: String) -> String? {
    guard let documentation, Explanations.explanation(of: code) != nil else { return nil }
    return "\(documentation)/\(Explanation.path(of: code))"
  }

  /// What a SARIF report contains about `code`.
  @Sendable func rule(_ code: String) -> SARIFTool.Rule? {
    guard let explanation = Explanations.explanation(of: code) else { return nil }
    return SARIFTool.Rule(
      summary: explanation.plainSummary, text: explanation.text, markdown: explanation.markdown, page: address(code))
  }
}
