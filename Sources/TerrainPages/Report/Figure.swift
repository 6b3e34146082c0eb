import TerrainDocuments
import TerrainValues

/// A number of an answer: as the answer has it, and as people read it.
struct Figure {
  /// All its digits.
  let exact: String
  let value: Double

  init?(_ node: Node?) {
    guard let node, let raw = node.rawNumber, let value = node.double, value.isFinite else { return nil }
    exact = raw.string
    self.value = value
  }

  init(_ value: Int64) {
    exact = "\(value)"
    self.value = Double(value)
  }

  /// A share of a whole as whole percents.
  var percent: String { "\(Percent(UInt64(min(max(value, 0), 1) * 1_000_000), of: 1_000_000).text)" }

  /// At most `places` digits after the point, with a minus sign as it is printed; `signed`, with a plus sign too.
  func shown(places: Int = 1, signed: Bool = false) -> String {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    let scaled = (abs(value) * factor).rounded()
    guard scaled < 1e15 else { return exact }
    let whole = Int64(scaled / factor)
    var fraction = "\(Int64(scaled) - whole * Int64(factor))"
    fraction = String(repeating: "0", count: max(0, places - fraction.count)) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let digits = fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)"
    if scaled == 0 { return digits }
    return value < 0 ? "\u{2212}\(digits)" : signed ? "+\(digits)" : digits
  }

  /// The same, of a number that is a share of a whole where `isShare`: as whole percents.
  func shown(asShare isShare: Bool, signed: Bool = false) -> String {
    guard isShare else { return shown(signed: signed) }
    let percents = (abs(value) * 100).rounded()
    guard percents < 1e15 else { return exact }
    let sign = percents == 0 ? "" : value < 0 ? "\u{2212}" : signed ? "+" : ""
    return "\(sign)\(Int64(percents)) %"
  }
}

extension Markup {
  /// Writes a number as people read it, with all its digits beside it for those who read the page by program.
  mutating func figure(_ figure: Figure, places: Int = 1, signed: Bool = false) {
    element("data", ["value": figure.exact], figure.shown(places: places, signed: signed))
  }

  /// The same, of a number that is a share of a whole where `isShare`.
  mutating func figure(_ figure: Figure, asShare isShare: Bool, signed: Bool = false) {
    element("data", ["value": figure.exact], figure.shown(asShare: isShare, signed: signed))
  }
}
