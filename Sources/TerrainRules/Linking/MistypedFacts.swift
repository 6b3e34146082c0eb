import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Finds facts whose declared type is the one mistake behind several errors: with another type, all of these are gone and
/// none is new.
struct MistypedFacts {
  /// A change of a declaration, and what it does.
  private struct Repair {
    var fact: FactDeclaration
    var type: CELType
    /// The errors that the change removes, by their positions among all diagnostics.
    var removed: [Int]
  }

  private let modules: [Module]
  private let link: ([Module]) -> [Diagnostic]

  /// Facts that are tried, each with other types. Every trial types the whole rule set.
  private static let mostFacts = 4
  private static let mostTypes = 8

  private static let scalars: [CELType] = [.int, .double, .decimal, .string, .bool]

  /// `link` returns the diagnostics of the same rule set with other declarations.
  init(_ modules: [Module], link: @escaping ([Module]) -> [Diagnostic]) {
    (self.modules, self.link) = (modules, link)
  }

  /// `diagnostics`, in which a fact's declaration takes the place of the errors that its type leads to. `facts` holds, for each
  /// diagnostic, the facts that its expression depends on.
  func attributed(_ diagnostics: [Diagnostic], _ facts: [Set<Text>]) -> [Diagnostic] {
    guard let repair = repairs(diagnostics, facts).max(by: { $0.removed.count < $1.removed.count }) else {
      return diagnostics
    }
    let removed = Set(repair.removed)
    let cause = Diagnostic.Cause(
      "type of \(repair.fact.name)",
      mistake: .usesNeedOtherType(repair.fact, repair.type, count: removed.count))
    let uses = repair.removed.map { diagnostics[$0].caused(by: cause) }.onePerCause()
    return diagnostics.indices.filter { !removed.contains($0) }.map { diagnostics[$0] } + uses
  }

  private func repairs(_ diagnostics: [Diagnostic], _ facts: [Set<Text>]) -> [Repair] {
    var counts: [Text: Int] = [:]
    for name in facts.joined() { counts[name, default: 0] += 1 }
    let candidates = counts.filter { $0.value > 1 }.keys
      .ordered { (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1) }
    let errors = Set(diagnostics.filter { $0.severity == .error }.map(Defect.init))
    return candidates.prefix(Self.mostFacts).flatMap { name -> [Repair] in
      let declarations = modules.flatMap { $0.facts }.filter { $0.name == name }
      guard let fact = declarations.first, !declarations.contains(where: { $0.type == .error }) else { return [] }
      let tried = types(insteadOf: fact).compactMap {
        repair(fact, declarations, $0.type, $0.isOptional, diagnostics, errors)
      }
      // The type of a record may be one that no other fact has: then what takes fields of it shows that this one is wrong.
      guard tried.isEmpty, let any = repair(fact, declarations, .error, fact.isOptional, diagnostics, errors),
        any.removed.count(where: { diagnostics[$0].code == "expressions/no-fields" }) > 1
      else { return tried }
      return [any]
    }
  }

  /// The repair that declares `fact` as `type`; nil where that removes nothing, or is wrong itself.
  private func repair(
    _ fact: FactDeclaration, _ declarations: [FactDeclaration], _ type: CELType, _ isOptional: Bool,
    _ diagnostics: [Diagnostic], _ errors: Set<Defect>
  ) -> Repair? {
    let left = Set(link(changed(fact, to: type, isOptional)).filter { $0.severity == .error }.map(Defect.init))
    guard left.isSubset(of: errors) else { return nil }
    let removed = diagnostics.indices.filter {
      diagnostics[$0].severity == .error && !left.contains(Defect(diagnostics[$0]))
    }
    guard removed.count > 1 else { return nil }
    let wrong = declarations.first { $0.type != type || $0.isOptional != isOptional } ?? fact
    return Repair(fact: wrong, type: isOptional ? .optional(type) : type, removed: removed)
  }

  /// The types that `fact` may have been meant to have.
  private func types(insteadOf fact: FactDeclaration) -> [(type: CELType, isOptional: Bool)] {
    var types = Self.scalars
    if case .list = fact.type { types = types.map { .list($0) } }
    for type in modules.flatMap({ $0.facts }).map({ $0.type }) where type != .error && !types.contains(type) {
      types.append(type)
    }
    let others = types.filter { $0 != fact.type }.prefix(Self.mostTypes).map { (type: $0, isOptional: fact.isOptional) }
    return [(fact.type, !fact.isOptional)] + others
  }

  private func changed(_ fact: FactDeclaration, to type: CELType, _ isOptional: Bool) -> [Module] {
    modules.map { module in
      var module = module
      for index in module.facts.indices where module.facts[index].name == fact.name {
        module.facts[index].type = type
        module.facts[index].isOptional = isOptional
        (module.facts[index].minimum, module.facts[index].maximum) = (nil, nil)
      }
      return module
    }
  }
}

/// What identifies a defect across trials: its message may name other types.
private struct Defect: Hashable {
  var code: String
  var place: Place?

  init(_ diagnostic: Diagnostic) { (code, place) = (diagnostic.code, diagnostic.place) }
}

extension Diagnostic {
  static func usesNeedOtherType(_ fact: FactDeclaration, _ type: CELType, count: Int) -> Diagnostic {
    let isKnown = !type.isUnknown
    return Diagnostic(
      code: "rules/mistyped-declaration",
      message:
        "`\(fact.name)` is `\(fact.seenType)`, and \(count) uses of it need \(isKnown ? "`\(type)`" : "another type")",
      place: fact.place, fix: "declare it as \(isKnown ? "`\(type)`" : "what they need"), or change these uses")
  }
}
