import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// The differences between the declarations of two versions of a rule set, found by comparing definitions without evaluation.
package struct RuleSetDifference: Sendable {
  /// A parameter whose value differs, or that one version lacks.
  package struct Parameter: Sendable {
    /// The full name: module, dot, name.
    package let name: Text
    /// Its value in the old version, or nil if only the new version has it.
    package let old: Value?
    /// Its value in the new version, or nil if only the old version has it.
    package let new: Value?
  }

  /// The parameters that differ: those of the old version in its order, then those that only the new version has.
  package let parameters: [Parameter]
  /// The facts of both versions with different declarations: another type, other bounds, or another window.
  package let facts: Set<Text>
  /// The decisions of both versions whose own definitions differ.
  package let redefined: Set<Text>
  /// The rows of redefined decisions that both versions have with different definitions, by decision.
  package let redefinedRows: [Text: Set<Text>]
  /// The decisions of both versions whose values may differ: their own declaration, a fact that they read, or a decision that they need
  /// differs. Every other decision of both versions has the same value in both for all facts.
  package let affected: Set<Text>
  /// The affected decisions whose values may differ for a reason of their own: they are redefined, or they use a fact or a decision that
  /// only one version has or that is declared differently. If all of these have equal values, so have all other decisions.
  package let origins: Set<Text>
  /// The slots of each version whose declarations the other version lacks, declares differently, or may give other values.
  private let oldSlots: Set<Slot>
  private let newSlots: Set<Slot>

  /// Compares the definitions of `old` with those of `new`.
  package init(from old: RuleSet, to new: RuleSet) {
    parameters = Self.parameters(old, new)
    let theirs = Dictionary(keepingFirst: new.decisions.map { ($0.name, $0) })
    let oldFacts = Self.changedFacts(old, new)
    let newFacts = Self.changedFacts(new, old)
    let (mine, others) = (DefinitionText(old), DefinitionText(new))
    facts = Set(
      old.facts.filter { fact in
        new.fact(fact.name).map { !$0.declaration.takesTheSame(as: fact.declaration) } ?? false
      }.map { $0.name })
    var affected: Set<Text> = []
    var redefined: Set<Text> = []
    var redefinedRows: [Text: Set<Text>] = [:]
    var origins: Set<Text> = []
    // Each decision comes after those that it needs. A decision that only one version has affects those that need it.
    var missing: Set<Text> = []
    for decision in old.decisions {
      let name = decision.name
      guard let other = theirs[name] else {
        missing.insert(name)
        continue
      }
      let needed = decision.typed.needs.map { old.decisions[$0].name }
      let isRedefined = mine.parts(of: decision.typed) != others.parts(of: other.typed)
      if isRedefined {
        redefined.insert(name)
        let rows = others.rows(of: other.typed)
        redefinedRows[name] = Set(
          mine.rows(of: decision.typed).compactMap { id, parts in rows[id].map { $0 == parts } ?? true ? nil : id })
      }
      if isRedefined || needed.contains(where: missing.contains) || mine.readsAny(of: oldFacts, decision.typed)
        || others.readsAny(of: newFacts, other.typed)
      {
        origins.insert(name)
        affected.insert(name)
      } else if needed.contains(where: affected.contains) {
        affected.insert(name)
      }
    }
    self.redefined = redefined
    self.redefinedRows = redefinedRows
    self.origins = origins
    func changed(_ rules: RuleSet, _ facts: Set<Slot>, _ other: RuleSet) -> Set<Slot> {
      facts.union(
        rules.decisions.filter {
          affected.contains($0.name) || other.decision($0.name) == nil
        }.map { $0.slot })
    }
    oldSlots = changed(old, oldFacts, new)
    newSlots = changed(new, newFacts, old)
    self.affected = affected
  }

  private static func parameters(_ old: RuleSet, _ new: RuleSet) -> [Parameter] {
    let theirs = Dictionary(keepingFirst: new.parameters.map { ($0.fullName, $0.value) })
    let mine = Set(old.parameters.map { $0.fullName })
    var changes = old.parameters.compactMap { parameter -> Parameter? in
      let other = theirs[parameter.fullName]
      if let other, other.isIdentical(to: parameter.value) { return nil }
      return Parameter(name: parameter.fullName, old: parameter.value, new: other)
    }
    for parameter in new.parameters where !mine.contains(parameter.fullName) {
      changes.append(Parameter(name: parameter.fullName, old: nil, new: parameter.value))
    }
    return changes
  }

  /// The slots of the facts of `rules` that `other` lacks or declares differently.
  private static func changedFacts(_ rules: RuleSet, _ other: RuleSet) -> Set<Slot> {
    Set(
      rules.facts.filter { fact in
        other.fact(fact.name).map { !$0.declaration.takesTheSame(as: fact.declaration) } ?? true
      }.map { $0.slot })
  }

  /// A text for `result`, of a decision of `rules`. Equal texts mean that results of two versions have the same value for the same inputs.
  package static func definition(of result: TypedResult, in rules: RuleSet) -> String {
    DefinitionText(rules).parts(of: result).joined(separator: "\n")
  }

  /// The decisions of both versions that `decision` of `rules` needs and whose values may differ, by name.
  package func affected(neededBy decision: Decision, in rules: RuleSet) -> [Text] {
    decision.typed.needs.map { rules.decisions[$0].name }.filter(
      affected.contains)
  }

  /// True if `result`, of the new version if `isNew`, reads a value that may differ in the other version.
  package func readsChanges(_ result: TypedResult, isNew: Bool) -> Bool {
    let changed = isNew ? newSlots : oldSlots
    var reads = false
    result.forEachExpression { if !reads { reads = $0.slots.contains(where: changed.contains) } }
    return reads
  }

  /// The differing parameters that `decision` in `rules` names, in the order of ``parameters``.
  package func parameters(namedBy decision: Text, in rules: RuleSet) -> [Parameter] {
    guard !parameters.isEmpty, let changes = rules.decision(decision) else { return [] }
    var names: Set<Text> = []
    changes.typed.forEachExpression { expression in
      for case .variable(let variable) in expression.references {
        if case .constant = variable.binding { names.insert(variable.name) }
      }
    }
    // An expression names a parameter by its full name or by the end of it.
    return parameters.filter { parameter in
      names.contains { $0 == parameter.name || parameter.name.string.hasSuffix(".\($0)") }
    }
  }
}

