import TerrainBase

/// A share of a whole in words: whole percents, except where rounding would show nothing or everything.
struct Percent {
  let text: Text

  init(_ part: UInt64, of whole: UInt64) {
    guard whole > 0 else {
      text = "0 %"
      return
    }
    let percent = (Double(part) / Double(whole) * 100).rounded()
    text =
      if part > 0, percent < 1 {
        "under 1 %"
      } else if part < whole, percent > 99 {
        "over 99 %"
      } else {
        "\(Int(percent)) %"
      }
  }
}
