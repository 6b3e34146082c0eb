/// An axis as a line between its ends, with a mark at the value, filled from where balance is: of an axis with two sides somewhere
/// between the ends, which has a mark too.
struct AxisRail {
  /// How far from the one end to the other, 0 to 1.
  let share: Double
  /// Where balance is.
  let origin: Double
  /// Whether there are two sides to balance.
  let isTwoSided: Bool

  func write(to page: inout Markup) {
    page.element("div", ["class": isTwoSided ? "rail two" : "rail one", "aria-hidden": "true"]) { page in
      let fill = "left:\(percent(min(origin, share)));width:\(percent(abs(share - origin)))"
      page.element("span", ["class": "fill", "style": fill], "")
      if isTwoSided { page.element("span", ["class": "zero", "style": "left:\(percent(origin))"], "") }
      page.element(
        "span", ["class": share == origin ? "knob none" : "knob", "style": "left:\(percent(share))"], "")
    }
  }

  private func percent(_ share: Double) -> String { "\(Coordinate(100 * min(max(share, 0), 1)))%" }
}
