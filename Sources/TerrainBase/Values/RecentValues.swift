/// A cache that counts rounds and discards values that were not requested for a number of rounds.
package struct RecentValues<Key: Hashable, Value> {
  private var values: [Key: (value: Value, round: Int)] = [:]
  private var round = 0
  private let rounds: Int

  /// An empty cache.
  ///
  /// - Parameter rounds: The minimum number of rounds for which an unused value is kept. Unused values are discarded before twice that
  ///   number.
  package init(rounds: Int) { self.rounds = rounds }

  /// Begins a round.
  ///
  /// - Complexity: O(values) in the last of each `rounds` rounds, else O(1).
  package mutating func begin() {
    round += 1
    guard round % rounds == 0 else { return }
    let oldest = round - rounds
    values = values.filter { $0.value.round >= oldest }
  }

  /// The value of `key`, or nil if the cache does not have it or has discarded it.
  package mutating func value(of key: Key) -> Value? {
    // A single lookup and a change in place, because a value may be large and a key long.
    guard let index = values.index(forKey: key) else { return nil }
    if values.values[index].round != round { values.values[index].round = round }
    return values.values[index].value
  }

  /// Stores `value` for `key`, replacing an earlier value.
  package mutating func keep(_ value: Value, of key: Key) { values[key] = (value, round) }
}

/// Assigns numbers to things, in rounds like ``RecentValues``: equal things have the same number, and numbers are never reused.
package struct RecentNumbers<Thing: Hashable> {
  private var numbers: RecentValues<Thing, Int>
  private var last = 0

  /// An empty assignment; the first number is 1.
  package init(rounds: Int) { numbers = RecentValues(rounds: rounds) }

  /// Begins a round.
  package mutating func begin() { numbers.begin() }

  /// The number of `thing`.
  package mutating func number(of thing: Thing) -> Int {
    if let known = numbers.value(of: thing) { return known }
    last += 1
    numbers.keep(last, of: thing)
    return last
  }
}
