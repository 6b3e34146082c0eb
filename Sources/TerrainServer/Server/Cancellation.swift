import Synchronization
import TerrainContent
import TerrainDocuments

/// Whether what a request asked for is still wanted. Any thread may ask and cancel.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// True once it was cancelled.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Says that nobody wants it any more.
  func cancel() { flag.store(true, ordering: .relaxed) }
}

extension RPCMethod {
  /// `$/cancelRequest`, as the Language Server Protocol has it: cancels the request whose `id` it names, where that is answered apart.
  /// About messages and not about a pack, and so none of the table of methods.
  static func cancelRequest(_ state: ServiceState) -> RPCMethod {
    RPCMethod(name: cancelRequestName, isQuick: true, row: state.requests.row(of: cancelRequestName)) {
      parameters, writer throws(DiagnosticError) in
      guard let parameters else { throw DiagnosticError(.noIDToCancel) }
      var fields = FieldReader(parameters, what: "the parameters")
      let id = fields.required("id")
      let diagnostics = fields.finish()
      if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
      writer.object { writer in
        writer.member("cancelled", id.map { state.cancel($0.document.source.text(of: $0.range)) } ?? false)
      }
      return []
    }
  }
}
