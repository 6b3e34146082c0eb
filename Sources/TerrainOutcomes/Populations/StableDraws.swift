import TerrainBase

/// Pseudorandom numbers that depend only on their key: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
/// 2014).
struct StableDraws {
  private var state: UInt64

  /// The numbers of `key`.
  init(key: UInt64) { state = key }

  /// The key of a part of the object with the key `key`: a person of a seed, a field of a person, a day of a field.
  static func key(_ key: UInt64, _ part: UInt64) -> UInt64 { mixed(mixed(key &+ golden) ^ (part &* golden &+ golden)) }

  /// The key of the part called `name`.
  static func key(_ key: UInt64, _ name: Text) -> UInt64 { self.key(key, StableHash.xxHash64(name)) }

  /// A whole number below `bound`, which is greater than 0.
  mutating func below(_ bound: UInt64) -> UInt64 {
    state &+= Self.golden
    return bound.multipliedFullWidth(by: Self.mixed(state)).high
  }

  /// A whole number in `range`, which holds fewer than 2^63 numbers.
  mutating func number(in range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound &+ Int64(bitPattern: below(UInt64(bitPattern: range.upperBound &- range.lowerBound) &+ 1))
  }

  private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
