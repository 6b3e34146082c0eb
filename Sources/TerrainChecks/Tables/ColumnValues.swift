import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// The values that the columns of a table can have, where there are few.
package enum ColumnValues {
  /// By column of the sheet of the decision `name` (its full name), the values in YAML; columns that may have any are missing.
  package static func all(of name: Text, in rules: RuleSet) -> [String: [String]] {
    guard let decision = rules.linkedDecisions.first(where: { $0.typed.fullName == name })?.typed,
      case .rows(let table) = decision.body
    else { return [:] }
    var values: [String: [String]] = [:]
    for input in Set(table.rows.flatMap { $0.conditions.compactMap(\.input) }) {
      if let type = type(of: input, in: decision.module, rules) { values["when \(input)"] = list(type, isInput: true) }
    }
    var result = decision.type
    if table.hit == .collect, case .list(let element) = result { result = element }
    values["then"] = list(result, isInput: false)
    if case .record(let record) = result {
      for field in record.fields { values["then \(field.name)"] = list(field.type, isInput: false) }
    }
    return values
  }

  /// The type of a fact, or of a decision of `module` or another, or of a field of one of these.
  private static func type(of input: Text, in module: Text, _ rules: RuleSet) -> CELType? {
    if let type = named(input, in: module, rules) { return type }
    let parts = input.string.split(separator: ".", maxSplits: 1).map { Text(String($0)) }
    guard parts.count == 2, let type = named(parts[0], in: module, rules) else { return nil }
    var (record, isOptional) = (type, false)
    if case .optional(let inner) = type { (record, isOptional) = (inner, true) }
    guard case .record(let fields) = record, let index = fields.index(of: parts[1]) else { return nil }
    return isOptional ? .optional(fields.fields[index].type) : fields.fields[index].type
  }

  private static func named(_ input: Text, in module: Text, _ rules: RuleSet) -> CELType? {
    if let fact = rules.linkedFacts.first(where: { $0.declaration.name == input })?.declaration { return fact.seenType }
    let full = Text("\(module).\(input)")
    return rules.linkedDecisions.first { $0.typed.fullName == full || $0.typed.fullName == input }?.typed.type
  }

  private static func list(_ type: CELType, isInput: Bool) -> [String]? {
    switch type {
    case .enumeration(let values): values.cases.map { YAMLText.text($0.string) }
    case .bool: ["true", "false"]
    case .optional(let type):
      list(type, isInput: isInput).map { $0 + (isInput && !$0.contains("none") ? ["none"] : []) }
    default: nil
    }
  }
}
