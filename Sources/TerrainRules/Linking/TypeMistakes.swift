import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Finds declarations whose type fits none of their uses: then the type is the mistake, not the uses.
struct TypeMistakes {
  /// The used declaration: its name, its type, and its place.
  struct Declaration {
    var name: Text
    var type: CELType
    var place: Place
  }

  /// A part of a decision that is typed separately, with the names in it.
  fileprivate struct Part {
    var place: Place
    var targets: Set<NameTarget> = []
  }

  private var parts: [Part] = []
  /// The names in each decision.
  private var targets: [Int: Set<NameTarget>] = [:]

  /// Codes of diagnostics about operations that a wrong type causes. A literal of a wrong type is more likely a mistake of its own.
  private static let codes: Set<String> = [
    "expressions/no-fields", "expressions/unknown-field", "expressions/wrong-type", "expressions/no-such-overload",
    "expressions/not-optional", "expressions/not-iterable", "expressions/loop-type",
  ]

  /// Further codes of diagnostics that a wrong type causes, if another type removes all of them.
  private static let furtherCodes: Set<String> = [
    "rules/literal-type", "expressions/not-a-condition", "expressions/bare-optional", "expressions/choice-types",
    "expressions/map-key", "expressions/wrong-form",
  ]

  /// The minimum number of uses for which the declaration is the likelier mistake.
  private static let leastUses = 3

  /// Adds the uses of names in `decision`, which has the index `index`. Names are looked up in `scope`.
  mutating func add(_ decision: DecisionDeclaration, _ scope: Scope, at index: Int) {
    let first = parts.count
    defer { targets[index] = Set(parts[first...].flatMap { $0.targets }) }
    if case .rows(let table) = decision.body {
      for condition in table.rows.flatMap({ $0.conditions }) {
        switch condition {
        case .expression(let expression): add([expression], at: expression.place(of: expression.root), scope)
        case .cell(let cell):
          // A cell and its key form one part, because either may not fit the other.
          let key = cell.input.place(of: cell.input.root)
          let range = SourceRange(
            start: min(key.range.start, cell.node.range.start), end: max(key.range.end, cell.node.range.end))
          add([cell.input] + cell.expressions, at: Place(source: key.source, range: range), scope)
        }
      }
    }
    decision.forEachResult { expression in add([expression], at: expression.place(of: expression.root), scope) }
  }

  private mutating func add(_ expressions: [Expression], at place: Place, _ scope: Scope) {
    var part = Part(place: place)
    for expression in expressions {
      expression.forEachMention { name, _ in
        if let target = scope.targets[name] { part.targets.insert(target) }
      }
    }
    if !part.targets.isEmpty { parts.append(part) }
  }

  /// For each of `diagnostics` that a wrong type may cause, the facts on which its expression depends.
  func facts(_ diagnostics: [Diagnostic]) -> [Set<Int>] {
    diagnostics.map { diagnostic in
      guard Self.codes.union(Self.furtherCodes).contains(diagnostic.code) else { return [] }
      var facts: Set<Int> = []
      var seen: Set<NameTarget> = []
      var open = parts.filter { $0.holds(diagnostic) }.flatMap { $0.targets }
      while let target = open.popLast() {
        guard seen.insert(target).inserted else { continue }
        switch target {
        case .fact(let index): facts.insert(index)
        case .parameter: break
        case .decision(let index): open += targets[index] ?? []
        }
      }
      return facts
    }
  }

