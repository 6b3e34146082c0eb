import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Finds declarations that no use of them fits: then the declared type is the mistake, and not each use.
struct TypeMistakes {
  /// What is used: its name, its type, and where it is declared.
  struct Declaration {
    var name: Text
    var type: CELType
    var place: Place
  }

  /// A part of a decision that is typed by itself, and the names in it.
  fileprivate struct Part {
    var place: Place
    var targets: Set<NameTarget> = []
  }

  private var parts: [Part] = []
  /// The names in each decision.
  private var targets: [Int: Set<NameTarget>] = [:]

  /// Codes of operations that a wrong type leads to. A literal that does not fit is more likely wrong itself.
  private static let codes: Set<String> = [
    "expressions/no-fields", "expressions/unknown-field", "expressions/wrong-type", "expressions/no-such-overload",
    "expressions/not-optional", "expressions/not-iterable", "expressions/loop-type",
  ]

  /// Codes that a wrong type leads to besides, where another type makes all of them go.
  private static let furtherCodes: Set<String> = [
    "rules/literal-type", "expressions/not-a-condition", "expressions/bare-optional", "expressions/choice-types",
    "expressions/map-key", "expressions/wrong-form",
  ]

  /// The least number of uses from which on the declaration is the likelier mistake.
  private static let leastUses = 3

  /// Adds the uses of names in `decision`, the one with `index`, which are looked up in `scope`.
  mutating func add(_ decision: ParsedDecision, _ scope: Scope, at index: Int) {
    let first = parts.count
    defer { targets[index] = Set(parts[first...].flatMap { $0.targets }) }
    for row in decision.rows {
      for condition in row.conditions {
        switch condition {
        case .expression(let expression): add([expression], at: expression.place(of: expression.root), scope)
        case .cell(let cell):
          // A cell is one part with its key: the value may not fit the input, or the input the value.
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

  /// For each of `diagnostics` that a wrong type may lead to, the facts that its expression depends on.
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

  /// `diagnostics`, in which a declaration that no use fits takes the place of what is wrong with its uses.
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
    // Of two that are used together, the one that is used more; where they are equal, neither.
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
