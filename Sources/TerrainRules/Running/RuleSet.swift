import Synchronization
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// A rule set, ready to run: with resolved names and types, planned into flat bytecode. Immutable; every worker makes
/// a ``RuleSession`` of its own.
package final class RuleSet: Sendable {
  /// The rule set's name.
  package let id: Text
  /// Its version, from its manifest.
  package let version: Text
  /// The facts of all modules that were loaded, in the order they are declared.
  package let facts: [Fact]
  /// The decisions of all modules that were loaded; what a decision needs comes before it.
  package let decisions: [Decision]

  package let manifest: RuleSetManifest
  /// The modules that were loaded, each after those it uses: name, meaning, and what it uses.
  package let modules: [(name: Text, doc: Text?, uses: [Text])]
  package let linkedFacts: [LinkedFact]
  package let parameters: [LinkedParameter]
  package let linkedDecisions: [LinkedDecision]
  package let slots: SlotTable
  let planned: PlannedDecisions
  private let factIndices: [Text: Int]
  /// By every name that a decision may be requested by: its full name, and the one relative to the rule set's id.
  private let decisionIndices: [Text: Int]
  private let sessions = Atomic<Int>(0)
  /// By slot, the position of the decision whose result the slot holds; -1 for any other slot.
  private let decisionsBySlot: [Int32]

  init(manifest: RuleSetManifest, linker: Linker, planned: PlannedDecisions) {
    self.manifest = manifest
    id = manifest.id
    version = manifest.version
    modules = linker.modules.map { ($0.name, $0.doc, $0.uses.map { $0.name }) }
    linkedFacts = linker.facts
    parameters = linker.parameters
    linkedDecisions = linker.decisions
    slots = linker.slots
    self.planned = planned
    facts = linker.facts.enumerated().map {
      Fact(id: Fact.ID(index: $0, slot: $1.slot), declaration: $1.declaration, module: $1.module)
    }
    decisions = linker.decisions.enumerated().map { index, linked in
      Decision(
        id: Decision.ID(index: index, slot: linked.slot), name: linked.typed.fullName, type: linked.typed.type,
        place: linked.typed.place, doc: linked.typed.doc)
    }
    factIndices = Dictionary(keepingFirst: facts.map { ($0.name, $0.index) })
    decisionIndices = Self.indices(of: linker.decisions, in: manifest)
    var bySlot = Array(repeating: Int32(-1), count: linker.slots.entries.count)
    for decision in decisions where bySlot.indices.contains(Int(decision.slot.index)) {
      bySlot[Int(decision.slot.index)] = Int32(truncatingIfNeeded: decision.index)
    }
    decisionsBySlot = bySlot
  }

  /// `base` with other decisions, over the same slots.
  init(_ base: RuleSet, decisions linked: [LinkedDecision], parameters: [LinkedParameter], planned: PlannedDecisions) {
    manifest = base.manifest
    id = base.id
    version = base.version
    modules = base.modules
    linkedFacts = base.linkedFacts
    self.parameters = parameters
    linkedDecisions = linked
    slots = base.slots
    self.planned = planned
    facts = base.facts
    decisions = linked.enumerated().map { index, linked in
      Decision(
        id: Decision.ID(index: index, slot: linked.slot), name: linked.typed.fullName, type: linked.typed.type,
        place: linked.typed.place, doc: linked.typed.doc)
    }
    factIndices = base.factIndices
    decisionIndices = Self.indices(of: linked, in: manifest)
    var bySlot = Array(repeating: Int32(-1), count: base.slots.entries.count)
    for decision in decisions where bySlot.indices.contains(Int(decision.slot.index)) {
      bySlot[Int(decision.slot.index)] = Int32(truncatingIfNeeded: decision.index)
    }
    decisionsBySlot = bySlot
  }

  private static func indices(of decisions: [LinkedDecision], in manifest: RuleSetManifest) -> [Text: Int] {
    let prefix = Array(manifest.modulePrefix.utf8)
    // Of most modules decisions may be called without the rule set's id; not where that is the beginning of another
    // module's name.
    var relativeModules: [Text: Bool] = [:]
    func mayBeRelative(_ module: Text) -> Bool {
      if let relative = relativeModules[module] { return relative }
      let rest = module.utf8.dropFirst(prefix.count)
      let isFree =
        module.utf8.starts(with: prefix)
        && !manifest.modules.contains { other in
          let name = other.module.utf8
          return rest.starts(with: name)
            && (rest.count == name.count || rest.dropFirst(name.count).first == UInt8(ascii: "."))
        }
      relativeModules[module] = isFree
      return isFree
    }
    var indices: [Text: Int] = [:]
    for (index, decision) in decisions.enumerated() {
      let name = decision.typed.fullName
      var names = [name]
      if mayBeRelative(decision.typed.module) { names.append(Text(decoding: Array(name.utf8).dropFirst(prefix.count))) }
      for name in names where indices[name] == nil { indices[name] = index }
    }
    return indices
  }

  /// The decision `name`: a full name (`module.decision`), or one relative to the rule set's id.
  package func decision(_ name: Text) -> Decision? { decisionIndices[name].map { decisions[$0] } }

  /// How many sessions were made over it so far. Making one costs as much as the rule set is large, so that none may be
  /// made for a request.
  package var sessionsMade: Int { sessions.load(ordering: .relaxed) }

  func countSession() { sessions.wrappingAdd(1, ordering: .relaxed) }

  /// The position of the decision whose result `slot` holds; nil of any other slot.
  func decisionIndex(at slot: Slot) -> Int? {
    guard decisionsBySlot.indices.contains(Int(slot.index)) else { return nil }
    let index = Int(decisionsBySlot[Int(slot.index)])
    return index >= 0 ? index : nil
  }

  /// The decision's place among ``decisions``.
  package func number(of decision: Decision) -> Int { decision.index }

  /// The fact `name`.
  package func fact(_ name: Text) -> Fact? { factIndices[name].map { facts[$0] } }

  /// The fact whose value is in `slot`; nil of any other slot.
  func fact(at slot: Slot) -> Fact? {
    // Facts have the first slots.
    let index = Int(slot.index)
    return facts.indices.contains(index) && facts[index].slot == slot ? facts[index] : nil
  }

  /// The facts that deciding `decision` may read, whichever way it goes, in the order they are declared.
  package func facts(neededBy decision: Decision) -> [Fact] {
    let needed = Set(planned.bytecode.facts(neededBy: decision.slot))
    return facts.filter { needed.contains($0.slot) }
  }
}

