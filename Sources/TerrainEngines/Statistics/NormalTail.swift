import TerrainBase

/// The upper tail of the standard normal distribution.
package enum NormalTail {
  /// Returns how much of the distribution lies above `z`.
  package static func share(above z: Double) -> Double { Mathematics.complementaryError(z / 2.0.squareRoot()) / 2 }

  /// Returns the z above which `share` of the distribution lies, for shares up to a half; 0 for greater ones.
  ///
  /// Found by halving: exact to the last digits, also far out in the tail.
  package static func z(above share: Double) -> Double {
    guard share < 0.5 else { return 0 }
    var (low, high) = (0.0, 38.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Self.share(above: middle) > share { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
