import TerrainBase

/// Functions by name: built once, shared by all environments.
package final class FunctionTable: Sendable {
  private let table: [Text: FunctionGroup]
  /// Names in the order they were declared, for suggestions.
  package let names: [Text]

  /// A table of `declarations`; declarations of one name are joined.
  package init(_ declarations: [FunctionDeclaration]) {
    var table: [Text: FunctionGroup] = [:]
    table.reserveCapacity(declarations.count)
    var names: [Text] = []
    for declaration in declarations {
      let declared = table[declaration.name]
      if declared == nil { names.append(declaration.name) }
      table[declaration.name] = FunctionGroup(declaration.name, (declared?.overloads ?? []) + declaration.overloads)
    }
    self.table = table
    self.names = names
  }

  subscript(_ name: Text) -> FunctionGroup? { table[name] }

  /// The overloads of `name`, in the order they are tried.
  package func overloads(of name: Text) -> [Overload]? { table[name]?.overloads }
}

/// All overloads of one name, with what the type checker needs of them again and again.
final class FunctionGroup: Sendable {
  let name: Text
  let overloads: [Overload]
  /// For each overload, whether its parameters are all plain types: then types that equal them can mean no other one.
  let isPlain: [Bool]

  init(_ name: Text, _ overloads: [Overload]) {
    self.name = name
    self.overloads = overloads
    isPlain = overloads.map { $0.parameters.allSatisfy { $0.isPlain } && !$0.result.hasParameters }
  }
}

/// The overloads of one function that a call may mean.
package struct OverloadSet: Sendable {
  let group: FunctionGroup
  let first: Int
  let others: [Int]

  init(_ group: FunctionGroup, first: Int, others: [Int] = []) {
    self.group = group
    self.first = first
    self.others = others
  }

  /// The function's full name.
  package var name: Text { group.name }

  /// The overloads, in the order they are tried.
  package var overloads: [Overload] { [group.overloads[first]] + others.map { group.overloads[$0] } }

  /// The overload, where there is only one.
  package var single: Overload? { others.isEmpty ? group.overloads[first] : nil }
}

extension CELType {
  /// Nothing inside, and fitting nothing but itself.
  var isPlain: Bool {
    switch self {
    case .bool, .int, .uint, .double, .decimal, .string, .bytes: true
    default: false
    }
  }

  /// True where a parameter of a declaration occurs in it.
  var hasParameters: Bool {
    switch self {
    case .parameter: true
    case .list(let x), .optional(let x), .type(let x), .wrapper(let x): x.hasParameters
    case .map(let key, let value): key.hasParameters || value.hasParameters
    case .opaque(_, let arguments): arguments.contains(where: { $0.hasParameters })
    default: false
    }
  }
}
