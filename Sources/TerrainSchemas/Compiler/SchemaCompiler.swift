import TerrainBase
import TerrainDocuments

/// Compiles schemas to bytecode: each reachable schema becomes a block, once for each kind of tracking that it needs.
struct SchemaCompiler {
  /// The kinds of evaluated locations, members or elements, that must be recorded because a surrounding schema depends on them.
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

  /// The bytecode of the schema at `location`, or nil if the schema has errors.
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

  /// The number of the block for a schema, or ``Check/none`` if every value passes the schema.
  mutating func request(_ location: SchemaLocation, _ tracking: Tracking) -> UInt32 {
    if location.node.bool == true { return Check.none }
    let key = BlockKey(node: NodeKey(location.node), resource: location.resource, tracking: tracking)
    if let number = numbers[key] { return number }
    let number = UInt32(truncatingIfNeeded: queue.count)
    numbers[key] = number
    queue.append((location, tracking))
    return number
  }

  /// The check of a child value. Locations evaluated in it do not affect the surrounding value.
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

  /// Writes the instructions of a schema, cheap ones first. True if an instruction depends on the locations that others evaluated.
  private mutating func compileKeywords(_ location: SchemaLocation, _ outer: Tracking) -> Bool {
    let schema = location.node
    let dialect = index.resources[location.resource].dialect
    if dialect.referencesStandAlone, schema["$ref"] != nil {
      // All other keywords are ignored.
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
    // Comes last, when everything else has been evaluated.
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
    guard let target = target(of: node, reference, location) else { return }
    emit(.call, request(target, tracking))
  }

  /// The schema that the `reference` at `node` names. Returns nil and reports a diagnostic if the reference leads to nothing or to another
  /// value.
  private mutating func target(of node: Node, _ reference: Text, _ location: SchemaLocation) -> SchemaLocation? {
    guard let target = index.resolve(reference.string, in: location.resource) else {
      diagnostics.append(.unresolvedReference(node, meant: similarDefinition(to: reference.string, location)))
      return nil
    }
    guard Keywords.isSchema(target.node, inOwnFile: target.node.document === node.document) else {
      diagnostics.append(.notASchema(node))
      return nil
    }
    return target
  }

  private mutating func compileDynamicReference(_ location: SchemaLocation, _ dialect: Dialect, _ tracking: Tracking) {
    guard let keyword = dialect.dynamicReference, let node = location.node[keyword], let reference = node.text
    else { return }
    guard let target = target(of: node, reference, location) else { return }
    let block = request(target, tracking)
    let anchor = Text(URIReference(reference.string).decodedFragment)
    let resource = index.resources[target.resource]
    // The scope is searched only if the static target of the reference is a dynamic anchor.
    guard let bookend = resource.dynamicAnchors[anchor], NodeKey(bookend) == NodeKey(target.node) else {
      emit(.call, block)
      return
    }
    let number = parts.dynamicReferences.count
    parts.dynamicReferences.append(DynamicReference(targets: [:], fallback: block))
    dynamicUses.append(DynamicUse(anchor: anchor, reference: number, tracking: tracking))
    emit(.dynamicCall, UInt32(truncatingIfNeeded: number))
  }

  /// Requests the schemas that dynamic references may lead to in the resources reached until now.
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

  /// The number of a pattern, or nil if it is invalid, which is reported once.
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

  /// The reference to the definition of the same file whose name is nearest; nil if none is near.
  private mutating func similarDefinition(to reference: String, _ location: SchemaLocation) -> String? {
    guard let hash = reference.firstIndex(of: "#"), let slash = reference.lastIndex(of: "/"), slash > hash else {
      return nil
    }
    let (file, way) = (String(reference[..<hash]), reference[reference.index(after: hash)..<slash])
    guard let root = index.resolve(file.isEmpty ? "#" : file, in: location.resource)?.node else { return nil }
    let container = way.split(separator: "/").reduce(Optional(root)) { node, step in node?[Text(String(step))] }
    guard let container, container.kind == .map else { return nil }
    let names = container.members.compactMap { $0.key.text?.string }
    return Suggestion.nearest(to: String(reference[reference.index(after: slash)...]), among: names)
      .map { "\(reference[...slash])\($0)" }
  }

  /// JSON Schema requires the `u` flag, but many published schemas do not follow it.
  private mutating func compiled(_ text: Text, _ node: Node, _ dialect: Dialect) throws(PatternError) -> Pattern {
    do throws(PatternError) {
      return try Pattern(ecma262: text)
    } catch {
      guard let lenient = try? Pattern(ecma262: text, unicode: false) else { throw error }
      // Older drafts do not mention the flag.
      if dialect.draft >= .draft201909 { diagnostics.append(.lenientPattern(node, error)) }
      return lenient
    }
  }
}

extension Diagnostic {
  static func requiredWithoutProperty(_ name: Node, among known: [Text]) -> Diagnostic {
    schema(
      "required-without-property", name,
      "`\(name.text ?? "")` is required and not allowed: it is not among `properties`, and there are no others",
      fix: Suggestion.fix(name.text, among: known) ?? "describe it under `properties`", severity: .warning)
  }

