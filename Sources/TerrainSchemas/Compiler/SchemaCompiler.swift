import TerrainDocuments
import TerrainBase

/// Turns schemas into bytecode: each schema that is reached becomes a block, once for each way it is needed.
struct SchemaCompiler {
  /// Which members or elements a schema looks at must be noted, because one around it asks.
  struct Tracking: OptionSet, Hashable {
    let rawValue: UInt8
    static let properties = Tracking(rawValue: 1)
    static let items = Tracking(rawValue: 2)
  }

  private struct BlockKey: Hashable {
    var node: NodeKey
    var resource: Int
    var tracking: Tracking
  }

  private struct DynamicUse {
    var anchor: Text
    var reference: Int
    var tracking: Tracking
  }

  var index: ResourceIndex
  var parts = SchemaParts()
  var diagnostics: [Diagnostic] = []
  let formats: FormatAssertion
  private let limits: SchemaLimits
  private var numbers: [BlockKey: UInt32] = [:]
  private var queue: [(location: SchemaLocation, tracking: Tracking)] = []
  private var dynamicUses: [DynamicUse] = []
  private var patternNumbers: [Text: UInt32?] = [:]

  init(index: ResourceIndex, formats: FormatAssertion, limits: SchemaLimits) {
    self.index = index
    self.formats = formats
    self.limits = limits
  }

  /// The bytecode of the schema at `location`; `nil` where something stops it from being one.
  mutating func compile(_ location: SchemaLocation) -> SchemaBytecode? {
    var root = request(location, [])
    var next = 0
    repeat {
      while next < queue.count {
        guard queue.count <= limits.schemas else {
          diagnostics.append(.tooManySchemas(location.node, limit: limits.schemas))
          return nil
        }
        compileBlock(UInt32(truncatingIfNeeded: next), queue[next].location, queue[next].tracking)
        next += 1
      }
      followDynamicReferences()
    } while next < queue.count
    diagnostics = index.diagnostics + diagnostics
    if let ring = SchemaLinker.endlessReference(in: parts) {
      diagnostics.append(.endlessReference(parts.origins[Int(ring)]))
    }
    guard !diagnostics.hasErrors else { return nil }
    root = SchemaLinker.link(&parts, root: root)
    return SchemaBytecode(parts, root: root)
  }

  // MARK: - Blocks

  /// The number of the block for a schema; ``Check/none`` for one that everything passes.
  mutating func request(_ location: SchemaLocation, _ tracking: Tracking) -> UInt32 {
    if location.node.bool == true { return Check.none }
    let key = BlockKey(node: NodeKey(location.node), resource: location.resource, tracking: tracking)
    if let number = numbers[key] { return number }
    let number = UInt32(truncatingIfNeeded: queue.count)
    numbers[key] = number
    queue.append((location, tracking))
    return number
  }

  /// The check for a child value: nothing noted there concerns the value around it.
  mutating func check(_ schema: Node, in resource: Int) -> Check {
    Check(block: request(index.location(of: schema, in: resource), []))
  }

  private mutating func compileBlock(_ number: UInt32, _ location: SchemaLocation, _ tracking: Tracking) {
    let start = UInt32(truncatingIfNeeded: parts.instructions.count)
    var hasUnevaluated = false
    if location.node.bool == false {
      parts.instructions.append(Instruction(operation: .never))
    } else if location.node.kind == .map {
      hasUnevaluated = compileKeywords(location, tracking)
    }
    parts.origins.append(location.node)
    parts.blocks.append(
      Block(
        start: start, end: UInt32(truncatingIfNeeded: parts.instructions.count),
        resource: UInt32(truncatingIfNeeded: location.resource), hasUnevaluated: hasUnevaluated,
        keepsMarks: !tracking.isEmpty))
  }

  /// Writes the instructions of a schema, cheap ones first; true when some depend on what others evaluated.
  private mutating func compileKeywords(_ location: SchemaLocation, _ outer: Tracking) -> Bool {
    let schema = location.node
    let dialect = index.resources[location.resource].dialect
    if dialect.referencesStandAlone, schema["$ref"] != nil {
      // Everything beside it is ignored.
      compileReference(location, outer)
      return false
    }
    var tracking = outer
    let unevaluated = dialect.vocabularies.contains(.unevaluated)
    let asksProperties = unevaluated && schema["unevaluatedProperties"] != nil
    let asksItems = unevaluated && schema["unevaluatedItems"] != nil
    if asksProperties { tracking.insert(.properties) }
    if asksItems { tracking.insert(.items) }

    if dialect.vocabularies.contains(.validation) { compileValueAssertions(schema, dialect) }
    compileFormat(schema, dialect)
    compileList(location, dialect, marks: tracking.contains(.items))
    compileMap(location, dialect, marks: tracking.contains(.properties))
    compileReference(location, tracking)
    compileDynamicReference(location, dialect, tracking)
    if dialect.vocabularies.contains(.applicator) { compileApplicators(location, tracking) }
    // Last, when everything else has been evaluated.
    if asksItems, let items = schema["unevaluatedItems"] {
      emit(
        .unevaluatedItems, SchemaParts.add(check(items, in: location.resource), to: &parts.checks),
        items.bool == false ? 1 : 0)
    }
    if asksProperties, let properties = schema["unevaluatedProperties"] {
      emit(
        .unevaluatedProperties, SchemaParts.add(check(properties, in: location.resource), to: &parts.checks),
        properties.bool == false ? 1 : 0)
    }
    return asksItems || asksProperties
  }

