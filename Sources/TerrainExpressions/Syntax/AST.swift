import TerrainDocuments
import TerrainBase

/// A parsed expression: nodes in one flat array, children before parents, so that walking a deep expression
/// needs no recursion and freeing one cannot overflow the stack.
///
/// Macros are already expanded; `macroCalls` keeps what the author wrote, for printing and for tests.
package struct Expression: Sendable {
  /// Names a node of one expression.
  package typealias ID = Int32

  /// One node.
  package struct Node: Sendable {
    /// What the node is.
    package var kind: Kind
    /// Its location, as byte offsets in the expression's own text (see ``ExpressionSource/place(of:)``).
    package var range: SourceRange

    /// A node of `kind` written at `range`.
    package init(kind: Kind, range: SourceRange) {
      self.kind = kind
      self.range = range
    }
  }

  /// CEL's abstract syntax (the same cases as `cel.expr.Expr`).
  package enum Kind: Sendable {
    /// A literal: null, bool, int, uint, double, string or bytes.
    case literal(Value)
    /// A name, with its leading dot if it has one (`.name` looks in the root container only).
    case identifier(Text)
    /// `operand.field`; `testOnly` for `has(operand.field)`; `optional` for `operand.?field`.
    case select(operand: ID, field: Text, testOnly: Bool, optional: Bool)
    /// A function or operator call. Operators have CEL's names: `_+_`, `_&&_`, `!_`, `-_`, `_?_:_`, `@in`, `_[_]`,
    /// `_[?_]`.
    case call(function: Text, target: ID?, arguments: [ID])
    /// `[a, b, ?c]`; `optionals` holds the indices of elements written with `?`.
    case list(elements: [ID], optionals: [Int])
    /// `{k: v, ?k: v}`.
    case map(entries: [MapEntry])
    /// `Name{field: value}`.
    case message(type: Text, fields: [MessageField])
    /// A macro's loop; see ``Comprehension``. Boxed, so that it does not make every other node three times as large.
    indirect case comprehension(Comprehension)
  }

  /// One `key: value` of a map literal.
  package struct MapEntry: Sendable {
    /// The key's node.
    package var key: ID
    /// The value's node.
    package var value: ID
    /// True when the entry is left out where the value, an optional, is absent.
    package var optional: Bool

    /// An entry; `optional` when written `?key: value`.
    package init(key: ID, value: ID, optional: Bool) {
      self.key = key
      self.value = value
      self.optional = optional
    }
  }

  /// One `field: value` of a message literal.
  package struct MessageField: Sendable {
    /// The field.
    package var name: Text
    /// The value's node.
    package var value: ID
    /// True when the field is left out where the value, an optional, is absent.
    package var optional: Bool

    /// A field; `optional` when written `?field: value`.
    package init(name: Text, value: ID, optional: Bool) {
      self.name = name
      self.value = value
      self.optional = optional
    }
  }

  /// CEL's fold: for each element of `range` bound to `variable` (and its index or value to `variable2`),
  /// while `condition` holds, `accumulator` becomes `step`; the answer is `result`.
  package struct Comprehension: Sendable {
    /// What the body calls an element (of a map: a key).
    package var variable: Text
    /// The second variable of two-variable macros: `variable` is then the index or key, this the element or value.
    package var variable2: Text?
    /// The list or map that is iterated; evaluated outside the loop's names.
    package var range: ID
    /// What `condition`, `step` and `result` call what there is so far. Loops inside loops may use the same name: the
    /// inner one hides the outer.
    package var accumulator: Text
    /// The accumulator's first value; evaluated outside the loop's names.
    package var initial: ID
    /// Whether to continue, evaluated before each element.
    package var condition: ID
    /// The accumulator's next value.
    package var step: ID
    /// What the loop is worth when it is over; sees the accumulator only.
    package var result: ID
    /// Which macro it came from (`exists`, `all`, `map`, …), so that a planner may do better than the general loop.
    package var macro: Text

    /// A loop as the macro `macro` expands to it.
    package init(
      variable: Text, variable2: Text? = nil, range: ID, accumulator: Text, initial: ID, condition: ID, step: ID,
      result: ID, macro: Text
    ) {
      self.variable = variable
      self.variable2 = variable2
      self.range = range
      self.accumulator = accumulator
      self.initial = initial
      self.condition = condition
      self.step = step
      self.result = result
      self.macro = macro
    }
  }

  /// A macro call as written, kept beside its expansion.
  package struct MacroCall: Sendable {
    /// The macro's name.
    package var name: Text
    /// The operand before the dot.
    package var target: ID?
    /// The arguments, unexpanded as far as they are names; nodes of the same expression.
    package var arguments: [ID]

    /// `target.name(arguments)` as written.
    package init(name: Text, target: ID?, arguments: [ID]) {
      self.name = name
      self.target = target
      self.arguments = arguments
    }
  }

  /// Every node; a child's index is smaller than its parent's. Not all of them need be reachable from ``root``: what a
  /// macro was given (the name of its variable, the selection inside `has`) stays here for ``macroCalls`` only.
  package var nodes: [Node]
  /// The whole expression's node.
  package var root: ID
  /// The text it was parsed from.
  package var source: ExpressionSource
  /// For each node that came from a macro, the call as the author wrote it.
  package var macroCalls: [ID: MacroCall]

  /// An expression over `nodes` whose top is `root`.
  package init(nodes: [Node], root: ID, source: ExpressionSource, macroCalls: [ID: MacroCall] = [:]) {
    self.nodes = nodes
    self.root = root
    self.source = source
    self.macroCalls = macroCalls
  }
}