/// A fact of a rule set. A class, so that handing it on costs one reference.
package final class Fact: Sendable, Identifiable {
  /// A fact's number and nothing else: for those who set facts very often.
  package struct ID: Hashable, Sendable {
    /// Its place among the facts of its rule set.
    package let index: Int
    let slot: Slot
  }

  /// Its number.
  package let id: ID
  /// Its declaration in its module.
  package let declaration: FactDeclaration
  /// The module that declares it.
  package let module: Text

  init(id: ID, declaration: FactDeclaration, module: Text) {
    self.id = id
    self.declaration = declaration
    self.module = module
  }

  /// The name conditions use.
  package var name: Text { declaration.name }

  var index: Int { id.index }

  var slot: Slot { id.slot }
}

/// A decision of a rule set. A class, so that handing it on costs one reference.
package final class Decision: Sendable, Identifiable {
  /// A decision's number and nothing else: for those who decide very often.
  package struct ID: Hashable, Sendable {
    let index: Int
    let slot: Slot
  }

  /// Its number.
  package let id: ID
  /// Its module's name, a dot, its own.
  package let name: Text
  /// The type of its value.
  package let type: CELType
  /// Its name in the module's file.
  package let place: Place
  /// What it means, for people.
  package let doc: Text?

  init(id: ID, name: Text, type: CELType, place: Place, doc: Text?) {
    self.id = id
    self.name = name
    self.type = type
    self.place = place
    self.doc = doc
  }

  var index: Int { id.index }

  var slot: Slot { id.slot }
}
