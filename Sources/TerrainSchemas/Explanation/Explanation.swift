import TerrainDocuments
import TerrainBase

/// Makes diagnostics of a run's failures: one for each defect.
struct Explanation {
  let program: SchemaBytecode
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
      let key = String(decoding: view.text(at: finding.node), as: UTF8.self)
      let word = PunctuationSlip.fullwidthColon(in: key)?.before ?? key
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
      let types = TypeMask(bits: program.tables.instructions[Int(failure.instruction)].a)
      return .wrongType(about, types: types, schema: schema)
    case .nothingAllowed: return .nothingAllowed(about)
    case .notAmongValues: return .notAmongValues(about, values: SchemaBytecode.values(of: schema))
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

extension Diagnostic {
  static func nothingAllowed(_ about: Wording.About) -> Diagnostic {
    value("not-allowed", about, "\(about.name) must not be here")
  }

  static func outOfBounds(_ about: Wording.About, _ bound: String) -> Diagnostic {
    value("out-of-bounds", about, "\(about.name) must be \(bound)")
  }

  static func notMultiple(_ about: Wording.About, of divisor: String) -> Diagnostic {
    value("not-a-multiple", about, "\(about.name) must be a multiple of \(divisor)")
  }

  static func tooShort(_ about: Wording.About, minimum: String) -> Diagnostic {
    let isEmpty = about.node.text?.isEmpty ?? false
    let need = isEmpty && minimum == "1" ? "must not be empty" : "must have at least \(counted(minimum, "character"))"
    return value("too-short", about, "\(about.name) \(need)")
  }

  static func patternMismatch(_ about: Wording.About, schema: Node) -> Diagnostic {
    let words = Wording.pattern(schema)
    let pattern = schema["pattern"]?.text?.string ?? ""
    if let (first, plain) = LookAlike.plain(about.node.text?.string ?? ""),
      (try? Pattern(ecma262: Text(pattern)))?.matches(Text(plain)) ?? false
    {
      return lookAlike("pattern", about, first, meant: nil)
    }
    // The commonest one asks for anything that can be seen.
    if pattern == "\\S" { return value("pattern", about, "\(about.name) must not be blank") }
    return value(
      "pattern", about,
      words.map { "\(about.name) does not fit: \($0)" }
        ?? "\(about.name) must match the pattern `\(pattern)`")
  }

  static func formatMismatch(_ about: Wording.About, _ format: Format?) -> Diagnostic {
    value("format", about, "\(about.name) must be \(Wording.format(format))")
  }

  static func noBranch(_ about: Wording.About) -> Diagnostic {
    value("no-form-fits", about, "\(about.name) fits none of the forms it may have")
  }

  static func severalBranches(_ about: Wording.About) -> Diagnostic {
    value("several-forms-fit", about, "\(about.name) fits more than one of the forms it may have")
  }

  static func forbidden(_ about: Wording.About) -> Diagnostic {
    value("ruled-out", about, "\(about.name) is of a kind that is ruled out here")
  }

  static func tooManySteps(_ about: Wording.About, limit: Int) -> Diagnostic {
    value("too-many-steps", about, "checking this takes more than the limit `steps` of \(limit) evaluated schemas")
  }

  static func tooFewItems(_ about: Wording.About, minimum: String) -> Diagnostic {
    value(
      "too-few-items", about,
      "\(about.name) must have at least \(counted(minimum, "item")), and has \(about.node.count)")
  }

  static func tooManyItems(_ about: Wording.About, maximum: String) -> Diagnostic {
    value(
      "too-many-items", about,
      "\(about.name) must have at most \(counted(maximum, "item")), and has \(about.node.count)")
  }

  static func unexpectedItem(_ about: Wording.About) -> Diagnostic {
    value("too-many-items", about, "\(about.name) is one more than there may be")
  }

  static func repeatedItem(_ about: Wording.About, first: Node) -> Diagnostic {
    value(
      "repeated-item", about, "\(about.name) is in the list already",
      related: [Related(message: "first written here", place: first.place)])
  }

  static func tooFewContained(_ about: Wording.About, minimum: String) -> Diagnostic {
    value(
      "missing-item", about,
      "\(about.name) must have at least \(counted(minimum, "item")) of the kind its schema asks for")
  }

  static func tooManyContained(_ about: Wording.About, maximum: String) -> Diagnostic {
    value(
      "too-many-items", about,
      "\(about.name) must have at most \(counted(maximum, "item")) of the kind its schema counts")
  }

  static func tooFewKeys(_ about: Wording.About, minimum: String) -> Diagnostic {
    value(
      "too-few-keys", about, "\(about.name) must have at least \(counted(minimum, "key")), and has \(about.node.count)")
  }

  static func tooManyKeys(_ about: Wording.About, maximum: String) -> Diagnostic {
    value(
      "too-many-keys", about, "\(about.name) must have at most \(counted(maximum, "key")), and has \(about.node.count)")
  }

  static func moreFindings(_ root: Node, count: Int, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "schema/more-findings",
      message: "\(count.counted("more finding")) \(count == 1 ? "is" : "are") above the limit `findings` of \(limit)",
      place: root.place)
  }

  static func tooLong(_ about: Wording.About, maximum: String) -> Diagnostic {
    value("too-long", about, "\(about.name) must have at most \(counted(maximum, "character"))")
  }

  static func tooDeep(_ about: Wording.About, limit: Int) -> Diagnostic {
    value("too-deep", about, "schemas lead into each other deeper here than the limit `depth` of \(limit)")
  }

  /// `about` is the key itself.
  static func unknownKey(_ about: Wording.About, of title: String?, meant: String?, known: [String]) -> Diagnostic {
    let key = about.node.text?.string ?? ""
    if let slip = punctuatedKey(about, key: key) { return slip }
    for name in known {
      if let found = LookAlike.first(in: key, insteadOf: name) {
        return lookAlike("unknown-key", about, found, meant: name)
      }
    }
    var message = "`\(key)` is not a key of \(title ?? "this map")"
    if meant == nil, !known.isEmpty, known.count <= Wording.mostChoices {
      message += "; it has \(Wording.choices(known))"
    }
    return value("unknown-key", about, message, fix: meant.map { "did you mean `\($0)`?" })
  }

  static func missingKey(_ about: Wording.About, of title: String?, key: String) -> Diagnostic {
    value("missing-key", about, "\(title ?? about.name) \(needsKey)\(key)`")
  }
}
