import Foundation
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

@testable import TerrainAuthoring

/// A case of the DMN TCK: inputs, and the results that are expected.
struct DMNCase {
  /// A value with its type as XML Schema calls it.
  indirect enum Expected {
    case null
    case scalar(String, type: String)
    case list([Expected])
    case structure([Field])
  }

  /// A value with its name.
  struct Field {
    let name: String
    let value: Expected
  }

  let id: String
  let inputs: [Field]
  let results: [Field]

  /// The cases of a file of the suite.
  static func all(_ text: SourceText) throws -> [DMNCase] {
    try XMLReader.read(text).children.filter { $0.name == "testCase" }.map { element in
      DMNCase(
        id: element.attribute("id") ?? "",
        inputs: element.children.filter { $0.name == "inputNode" }.map { field($0, value($0)) },
        results: element.children.filter { $0.name == "resultNode" }.map {
          field($0, $0.child("expected").map(value) ?? .null)
        })
    }
  }

  private static func field(_ element: XMLElement, _ value: Expected) -> Field {
    Field(name: element.attribute("name") ?? "", value: value)
  }

  private static func value(_ element: XMLElement) -> Expected {
    let components = element.children.filter { $0.name == "component" }
    if !components.isEmpty { return .structure(components.map { field($0, value($0)) }) }
    if let list = element.child("list") { return .list(list.children.filter { $0.name == "item" }.map(value)) }
    guard let scalar = element.child("value"),
      !scalar.attributes.contains(where: { $0.name == "nil" && $0.value == "true" })
    else { return .null }
    let type = scalar.attributes.first { $0.name == "type" }?.value.split(separator: ":").last.map(String.init)
    return .scalar(scalar.text, type: type ?? "string")
  }
}

extension DMNCase.Expected {
  /// The value of a fact of `type`; nil where it is not one.
  func value(_ type: CELType) -> Value? {
    switch (self, type) {
    case (.scalar(let text, _), .decimal): (try? ExactDecimal(parsing: Text(text))).map { .decimal($0) }
    case (.scalar(let text, _), .bool): .bool(text == "true")
    case (.scalar(let text, _), .string), (.scalar(let text, _), .enumeration): .string(Text(text))
    case (.scalar(let text, _), .timestamp):
      FEELReader.timestamp(text).flatMap { value in
        guard case .timestamp(let text)? = value.literal else { return nil }
        return (try? Timestamp(rfc3339: Text(text))).map { .timestamp($0) }
      }
    case (.scalar(let text, _), .duration):
      FEELReader.duration(text).flatMap { value in
        guard case .duration(let text)? = value.literal, let seconds = Int64(text.dropLast()) else { return nil }
        return (try? ExactDuration(seconds: seconds)).map { .duration($0) }
      }
    case (.list(let elements), .list(let element)):
      elements.allSatisfy { $0.value(element) != nil } ? .list(elements.compactMap { $0.value(element) }) : nil
    default: nil
    }
  }

  /// The facts that it gives, structures by their components.
  func facts(_ name: String) -> [DMNCase.Field] {
    guard case .structure(let components) = self else { return [DMNCase.Field(name: name, value: self)] }
    return components.flatMap { $0.value.facts("\(name)_\(DMNNames.plain($0.name))") }
  }

  /// Whether `value` is it; numbers to eight places, as the suite's own runners compare them.
  func matches(_ value: Value) -> Bool {
    switch (self, value) {
    case (.scalar(let text, _), .string(let own)): text == own.string
    case (.scalar(let text, _), .bool(let own)): text == "\(own)"
    case (.scalar(let text, _), .decimal(let own)): Double(text).map { abs($0 - Double(own)) < 1e-8 } ?? false
    case (.scalar(let text, _), .int(let own)): Double(text) == Double(own)
    case (.list(let elements), .list(let own)):
      elements.count == own.count && zip(elements, own).allSatisfy { $0.matches($1) }
    case (.structure(let fields), .map(let own)):
      fields.count == own.entries.count
        && fields.allSatisfy { field in
          own[string: Text(DMNNames.plain(field.name))].map(field.value.matches) ?? false
        }
    default: false
    }
  }
}
