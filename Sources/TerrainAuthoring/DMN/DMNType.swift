import TerrainDocuments

/// A type of a decision model.
struct DMNType {
  var type: FEELType
  /// The values that a text may be, where they are listed.
  var values: [String] = []
  /// The least and the greatest number.
  var bounds: (minimum: String, maximum: String)?
  /// The components of a structure, in order.
  var components: [(name: String, type: DMNType)] = []

  /// What the rule language calls it; nil where it has none.
  var name: String? { Self.name(type) }

  private static func name(_ type: FEELType) -> String? {
    switch type {
    case .number: "decimal"
    case .string, .enumeration, .any: "string"
    case .boolean: "bool"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .list(let element): name(element).map { "list<\($0)>" }
    case .context, .unsupported: nil
    }
  }

  /// A fact of this type, in YAML.
  ///
  /// - Parameter doc: what it is called in the model, where that is another name.
  func fact(_ doc: String?) -> String {
    var members = ["type: \(YAMLText.text(name ?? "string"))"]
    if !values.isEmpty { members.append("values: [\(values.map(YAMLText.text).joined(separator: ", "))]") }
    if let bounds { members += ["min: \(bounds.minimum)", "max: \(bounds.maximum)"] }
    if let doc { members.append("doc: \(YAMLText.quoted(doc))") }
    return "{ \(members.joined(separator: ", ")) }"
  }
}

extension DMNModel {
  /// The type that `reference` names; nil where nothing is named.
  func type(_ reference: String?, depth: Int = 0) -> DMNType? {
    guard let reference, !reference.isEmpty else { return nil }
    if let item = items[reference] ?? items[Self.local(reference)] { return type(of: item, depth: depth) }
    switch Self.local(reference).filter({ $0 != " " }).lowercased() {
    case "number": return DMNType(type: .number)
    case "string": return DMNType(type: .string)
    case "boolean": return DMNType(type: .boolean)
    case "date", "datetime", "dateandtime": return DMNType(type: .timestamp)
    case "daytimeduration", "daysandtimeduration": return DMNType(type: .duration)
    case "any": return DMNType(type: .any)
    default: return DMNType(type: .unsupported(reference))
    }
  }

  /// A name without its prefix.
  private static func local(_ reference: String) -> String {
    reference.split(separator: ":").last.map(String.init) ?? reference
  }

  private func type(of item: XMLElement, depth: Int) -> DMNType {
    // A definition may refer to itself.
    guard depth < 20, budget.spend() else { return DMNType(type: .unsupported("a type in itself")) }
    let parts = item.children.filter { $0.name == "itemComponent" }
    var type: DMNType
    if parts.isEmpty {
      type = self.type(item.child("typeRef")?.text, depth: depth + 1) ?? DMNType(type: .any)
      if let allowed = (item.child("allowedValues") ?? item.child("typeConstraint"))?.child("text")?.text {
        type.restrict(to: allowed)
      }
    } else {
      type = DMNType(type: .context)
      type.components = parts.map {
        (FEELScope.normal($0.attribute("name") ?? ""), self.type(of: $0, depth: depth + 1))
      }
    }
    if item.attribute("isCollection") == "true" { return DMNType(type: .list(type.type), values: []) }
    return type
  }
}

extension DMNType {
  /// Narrows it to `allowed`: texts, or an interval of numbers. Anything else is not carried over.
  mutating func restrict(to allowed: String) {
    guard let tests = try? FEELReader.tests(allowed, FEELScope()) else { return }
    let texts = tests.compactMap { test -> String? in
      guard case .value(let value) = test, case .string(let text)? = value.literal else { return nil }
      return text
    }
    if type.isText || type == .any, texts.count == tests.count, Set(texts).count == texts.count {
      (type, values) = (.enumeration, texts)
    }
    for test in tests where type == .number {
      guard case .interval(let lower, true, let upper, true) = test, case .number(let first)? = lower.literal,
        case .number(let last)? = upper.literal
      else { continue }
      bounds = (first, last)
    }
  }
}
