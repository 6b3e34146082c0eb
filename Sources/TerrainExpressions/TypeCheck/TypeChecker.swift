import Synchronization
import TerrainBase
import TerrainDocuments

/// Determines the type of every node of an expression, and reports all type errors.
package enum TypeChecker {
  /// The maximum number of nested loops (`exists`, `all`, `map`, …), the limit `comprehension-depth`.
  package static let maximumLoopDepth = 8

  /// Checks `expression` against `environment`.
  ///
  /// - Returns: The typed expression, or nil if a diagnostic is an error, and all diagnostics.
  package static func check(
    _ expression: Expression, _ environment: Environment
  ) -> (typed: TypedExpression?, diagnostics: [Diagnostic]) {
    var pass = TypeCheckPass(expression, environment, mode: .checking)
    pass.run()
    return pass.finish()
  }

  /// Checks `expression`, and that its type fits `expected`: `bool` for a condition, or an enumeration, whose members may be written as
  /// literals.
  package static func check(
    _ expression: Expression, _ environment: Environment, expecting expected: CELType
  ) -> (typed: TypedExpression?, diagnostics: [Diagnostic]) {
    var pass = TypeCheckPass(expression, environment, mode: .checking)
    pass.run()
    pass.expect(expected, of: expression.root)
    return pass.finish()
  }

  /// Resolves only names: every type is `dyn`, and all type errors are left to the run.
  package static func resolve(
    _ expression: Expression, _ environment: Environment
  ) -> (typed: TypedExpression?, diagnostics: [Diagnostic]) {
    var pass = TypeCheckPass(expression, environment, mode: .resolving)
    pass.run()
    return pass.finish()
  }
}

/// An expression with resolved names and types.
package struct TypedExpression: Sendable {
  /// The target of a reference.
  package enum Reference: Sendable {
    /// No reference: a literal, a list, a field of a value, …
    case none
    /// A variable: an identifier, or a whole dotted name that is written as selections.
    indirect case variable(Environment.Variable)
    /// A loop's variable; `loop` is the comprehension's node.
    case local(loop: Expression.ID, LoopVariable)
    /// A constant: a type's name.
    case constant(Value)
    /// A call with its possible overloads; exactly one unless an argument's type is dynamic. `namespaced` is true if the written target is
    /// part of the function's name (`math.greatest(…)`).
    case function(OverloadSet, namespaced: Bool)
  }

  /// The variables of a loop.
  package enum LoopVariable: Sendable {
    /// The element of a list, the key of a map, or the index in a two-variable macro over a list.
    case first
    /// The second variable of a two-variable macro.
    case second
    /// The accumulator.
    case accumulator
  }

  /// The expression.
  package let expression: Expression
  /// The type of each node, by ``Expression/ID``. A call's arguments keep their own types.
  package let types: [CELType]
  /// The references of the nodes, by ``Expression/ID``.
  package let references: [Reference]

  package init(expression: Expression, types: [CELType], references: [Reference]) {
    self.expression = expression
    self.types = types
    self.references = references
  }

  /// The type of the whole expression.
  package var type: CELType { types[Int(expression.root)] }

  /// The slots that it uses, without repetition, in the order in which they first occur.
  package var slots: [Slot] {
    var seen: Set<Slot> = []
    var mentions: [(start: UInt32, slot: Slot)] = []
    for (index, reference) in references.enumerated() {
      guard case .variable(let variable) = reference, case .slot(let slot) = variable.binding else { continue }
      if seen.insert(slot).inserted { mentions.append((expression.nodes[index].range.start, slot)) }
    }
    return mentions.sorted { $0.start < $1.start }.map { $0.slot }
  }
}

/// The variables that were looked up in an environment. Results of the lookups are valid in any other environment with the same variables.
package final class VariableLookups: Sendable {
  private struct State {
    var names: Set<Text> = []
    var areAll = false
  }

  private let state = Mutex(State())

  /// A record of no lookups.
  package init() {}

  /// Records that the variable `name` was looked up, even if it does not exist.
  func note(_ name: Text) { state.withLock { _ = $0.names.insert(name) } }

  /// Records that the names of all variables were used.
  func noteAll() { state.withLock { $0.areAll = true } }

  /// The names that were looked up, or nil for all names.
  package var names: Set<Text>? { state.withLock { $0.areAll ? nil : $0.names } }
}
