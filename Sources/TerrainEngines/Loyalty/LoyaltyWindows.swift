import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// The windows that a program's rules declare. A class, so that passing them on counts one reference.
final class LoyaltyWindows: Sendable {
  let all: [HistoryWindow]
  /// The program's calendar.
  let zone: Zone
  /// By window, whether levels depend on it.
  let decidesLevels: [Bool]
  /// By ``AccountEvent/Kind/position``, the windows that take events of that type, but those of lifetimes.
  private let byKind: [[Int]]
  /// The windows of lifetimes.
  let ofLifetime: [Int]

  var isEmpty: Bool { all.isEmpty }

  init(_ all: [HistoryWindow], zone: Zone, levels: DecisionInputs) {
    self.all = all
    self.zone = zone
    decidesLevels = all.map { levels.needs($0.fact.id) }
    byKind = AccountEvent.Kind.allCases.map { kind in
      all.indices.filter { all[$0].takes(kind) && !all[$0].isOfLifetime }
    }
    ofLifetime = all.indices.filter { all[$0].isOfLifetime }
  }

  /// The windows to which events of `kind` contribute when they are applied.
  func taking(_ kind: AccountEvent.Kind) -> [Int] { byKind[kind.position] }

  /// The decisions that are evaluated for an event of `kind`: those of its windows, and for a return those that it takes from.
  static func decisions(of windows: [HistoryWindow], for kind: AccountEvent.Kind) -> [Decision?] {
    windows.flatMap { window -> [Decision?] in
      var decisions: [Decision?] = window.takes(kind) ? window.decisions.map { $0 } : []
      if kind == .refund, case .decision(let decision)? = window.measure { decisions.append(decision) }
      return decisions
    }
  }
}
