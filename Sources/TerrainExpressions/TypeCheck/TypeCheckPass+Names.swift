import TerrainDocuments
import TerrainBase

extension TypeCheckPass {
  mutating func resolveIdentifier(_ id: Expression.ID, _ name: Text) {
    if let local = local(name) {
      references[Int(id)] = .local(loop: local.loop, local.role)
      types[Int(id)] = mode == .resolving ? .dyn : local.type
      return
    }
    if resolve(id, asName: name) { return }
    types[Int(id)] = mode == .resolving ? .dyn : .error
    report(.unknownName(name, suggestion: suggestion(for: name), at: place(id)))
  }

  /// The innermost loop variable called `name`; none for `.name`.
  private func local(_ name: Text) -> Local? {
    guard !locals.isEmpty else { return nil }
    return locals.last { $0.name == name }
  }

  /// A whole chain of selections may be one name: the longest is tried first, since this is called from the outside in.
  mutating func resolveQualified(_ id: Expression.ID) -> Bool {
    guard environment.hasDottedNames || !environment.container.isEmpty || startsWithTypeNamespace(id) else {
      return false
    }
    guard let name = freeQualifiedName(id) else { return false }
    return resolve(id, asName: name)
  }

  private func startsWithTypeNamespace(_ id: Expression.ID) -> Bool {
    base(of: id).map { $0 == "google" || $0 == ".google" } ?? false
  }

  /// The identifier a chain of selections begins with.
  private func base(of id: Expression.ID) -> Text? {
    var current = id
    while true {
      switch expression.nodes[Int(current)].kind {
      case .identifier(let name): return name
      case .select(let operand, _, false, false): current = operand
      default: return nil
      }
    }
  }

  /// The dotted name written at `id`, unless it begins with a loop's variable.
  private func freeQualifiedName(_ id: Expression.ID) -> Text? {
    guard let base = base(of: id), local(base) == nil else { return nil }
    return expression.qualifiedName(of: id)
  }

  private mutating func resolve(_ id: Expression.ID, asName name: Text) -> Bool {
    for candidate in environment.candidates(for: name) {
      if let variable = environment.variable(candidate) {
        references[Int(id)] = .variable(variable)
        types[Int(id)] = mode == .resolving ? .dyn : variable.type
        return true
      }
      if let type = CELType(named: candidate) {
        references[Int(id)] = .constant(.type(candidate))
        types[Int(id)] = mode == .resolving ? .dyn : .type(type)
        return true
      }
    }
    return false
  }

  /// `a.b.f(x)` may be a call of the function `a.b.f` instead of one of `f` on the value `a.b`.
  mutating func resolveNamespaced(_ id: Expression.ID, _ function: Text, _ target: Expression.ID) -> Bool {
    guard let prefix = freeQualifiedName(target) else { return false }
    for candidate in environment.candidates(for: Text("\(prefix.string).\(function.string)")) {
      if let group = environment.group(candidate) {
        references[Int(id)] = .function(OverloadSet(group, first: 0), namespaced: true)
        return true
      }
    }
    return false
  }

  private func suggestion(for name: Text) -> String? {
    let visible = locals.reversed().filter { $0.name.utf8.first != UInt8(ascii: "@") }.map { $0.name.string }
    // Values of an enum are texts, and need quotes.
    let values = environment.variableNames.flatMap { environment.variable($0)?.type.values ?? [] }
    if values.contains(name) { return "'\(name)'" }
    return Suggestion.nearest(to: name.string, among: visible + environment.variableNames.map { $0.string })
      ?? Suggestion.nearest(to: name.string, among: values.map { $0.string }).map { "'\($0)'" }
  }
}

extension CELType {
  /// The enum values that values of the type are, or contain.
  fileprivate var values: [Text] {
    switch self {
    case .enumeration(let vocabulary): vocabulary.cases
    case .optional(let of), .list(let of): of.values
    default: []
    }
  }

  /// The type that a type's name denotes.
  init?(named name: Text) {
    switch name.string {
    case "bool": self = .bool
    case "int": self = .int
    case "uint": self = .uint
    case "double": self = .double
    case "decimal": self = .decimal
    case "string": self = .string
    case "bytes": self = .bytes
    case "list": self = .list(.dyn)
    case "map": self = .map(key: .dyn, value: .dyn)
    case "null_type": self = .null
    case "type": self = .type(.dyn)
    case "dyn": self = .dyn
    case "optional_type": self = .optional(.dyn)
    case "google.protobuf.Timestamp": self = .timestamp
    case "google.protobuf.Duration": self = .duration
    default: return nil
    }
  }
}

extension Diagnostic {
  /// The code for an undefined name.
  package static let unknownNameCode = "expressions/unknown-name"

  static func unknownName(_ name: Text, suggestion: String?, at place: Place) -> Diagnostic {
    expression("expressions/unknown-name", "there is no `\(name)` here", place, fix: didYouMean(suggestion)).caused(
      by: .name(name))
  }
}