  /// Returns `diagnostics`. If no use of a declaration fits its type, a diagnostic about the declaration replaces those about its uses.
  func attributed(_ diagnostics: [Diagnostic], _ declaration: (NameTarget) -> Declaration?) -> [Diagnostic] {
    let isTyped = diagnostics.map { $0.cause == nil && Self.codes.contains($0.code) && $0.place != nil }
    guard isTyped.count(where: { $0 }) >= Self.leastUses else { return diagnostics }
    // For each part, the diagnostics in it.
    let diagnosticsOfParts = parts.map { part in
      diagnostics.indices.filter { isTyped[$0] && part.holds(diagnostics[$0]) }
    }
    var uses: [NameTarget: (all: Int, wrong: Int)] = [:]
    for (part, inside) in zip(parts, diagnosticsOfParts) {
      for target in part.targets {
        uses[target, default: (0, 0)].all += 1
        if !inside.isEmpty { uses[target, default: (0, 0)].wrong += 1 }
      }
    }
    let culprits = uses.filter { $0.value.all >= Self.leastUses && $0.value.all == $0.value.wrong }
    // If two declarations are used together, the more frequently used one is blamed; if both are equally frequent, none.
    var causes: [Int: Diagnostic.Cause] = [:]
    for (part, inside) in zip(parts, diagnosticsOfParts) {
      let here = part.targets.filter { culprits[$0] != nil }
      guard let most = here.compactMap({ culprits[$0]?.all }).max() else { continue }
      let first = here.filter { culprits[$0]?.all == most }
      guard first.count == 1, let declared = first.first.flatMap(declaration) else { continue }
      let cause = Diagnostic.Cause(
        "type of \(declared.name) at \(declared.place.range.start)", mistake: .noUseFits(declared))
      for index in inside { causes[index] = cause }
    }
    let attributed = diagnostics.indices.filter { causes[$0] != nil }.map { index in
      causes[index].map { diagnostics[index].caused(by: $0) } ?? diagnostics[index]
    }
    return diagnostics.indices.filter { causes[$0] == nil }.map { diagnostics[$0] } + attributed.onePerCause()
  }
}

extension TypeMistakes.Part {
  fileprivate func holds(_ diagnostic: Diagnostic) -> Bool {
    guard let other = diagnostic.place, other.source === place.source else { return false }
    return place.range.start <= other.range.start && other.range.end <= place.range.end
  }
}

extension Diagnostic {
  static func noUseFits(_ declared: TypeMistakes.Declaration) -> Diagnostic {
    Diagnostic(
      code: "rules/mistyped-declaration", message: "`\(declared.name)` is `\(declared.type)`, which no use of it fits",
      place: declared.place, fix: "declare it with the type that its uses expect")
  }
}

/// Finds mistakes in decisions that make values in cells of other decisions unknown: a misspelled result, or a missing result because a row
/// or `otherwise` is missing.
struct ValueMistakes {
  private let decisions: [TypedDecision]
  private let written: [DecisionDeclaration]

  init(_ decisions: [TypedDecision], written: [DecisionDeclaration]) {
    self.decisions = decisions
    self.written = written
  }

  /// Returns `diagnostics`. A mistake in a decision's results replaces the unknown values that it causes.
  func attributed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var causes: [String: Diagnostic.Cause] = [:]
    let attributed = diagnostics.map { diagnostic in
      guard let cause = diagnostic.cause, let value = cause.value, let enumeration = cause.enumeration else {
        return diagnostic
      }
      let attributed = causes[cause.key] ?? self.cause(cause, value, enumeration)
      causes[cause.key] = attributed
      return diagnostic.caused(by: attributed)
    }
    func hasMistake(_ diagnostic: Diagnostic) -> Bool { diagnostic.cause?.mistake.isEmpty == false }
    return attributed.filter { !hasMistake($0) } + attributed.filter(hasMistake).onePerCause()
  }

  private func cause(_ cause: Diagnostic.Cause, _ value: Text, _ enumeration: Text) -> Diagnostic.Cause {
    let candidates = decisions.filter { decision in
      guard decision.name == enumeration, case .enumeration(let type) = decision.type else { return false }
      return type.name == enumeration && type.code(of: value) == nil
    }
    // A declared type determines the values. If two decisions have the same name, either may be meant.
    guard let decision = candidates.first, candidates.count == 1, case .rows(let table) = decision.body,
      case .enumeration(let type) = decision.type,
      !written.contains(where: { $0.place == decision.place && $0.type != nil })
    else { return cause }
    var result = cause
    if let nearest = Suggestion.nearest(to: value.string, among: type.cases.map({ $0.string })).map({ Text($0) }) {
      guard !isCompared(enumeration, with: nearest), let place = table.place(of: nearest) else { return cause }
      result.mistake = [.misspelledResult(nearest, meant: value, of: decision, place)]
    } else {
      result.mistake = [.missingResult(value, of: decision, hasOtherwise: table.otherwise != nil)]
      // With `otherwise` the table may be complete, and a single cell may be the mistake.
      result.leastCount = table.otherwise == nil ? 1 : 2
    }
    return result
  }

  /// True if a cell compares the decision called `name` with `value`.
  private func isCompared(_ name: Text, with value: Text) -> Bool {
    written.contains { declaration in
      guard case .rows(let table) = declaration.body else { return false }
      return table.rows.flatMap { $0.conditions }.contains { condition in
        guard case .cell(let cell) = condition else { return false }
        let input = cell.input.source.text.trimmed.string
        return (input == name.string || input.hasSuffix(".\(name)")) && cell.test.mentions(value, in: cell.node)
      }
    }
  }
}

