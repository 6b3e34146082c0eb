import TerrainDocuments
import TerrainBase

/// A name that a pack or its rules declare, with everything known about where it is.
package struct IndexedName: Sendable {
  /// What a name is the name of.
  package enum Kind: String, Sendable {
    /// A module of the rules.
    case module
    /// A fact that modules declare.
    case fact
    /// A parameter of a module.
    case parameter
    /// A decision of a module.
    case decision
    /// A row of a decision.
    case row
    /// A kind of record of the pack.
    case kind
    /// A record of the pack, by its id.
    case record
    /// Something inside a record that has an id, such as a question.
    case part
    /// An enum of the pack.
    case enumeration = "enum"
    /// A value of an enum.
    case value
    /// A record type that the pack declares for results of rules.
    case type
  }

  /// A use of a name.
  package struct Use: Sendable, Hashable {
    /// What the file of the use is: `rules`, `tests`, `pack`, …
    package let part: FilePart
    /// The location of the use.
    package let place: Place
  }

  /// What it is the name of.
  package let kind: Kind
  /// The name, as it is declared.
  package let name: Text
  /// What it belongs to: of a decision or parameter its module, of a row the decision's full name, of a value its enum, of a record
  /// its kind, of a part the record or part that it is in. nil for names that belong to the whole.
  package let owner: Text?
  /// The type of its value, as rules write it; nil where it has none or none is declared.
  package let type: Text?
  /// Its meaning, for people.
  package let doc: Text?
  /// Where it is declared, in the order of files.
  package internal(set) var declarations: [Place]
  /// Where it is used, in the order of files.
  package internal(set) var uses: [Use] = []
  /// True of a decision that the program evaluates.
  package internal(set) var isEvaluatedByProgram = false
  /// True of a decision that the program evaluates by a name of its own; a page names its decisions itself.
  package internal(set) var isFixed = false

  /// The name with what it belongs to: `module.decision`, `enum.value`, `kind.record`.
  package var fullName: Text { owner.map { Text("\($0).\(name)") } ?? name }
}

/// What a file of a pack or a rule set is for.
package enum FilePart: String, Sendable, CaseIterable {
  case rules, tests, scenarios, invariants, pack, populations, quality, examples, schemas, other

  /// The part that the document with the root `node` is.
  package init(_ node: Node) {
    switch FileRole(node) {
    case .ruleModule, .ruleSetManifest: self = .rules
    case .ruleTests: self = .tests
    case .scenarios: self = .scenarios
    case .invariants: self = .invariants
    case .packManifest, .content: self = .pack
    case .population: self = .populations
    case .quality: self = .quality
    case .answers, .request: self = .examples
    case .schema: self = .schemas
    case .builtPack, nil: self = .other
    }
  }
}
