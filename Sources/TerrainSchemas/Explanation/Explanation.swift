import TerrainBase
import TerrainDocuments

/// Makes diagnostics from a run's failures: one for each mistake.
struct Explanation {
  let program: SchemaBytecode
  let document: Document
  let view: DocumentView
  let limits: SchemaLimits

  /// The diagnostics for all failures of `run`, in the order of the document.
  func diagnostics(for run: SchemaRun) -> [Diagnostic] {
    let closest = ClosestBranch(
      program: program, view: view, limits: limits, scopes: run.choiceScopes, budget: StepBudget(limits.steps))
    var findings = run.failures.flatMap { closest.findings(for: $0) }
    // Tables are ordered by hashes, which differ between runs; names are in the order in which they were written.
    findings = findings.enumerated().sorted { a, b in
      let (x, y) = (a.element, b.element)
      if x.node != y.node { return x.node < y.node }
      let (n, m) = (nameOrder(x), nameOrder(y))
      return n == m ? a.offset < b.offset : n < m
    }.map(\.element)
    let typos = mistypedKeys(findings)

    // A text that violates its pattern is not also reported for its format.
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

  /// A missing key of a map.
  private struct MeantKey: Hashable {
    var map: Int
    var name: String
  }

  /// The keys that misspelled keys were meant to be. Their absence is the same mistake and is not reported again.
  private struct Typos {
    var meant: Set<MeantKey> = []
    /// The suggestions by the node of the unknown key.
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

  /// The keys that the schema of an instruction knows: those of its own table or, for `unevaluatedProperties`, those of all schemas that
  /// apply to the same map.
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
    // In draft-04, `exclusiveMinimum: true` accompanies the number.
    func bound(_ exclusive: Text, _ inclusive: Text) -> String {
      schema[exclusive]?.bool == nil ? number(exclusive) : number(inclusive)
    }
    switch failure.kind {
    case .wrongType:
      let types = TypeMask(bits: program.tables.instructions[Int(failure.instruction)].a)
      return .wrongType(about, types: types, schema: schema)
    case .nothingAllowed: return .nothingAllowed(about)
    case .notAmongValues: return .notAmongValues(about, values: SchemaBytecode.values(of: schema))
    case .belowMinimum: return .outOfBounds(about, "at least \(number("minimum"))")
    case .aboveMaximum: return .outOfBounds(about, "at most \(number("maximum"))")
    case .notAboveMinimum: return .outOfBounds(about, "more than \(bound("exclusiveMinimum", "minimum"))")
    case .notBelowMaximum: return .outOfBounds(about, "less than \(bound("exclusiveMaximum", "maximum"))")
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
    // The most frequent pattern, which requires a visible character.
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

  /// - Parameter about: The key itself.
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
    value("missing-key", about, "\(title ?? about.name) \(needsKey)\(key)`", fix: "add `\(key): …`")
  }
}

/// A mistake in a document: the content of one diagnostic.
struct Finding {
  enum Defect {
    case failure(Failure)
    /// No branch of a choice accepts a value of this kind; the accepted kinds.
    case wrongType(TypeMask)
    /// The branches of a choice that otherwise fit require other values; the accepted values.
    case notAmongValues([Node])
  }

  var defect: Defect
  var node: Int

  func isFailure(_ kind: Failure.Kind) -> Bool {
    if case .failure(let failure) = defect { return failure.kind == kind }
    return false
  }
}

/// Finds the reason why no branch of a choice matched: the violations of the branch that comes closest, or the requirement of all branches.
struct ClosestBranch {
  let program: SchemaBytecode
  let view: DocumentView
  let limits: SchemaLimits
  /// The visited resources when a choice failed, by the number of the choice.
  let scopes: [[UInt32]]
  let budget: StepBudget

  /// The maximum number of failures of a branch that is compared.
  private static let mostFailures = 200
  /// The maximum nesting of choices that is examined.
  private static let deepest = 32

  private struct Branch {
    var failures: [Failure]
    var scopes: [[UInt32]]
    /// The accepted kinds, if the branch fails because of the value's kind.
    var types: TypeMask?
    /// The accepted values, if the branch fails because of the value itself or the value of one of its members.
    var values: (node: Int, values: [Node])?
  }

  func findings(for failure: Failure, depth: Int = 0) -> [Finding] {
    guard failure.kind == .noBranch, depth < Self.deepest, budget.left > 0 else {
      return [Finding(defect: .failure(failure), node: Int(failure.node))]
    }
    let instruction = program.tables.instructions[Int(failure.instruction)]
    let node = Int(failure.node)
    let scope = failure.detail < scopes.count ? scopes[Int(failure.detail)] : []
    let branches = (0..<instruction.b).map { number in
      branch(program.tables.blockLists[Int(instruction.a + number)], node, scope)
    }
    let ofRightKind = branches.filter { $0.types == nil }
    guard !ofRightKind.isEmpty else {
      let types = TypeMask(bits: branches.reduce(0) { $0 | ($1.types?.bits ?? 0) })
      return [Finding(defect: .wrongType(types), node: node)]
    }
    // A value that names the branch (a `type`, a `kind`): branches with another name were not intended.
    let meant = ofRightKind.filter { $0.values == nil }
    if meant.isEmpty, let first = ofRightKind.first?.values, ofRightKind.count > 1,
      ofRightKind.allSatisfy({ $0.values?.node == first.node })
    {
      let values = ofRightKind.flatMap { $0.values?.values ?? [] }
      return [Finding(defect: .notAmongValues(values), node: first.node)]
    }
    let candidates = meant.isEmpty ? ofRightKind : meant
    guard let closest = candidates.min(by: { $0.failures.count < $1.failures.count }) else { return [] }
    let inner = ClosestBranch(program: program, view: view, limits: limits, scopes: closest.scopes, budget: budget)
    return closest.failures.flatMap { inner.findings(for: $0, depth: depth + 1) }
  }

  private func branch(_ block: UInt32, _ node: Int, _ scope: [UInt32]) -> Branch {
    var limits = limits
    limits.findings = Self.mostFailures
    limits.steps = budget.left
    var run = SchemaRun(program, view, isRecording: true, limits: limits, scope: scope)
    _ = run.run(block, node)
    budget.left -= run.steps
    var branch = Branch(failures: run.failures, scopes: run.choiceScopes)
    let at = view.resolved(node)
    for failure in run.failures {
      let place = Int(failure.node)
      if place == node, failure.kind == .wrongType {
        branch.types = TypeMask(bits: program.tables.instructions[Int(failure.instruction)].a)
      }
      if place == node, failure.kind == .nothingAllowed { branch.types = TypeMask(bits: 0) }
      if failure.kind == .notAmongValues, branch.values == nil, place == node || isMember(place, ofMapAt: at) {
        branch.values = (place, SchemaBytecode.values(of: program.origin(ofInstruction: failure.instruction)))
      }
    }
    return branch
  }

  /// True if `node` is the value of a direct member of the map.
  private func isMember(_ node: Int, ofMapAt map: Int) -> Bool {
    let raw = view.nodes[map]
    guard raw.kindTag == NodeTag.map, node > map, node < Int(raw.link) else { return false }
    var key = map + 1
    while key + 1 < node { key = view.next(after: key + 1) }
    return key + 1 == node
  }
}

/// The remaining steps of all explanations together.
final class StepBudget {
  var left: Int

  init(_ steps: Int) { left = steps }
}

extension SchemaBytecode {
  /// The values that a schema's `const` or `enum` allows.
  static func values(of schema: Node?) -> [Node] {
    if let value = schema?["const"] { return [value] }
    return schema?["enum"].map { Array($0.elements) } ?? []
  }
}

/// Punctuation from another language or program: a decimal comma, a fullwidth colon, a `#` that was meant to begin a text.
enum PunctuationSlip {
  /// The whole part and the fraction of a number with a decimal comma between brackets, where the comma ended the value and `key` is the
  /// fraction: `4` and `5` for the key `5` of `{ limit: 4,5 }`.
  static func parts(ofNumberEndingWith key: Node) -> (whole: String, fraction: String)? {
    let bytes = key.document.source.bytes
    let (start, end) = (Int(key.range.start), Int(key.range.end))
    guard start > 1, end <= bytes.count, start < end, bytes[start..<end].allSatisfy(isDigit),
      bytes[start - 1] == UInt8(ascii: ","), end == bytes.count || bytes[end] != UInt8(ascii: ":")
    else { return nil }
    var first = start - 1
    while first > 0, isDigit(bytes[first - 1]) { first -= 1 }
    guard first < start - 1 else { return nil }
    if first > 0, bytes[first - 1] == UInt8(ascii: "-") { first -= 1 }
    return (
      String(decoding: bytes[first..<start - 1], as: UTF8.self), String(decoding: bytes[start..<end], as: UTF8.self)
    )
  }

  /// The word that a `#` turned into a comment, if the value is otherwise missing: `#1F5E3D` of `color: #1F5E3D`.
  static func comment(insteadOf node: Node) -> String? {
    let bytes = node.document.source.bytes
    var start = Int(node.range.end)
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "#"), bytes[start + 1] > 0x20,
      bytes[start + 1] != UInt8(ascii: "#")
    else { return nil }
    let end = bytes[start...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") } ?? bytes.count
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The first fullwidth colon in `key` and the text before it.
  static func fullwidthColon(in key: String) -> (before: String, range: Range<Int>)? {
    guard let colon = key.firstRange(of: "：") else { return nil }
    let before = String(key[..<colon.lowerBound])
    return (before, before.utf8.count..<before.utf8.count + "：".utf8.count)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension Diagnostic {
  /// The diagnostic for an unknown key that punctuation caused, or nil for other keys.
  ///
  /// - Parameter key: The text of the key.
  static func punctuatedKey(_ about: Wording.About, key: String) -> Diagnostic? {
    if let (whole, fraction) = PunctuationSlip.parts(ofNumberEndingWith: about.node) {
      return value(
        "unknown-key", about,
        "between brackets the comma of `\(whole),\(fraction)` ends the number, and `\(key)` is a key",
        fix: decimalPointFix("\(whole),\(fraction)") ?? "write the number without a comma"
      ).fixed(
        at: Place(
          source: about.node.document.source,
          range: SourceRange(
            start: about.node.range.start - UInt32(clamping: whole.utf8.count + 1), end: about.node.range.end)))
    }
    if let colon = PunctuationSlip.fullwidthColon(in: key) {
      return Diagnostic(
        code: "schema/unknown-key", message: "`：` is the fullwidth form of `:`, and does not end a key",
        place: about.node.place(ofDecoded: colon.range), fix: "write `: `", path: about.path)
    }
    return nil
  }

  /// The fix if `text` is a number with a comma.
  static func decimalPointFix(_ text: String) -> String? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy({ PunctuationSlip.isDigit($0) || $0 == UInt8(ascii: ",") }) else { return nil }
    return DecimalComma.withPoint(text).map { "write `\($0)`, with a decimal point" }
  }

  /// The fix if a value is missing because a `#` turned it into a comment.
  static func commentFix(_ node: Node) -> String? {
    PunctuationSlip.comment(insteadOf: node).map {
      "a `#` after a space begins a comment; if it begins a text, put the text in quotes: `\"\($0)\"`"
    }
  }
}

/// Finds the paths of nodes in document order, with a single traversal.
struct PathFinder {
  /// The subject of a message.
  enum Subject {
    case document
    case member(String)
    case element(Int, of: String?)
  }

  private struct Level {
    var end: Int
    var isMap: Bool
    /// The current key or element.
    var child: Int
    var position: Int
  }

  private let view: DocumentView
  private var levels: [Level] = []

  init(_ view: DocumentView) {
    self.view = view
    open(0)
  }

  private mutating func open(_ index: Int) {
    let raw = view.nodes[index]
    guard raw.holdsNodes else { return }
    levels.append(
      Level(end: Int(raw.link), isMap: raw.kindTag == NodeTag.map, child: index + 1, position: 0))
  }

  /// Moves to `node`, which must not precede the previous node.
  mutating func go(to node: Int) {
    while let last = levels.last, node >= last.end { levels.removeLast() }
    while var level = levels.last {
      var value = level.isMap ? level.child + 1 : level.child
      while view.next(after: value) <= node, view.next(after: value) < level.end {
        level.child = view.next(after: value)
        level.position += 1
        value = level.isMap ? level.child + 1 : level.child
      }
      levels[levels.count - 1] = level
      guard node > value, view.nodes[value].holdsNodes else { return }
      open(value)
    }
  }

  /// The path of the current node, as ``Node/path`` writes it.
  func path(of node: Int) -> String {
    var path = ""
    for level in steps(to: node) {
      if level.isMap {
        Node.append(key: key(level), to: &path)
      } else {
        path += "[\(level.position)]"
      }
    }
    return path
  }

  /// The name of the current node in a sentence.
  func subject(of node: Int) -> Subject {
    let steps = steps(to: node)
    guard let last = steps.last else { return .document }
    if last.isMap { return .member(key(last)) }
    return .element(last.position, of: steps.dropLast().last(where: \.isMap).map(key))
  }

  /// The levels above `node`. The innermost level does not belong to the path of a container that was just opened.
  private func steps(to node: Int) -> ArraySlice<Level> {
    guard let last = levels.last, node < last.child else { return levels[...] }
    return levels.dropLast()
  }

  private func key(_ level: Level) -> String { String(decoding: view.text(at: level.child), as: UTF8.self) }
}
