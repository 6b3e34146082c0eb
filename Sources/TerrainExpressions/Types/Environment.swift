import TerrainValues

/// What names mean in an expression: variables, functions, types, and the container they are looked up in.
///
/// A value: a module's environment is the rule set's with the module's own names added.
public struct Environment: Sendable {
  /// Where a variable's value is found.
  public enum Binding: Sendable {
    /// In a slot: a fact, or a decision computed on first use.
    case slot(Slot)
    /// It is this value: a parameter.
    case constant(Value)
    /// Only its type is known; such an expression can be checked but not run.
    case unbound
  }

  /// A name with a type and a value.
  public struct Variable: Sendable {
    /// The full name, dots included.
    public var name: Text
    public var type: CELType
    public var binding: Binding

    /// The variable `name`.
    public init(name: Text, type: CELType, binding: Binding) {
      self.name = name
      self.type = type
      self.binding = binding
    }
  }

  /// Where names without a leading dot are looked up first (`a.b`: then `a.b.x`, `a.x`, `x`).
  public var container: Text
  /// The functions that can be called.
  public let functions: FunctionTable
  package private(set) var variables: [Text: Variable] = [:]
  /// Names in the order they were declared, for suggestions.
  package private(set) var variableNames: [Text] = []
  package private(set) var localFunctions: [Text: [Overload]] = [:]

  /// An environment with `functions` and no variables.
  public init(functions: FunctionTable, container: Text = "") {
    self.functions = functions
    self.container = container
  }

  /// Declares a variable; a name declared before is replaced.
  public mutating func declare(_ name: Text, _ type: CELType, _ binding: Binding) {
    if variables.updateValue(Variable(name: name, type: type, binding: binding), forKey: name) == nil {
      variableNames.append(name)
    }
  }

  /// Adds a function, or overloads to one.
  public mutating func declare(_ function: FunctionDeclaration) {
    localFunctions[function.name, default: functions.overloads(of: function.name) ?? []] += function.overloads
  }

  /// The variable called exactly `name`.
  public func variable(_ name: Text) -> Variable? { variables[name] }

  /// The overloads of the function called exactly `name`.
  public func overloads(of name: Text) -> [Overload]? {
    if !localFunctions.isEmpty, let found = localFunctions[name] { return found }
    return functions.overloads(of: name)
  }
}

/// Functions by name: built once, shared by all environments.
public final class FunctionTable: Sendable {
  private let table: [Text: [Overload]]
  /// Names in the order they were declared, for suggestions.
  package let names: [Text]

  /// A table of `declarations`; declarations of one name are joined.
  public init(_ declarations: [FunctionDeclaration]) {
    var table: [Text: [Overload]] = [:]
    table.reserveCapacity(declarations.count)
    var names: [Text] = []
    for declaration in declarations {
      if table[declaration.name] == nil { names.append(declaration.name) }
      table[declaration.name, default: []] += declaration.overloads
    }
    self.table = table
    self.names = names
  }

  /// The overloads of `name`, in the order they are tried.
  public func overloads(of name: Text) -> [Overload]? { table[name] }
}
