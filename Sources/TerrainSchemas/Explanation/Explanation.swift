import TerrainDocuments
import TerrainValues

/// Makes messages of what a run found: one for each defect.
struct Explanation {
  let program: SchemaProgram
  let document: Document
  let view: DocumentView
  let limits: SchemaLimits

  /// Messages for everything that `run` noted, in the order of the document.
  func diagnostics(for run: SchemaRun) -> [Diagnostic] {
    let closest = ClosestBranch(
      program: program, view: view, limits: limits, scopes: run.choiceScopes, budget: StepBudget(limits.steps))
    var findings = run.failures.flatMap { closest.findings(for: $0) }
    // Tables are in the order of hashes, which differ from run to run; names are in the order they were written.
    findings = findings.enumerated().sorted { a, b in
      let (x, y) = (a.element, b.element)
      if x.node != y.node { return x.node < y.node }
      let (n, m) = (nameOrder(x), nameOrder(y))
      return n == m ? a.offset < b.offset : n < m
    }.map(\.element)
    let typos = mistypedKeys(findings)

    // A text of the wrong form is not also of the wrong format.
    let misshapen = Set(findings.filter { $0.isFailure(.patternMismatch) }.map(\.node))
    var paths = PathFinder(view)
    var diagnostics: [Diagnostic] = []
    for finding in findings {
      if case .failure(let failure) = finding.defect, failure.kind == .missingKey,
        typos.meant.contains(MeantKey(map: view.resolved(finding.node), name: missingName(failure)))
      {
        continue
      }
      if finding.isFailure(.formatMismatch), misshapen.contains(finding.node) { continue }
      paths.go(to: finding.node)
      let about = Wording.About(
        node: Node(document: document, index: Int32(truncatingIfNeeded: finding.node)),
        subject: paths.subject(of: finding.node), path: paths.path(of: finding.node))
      diagnostics.append(message(for: finding, about, typos))
    }
    if run.uncountedFailures > 0 {
      diagnostics.append(.moreFindings(document.root, count: run.uncountedFailures, limit: limits.findings))
    }
    return diagnostics.sortedForReport()
  }

  private func nameOrder(_ finding: Finding) -> UInt32 {
    guard case .failure(let failure) = finding.defect else { return 0 }
    switch failure.kind {
    case .missingKey: return program.tables.propertySlots[Int(failure.detail)].name.offset
    case .missingDependent: return program.tables.keys[Int(failure.detail)].name.offset
    default: return 0
    }
  }

  private func missingName(_ failure: Failure) -> String {
    program.text(program.tables.propertySlots[Int(failure.detail)].name)
  }

  // MARK: - Keys

  /// A key a map should have.
  private struct MeantKey: Hashable {
    var map: Int
    var name: String
  }

  /// What unknown keys were meant to be: their being missing is the same defect.
  private struct Typos {
    var meant: Set<MeantKey> = []
    /// By the unknown key's node.
    var suggestions: [Int: String] = [:]
  }

  private func mistypedKeys(_ findings: [Finding]) -> Typos {
    var typos = Typos()
    for finding in findings {
      guard case .failure(let failure) = finding.defect, failure.kind == .unknownKey else { continue }
      let map = Int(failure.detail)
      let word = String(decoding: view.text(at: finding.node), as: UTF8.self)
      let free = keyNames(knownTo: failure.instruction).filter { name in
        !hasKey(name, map) && !typos.meant.contains(MeantKey(map: map, name: name))
      }
      guard let name = Suggestion.nearest(to: word, among: free) else { continue }
      typos.suggestions[finding.node] = name
      typos.meant.insert(MeantKey(map: map, name: name))
    }
    return typos
  }

