import TerrainDocuments
import TerrainBase

/// What is too much for an account. Together they keep every sum within 64 bits.
package enum AccountLimits {
  /// The most that one event may add or take of one unit.
  package static let largestAmount: Int64 = 1_000_000_000_000
  /// The most events that one account may have.
  package static let mostEvents = 4_000_000
  /// The most units that one account may have.
  package static let mostUnits = 100
  /// The most benefits that one event may issue.
  package static let mostBenefits = 1000
  /// After how many events of an account in memory there is a checkpoint.
  package static let checkpointInterval = 64
}

extension Diagnostic {
  static var tooManyEvents: Diagnostic {
    Diagnostic(
      code: "account/event-limit",
      message: "the account would have more than \(AccountLimits.mostEvents) events (`mostEvents`)",
      place: nil)
  }

  static func tooManyUnits(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/unit-limit",
      message: "the account would have more than \(AccountLimits.mostUnits) units (`mostUnits`)", at: node)
  }
}
