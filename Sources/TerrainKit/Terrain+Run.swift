import TerrainDocuments
import TerrainEngines
import TerrainBase

extension Terrain {
  /// How often work was done that grows with the pack and its rules, on the calling thread. It grows when an operation first runs.
  package var preparations: Int { workers.with { $0.session.preparations } }

  /// The result of the operation `operation` for `request`.
  func run<Result>(
    _ operation: (OperationWorker) -> TerrainEngines.Operation<Result>, _ request: Request
  ) throws(DiagnosticError) -> Result {
    let document = try request.document()
    return try workers.with { worker throws(DiagnosticError) in
      let operation = operation(worker)
      let parameters = try localized(document, of: request, for: operation.parameters)
      return try operation.run(worker.session, parameters.root).result
    }
  }

  /// `document`, which is that of `request`, in the app's language where it names none and `parameters` have one.
  func localized(
    _ document: Document, of request: Request, for parameters: Shape
  ) throws(DiagnosticError) -> Document {
    guard let locale, document.root.kind == .map, document.root["locale"] == nil,
      parameters.fields.contains(where: { $0.name == "locale" })
    else { return document }
    return try request.setting("locale", Value(locale)).document()
  }
}