extension FactDeclaration {
  /// True if both accept the same values and have the same default or the same window.
  package func takesTheSame(as other: FactDeclaration) -> Bool {
    func same(_ a: Value?, _ b: Value?) -> Bool {
      switch (a, b) {
      case (let a?, let b?): a.isIdentical(to: b)
      case (nil, nil): true
      default: false
      }
    }
    return type == other.type && isOptional == other.isOptional && maximumSize == other.maximumSize
      && same(minimum, other.minimum) && same(maximum, other.maximum)
      && same(window?.value, other.window?.value) && same(usual?.value, other.usual?.value)
  }
}

/// Writes the definition of a decision as a text for comparison between versions: inputs by their full names, parameters by their values.
/// Places, notes, and names of rows are left out.
private struct DefinitionText {
  private let rules: RuleSet
  private let names: [Slot: Text]

  init(_ rules: RuleSet) {
    self.rules = rules
    names = Dictionary(keepingFirst: rules.decisions.map { ($0.slot, $0.name) })
  }

  func readsAny(of facts: Set<Slot>, _ decision: TypedDecision) -> Bool {
    guard !facts.isEmpty else { return false }
    var changes = false
    decision.forEachExpression { expression in
      if !changes { changes = expression.slots.contains(where: facts.contains) }
    }
    return changes
  }

  func parts(of decision: TypedDecision) -> [String] {
    var parts = [decision.type.description]
    switch decision.body {
    case .value(let value): write(value, to: &parts)
    case .rows(let table):
      parts += [table.hit.rawValue, "\(table.limit ?? -1)", "\(table.isDistinct)", table.scoreType?.description ?? ""]
      for row in table.rows { write(row, to: &parts) }
      parts.append("otherwise")
      if let otherwise = table.otherwise { write(otherwise, to: &parts) }
    }
    return parts
  }

  func parts(of result: TypedResult) -> [String] {
    var parts: [String] = []
    write(result, to: &parts)
    return parts
  }

  /// The rows of `decision` by id.
  func rows(of decision: TypedDecision) -> [Text: [String]] {
    Dictionary(
      keepingFirst: (decision.table?.rows ?? []).map { row in
        var parts: [String] = []
        write(row, to: &parts)
        return (row.id, parts)
      })
  }

  private func write(_ row: TypedRow, to parts: inout [String]) {
    parts.append("row")
    for condition in row.conditions { write(condition.expression, to: &parts) }
    if let score = row.score { write(score, to: &parts) }
    parts.append("then")
    if let then = row.then { write(then, to: &parts) }
  }

  private func write(_ result: TypedResult, to parts: inout [String]) {
    switch result {
    case .constant(let value, _): parts.append(value.description)
    case .expression(let typed): write(typed, to: &parts)
    case .list(let items, _):
      parts.append("list \(items.count)")
      for item in items { write(item, to: &parts) }
    case .object(let fields, _):
      parts.append("object \(fields.count)")
      for field in fields {
        parts.append(field.name.string)
        write(field.value, to: &parts)
      }
    }
  }

  /// The text, then the targets of its names, because the same text may mean something else.
  private func write(_ typed: TypedExpression, to parts: inout [String]) {
    parts.append(typed.expression.printed(typed.expression.root).string)
    for case .variable(let variable) in typed.references {
      switch variable.binding {
      case .slot(let slot): parts.append(names[slot]?.string ?? "fact \(rules.slots[slot].name)")
      case .constant(let value): parts.append(value.description)
      case .unbound: parts.append("unbound")
      }
    }
  }
}
