import TerrainRules
import TerrainBase

/// A message in a person's language, with its placeholders filled, and the row that chose it.
public struct RenderedMessage: Sendable {
  /// One text of it.
  public struct Part: Sendable {
    /// `title`, `text`, `why` or `advice`.
    public let name: Text
    /// The words, and the language they are in.
    public let text: LocalizedText.Served
  }

  /// The message.
  public let message: Text
  /// What it is about.
  public let topic: Text?
  /// The layer of the row that chose it.
  public let layer: Text?
  /// The words, in the order of the message.
  public let parts: [Part]
  /// Which row chose it; nil of words that no row chose (a heading).
  public let origin: Origin?

  /// The part called `name`.
  public subscript(part name: Text) -> Text? { parts.first { $0.name == name }?.text.text }
}
