import TerrainEngines
import TerrainBase

extension Score {
  /// The id of the outcome called `name`, as a `String`; nil where the quiz has no such outcome.
  public func outcome(_ name: String) -> String? { self[Text(name)]?.string }
}

extension Value {
  /// A `string`.
  public init(_ string: String) { self = .string(Text(string)) }
  /// A `list` of strings.
  public init(_ strings: [String]) { self = .list(strings.map { .string(Text($0)) }) }

  /// Whether the value is the text `text`.
  public func isText(_ text: String) -> Bool {
    if case .string(let value) = self { value == Text(text) } else { false }
  }
}
