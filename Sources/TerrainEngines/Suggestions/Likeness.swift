import TerrainBase

/// What a candidate is like: at most `most` of a kind among any `within` neighbors.
struct Likeness: Sendable {
  let of: Text
  let most: Int
  let within: Int

  init(of: Text, most: Int, within: Int) {
    self.of = of
    self.most = most
    self.within = within
  }

  /// What `value` declares, where nothing is wrong with it and it has all three fields.
  init?(_ value: Value) {
    guard case .map(let map) = value, map.count == 3, case .string(let of)? = map[string: "of"],
      case .int(let most)? = map[string: "most"], case .int(let within)? = map[string: "within"],
      let most = Int(exactly: most), let within = Int(exactly: within), most >= 1, within >= 1
    else { return nil }
    self.init(of: of, most: most, within: within)
  }
}
