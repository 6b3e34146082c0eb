extension Impact {
  /// What numbers at one place add up to, and for whom they changed most.
  package struct Totals: Sendable {
    /// The sum of the numbers that changed, in the old results.
    package private(set) var before = 0.0
    /// The sum of what numbers became greater by.
    package private(set) var gained = 0.0
    /// The sum of what numbers became less by.
    package private(set) var lost = 0.0
    /// Those whose numbers became greater by most, at most ``most``.
    package private(set) var gainers: [Mover] = []
    /// Those whose numbers became less by most, at most ``most``.
    package private(set) var losers: [Mover] = []

    /// The sum of the numbers that changed, in the new results.
    package var after: Double { before + gained - lost }

    /// Gainers that are kept, and losers.
    package static let most = 5

    /// Adds a number that was `before`.
    mutating func add(_ before: Double, changedBy delta: Double) {
      self.before += before
      if delta > 0 { gained += delta } else { lost -= delta }
    }

    /// Adds somebody, all of whose numbers at the place changed by `delta` together.
    mutating func add(_ name: String, by delta: Double) {
      if delta > 0 { Self.insert([Mover(name: name, delta: delta)], into: &gainers) }
      if delta < 0 { Self.insert([Mover(name: name, delta: delta)], into: &losers) }
    }

    /// Adds those of people who come later.
    mutating func add(_ later: Totals) {
      before += later.before
      gained += later.gained
      lost += later.lost
      Self.insert(later.gainers, into: &gainers)
      Self.insert(later.losers, into: &losers)
    }

    /// Keeps the ones with the greatest changes, of equals those that come first.
    private static func insert(_ others: [Mover], into movers: inout [Mover]) {
      for mover in others {
        let index = movers.firstIndex { $0.delta.magnitude < mover.delta.magnitude } ?? movers.count
        if index < most { movers.insert(mover, at: index) }
        if movers.count > most { movers.removeLast() }
      }
    }
  }

  /// Somebody whose numbers at one place changed.
  package struct Mover: Sendable {
    /// The request's id, its account, or its line in a file.
    package let name: String
    /// What all of the numbers changed by together.
    package let delta: Double
  }
}
