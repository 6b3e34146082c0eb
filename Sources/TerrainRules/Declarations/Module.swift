import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// A module as its file declares it; its names are not yet looked up.
package struct Module: Sendable {
  package var name: Text
  /// The location of its name.
  package var place: Place
  package var doc: Text?
  package var uses: [Mention]
  package var facts: [FactDeclaration]
  package var parameters: [ParameterDeclaration]
  package var decisions: [DecisionDeclaration]
  /// False where a name is written twice, so that another may be missing: the reader of the file has reported it.
  package var namesAreKnown = true
  /// The number under which a ``LinkMemory`` has it; 0: none has.
  var reading = 0
}

/// A name, and its location.
package struct Mention: Sendable {
  package var name: Text
  package var place: Place
}

/// What evaluation is given: a name, a type and a domain.
package struct FactDeclaration: Sendable {
  /// The name conditions use.
  package var name: Text
  /// The type of a given value (of an optional fact, of a value that is there).
  package var type: CELType
  /// True when it may be absent.
  package var isOptional: Bool
  /// True when each candidate of a ranking has its own.
  package var isPerCandidate: Bool
  /// True when its values are kept out of logs.
  package var isSecret = false
  /// How an engine computes its value from what it keeps; nil of a fact that is given. The engine reads it.
  package var window: Node?
  /// What it is where nothing gives it, as written; nil: it has to be given.
  package var usual: Node?
  /// The least value it may have; nil: no bound but the type's.
  package var minimum: Value?
  /// The greatest value it may have; nil: no bound but the type's.
  package var maximum: Value?
  /// The most elements a list or map, or characters a string, may have; nil: the default for costs.
  package var maximumSize: Int?
  /// What it means, for people.
  package var doc: Text?
  /// Its name in the module's file.
  package var place: Place

  /// The type expressions see.
  package var seenType: CELType { isOptional && type != .error ? .optional(type) : type }
}

/// What an author tunes: a constant with a name, a type and a range.
package struct ParameterDeclaration: Sendable {
  /// The name expressions use.
  package var name: Text
  /// The type of its value.
  package var type: CELType
  /// Its value, unless an override sets another.
  package var value: Value
  /// The least it may be set to; nil: no bound but the type's.
  package var minimum: Value?
  /// The greatest it may be set to; nil: no bound but the type's.
  package var maximum: Value?
  /// What it means, for people.
  package var doc: Text?
  /// Its name in the module's file.
  package var place: Place
}

/// A decision as written: rows, or a single value.
package struct DecisionDeclaration: Sendable {
  package var name: Text
  /// Its name in the module's file.
  package var place: Place
  package var doc: Text?
  /// The declared type; nil: inferred from the rows.
  package var type: CELType?
  package var typePlace: Place?
  package var body: Body
  /// False when reading it gave an error: what is left of it is checked, but nothing is
  /// concluded from it for others.
  package var isSound = true

  package enum Body: Sendable {
    /// `value:`
    case value(Template)
    case rows(RowTable)
  }
}

/// `hit`, `rows` and what goes with them.
package struct RowTable: Sendable {
  package var hit: HitPolicy
  package var hitPlace: Place
  package var rows: [RowDeclaration]
  package var otherwise: Template?
  /// At most so many of what is collected.
  package var limit: Int?
  /// Only the first of equal values is collected.
  package var isDistinct: Bool
}

/// A row: when it holds, and what it then yields.
package struct RowDeclaration: Sendable {
  package var id: Text
  package var place: Place
  package var when: Condition
  /// nil only where the hit policy counts rows.
  package var then: Template?
  package var score: Template?
  package var note: Text?

  package enum Condition: Sendable {
    /// No `when`.
    case always
    case expression(ExpressionSource)
    /// All must hold.
    case cells([Cell])
  }
}

/// What a row yields, as written: literals with expressions in them.
package indirect enum Template: Sendable {
  case literal(Node)
  /// A string that began with `=`.
  case expression(ExpressionSource)
  case list([Template], Node)
  case map([Field], Node)

  package struct Field: Sendable {
    package var key: Mention
    package var value: Template
  }
}

extension Template {
  /// What it is read from; nil for an expression.
  package var node: Node? {
    switch self {
    case .literal(let node), .list(_, let node), .map(_, let node): node
    case .expression: nil
    }
  }
}
