/// The rule for labels of names in which something runs from right to left (RFC 5893, section 2).
enum BidirectionalRule {
  private enum Class {
    case left, right, arabicNumber, europeanNumber, neutral, nonspacing, other
  }

  static func runsRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    let kind = classOf(scalar)
    return kind == .right || kind == .arabicNumber
  }

  static func holds(_ label: [Unicode.Scalar]) -> Bool {
    let classes = label.map(classOf)
    guard let first = classes.first, let last = classes.last(where: { $0 != .nonspacing }) else { return false }
    switch first {
    case .right:
      return (last == .right || last == .europeanNumber || last == .arabicNumber)
        && classes.allSatisfy { $0 != .left && $0 != .other }
        && !(classes.contains(.europeanNumber) && classes.contains(.arabicNumber))
    case .left:
      return (last == .left || last == .europeanNumber)
        && classes.allSatisfy { $0 != .right && $0 != .arabicNumber && $0 != .other }
    default: return false
    }
  }

  private static func classOf(_ scalar: Unicode.Scalar) -> Class {
    tables.first { $0.set.contains(scalar.value) }?.kind ?? .other
  }

  private static let tables: [(kind: Class, set: ScalarSet)] = {
    func read(_ table: StaticString) -> ScalarSet {
      var reader = TableReader(table)
      return reader.set()
    }
    return [
      (.left, read(InternationalNameTable.left)), (.right, read(InternationalNameTable.right)),
      (.arabicNumber, read(InternationalNameTable.arabicNumber)),
      (.europeanNumber, read(InternationalNameTable.europeanNumber)),
      (.neutral, read(InternationalNameTable.neutral)), (.nonspacing, read(InternationalNameTable.nonspacing)),
    ]
  }()
}
