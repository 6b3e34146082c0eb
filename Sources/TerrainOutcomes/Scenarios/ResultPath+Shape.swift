import TerrainDocuments
import TerrainEngines
import TerrainBase

extension ResultPath {
  /// What results of the shape `shape` can have at the path.
  ///
  /// - Throws: a member that they never have, with the nearest that they have.
  func shapes(in shape: Shape, _ declarations: Declarations) throws(DiagnosticError) -> [Shape] {
    var shapes = Self.alternatives(of: shape, declarations)
    for step in steps {
      var next: [Shape] = []
      var names: [String] = []
      for shape in shapes {
        let (found, known) = Self.parts(of: shape, step, declarations)
        next += found
        names += known
      }
      guard !next.isEmpty else { throw DiagnosticError(.unknownPath(self, step, among: names)) }
      shapes = next.flatMap { Self.alternatives(of: $0, declarations) }
    }
    return shapes
  }

  /// The parts of `shape` at `step`, and where there are none the names that it has.
  private static func parts(
    of shape: Shape, _ step: Step, _ declarations: Declarations
  ) -> (shapes: [Shape], names: [String]) {
    switch (shape.form, step) {
    case (.anything, _), (.record, .member), (.record, .all): return ([.anything], [])
    case (.list(let element, _), .element), (.list(let element, _), .all), (.list(let element, _), .matching):
      return ([element], [])
    case (.map(let value), .member), (.map(let value), .all): return ([value], [])
    case (.object(let all), .member(let name)):
      let (fields, others) = declarations.known(all)
      if let field = fields.first(where: { Text($0.name) == name }) { return ([field.shape], []) }
      return (others.map { [$0] } ?? [], fields.map(\.name))
    case (.object(let all), .all): return (declarations.known(all).fields.map(\.shape), [])
    default: return ([], [])
    }
  }

  /// What `shape` represents: no names, declarations or choices. A shape that mentions itself does so inside a list or an object.
  private static func alternatives(of shape: Shape, _ declarations: Declarations) -> [Shape] {
    switch shape.form {
    case .named(_, let inner): alternatives(of: inner(), declarations)
    case .declared(let declared): alternatives(of: declarations.shape(of: declared), declarations)
    case .either(let shapes): shapes.flatMap { alternatives(of: $0, declarations) }
    default: [shape]
    }
  }
}