  private func hasKey(_ name: String, _ map: Int) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      view.value(ofKey: bytes, hash: KeyHash.hash(bytes, seed: KeyHash.seed), inMapAt: map) != nil
    }
  }

  /// The keys that the schema of an instruction knows: those of its own table or, for `unevaluatedProperties`, of all
  /// schemas it applies to the same map.
  private func keyNames(knownTo instruction: UInt32) -> [String] {
    let found = program.tables.instructions[Int(instruction)]
    if found.operation == .map { return program.declaredNames(ofShape: found.a) }
    guard let block = program.block(ofInstruction: instruction) else { return [] }
    return program.namesApplied(from: block)
  }

  // MARK: - Messages

  private func message(for finding: Finding, _ about: Wording.About, _ typos: Typos) -> Diagnostic {
    switch finding.defect {
    case .wrongType(let types): return types.bits == 0 ? .nothingAllowed(about) : .wrongType(about, types: types)
    case .notAmongValues(let values): return .notAmongValues(about, values: values)
    case .failure(let failure):
      let schema = program.origin(ofInstruction: failure.instruction) ?? about.node
      return message(for: failure, about, schema: schema, typos)
    }
  }

  private func message(
    for failure: Failure, _ about: Wording.About, schema: Node, _ typos: Typos
  ) -> Diagnostic {
    func number(_ keyword: Text) -> String { schema[keyword]?.rawNumber?.string ?? "" }
    switch failure.kind {
    case .wrongType:
      return .wrongType(about, types: TypeMask(bits: program.tables.instructions[Int(failure.instruction)].a))
    case .nothingAllowed: return .nothingAllowed(about)
    case .notAmongValues: return .notAmongValues(about, values: SchemaProgram.values(of: schema))
    case .belowMinimum: return .outOfBounds(about, "at least \(number("minimum"))")
    case .aboveMaximum: return .outOfBounds(about, "at most \(number("maximum"))")
    case .notAboveMinimum: return .outOfBounds(about, "more than \(number("exclusiveMinimum"))")
    case .notBelowMaximum: return .outOfBounds(about, "less than \(number("exclusiveMaximum"))")
    case .notMultiple: return .notMultiple(about, of: number("multipleOf"))
    case .tooShort: return .tooShort(about, minimum: number("minLength"))
    case .tooLong: return .tooLong(about, maximum: number("maxLength"))
    case .patternMismatch: return .patternMismatch(about, schema: schema)
    case .formatMismatch: return .formatMismatch(about, Format(name: schema["format"]?.text?.string ?? ""))
    case .tooFewItems: return .tooFewItems(about, minimum: number("minItems"))
    case .tooManyItems: return .tooManyItems(about, maximum: number("maxItems"))
    case .unexpectedItem: return .unexpectedItem(about)
    case .repeatedItem:
      return .repeatedItem(about, first: Node(document: document, index: Int32(bitPattern: failure.detail)))
    case .tooFewContained: return .tooFewContained(about, minimum: schema["minContains"]?.rawNumber?.string ?? "1")
    case .tooManyContained: return .tooManyContained(about, maximum: number("maxContains"))
    case .tooFewKeys: return .tooFewKeys(about, minimum: number("minProperties"))
    case .tooManyKeys: return .tooManyKeys(about, maximum: number("maxProperties"))
    case .unknownKey:
      return .unknownKey(
        about, of: schema["title"]?.text?.string, meant: typos.suggestions[about.index],
        known: keyNames(knownTo: failure.instruction))
    case .missingKey: return .missingKey(about, of: schema["title"]?.text?.string, key: missingName(failure))
    case .missingDependent:
      return .missingKey(
        about, of: schema["title"]?.text?.string, key: program.text(program.tables.keys[Int(failure.detail)].name))
    case .noBranch: return .noBranch(about)
    case .severalBranches: return .severalBranches(about)
    case .forbidden: return .forbidden(about)
    case .tooDeep: return .tooDeep(about, limit: limits.depth)
    case .tooManySteps: return .tooManySteps(about, limit: limits.steps)
    }
  }
}
