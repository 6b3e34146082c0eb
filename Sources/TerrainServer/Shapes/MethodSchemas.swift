/// The JSON Schemas of what methods take and give, as they are published in `ContentPacks/Schemas`.
public enum MethodSchemas {
  /// What a schema is of.
  public enum Side: String, Sendable, CaseIterable {
    /// Parameters.
    case request
    /// A result.
    case response
  }

  /// The schema's file, relative to the folder of schemas: `requests/score.schema.json`.
  public static func file(of method: Method, _ side: Side) -> String {
    "\(side.rawValue)s/\(method.name).schema.json"
  }

  /// The schema, ending in a line end.
  ///
  /// - Parameter declarations: fill in what only a pack and its rules can say.
  public static func schema(of method: Method, _ side: Side, declarations: Declarations? = nil) -> [UInt8] {
    switch side {
    case .request:
      ShapeSchema.document(
        of: method.parameters, id: file(of: method, side), title: "Request: \(method.name)",
        description: "\(method.summary). What the method `\(method.name)` takes, and a request file holds.",
        pointer: true, declarations: declarations)
    case .response:
      ShapeSchema.document(
        of: method.result, id: file(of: method, side), title: "Response: \(method.name)",
        description: "\(method.summary). What the method `\(method.name)` gives.", pointer: false,
        declarations: declarations)
    }
  }
}
