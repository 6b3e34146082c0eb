/// Codes of diagnostics that have another name since version 0.2. Comments and baselines that have the earlier one still work.
enum RenamedCode {
  /// The version that no longer accepts them.
  static let lastVersion = "0.3"

  /// The present codes, by the earlier ones.
  private static let all = [
    "ignore/no-reason": "suppression/no-reason", "ignore/unused": "suppression/unused",
    "pack/unknown-check": "pack/unknown-lint-rule", "quiz/unknown-word": "quiz/unknown-value",
    "request/unknown-word": "request/unknown-value", "rules/no-use-fits": "rules/mistyped-declaration",
  ]

  /// The present name of `code`.
  static func current(_ code: String) -> String { all[code] ?? code }
}
