import TerrainBase

/// The meaning of names in an expression: variables, functions, types, and the container in which they are looked up.
///
/// A value type: a module's environment is the rule set's environment with the module's own names added.
package struct Environment: Sendable {
  /// The source of a variable's value.
  package enum Binding: Sendable {
    /// The value in a slot: a fact, or a decision computed on first use.
    case slot(Slot)
    /// A constant: a parameter.
    case constant(Value)
    /// A type without a value; an expression with such a variable can be checked but not run.
    case unbound
  }

  /// A name with a type and a value.
  package struct Variable: Sendable {
    /// The full name, including dots.
    package var name: Text
    /// The type of its value.
    package var type: CELType
    /// The source of its value.
    package var binding: Binding

    /// The variable `name`.
    package init(name: Text, type: CELType, binding: Binding) {
      self.name = name
      self.type = type
      self.binding = binding
    }
  }

  /// The namespace in which names without a leading dot are looked up first (`a.b`: then `a.b.x`, `a.x`, `x`).
  package var container: Text
  /// The functions that can be called.
  package let functions: FunctionTable
  private var variables: [Text: Variable] = [:]
  private var declaredNames: [Text] = []
  /// Records the variables that are looked up, or nil if that is not needed.
  package var lookups: VariableLookups?
  private var localFunctions: [Text: FunctionGroup] = [:]
  /// Ordered enums whose values may occur in variables of unknown type: if a value of unknown type is compared with a literal of such an
  /// enum, the enum's order applies.
  package var impliedOrders: [EnumerationType] = []

  /// An environment with `functions` (CEL's own by default) and no variables.
  package init(functions: FunctionTable = .standard, container: Text = "") {
    self.functions = functions
    self.container = container
  }

  /// True if the name of a variable contains a dot.
  private(set) var hasDottedNames = false

  /// Declares a variable, replacing an earlier variable of the same name.
  package mutating func declare(_ name: Text, _ type: CELType, _ binding: Binding) {
    if variables.updateValue(Variable(name: name, type: type, binding: binding), forKey: name) == nil {
      declaredNames.append(name)
      if name.utf8.contains(UInt8(ascii: ".")) { hasDottedNames = true }
    }
  }

  /// Declares a function, or adds overloads to an existing function.
  package mutating func declare(_ function: FunctionDeclaration) {
    let declared = group(function.name)?.overloads ?? []
    localFunctions[function.name] = FunctionGroup(function.name, declared + function.overloads)
  }

  /// The variable with exactly the name `name`.
  package func variable(_ name: Text) -> Variable? {
    lookups?.note(name)
    return variables[name]
  }

  /// The names in the order of their declaration, for suggestions.
  package var variableNames: [Text] {
    lookups?.noteAll()
    return declaredNames
  }

  /// The function with exactly the name `name`.
  func group(_ name: Text) -> FunctionGroup? {
    if !localFunctions.isEmpty, let local = localFunctions[name] { return local }
    return functions[name]
  }

  /// All functions' names, for suggestions.
  var functionNames: [Text] { functions.names + localFunctions.keys.sorted() }

  /// The names to which `name` may refer, of which the first existing name is used: `a.b.x`, `a.x`, `x` for `x` in container `a.b`; only
  /// `x` for `.x`.
  func candidates(for name: Text) -> [Text] {
    if name.utf8.first == UInt8(ascii: ".") { return [Text(String(name.string.dropFirst()))] }
    if container.isEmpty { return [name] }
    var result: [Text] = []
    var prefix = Substring(container.string)
    while true {
      result.append(Text("\(prefix).\(name.string)"))
      guard let dot = prefix.utf8.lastIndex(of: UInt8(ascii: ".")) else { break }
      prefix = prefix[..<dot]
    }
    result.append(name)
    return result
  }
}
