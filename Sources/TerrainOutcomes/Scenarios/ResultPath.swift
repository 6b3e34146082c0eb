import TerrainBase
import TerrainDocuments
import TerrainEngines

/// A path that names values of a result: `suggestions.items[*].id`.
struct ResultPath {
  enum Step {
    case member(Text)
    case element(Int)
    case all
    case matching(field: Text, value: Text)
  }

  /// The key of the file that it is written in.
  let node: Node
  private(set) var steps: [Step] = []

  /// True if it can name several values.
  var isMany: Bool {
    steps.contains { step in
      switch step {
      case .all, .matching: true
      case .member, .element: false
      }
    }
  }

  /// The path written at `node`.
  ///
  /// - Throws: an error if it is not a path.
  init(_ node: Node) throws(DiagnosticError) {
    self.node = node
    var rest = Substring(node.text?.string ?? "")
    while !rest.isEmpty {
      if rest.first == "[" {
        guard let end = Self.end(of: rest) else { throw DiagnosticError(.notAPath(node)) }
        let inner = rest[rest.index(after: rest.startIndex)..<end]
        guard let step = Self.bracketed(inner) else { throw DiagnosticError(.notAPath(node)) }
        steps.append(step)
        rest = rest[rest.index(after: end)...]
        continue
      }
      if !steps.isEmpty {
        guard rest.first == "." else { throw DiagnosticError(.notAPath(node)) }
        rest = rest.dropFirst()
      }
      let name = rest.prefix { $0 != "." && $0 != "[" }
      if name.isEmpty { throw DiagnosticError(.notAPath(node)) }
      steps.append(.member(Text(String(name))))
      rest = rest[name.endIndex...]
    }
    if steps.isEmpty { throw DiagnosticError(.notAPath(node)) }
  }

  /// The path of `members`, which is written at `node`.
  init(members: some Sequence<Text>, at node: Node) {
    self.node = node
    steps = members.map { .member($0) }
  }

  /// The bracket that ends the step at the beginning of `text`; brackets inside quotes are text.
  private static func end(of text: Substring) -> Substring.Index? {
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == "]", !isQuoted { return index }
    }
    return nil
  }

  private static func bracketed(_ text: Substring) -> Step? {
    if text == "*" { return .all }
    if let position = Int(text) { return .element(position) }
    if text.first == "\"", text.last == "\"", text.count > 2 {
      return .member(Text(String(text.dropFirst().dropLast())))
    }
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    return .matching(field: Text(String(parts[0])), value: Text(String(parts[1])))
  }

  // MARK: Selecting

  /// The nodes of a result that a path selects.
  struct Selection {
    /// The values.
    var nodes: [Node]
    /// For each value the nearest map around it.
    var owners: [Node]
    /// The maps in which a member of the path is missing.
    var missing: [(map: Node, member: Text)] = []
  }

  /// The selection in `root`.
  func select(in root: Node) -> Selection {
    var selection = Selection(nodes: [root], owners: [root])
    for step in steps {
      var next = Selection(nodes: [], owners: [], missing: selection.missing)
      for (node, owner) in zip(selection.nodes, selection.owners) {
        let values: [Node]
        switch step {
        case .member(let name):
          values = node[name].map { [$0] } ?? []
          if values.isEmpty { next.missing.append((node, name)) }
        case .element(let position):
          values = node.element(at: position < 0 ? node.count + position : position).map { [$0] } ?? []
        case .all: values = node.kind == .map ? node.members.map(\.value) : Array(node.elements)
        case .matching(let field, let value):
          values = node.elements.filter { $0.kind == .map && $0[field]?.text == value }
        }
        next.nodes += values
        next.owners += values.map { _ in node.kind == .map ? node : owner }
      }
      selection = next
    }
    return selection
  }
}

extension ResultPath {
  /// The shapes at the path in results of the shape `shape`.
  ///
  /// - Throws: an error for a member that they never have, with the nearest existing name.
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

  /// The parts of `shape` at `step`, and the existing names if it has no such part.
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

  /// The alternatives of `shape` without names, declarations, and choices. A shape that mentions itself does so inside a list or an object.
  private static func alternatives(of shape: Shape, _ declarations: Declarations) -> [Shape] {
    switch shape.form {
    case .named(_, let inner): alternatives(of: inner(), declarations)
    case .declared(let declared): alternatives(of: declarations.shape(of: declared), declarations)
    case .either(let shapes): shapes.flatMap { alternatives(of: $0, declarations) }
    default: [shape]
    }
  }
}
