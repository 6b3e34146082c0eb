import TerrainContent
import TerrainDocuments

extension RPCMethod {
  /// `$/cancelRequest`, as the Language Server Protocol has it: cancels the request of the same client whose `id` it names.
  /// About messages and not about a pack, and so none of the table of methods.
  ///
  /// - Parameter cancel: cancels the request with this id, as it is written; false where there is none.
  static func cancelRequest(row: Int?, _ cancel: @escaping (_ id: String) -> Bool) -> RPCMethod {
    RPCMethod(name: cancelRequestName, isQuick: true, row: row) { parameters, writer throws(DiagnosticError) in
      guard let parameters else { throw DiagnosticError(.noIDToCancel) }
      var fields = FieldReader(parameters, what: "the request")
      let id = fields.required("id")
      let diagnostics = fields.finish()
      if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
      writer.object { writer in
        writer.member("cancelled", id.map { cancel($0.document.source.text(of: $0.range)) } ?? false)
      }
      return []
    }
  }
}
