import TerrainDocuments
import TerrainOperations

extension Operations {
  /// The operations, as an OpenRPC document.
  package static var discover: Operation<[UInt8]> {
    Operation(
      name: "rpc.discover", summary: "Tell what can be asked, as an OpenRPC document",
      parameters: .object([]), result: .json(.map(.anything))
    ) { _, session, _ throws(DiagnosticError) in
      let served = try session.service().served
      // The same for every request about a version.
      return try served.prepared("rpc.discover") { () throws(DiagnosticError) in
        var writer = JSONWriter(.compact)
        try OpenRPCDocument(session, served).write(to: &writer)
        return writer.bytes
      }
    }
  }
}