  static func unresolvedReference(_ node: Node, meant: String? = nil) -> Diagnostic {
    schema(
      "unresolved-reference", node, "`\(node.text?.string ?? "")` leads to no schema that is at hand",
      fix: meant.map { "did you mean `\($0)`?" }
        ?? "references are followed only to schemas that are given along, never over a network")
  }

  static func notASchema(_ node: Node) -> Diagnostic {
    schema(
      "not-a-schema", node, "`\(node.text?.string ?? "")` leads to a value that is not a schema",
      fix: "refer to a map of keywords such as `type` and `properties`, or to `true` or `false`")
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

// Schemas that apply to the same value.
extension SchemaCompiler {
  mutating func compileApplicators(_ location: SchemaLocation, _ tracking: Tracking) {
    let schema = location.node
    for schema in Self.elements(schema["allOf"]) {
      let block = request(index.location(of: schema, in: location.resource), tracking)
      if block != Check.none { emit(.call, block) }
    }
    let draft = index.resources[location.resource].dialect.draft
    if draft >= .draft07 { compileConditions(location, tracking) }
    compileDependentSchemas(location, draft, tracking)
    if let not = schema["not"] {
      emit(.not, request(index.location(of: not, in: location.resource), []))
    }
    for (keyword, operation) in [("anyOf", Instruction.Operation.anyOf), ("oneOf", .oneOf)] {
      let branches = Self.elements(schema[Text(keyword)]).map {
        request(index.location(of: $0, in: location.resource), tracking)
      }
      guard !branches.isEmpty else { continue }
      emit(
        operation, UInt32(truncatingIfNeeded: parts.blockLists.count), UInt32(truncatingIfNeeded: branches.count),
        tracking.isEmpty ? 0 : 1)
      parts.blockLists += branches
    }
  }

  private mutating func compileConditions(_ location: SchemaLocation, _ tracking: Tracking) {
    let schema = location.node
    guard let condition = schema["if"] else { return }
    let then = schema["then"]
    let otherwise = schema["else"]
    // Without `then` and `else`, `if` matters only for the locations that it evaluates.
    guard then != nil || otherwise != nil || !tracking.isEmpty else { return }
    let block = request(index.location(of: condition, in: location.resource), tracking)
    let thenBlock = then.map { request(index.location(of: $0, in: location.resource), tracking) } ?? Check.none
    let elseBlock = otherwise.map { request(index.location(of: $0, in: location.resource), tracking) } ?? Check.none
    emit(.condition, block, thenBlock, elseBlock)
  }

  /// `dependentSchemas`, and `dependencies` that are schemas.
  private mutating func compileDependentSchemas(
    _ location: SchemaLocation, _ draft: Dialect.Draft, _ tracking: Tracking
  ) {
    var entries: [KeyEntry] = []
    for keyword in (draft >= .draft201909 ? ["dependentSchemas", "dependencies"] : ["dependencies"]) as [Text] {
      guard let map = location.node[keyword] else { continue }
      for (key, schema) in map.members where schema.kind != .list {
        guard let name = key.text else { continue }
        let block = request(index.location(of: schema, in: location.resource), tracking)
        if block != Check.none { entries.append(keyEntry(name, block: block)) }
      }
    }
    guard !entries.isEmpty else { return }
    emit(.dependents, UInt32(truncatingIfNeeded: parts.keys.count), UInt32(truncatingIfNeeded: entries.count))
    parts.keys += entries
  }
}

// Keywords about the members of a map and the elements of a list: all of them in one instruction, for a single pass.
extension SchemaCompiler {
  /// The maximum number of required keys of one map that are tracked by bits; others are looked up one by one.
  private static let requiredBits = 64

  /// A key of a property table during compilation.
  private struct Property {
    var check = Check.pass
    var requiredBit: UInt64 = 0
    var isDeclared = false
  }

  mutating func compileMap(_ location: SchemaLocation, _ dialect: Dialect, marks: Bool) {
    let schema = location.node
    var shape = MapShape()
    shape.marks = marks
    var order: [Text] = []
    var properties: [Text: Property] = [:]

    if dialect.vocabularies.contains(.applicator) {
      for (key, value) in Self.members(schema["properties"]) {
        guard let name = key.text, properties[name] == nil else { continue }
        order.append(name)
        properties[name] = Property(check: check(value, in: location.resource), isDeclared: true)
      }
      compilePatterns(location, dialect, &shape)
      if let additional = schema["additionalProperties"] {
        shape.additional = check(additional, in: location.resource)
        shape.forbidsAdditional = additional.bool == false
        if additional.bool == false, schema["patternProperties"] == nil, !order.isEmpty {
          for name in schema["required"]?.elements.filter({ $0.text.map { properties[$0] == nil } ?? false }) ?? [] {
            diagnostics.append(.requiredWithoutProperty(name, among: order))
          }
        }
        shape.hasAdditional = true
      }
      if dialect.draft >= .draft06, let names = schema["propertyNames"] {
        shape.names = check(names, in: location.resource)
      }
    }
    if dialect.vocabularies.contains(.validation) {
      shape.minimumCount = Self.count(schema["minProperties"]) ?? 0
      shape.maximumCount = Self.count(schema["maxProperties"]) ?? .max
      compileRequired(schema, &shape, &order, &properties)
      compileDependentRequired(schema, dialect, &shape)
    }
    let marksMembers = marks && (!order.isEmpty || shape.patternCount > 0 || shape.hasAdditional)
    shape.needsMembers =
      !order.isEmpty || shape.patternCount > 0 || shape.additional.block != Check.none
      || shape.names.block != Check.none || marksMembers
    guard
      shape.needsMembers || shape.minimumCount > 0 || shape.maximumCount != .max || shape.dependentCount > 0
        || shape.moreRequiredCount > 0
    else { return }
    addTable(order, properties, &shape)
    emit(.map, SchemaParts.add(shape, to: &parts.mapShapes))
  }

  private mutating func compilePatterns(_ location: SchemaLocation, _ dialect: Dialect, _ shape: inout MapShape) {
    var entries: [PatternEntry] = []
    for (key, value) in Self.members(location.node["patternProperties"]) {
      guard let number = pattern(key, dialect) else { continue }
      entries.append(PatternEntry(pattern: number, check: check(value, in: location.resource)))
    }
    shape.patterns = UInt32(truncatingIfNeeded: parts.patternEntries.count)
    shape.patternCount = UInt32(truncatingIfNeeded: entries.count)
    parts.patternEntries += entries
  }

  private mutating func compileRequired(
    _ schema: Node, _ shape: inout MapShape, _ order: inout [Text], _ properties: inout [Text: Property]
  ) {
    var bit = 0
    var more: [KeyEntry] = []
    var seen: Set<Text> = []
    for node in Self.elements(schema["required"]) {
      guard let name = node.text, seen.insert(name).inserted else { continue }
      guard bit < Self.requiredBits else {
        more.append(keyEntry(name))
        continue
      }
      if properties[name] == nil { order.append(name) }
      properties[name, default: Property()].requiredBit = 1 << UInt64(bit)
      shape.required |= 1 << UInt64(bit)
      bit += 1
    }
    shape.moreRequired = UInt32(truncatingIfNeeded: parts.keys.count)
    shape.moreRequiredCount = UInt32(truncatingIfNeeded: more.count)
    parts.keys += more
  }

  /// `dependentRequired`, and `dependencies` with lists of names.
  private mutating func compileDependentRequired(_ schema: Node, _ dialect: Dialect, _ shape: inout MapShape) {
    var pairs: [KeyEntry] = []
    for keyword in (dialect.draft >= .draft201909 ? ["dependentRequired", "dependencies"] : ["dependencies"]) as [Text]
    {
      for (key, names) in Self.members(schema[keyword]) where names.kind == .list {
        guard let name = key.text else { continue }
        for needed in names.elements.compactMap(\.text) { pairs += [keyEntry(name), keyEntry(needed)] }
      }
    }
    shape.dependents = UInt32(truncatingIfNeeded: parts.keys.count)
    shape.dependentCount = UInt32(truncatingIfNeeded: pairs.count / 2)
    parts.keys += pairs
  }

  mutating func keyEntry(_ name: Text, block: UInt32 = Check.none) -> KeyEntry {
    KeyEntry(hash: Self.hash(name), name: parts.add(name: name.utf8), block: block)
  }

  private mutating func addTable(_ order: [Text], _ properties: [Text: Property], _ shape: inout MapShape) {
    var slots = [PropertySlot](repeating: .empty, count: Self.tableSize(order.count))
    for name in order {
      guard let property = properties[name] else { continue }
      let hash = Self.hash(name)
      let slot = PropertySlot(
        hash: hash, name: parts.add(name: name.utf8), check: property.check, requiredBit: property.requiredBit,
        isDeclared: property.isDeclared)
      Self.insert(slot, hash: hash, into: &slots, isEmpty: \.hash)
    }
    shape.slots = UInt32(truncatingIfNeeded: parts.propertySlots.count)
    shape.slotMask = UInt32(truncatingIfNeeded: slots.count - 1)
    parts.propertySlots += slots
  }

  // MARK: - Lists

  mutating func compileList(_ location: SchemaLocation, _ dialect: Dialect, marks: Bool) {
    let schema = location.node
    var shape = ListShape()
    shape.marks = marks
    if dialect.vocabularies.contains(.applicator) {
      var prefix = dialect.draft == .draft202012 ? schema["prefixItems"] : nil
      var rest = schema["items"]
      if dialect.draft <= .draft201909, let items = rest, items.kind == .list {
        prefix = items
        rest = schema["additionalItems"]
      }
      let compiled = Self.elements(prefix).map { check($0, in: location.resource) }
      shape.prefix = UInt32(truncatingIfNeeded: parts.checks.count)
      shape.prefixCount = UInt32(truncatingIfNeeded: compiled.count)
      parts.checks += compiled
      if let rest {
        shape.items = check(rest, in: location.resource)
        shape.forbidsMore = rest.bool == false
        shape.hasItems = true
      }
      if dialect.draft >= .draft06, let contains = schema["contains"] {
        shape.contains = check(contains, in: location.resource)
        shape.hasContains = true
        shape.marksContained = marks && dialect.draft == .draft202012
      }
    }
    if dialect.vocabularies.contains(.validation) {
      shape.minimumCount = Self.count(schema["minItems"]) ?? 0
      shape.maximumCount = Self.count(schema["maxItems"]) ?? .max
      shape.isUnique = schema["uniqueItems"]?.bool == true
      if dialect.draft >= .draft201909 {
        shape.minimumContained = Self.count(schema["minContains"]) ?? 1
        shape.maximumContained = Self.count(schema["maxContains"]) ?? .max
      }
    }
    guard
      shape.prefixCount > 0 || shape.hasItems || shape.hasContains || shape.minimumCount > 0
        || shape.maximumCount != .max || shape.isUnique
    else { return }
    emit(.list, SchemaParts.add(shape, to: &parts.listShapes))
  }
}

/// The members or elements of a keyword's value; empty if the keyword is missing.
extension SchemaCompiler {
  static func members(_ node: Node?) -> [(key: Node, value: Node)] { node.map { Array($0.members) } ?? [] }
  static func elements(_ node: Node?) -> [Node] { node.map { Array($0.elements) } ?? [] }
}

// Keywords about the value itself.
extension SchemaCompiler {
  mutating func compileValueAssertions(_ schema: Node, _ dialect: Dialect) {
    if let type = schema["type"] { compileType(type) }
    if dialect.draft >= .draft06, let value = schema["const"] { compileEnumeration([value], isConstant: true) }
    if let values = schema["enum"], values.kind == .list {
      compileEnumeration(Array(values.elements), isConstant: false)
    }
    if dialect.draft == .draft04 {
      // In draft 04 the exclusive keywords only modify the others.
      compileLimit(
        schema["minimum"], schema["exclusiveMinimum"]?.bool == true ? .exclusiveMinimum : .minimum)
      compileLimit(
        schema["maximum"], schema["exclusiveMaximum"]?.bool == true ? .exclusiveMaximum : .maximum)
    } else {
      compileLimit(schema["minimum"], .minimum)
      compileLimit(schema["maximum"], .maximum)
      compileLimit(schema["exclusiveMinimum"], .exclusiveMinimum)
      compileLimit(schema["exclusiveMaximum"], .exclusiveMaximum)
    }
    compileLimit(schema["multipleOf"], .multipleOf)
    let shortest = Self.count(schema["minLength"])
    let longest = Self.count(schema["maxLength"])
    if shortest != nil || longest != nil { emit(.length, shortest ?? 0, longest ?? .max) }
    if let node = schema["pattern"], let number = pattern(node, dialect) { emit(.pattern, number) }
  }

  mutating func compileFormat(_ schema: Node, _ dialect: Dialect) {
    guard let name = schema["format"]?.text, let format = Format(name: name.string) else { return }
    guard formats == .always || dialect.vocabularies.contains(.formatAssertion) else { return }
    emit(.format, UInt32(format.rawValue))
  }

  private mutating func compileType(_ node: Node) {
    let names = node.kind == .list ? node.elements.compactMap(\.text) : [node.text].compactMap { $0 }
    let masks = names.compactMap { TypeMask(name: $0.string) }
    guard !masks.isEmpty, masks.count == names.count else { return }
    emit(.type, masks.reduce(0) { $0 | $1.bits })
  }

  private mutating func compileEnumeration(_ values: [Node], isConstant: Bool) {
    let strings = values.compactMap(\.text)
    let others = values.filter { $0.kind != .string }
    var slots = [StringSlot](repeating: .empty, count: Self.tableSize(strings.count))
    for string in strings {
      let hash = Self.hash(string)
      Self.insert(
        StringSlot(hash: hash, name: parts.add(name: string.utf8)), hash: hash, into: &slots, isEmpty: \.hash)
    }
    let enumeration = Enumeration(
      slots: UInt32(truncatingIfNeeded: parts.stringSlots.count), slotMask: UInt32(truncatingIfNeeded: slots.count - 1),
      others: UInt32(truncatingIfNeeded: parts.constants.count), otherCount: UInt32(truncatingIfNeeded: others.count))
    parts.stringSlots += slots
    parts.constants += others
    emit(.oneOfValues, SchemaParts.add(enumeration, to: &parts.enumerations), 0, isConstant ? 1 : 0)
  }

  private mutating func compileLimit(_ node: Node?, _ operation: Instruction.Operation) {
    guard let node, let raw = node.rawNumber else { return }
    // A number in one of YAML's other notations is converted to decimal notation.
    let isPlain = raw.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
    let text: Text
    if isPlain {
      text = raw
    } else if let whole = node.int {
      text = Text(String(whole))
    } else {
      return
    }
    let whole = node.int ?? node.decimal.flatMap { Int64(exactly: $0) }
    if operation == .multipleOf, let decimal = node.decimal, decimal.signum <= 0 { return }
    let limit = NumberLimit(whole: whole ?? 0, isWhole: whole != nil, text: parts.add(name: text.utf8))
    emit(operation, SchemaParts.add(limit, to: &parts.numbers))
  }

  // MARK: -

  /// A count in a schema (`2.0` is valid, too); counts that no document can reach become the largest number.
  static func count(_ node: Node?) -> UInt32? {
    guard let node, node.kind == .number else { return nil }
    if let int = node.int { return int < 0 ? nil : UInt32(clamping: int) }
    guard let decimal = node.decimal, decimal.isWhole, decimal.signum >= 0 else { return nil }
    return Int64(exactly: decimal).map { UInt32(clamping: $0) } ?? .max
  }

  static func hash(_ text: Text) -> UInt32 {
    var string = text.string
    return string.withUTF8 { KeyHash.hash($0, seed: KeyHash.seed) }
  }

  /// The number of slots for `count` entries: a power of two, with at least half of them free.
  static func tableSize(_ count: Int) -> Int {
    var size = 1
    while size < count * 2 { size *= 2 }
    return size
  }

  /// Puts `slot` into the first free place, starting from the place of its hash.
  static func insert<Slot>(_ slot: Slot, hash: UInt32, into slots: inout [Slot], isEmpty key: KeyPath<Slot, UInt32>) {
    var at = Int(hash) & (slots.count - 1)
    while slots[at][keyPath: key] != PropertySlot.emptyHash { at = (at + 1) & (slots.count - 1) }
    slots[at] = slot
  }
}

/// Computes the properties of blocks that depend on all other blocks.
enum SchemaLinker {
  /// Fills in the checks, and returns the first block.
  static func link(_ parts: inout SchemaParts, root: UInt32) -> UInt32 {
    // The dynamic scope consists of the visited resources, so with dynamic references no block may be skipped.
    let mayShorten = parts.dynamicReferences.isEmpty
    let blocks = parts.blocks
    let instructions = parts.instructions

    func target(_ block: UInt32) -> UInt32 {
      guard mayShorten else { return block }
      var at = block
      // A chain that is longer than the number of blocks would be a cycle, and cycles were rejected.
      for _ in 0..<blocks.count {
        guard at != Check.none else { return at }
        let content = blocks[Int(at)]
        if content.start == content.end { return Check.none }
        let first = instructions[Int(content.start)]
        guard content.end - content.start == 1, first.operation == .call, !content.hasUnevaluated else { return at }
        at = first.a
      }
      return at
    }

    func linked(_ check: Check) -> Check {
      var check = check
      check.block = target(check.block)
      check.types = .any
      check.isTypeOnly = check.block == Check.none
      guard check.block != Check.none else { return check }
      let content = blocks[Int(check.block)]
      guard content.start < content.end else { return check }
      let first = instructions[Int(content.start)]
      if first.operation == .type {
        check.types = TypeMask(bits: first.a)
        check.isTypeOnly = content.end - content.start == 1
      }
      return check
    }

    for i in parts.checks.indices { parts.checks[i] = linked(parts.checks[i]) }
    for i in parts.propertySlots.indices { parts.propertySlots[i].check = linked(parts.propertySlots[i].check) }
    for i in parts.patternEntries.indices { parts.patternEntries[i].check = linked(parts.patternEntries[i].check) }
    for i in parts.mapShapes.indices {
      parts.mapShapes[i].additional = linked(parts.mapShapes[i].additional)
      parts.mapShapes[i].names = linked(parts.mapShapes[i].names)
    }
    for i in parts.listShapes.indices {
      parts.listShapes[i].items = linked(parts.listShapes[i].items)
      parts.listShapes[i].contains = linked(parts.listShapes[i].contains)
    }
    return target(root)
  }

  /// A block that leads to itself without descending into the value, so that evaluation would never end.
  static func endlessReference(in parts: SchemaParts) -> UInt32? {
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: parts.blocks.count)
    for first in parts.blocks.indices where states[first] == .new {
      var path: [(block: Int, next: [UInt32])] = [(first, successors(of: first, in: parts))]
      states[first] = .open
      while let last = path.indices.last {
        guard let next = path[last].next.popLast() else {
          states[path[last].block] = .done
          path.removeLast()
          continue
        }
        switch states[Int(next)] {
        case .open: return next
        case .done: break
        case .new:
          states[Int(next)] = .open
          path.append((Int(next), successors(of: Int(next), in: parts)))
        }
      }
    }
    return nil
  }

  /// The blocks that `block` applies to the same value. The targets of dynamic references are determined at run time.
  private static func successors(of block: Int, in parts: SchemaParts) -> [UInt32] {
    let content = parts.blocks[block]
    var found: [UInt32] = []
    for instruction in parts.instructions[Int(content.start)..<Int(content.end)] {
      switch instruction.operation {
      case .call, .not: found.append(instruction.a)
      case .anyOf, .oneOf: found += parts.blockLists[Int(instruction.a)..<Int(instruction.a + instruction.b)]
      case .condition: found += [instruction.a, instruction.b, instruction.c]
      case .dependents: found += parts.keys[Int(instruction.a)..<Int(instruction.a + instruction.b)].map(\.block)
      default: break
      }
    }
    return found.filter { $0 != Check.none }
  }
}
