import TerrainDocuments

extension Scaffold {
  /// The rule set of an imported model, in `folder`.
  ///
  /// - Throws: that a file exists.
  package static func model(_ model: DMNImport, in folder: String) throws(DiagnosticError) -> Scaffold {
    try Scaffold(model.files.map { File("\(folder)/\($0.name)", $0.text) })
  }
}
