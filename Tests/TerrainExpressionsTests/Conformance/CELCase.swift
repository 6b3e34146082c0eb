import Foundation
import TerrainBase
import TerrainExpressions

/// One case of cel-spec's simple tests, as converted to JSON (see the suite's README).
struct CELCase {
  enum Expected {
    case value(Value)
    case error
    case type(CELType)
  }

  var id: String
  var expression: Text
  var variables: [(name: Text, type: CELType)] = []
  var functions: [FunctionDeclaration] = []
  var bindings: [Text: Value] = [:]
  var container: Text = ""
  var isChecked = true
  var runs = true
  var expected: Expected = .value(.bool(true))
  var deducedType: CELType?

  /// The cases of one file.
  static func read(_ file: URL) throws -> [CELCase] {
    let whole = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    guard let sections = (whole as? [String: Any])?["sections"] as? [[String: Any]] else { return [] }
    return sections.flatMap { section in
      let name = section["name"] as? String ?? ""
      return (section["tests"] as? [[String: Any]] ?? []).map { CELCase($0, section: name) }
    }
  }

  private init(_ json: [String: Any], section: String) {
    id = "\(section)/\(json["name"] as? String ?? "")"
    expression = Text(json["expr"] as? String ?? "")
    isChecked = !(json["disableCheck"] as? Bool ?? false)
    runs = !(json["checkOnly"] as? Bool ?? false)
    container = Text(json["container"] as? String ?? "")
    for entry in json["typeEnv"] as? [[String: Any]] ?? [] { declare(entry) }
    for (name, binding) in json["bindings"] as? [String: [String: Any]] ?? [:] {
      if let value = binding["value"] as? [String: Any] { bindings[Text(name)] = CELCase.value(value) }
    }
    if let value = json["value"] as? [String: Any] { expected = .value(CELCase.value(value)) }
    if json["evalError"] != nil { expected = .error }
    if let typed = json["typedResult"] as? [String: Any] {
      if let result = typed["result"] as? [String: Any] { expected = .value(CELCase.value(result)) }
      deducedType = (typed["deducedType"] as? [String: Any]).map(CELCase.type)
    }
  }

  private mutating func declare(_ entry: [String: Any]) {
    let name = Text(entry["name"] as? String ?? "")
    if let ident = entry["ident"] as? [String: Any], let type = ident["type"] as? [String: Any] {
      variables.append((name, CELCase.type(type)))
    }
    guard let function = entry["function"] as? [String: Any] else { return }
    let overloads = (function["overloads"] as? [[String: Any]] ?? []).map { overload in
      Overload(
        Text(overload["overloadId"] as? String ?? ""), member: overload["isInstanceFunction"] as? Bool ?? false,
        (overload["params"] as? [[String: Any]] ?? []).map(CELCase.type),
        CELCase.type(overload["resultType"] as? [String: Any] ?? [:]), .none)
    }
    functions.append(FunctionDeclaration(name, overloads))
  }

  // MARK: Values

  static func value(_ json: [String: Any]) -> Value {
    guard let (kind, content) = json.first else { return .null }
    switch kind {
    case "nullValue": return .null
    case "boolValue": return .bool(content as? Bool ?? false)
    case "int64Value": return .int(Int64(content as? String ?? "") ?? 0)
    case "uint64Value": return .uint(UInt64(content as? String ?? "") ?? 0)
    case "doubleValue": return .double(double(content))
    case "stringValue": return .string(Text(content as? String ?? ""))
    case "bytesValue": return .bytes([UInt8](Data(base64Encoded: content as? String ?? "") ?? Data()))
    case "typeValue": return .type(Text(content as? String ?? ""))
    case "listValue":
      let values = (content as? [String: Any])?["values"] as? [[String: Any]] ?? []
      return .list(values.map(value))
    case "mapValue":
      let entries = (content as? [String: Any])?["entries"] as? [[String: [String: Any]]] ?? []
      return .map(ValueMap(entries.map { (value($0["key"] ?? [:]), value($0["value"] ?? [:])) }))
    case "objectValue": return object(content as? [String: Any] ?? [:])
    default: return .string(Text("unread \(kind)"))
    }
  }

  private static func double(_ content: Any) -> Double {
    if let text = content as? String { return text == "NaN" ? .nan : text.hasPrefix("-") ? -.infinity : .infinity }
    return (content as? NSNumber)?.doubleValue ?? 0
  }

  private static func object(_ content: [String: Any]) -> Value {
    let text = content["value"] as? String ?? ""
    switch content["@type"] as? String {
    case "type.googleapis.com/google.protobuf.Duration":
      return (try? ExactDuration(parsing: Text(text))).map { .duration($0) } ?? .null
    case "type.googleapis.com/google.protobuf.Timestamp":
      return (try? Timestamp(rfc3339: Text(text))).map { .timestamp($0) } ?? .null
    default: return .string("unread object")
    }
  }

  // MARK: Types

  static func type(_ json: [String: Any]) -> CELType {
    guard let (kind, content) = json.first else { return .dyn }
    switch kind {
    case "primitive": return primitive(content as? String ?? "")
    case "null": return .null
    case "dyn": return .dyn
    case "wrapper": return .wrapper(primitive(content as? String ?? ""))
    case "typeParam": return .parameter(Text(content as? String ?? ""))
    case "listType": return .list(part(content, "elemType"))
    case "mapType": return .map(key: part(content, "keyType"), value: part(content, "valueType"))
    case "type": return .type(type(content as? [String: Any] ?? [:]))
    case "wellKnown": return content as? String == "TIMESTAMP" ? .timestamp : .duration
    case "messageType": return (content as? String ?? "").hasSuffix("Duration") ? .duration : .timestamp
    case "abstractType":
      let content = content as? [String: Any] ?? [:]
      let parameters = (content["parameterTypes"] as? [[String: Any]] ?? []).map(type)
      let name = content["name"] as? String ?? ""
      return name == "optional_type" ? .optional(parameters.first ?? .dyn) : .opaque(Text(name), parameters)
    default: return .opaque(Text("unread \(kind)"), [])
    }
  }

  private static func part(_ content: Any, _ name: String) -> CELType {
    type((content as? [String: Any])?[name] as? [String: Any] ?? [:])
  }

  private static func primitive(_ name: String) -> CELType {
    switch name {
    case "BOOL": .bool
    case "INT64": .int
    case "UINT64": .uint
    case "DOUBLE": .double
    case "STRING": .string
    default: .bytes
    }
  }
}
