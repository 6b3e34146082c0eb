import TerrainDocuments
import TerrainBase

// Keywords about a map's members and a list's elements: all of them in one instruction, so that there is one pass.
extension SchemaCompiler {
  /// Keys of one map that are distinguished by bits; more of them are looked up one by one.
  private static let requiredBits = 64

  /// A key of a property table being made.
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

  /// `dependentRequired`, and `dependencies` that are lists of names.
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

/// A keyword's members or elements; none where it is not there.
extension SchemaCompiler {
  static func members(_ node: Node?) -> [(key: Node, value: Node)] { node.map { Array($0.members) } ?? [] }
  static func elements(_ node: Node?) -> [Node] { node.map { Array($0.elements) } ?? [] }
}
