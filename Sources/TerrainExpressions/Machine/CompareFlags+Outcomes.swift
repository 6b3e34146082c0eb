extension CompareFlags {
  /// For each comparison four bits: whether it holds of the lesser, the equal, the greater, and of what is not a
  /// number.
  private static let outcomes: UInt32 = 0xD2_6431

  /// Without a jump for each comparison: a recorded one is to cost little more than a plain one.
  @inline(__always) static func holds(_ flags: UInt8, _ x: Int64, _ y: Int64) -> Bool {
    var order: UInt32 = x < y ? 0 : x == y ? 1 : 2
    if flags & 96 != 0 { order = otherOrder(flags, x, y) }
    return outcomes >> (UInt32(flags & 7) << 2 | order) & 1 != 0
  }

  @inline(never) private static func otherOrder(_ flags: UInt8, _ x: Int64, _ y: Int64) -> UInt32 {
    if flags & 64 != 0 {
      let (a, b) = (UInt64(bitPattern: x), UInt64(bitPattern: y))
      return a < b ? 0 : a == b ? 1 : 2
    }
    let (a, b) = (Double(bitPattern: UInt64(bitPattern: x)), Double(bitPattern: UInt64(bitPattern: y)))
    return a < b ? 0 : a == b ? 1 : a > b ? 2 : 3
  }
}
