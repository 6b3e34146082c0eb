import TerrainBase

/// A form that was checked.
package struct ValidatedForm: Sendable {
  /// The kind of record that it is.
  package let kind: Text
  /// Its problems: those of its schema first, then those of the rules.
  package let problems: [FormProblem]
  /// True where nothing is wrong with it.
  package var isRight: Bool { problems.isEmpty }

  /// A form of `kind` with `problems`.
  package init(kind: Text, problems: [FormProblem]) {
    self.kind = kind
    self.problems = problems
  }
}
