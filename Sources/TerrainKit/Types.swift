import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines

// The types of answers, so that a single import suffices.

/// The result of a quiz for a person, with its reasons.
public typealias Score = TerrainEngines.Score
/// Questions whose options move axes.
public typealias Quiz = TerrainEngines.Quiz
/// A page about a person and a day.
public typealias Page = TerrainEngines.Page
/// A message in a person's language.
public typealias RenderedMessage = TerrainEngines.RenderedMessage
/// Ranked candidates.
public typealias Ranking = TerrainEngines.Ranking
/// The value of a decision, and the rows that led to it.
public typealias DecisionResult = TerrainEngines.DecisionResult
/// A value of rules.
public typealias Value = TerrainBase.Value
/// Text compared by its bytes; `.string` is the Swift string.
public typealias Text = TerrainBase.Text
/// A mistake, its location, and a fix.
public typealias Diagnostic = TerrainDocuments.Diagnostic
/// The diagnostics that stop a request.
public typealias DiagnosticError = TerrainDocuments.DiagnosticError

/// The results of methods as types: every member of a response, with its meaning.
///
/// The types are generated from the operations, as are the schemas in `ContentPacks/Schemas/responses`. Members whose names only a pack
/// declares are dictionaries; a member that a response may lack, or that is null, is optional.
public enum Results {}

extension JSONDecoder {
  /// A decoder for replies that decodes instants as dates. Members keep their names.
  public static var ofReplies: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let instant = try? Timestamp(rfc3339: Text(try container.decode(String.self))) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected an instant by RFC 3339")
      }
      return Date(timeIntervalSince1970: Double(instant.seconds) + Double(instant.nanoseconds) / 1_000_000_000)
    }
    return decoder
  }
}

extension Value: Codable {
  /// Decodes any JSON. A number without a fraction that fits 64 bits becomes an `int`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(Text(value))
    } else if let values = try? container.decode([Value].self) {
      self = .list(values)
    } else {
      let members = try container.decode([String: Value].self).sorted { $0.key < $1.key }
      self = .map(ValueMap(members.map { (.string(Text($0.key)), $0.value) }))
    }
  }

  /// Encodes JSON.
  ///
  /// - Throws: `EncodingError` for values that JSON cannot represent: a map with keys that are not text, bytes, a type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null, .optional(nil): try container.encodeNil()
    case .optional(let value?): try container.encode(value)
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .uint(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .decimal(let value): try container.encode(Decimal(string: value.description))
    case .string(let text): try container.encode(text.string)
    case .timestamp(let instant): try container.encode("\(instant)")
    case .duration(let duration): try container.encode("\(duration)")
    case .list(let values): try container.encode(values)
    case .map(let map):
      var members: [String: Value] = [:]
      for (key, value) in map.entries {
        guard case .string(let name) = key else { throw unencodable(encoder, "a map with keys that are not text") }
        members[name.string] = value
      }
      try container.encode(members)
    case .bytes, .type: throw unencodable(encoder, "a value of the type \(typeName.string)")
    }
  }

  private func unencodable(_ encoder: any Encoder, _ what: String) -> EncodingError {
    EncodingError.invalidValue(
      self, .init(codingPath: encoder.codingPath, debugDescription: "JSON cannot represent \(what)"))
  }
}

/// A key of any name.
private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// The members whose names are not in `declared`.
  func members<Content: Decodable>(except declared: [String]) throws -> [String: Content] {
    let container = try container(keyedBy: MemberKey.self)
    var members: [String: Content] = [:]
    for key in container.allKeys where !declared.contains(key.stringValue) {
      members[key.stringValue] = try container.decode(Content.self, forKey: key)
    }
    return members
  }

  /// True if the value is an object whose members all have names in `declared`.
  func has(only declared: [String]) -> Bool {
    guard let container = try? container(keyedBy: MemberKey.self) else { return false }
    return container.allKeys.allSatisfy { declared.contains($0.stringValue) }
  }
}

extension Encoder {
  /// Encodes `members` next to the declared members.
  func encode(members: [String: some Encodable]) throws {
    var container = container(keyedBy: MemberKey.self)
    for (name, value) in members { try container.encode(value, forKey: MemberKey(stringValue: name)) }
  }
}
