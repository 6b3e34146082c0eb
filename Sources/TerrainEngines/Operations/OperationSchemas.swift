/// The JSON Schemas of what operations take and give, as they are published in `ContentPacks/Schemas`.
package enum OperationSchemas {
  /// What a schema is of.
  package enum Side: String, Sendable, CaseIterable {
    /// Parameters.
    case request
    /// A result.
    case response
  }

  /// The schema's file, relative to the folder of schemas: `requests/score.schema.json`.
  package static func file(of operation: AnyOperation, _ side: Side) -> String {
    "\(side.rawValue)s/\(operation.name).schema.json"
  }

  /// The schema, ending in a line end.
  ///
  /// - Parameter declarations: fill in what only a pack and its rules declare.
  package static func schema(of operation: AnyOperation, _ side: Side, declarations: Declarations? = nil) -> [UInt8] {
    switch side {
    case .request:
      ShapeSchema.document(
        of: operation.parameters, id: file(of: operation, side), title: "Request: \(operation.name)",
        description: "\(operation.summary). What the method `\(operation.name)` takes, and a request file holds.",
        pointer: true, declarations: declarations)
    case .response:
      ShapeSchema.document(
        of: operation.result, id: file(of: operation, side), title: "Response: \(operation.name)",
        description: "\(operation.summary). What the method `\(operation.name)` gives.", pointer: false,
        declarations: declarations)
    }
  }
}
