// `date-time`, `date`, `time` (RFC 3339, section 5.6) and `duration` (its appendix A).
extension ByteCursor {
  mutating func takeDateTime() -> Bool {
    takeDate() && take(if: { $0 | 0x20 == UInt8(ascii: "t") }) && takeTime()
  }

  mutating func takeDate() -> Bool {
    guard let year = takeDigits(4), take("-"), let month = takeDigits(2), take("-"), let day = takeDigits(2)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let last: Int
    switch month {
    case 2: last = isLeap ? 29 : 28
    case 4, 6, 9, 11: last = 30
    case 1...12: last = 31
    default: return false
    }
    return day >= 1 && day <= last
  }

  mutating func takeTime() -> Bool {
    guard let hour = takeDigits(2), hour <= 23, take(":"), let minute = takeDigits(2), minute <= 59, take(":"),
      let second = takeDigits(2), second <= 60
    else { return false }
    if take("."), take(while: \.isDigit) == 0 { return false }
    var offset = 0
    if !take(if: { $0 | 0x20 == UInt8(ascii: "z") }) {
      let isNegative = peek() == UInt8(ascii: "-")
      guard take("+") || take("-"), let hours = takeDigits(2), hours <= 23, take(":"), let minutes = takeDigits(2),
        minutes <= 59
      else { return false }
      offset = (hours * 60 + minutes) * (isNegative ? -1 : 1)
    }
    // A leap second is only valid as the last second of a day in UTC.
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
  }

  /// `P1Y2M3DT4H5M6S` or `P1W`: units in order, without gaps.
  mutating func takeDuration() -> Bool {
    guard take("P") else { return false }
    let start = position
    if take(while: \.isDigit) > 0, take("W") { return true }
    rewind(to: start)
    guard let date = takeUnits("YMD") else { return false }
    guard take("T") else { return date > 0 }
    guard let time = takeUnits("HMS") else { return false }
    return time > 0
  }

  /// Takes numbers with units of `units`. Returns how many it took, or nil if a unit is wrong or missing in between.
  private mutating func takeUnits(_ units: StaticString) -> Int? {
    var count = 0
    var previous = -1
    while take(while: \.isDigit) > 0 {
      guard let unit = peek(), let index = units.withUTF8Buffer({ $0.firstIndex(of: unit) }) else { return nil }
      guard previous < 0 || index == previous + 1 else { return nil }
      advance()
      previous = index
      count += 1
    }
    return count
  }
}
