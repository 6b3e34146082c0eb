/// Limits on the cost of analysis. A proof that needs more reports where it stopped. Costs are counted, not timed, so that a rule
/// set has the same diagnostics on every machine.
package struct ProofLimits: Sendable, Hashable {
  /// Steps of all proofs of one rule set together (`proof-steps`). A step takes 15 to 60 ns in a release build, most where a
  /// table is hard: the default ends within two seconds. Each table may take its share; what easy tables leave goes to hard ones.
  package var steps = 60_000_000
  /// Bytes that the proofs of one table may hold at a time (`proof-bytes`): with what a rule set itself takes, a check stays
  /// below 256 MB.
  package var bytes = 160_000_000
  /// Steps to decide about one row or one pair of rows (`proof-steps-per-row`).
  package var stepsPerRow = 2_000_000
  /// Steps to decide about one message, or one row that may crowd it out (`proof-steps-per-message`).
  package var stepsPerMessage = 20_000
  /// Uncovered regions listed for one table (`proof-regions`).
  package var regions = 32
  /// Overlapping pairs listed for one table (`proof-pairs`).
  package var pairs = 64
  /// Columns of one table, with the facts they are traced to and the conditions left undecided (`proof-columns`).
  package var columns = 256
  /// Of each column, comparisons times the values they distinguish, together (`proof-cells`): that many bits are held.
  package var cells = 200_000_000
  /// Conditions of one table and of the decisions it looks at, with what they are made of (`proof-conditions`).
  package var formulas = 400_000
  /// Comparisons made anew to look for redundant ones in one table (`proof-redundancy`); beyond, none are looked for.
  package var redundancy = 200_000
  /// Rows of a decision used as an input, for it to be traced back to facts (`proof-traced-rows`).
  package var tracedRows = 1000
  /// How deep a row's condition may be nested (`proof-depth`).
  package var depth = 128

  package init() {}
}

/// Which limit a proof reached.
package enum ProofLimit: Hashable, Sendable {
  case steps
  case bytes
}
