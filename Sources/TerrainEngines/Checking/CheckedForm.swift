import TerrainValues

/// A form that was checked.
public struct CheckedForm: Sendable {
  /// The kind of record that it is.
  public let kind: Text
  /// What is wrong with it: what its schema says first, then what the rules say.
  public let problems: [Problem]
  /// True where nothing is wrong with it.
  public var isRight: Bool { problems.isEmpty }

  /// A form of `kind` with `problems`.
  package init(kind: Text, problems: [Problem]) {
    self.kind = kind
    self.problems = problems
  }
}
