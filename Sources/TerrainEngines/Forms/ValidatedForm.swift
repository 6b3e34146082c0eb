import TerrainValues

/// A form that was checked.
public struct ValidatedForm: Sendable {
  /// The kind of record that it is.
  public let kind: Text
  /// Its problems: those of its schema first, then those of the rules.
  public let problems: [FormProblem]
  /// True where nothing is wrong with it.
  public var isRight: Bool { problems.isEmpty }

  /// A form of `kind` with `problems`.
  package init(kind: Text, problems: [FormProblem]) {
    self.kind = kind
    self.problems = problems
  }
}
