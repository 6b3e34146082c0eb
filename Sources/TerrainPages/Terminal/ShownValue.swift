import TerrainBase
import TerrainDocuments

// Values of rules in a form for people, without quotes, constructors, and other notation of expressions.

extension TerminalPage {
  /// Deeper values are written in one line.
  private static let mostLevels = 3
  /// The maximum number of bytes of a value in one paragraph; the rest is cut.
  private static let mostBytes = 8000

  /// `value`, preceded by `name` if that is not nil: a line; one line per field of a map, and one per map in a list.
  mutating func value(_ value: Value, name: Text? = nil, indent: Int = 4) {
    self.value(value, name: name, indent: indent, level: 0)
  }

  private mutating func value(_ value: Value, name: Text?, indent: Int, level: Int) {
    let named = name.map { "\($0): " } ?? ""
    let inside = name == nil ? indent : indent + 2
    switch value.given {
    case .map(let map)? where map.money == nil && map.count > 0 && level < Self.mostLevels:
      if let name { paragraph("\(name):", indent: indent) }
      for entry in map.entries {
        self.value(entry.value, name: entry.key.shown(limit: Self.mostBytes), indent: inside, level: level + 1)
      }
    case .list(let elements)? where elements.contains(where: \.hasParts) && level < Self.mostLevels:
      if let name { paragraph("\(name):", indent: indent) }
      for element in elements { paragraph(element.shown(limit: Self.mostBytes), mark: "• ", indent: inside) }
    default: paragraph("\(named)\(value.shown(limit: Self.mostBytes))", indent: indent)
    }
  }
}

extension Value {
  /// The value in one line for people: about `limit` bytes of it, followed by `…` if it is longer. The rest is neither written nor visited.
  package func shown(limit: Int) -> Text {
    var output = ""
    // The remaining pieces, last first: nesting costs memory, not stack.
    var pending = [Piece.value(self)]
    while let piece = pending.popLast() {
      switch piece {
      case .mark(let mark): output += mark
      case .value(let value): value.show(in: &output, thenInside: &pending, limit: limit)
      }
      if output.utf8.count > limit { return Text(output.cut(after: limit)) }
    }
    return Text(output)
  }

  /// The value itself; nil if it is absent.
  fileprivate var given: Value? {
    var value = self
    while case .optional(let wrapped) = value {
      guard let wrapped else { return nil }
      value = wrapped
    }
    if case .null = value { return nil }
    return value
  }

  private enum Piece {
    case value(Value)
    case mark(String)
  }

  private func show(in output: inout String, thenInside pending: inout [Piece], limit: Int) {
    switch given {
    case nil: output += "–"
    case .string(let text)?: output += text.string.cut(after: limit)
    case .decimal(let decimal)?: output += "\(decimal)"
    case .double(let double)?: output += Int64(exactly: double).map(String.init) ?? "\(double)"
    case .timestamp(let timestamp)?: output += "\(timestamp)"
    case .duration(let duration)?: output += "\(duration)"
    case .uint(let uint)?: output += "\(uint)"
    case .list(let elements)?:
      if elements.isEmpty { output += "–" }
      // Each takes a byte at least: more than these cannot be shown.
      let elements = elements.prefix(limit + 1)
      let separator = elements.contains(where: \.needsRoom) ? "; " : ", "
      for (place, element) in elements.enumerated().reversed() {
        pending.append(.value(element))
        if place > 0 { pending.append(.mark(separator)) }
      }
    case .map(let map)?:
      if let money = map.money {
        output += money.shown
        return
      }
      if map.count == 0 { output += "–" }
      // Absent values are not shown here.
      let entries = map.entries.lazy.filter { $0.value.given != nil }.prefix(limit + 1)
      for (place, entry) in entries.enumerated().reversed() {
        pending += [.value(entry.value), .mark(" "), .value(entry.key)]
        if place > 0 { pending.append(.mark(", ")) }
      }
    case let other?: output += other.description(limit: limit)
    }
  }

  /// True if the value contains commas.
  private var needsRoom: Bool {
    if case .string(let text)? = given { return text.string.contains(",") }
    return hasParts
  }

  /// True if the value is written part by part.
  fileprivate var hasParts: Bool {
    switch given {
    case .map(let map)?: map.money == nil
    case .list?: true
    default: false
    }
  }
}

extension ValueMap {
  /// The money that the map is: a currency and its minor units, and nothing else.
  fileprivate var money: Money? {
    guard count == 2, case .string(let currency)? = self[string: "currency"],
      case .int(let minor)? = self[string: "minor"]
    else { return nil }
    return Money(currency: currency, minor: minor)
  }
}

extension Money {
  /// `USD 12.30`: all the digits that the currency has.
  fileprivate var shown: String {
    let places = Currency.minorDigits(currency) ?? 0
    let digits = String(minor.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let fraction = places > 0 ? "." + padded.suffix(places) : ""
    return "\(currency) \(minor < 0 ? "-" : "")\(padded.dropLast(places))\(fraction)"
  }
}