  mutating func emit(_ operation: Instruction.Operation, _ a: UInt32 = 0, _ b: UInt32 = 0, _ c: UInt32 = 0) {
    parts.instructions.append(Instruction(operation: operation, a: a, b: b, c: c))
  }

  // MARK: - References

  private mutating func compileReference(_ location: SchemaLocation, _ tracking: Tracking) {
    guard let node = location.node["$ref"], let reference = node.text else { return }
    guard let target = index.resolve(reference.string, in: location.resource) else {
      diagnostics.append(.unresolvedReference(node))
      return
    }
    emit(.call, request(target, tracking))
  }

  private mutating func compileDynamicReference(_ location: SchemaLocation, _ dialect: Dialect, _ tracking: Tracking) {
    guard let keyword = dialect.dynamicReference, let node = location.node[keyword], let reference = node.text
    else { return }
    guard let target = index.resolve(reference.string, in: location.resource) else {
      diagnostics.append(.unresolvedReference(node))
      return
    }
    let block = request(target, tracking)
    let anchor = Text(URIReference(reference.string).decodedFragment)
    let resource = index.resources[target.resource]
    // Only an anchor that is dynamic where the reference leads at first is looked for in the scope.
    guard let bookend = resource.dynamicAnchors[anchor], NodeKey(bookend) == NodeKey(target.node) else {
      emit(.call, block)
      return
    }
    let number = parts.dynamicReferences.count
    parts.dynamicReferences.append(DynamicReference(targets: [:], fallback: block))
    dynamicUses.append(DynamicUse(anchor: anchor, reference: number, tracking: tracking))
    emit(.dynamicCall, UInt32(truncatingIfNeeded: number))
  }

  /// Asks for the schemas that dynamic references may lead to in the resources reached so far.
  private mutating func followDynamicReferences() {
    guard !dynamicUses.isEmpty else { return }
    let reached = Set(queue.map(\.location.resource)).sorted()
    for use in dynamicUses {
      for number in reached {
        let key = UInt32(truncatingIfNeeded: number)
        guard parts.dynamicReferences[use.reference].targets[key] == nil,
          let schema = index.resources[number].dynamicAnchors[use.anchor]
        else { continue }
        let target = SchemaLocation(node: schema, resource: number)
        parts.dynamicReferences[use.reference].targets[key] = request(target, use.tracking)
      }
    }
  }

  // MARK: - Patterns

  /// The number of a pattern; `nil` (diagnosed once) for one that is not a pattern.
  mutating func pattern(_ node: Node, _ dialect: Dialect) -> UInt32? {
    guard let text = node.text else { return nil }
    if let number = patternNumbers[text] { return number }
    let number: UInt32?
    do throws(PatternError) {
      number = SchemaParts.add(try compiled(text, node, dialect), to: &parts.patterns)
    } catch {
      diagnostics.append(.invalidPattern(node, error))
      number = nil
    }
    patternNumbers[text] = number
    return number
  }

  /// A pattern of the `u` flag, as JSON Schema wants; schemas in the wild are not all so strict.
  private mutating func compiled(_ text: Text, _ node: Node, _ dialect: Dialect) throws(PatternError) -> Pattern {
    do throws(PatternError) {
      return try Pattern(ecma262: text)
    } catch {
      guard let lenient = try? Pattern(ecma262: text, unicode: false) else { throw error }
      // Older drafts do not speak of the flag.
      if dialect.draft >= .draft201909 { diagnostics.append(.lenientPattern(node, error)) }
      return lenient
    }
  }
}

extension Diagnostic {
  static func unresolvedReference(_ node: Node) -> Diagnostic {
    schema(
      "unresolved-reference", node, "`\(node.text?.string ?? "")` leads to no schema that is at hand",
      fix: "references are followed only to schemas that are given along, never over a network")
  }

  static func endlessReference(_ node: Node) -> Diagnostic {
    schema("endless-reference", node["$ref"] ?? node, "this schema leads back to itself without going into the value")
  }

  static func invalidPattern(_ node: Node, _ error: PatternError) -> Diagnostic {
    Diagnostic(
      code: "schema/invalid-pattern", message: "this pattern cannot be used: \(error.description)",
      place: node.place(ofDecoded: error.range), path: node.path)
  }

  static func lenientPattern(_ node: Node, _ error: PatternError) -> Diagnostic {
    Diagnostic(
      code: "schema/lenient-pattern", severity: .warning,
      message:
        "this is a pattern only without the `u` flag, with which JSON Schema reads patterns: \(error.description)",
      place: node.place(ofDecoded: error.range), path: node.path)
  }

  static func tooManySchemas(_ node: Node, limit: Int) -> Diagnostic {
    schema("too-many-schemas", node, "this schema reaches more schemas than the limit `schemas` of \(limit)")
  }
}
