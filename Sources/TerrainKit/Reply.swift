import Foundation
import TerrainDocuments

/// The result of a method as JSON: the bytes that `terrain serve` returns for the same request.
public struct Reply: Sendable {
  /// The JSON of the result.
  public let json: Data
  /// Warnings about the request that did not keep it from being answered.
  public let warnings: [Diagnostic]

  /// Returns the result as a value of `type`, of which `json` has the properties.
  ///
  /// - Parameters:
  ///   - type: A type of ``Results``, or one with the members that the app needs.
  ///   - decoder: The decoder, for example one that converts keys from snake case; without it, instants are decoded as dates.
  /// - Throws: `DecodingError`.
  public func decode<Content: Decodable>(
    _ type: Content.Type = Content.self, with decoder: JSONDecoder = .ofReplies
  ) throws -> Content {
    try decoder.decode(type, from: json)
  }
}
