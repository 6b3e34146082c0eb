/// A file's bytes and its name: what every place in a message points into.
public final class SourceText: Sendable {
  /// The name shown in messages: a path, or `<stdin>`.
  public let name: String
  /// The bytes, as read.
  public let bytes: [UInt8]

  /// A source called `name`.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
