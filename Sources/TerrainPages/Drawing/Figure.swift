import TerrainBase

/// A number of a result: exact for programs, rounded for people.
struct Figure {
  /// All digits, as the JSON of the same result has them.
  let exact: String
  let value: Double

  init(_ value: Double) {
    exact = value.description
    self.value = value.isFinite ? value : 0
  }

  init(_ value: some BinaryInteger) {
    exact = "\(value)"
    self.value = Double(value)
  }

  /// The number with at most `places` digits after the point, with a minus sign as it is printed; `signed`, with a plus sign too.
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

  /// The number, as a whole percentage where it is a share of a whole.
  func shown(asShare isShare: Bool, signed: Bool = false) -> String {
    guard isShare else { return shown(signed: signed) }
    let percents = (abs(value) * 100).rounded()
    guard percents < 1e15 else { return exact }
    let sign = percents == 0 ? "" : value < 0 ? "\u{2212}" : signed ? "+" : ""
    return "\(sign)\(Int64(percents)) %"
  }
}

extension Markup {
  /// Writes a number for people, with all its digits in an attribute for programs.
  mutating func figure(_ figure: Figure, places: Int = 1, signed: Bool = false) {
    element("data", ["value": figure.exact], figure.shown(places: places, signed: signed))
  }

  /// Writes a count.
  mutating func figure(_ count: Int) { figure(Figure(count)) }

  /// Writes a number, as a whole percentage where it is a share of a whole.
  mutating func figure(_ value: Double, asShare isShare: Bool, signed: Bool = false) {
    let figure = Figure(value)
    element("data", ["value": figure.exact], figure.shown(asShare: isShare, signed: signed))
  }
}
