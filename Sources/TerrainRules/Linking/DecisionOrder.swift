import TerrainDocuments
import TerrainBase

/// Puts decisions in an order in which each comes after those it needs.
struct DecisionOrder {
  /// Indices, each after those it needs. Decisions in a cycle are left out.
  private(set) var order: [Int] = []
  /// Cycles: each decision needs the next, and the last needs the first.
  private(set) var cycles: [[Int]] = []

  private enum State { case open, done, broken }

  /// `needs` holds for each decision those it mentions.
  init(needs: [[Int]]) {
    var states = [State?](repeating: nil, count: needs.count)
    for start in needs.indices where states[start] == nil {
      var path: [(decision: Int, next: Int, isBroken: Bool)] = [(start, 0, false)]
      states[start] = .open
      while let (decision, next, isBroken) = path.last {
        guard next < needs[decision].count else {
          path.removeLast()
          states[decision] = isBroken ? .broken : .done
          if isBroken, !path.isEmpty { path[path.count - 1].isBroken = true }
          if !isBroken { order.append(decision) }
          continue
        }
        path[path.count - 1].next += 1
        let needed = needs[decision][next]
        switch states[needed] {
        case nil:
          states[needed] = .open
          path.append((needed, 0, false))
        case .open:
          if let from = path.firstIndex(where: { $0.decision == needed }) {
            cycles.append(path[from...].map { $0.decision })
          }
          path[path.count - 1].isBroken = true
        case .broken: path[path.count - 1].isBroken = true
        case .done: break
        }
      }
    }
  }
}
