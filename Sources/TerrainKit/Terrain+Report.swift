import TerrainDocuments
import TerrainEngines
import TerrainPages

extension Terrain {
  /// Makes a page about a person for a web view: the results of the quiz, trends and streaks, with charts. It fetches nothing, and runs
  /// no script.
  ///
  /// - Parameter request: The members of a request for ``Method/trend``, and `answers` where there are any.
  /// - Returns: The page, and warnings about the request that did not keep it from being made.
  /// - Throws: Everything that is wrong with the request; errors of the rules' evaluation.
  public func report(_ request: Request) throws(DiagnosticError) -> (html: String, warnings: [Diagnostic]) {
    let document = try request.document()
    return try workers.with { worker throws(DiagnosticError) in
      let parameters = try localized(document, of: request, for: worker.trend.parameters)
      let (page, notes) = try worker.session.report(on: parameters.root)
      return (page.html(), notes.warnings + notes.findings)
    }
  }
}