extension CellTest {
  /// True if the test is the literal `value` or has it in its list.
  fileprivate func mentions(_ value: Text, in node: Node) -> Bool {
    switch self {
    case .literal: node.text == value
    case .oneOf(let tests): tests.contains { $0.test.mentions(value, in: $0.node) }
    case .comparison(_, let operand): operand.source.text.trimmed == value
    default: false
    }
  }
}

extension TypedTable {
  /// The place at which a row or `otherwise` has the result `value`.
  fileprivate func place(of value: Text) -> Place? {
    for result in rows.map({ $0.then }) + [otherwise] {
      if case .constant(.string(let text), let place)? = result, text == value { return place }
    }
    return nil
  }
}

extension Diagnostic {
  static func misspelledResult(_ result: Text, meant: Text, of decision: TypedDecision, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/missing-result",
      message: "no cell asks whether `\(decision.name)` is `\(result)`, and no row yields `\(meant)`", place: place,
      fix: "did you mean `\(meant)`?")
  }

  static func missingResult(_ value: Text, of decision: TypedDecision, hasOtherwise: Bool) -> Diagnostic {
    Diagnostic(
      code: "rules/missing-result",
      message: hasOtherwise
        ? "no row of `\(decision.fullName)` yields `\(value)`"
        : "`\(decision.fullName)` has no `otherwise`, and no row of it yields `\(value)`", place: decision.place,
      fix: hasOtherwise ? "add a row that yields `\(value)`" : "add `otherwise: \(value)`, or a row that yields it")
  }
}

/// Finds facts whose declared type is the single cause of several errors: another type removes all of them and adds none.
struct MistypedFacts {
  /// A change of a declaration and its effect.
  private struct Repair {
    var fact: FactDeclaration
    var type: CELType
    /// The errors that the change removes, by their positions among all diagnostics.
    var removed: [Int]
  }

  private let modules: [Module]
  private let link: ([Module]) -> [Diagnostic]

  /// The maximum number of facts that are tried with other types, because each trial types the whole rule set.
  private static let mostFacts = 4
  private static let mostTypes = 8

  private static let scalars: [CELType] = [.int, .double, .decimal, .string, .bool]

  /// - Parameter link: Returns the diagnostics of the same rule set with other declarations.
  init(_ modules: [Module], link: @escaping ([Module]) -> [Diagnostic]) {
    (self.modules, self.link) = (modules, link)
  }

  /// Returns `diagnostics`. A fact's declaration replaces the errors that its type causes.
  ///
  /// - Parameter facts: For each diagnostic, the facts on which its expression depends.
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
      // No other fact may have the right record type. Then several uses of the fact's fields show that its type is wrong.
      guard tried.isEmpty, let any = repair(fact, declarations, .error, fact.isOptional, diagnostics, errors),
        any.removed.count(where: { diagnostics[$0].code == "expressions/no-fields" }) > 1
      else { return tried }
      return [any]
    }
  }

  /// The repair that declares `fact` as `type`, or nil if it removes no error or adds one.
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

/// The identity of a mistake across trials; its message may name other types.
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
