import Foundation
import TerrainDocuments

/// The result of a method as a value, beside the reply that it was decoded from.
///
/// ```swift
/// let trends = try terrain.trend(request)
/// for trend in trends.trends { print(trend.label ?? trend.series, trend.direction) }
/// ```
@dynamicMemberLookup
public struct TypedReply<Result: Decodable & Sendable>: Sendable {
  /// The result; its members are also members of the typed reply.
  public let result: Result
  /// The reply: its JSON is what an account is stored as.
  public let reply: Reply

  /// The result of `reply`.
  init(_ reply: Reply) throws {
    self.reply = reply
    result = try reply.decode(Result.self)
  }

  /// The JSON of the result.
  public var json: Data { reply.json }
  /// Warnings about the request that did not keep it from being answered.
  public var warnings: [Diagnostic] { reply.warnings }

  /// A member of the result.
  public subscript<Member>(dynamicMember member: KeyPath<Result, Member>) -> Member { result[keyPath: member] }

  /// Returns the result as a value of another type, of which `json` has the properties.
  ///
  /// - Throws: `DecodingError`.
  public func decode<Content: Decodable>(
    _ type: Content.Type = Content.self, with decoder: JSONDecoder = .ofReplies
  ) throws -> Content { try reply.decode(type, with: decoder) }
}
