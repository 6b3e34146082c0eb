import TerrainDocuments
import TerrainBase

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
    // Without either it still counts what it looks at.
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
