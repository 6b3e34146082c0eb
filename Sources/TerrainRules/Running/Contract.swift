import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// What an engine requires of a rule set: decisions of a type, from facts it supplies. A rule set that does not keep it
/// is refused when it is loaded; whatever else a rule set has is its author's business.
package struct Contract: Sendable {
  /// A decision that is required.
  package struct Wanted: Sendable {
    /// Its full name, or relative to the rule set's id (`orders.size`).
    package var name: Text
    /// The type the engine takes. A vocabulary: the decision's values must all be in it. `dyn`: any.
    package var type: CELType
    /// True when a rule set may do without it.
    package var isOptional: Bool

    /// The decision `name`, of `type`.
    package init(_ name: Text, _ type: CELType, isOptional: Bool = false) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
    }
  }

  /// A fact that is supplied.
  package struct Fact: Sendable {
    /// The name rules know it by.
    package var name: Text
    /// Its type; `optional<T>` when it may be absent.
    package var type: CELType

    /// The fact `name`, of `type`.
    package init(_ name: Text, _ type: CELType) {
      self.name = name
      self.type = type
    }
  }

  /// What the engine is called, in messages.
  package var name: Text
  /// The required decisions.
  package var decisions: [Wanted]
  /// Modules without which the engine cannot work, by their names relative to the rule set's id. Those of decisions
  /// that are not optional need not be named.
  package var modules: [Text]
  /// What is supplied.
  package var facts: [Fact]
  /// Where set, the engine also supplies every fact of this type, whatever its name (a quiz's axes). `dyn`: every fact.
  package var otherFacts: CELType?
  /// Whether the engine decides about several instants at once, each by the version of the rules of its time.
  package var spansVersions: Bool

  /// The name of the engine in the diagnostic about a missing module that a request names: its values are not quoted.
  /// Nil where the engine itself names the module.
  package var caller: Text?

  /// A contract called `name`.
  package init(
    _ name: Text, caller: Text? = nil, decisions: [Wanted], modules: [Text] = [], facts: [Fact] = [],
    otherFacts: CELType? = nil, spansVersions: Bool = false
  ) {
    self.name = name
    self.caller = caller
    self.decisions = decisions
    self.modules = modules
    self.facts = facts
    self.otherFacts = otherFacts
    self.spansVersions = spansVersions
  }

  var factsListed: String? {
    facts.isEmpty ? nil : "what it supplies: \(facts.map { $0.name }.quoted)"
  }
}
