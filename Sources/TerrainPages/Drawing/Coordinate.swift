/// A number in a drawing: at most two digits after the point, which is finer than any screen, and the same text everywhere.
struct Coordinate: CustomStringConvertible {
  let value: Double

  init(_ value: Double) { self.value = value.isFinite ? min(max(value, -1e6), 1e6) : 0 }

  var description: String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    if rest % 10 == 0 { return "\(sign)\(whole).\(rest / 10)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// A point of a drawing; y grows downwards.
struct Point {
  let x: Double
  let y: Double

  /// As a path or a list of points has it.
  var text: String { "\(Coordinate(x)) \(Coordinate(y))" }
}
