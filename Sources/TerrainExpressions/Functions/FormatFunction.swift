import TerrainBase

/// `text.format([…])`: cel-go's `printf`.
package enum FormatFunction {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "format",
      [Overload("string_format", member: true, [.string, .list(.dyn)], .string, cost: .deep(12), .metered(format))])
  ]

  /// The maximum number of digits after the point in a clause.
  static let precisionLimit = 1000

  /// The number of steps to write a value, and to write a digit after the point.
  package static let clauseSteps = 80
  private static let digitSteps = 2
  /// The number of steps to write the maximum number of digits after the point.
  package static let mostDigitSteps = precisionLimit * digitSteps

  /// A `%…` clause of a format.
  private struct Clause {
    var letter: Unicode.Scalar
    var precision: Int?
  }

  package static func format(
    _ arguments: [Value], _ limit: Int, _ steps: inout Int
  ) throws(FunctionFailure) -> Value {
    var scalars = try arguments[0].asText.string.unicodeScalars.makeIterator()
    let values = try arguments[1].asList
    var used = 0
    var output = Output(limit: limit)
    while let scalar = scalars.next() {
      guard scalar == "%" else {
        try output.add(scalar)
        continue
      }
      let clause = try clause(&scalars)
      if clause.letter == "%" {
        try output.add("%" as Unicode.Scalar)
        continue
      }
      guard used < values.count else {
        throw FunctionFailure(
          .indexOutOfRange, "the format has more clauses than the list has values (\(values.count))")
      }
      steps -= clauseSteps + (clause.precision ?? 0) * digitSteps
      guard steps >= 0 else { throw .tooLong }
      try add(values[used], clause, to: &output)
      used += 1
    }
    return .string(Text(output.text))
  }

  private static func clause(_ scalars: inout String.UnicodeScalarView.Iterator) throws(FunctionFailure) -> Clause {
    guard var scalar = scalars.next() else { throw .invalid("the format ends in `%`; a sign for itself is `%%`") }
    var precision: Int?
    if scalar == "." {
      var digits = 0
      var count = 0
      while let next = scalars.next() {
        scalar = next
        guard ("0"..."9").contains(next) else { break }
        digits = min(digits * 10 + Int(next.value - 0x30), precisionLimit + 1)
        count += 1
      }
      guard count > 0, scalar != "." else { throw .invalid("digits must follow `%.` in a format") }
      guard digits <= precisionLimit else {
        throw .invalid("a format may ask for at most \(precisionLimit) digits after the point")
      }
      precision = digits
    }
    switch scalar {
    case "s", "d", "f", "e", "b", "x", "X", "o": return Clause(letter: scalar, precision: precision)
    case "%" where precision == nil: return Clause(letter: scalar)
    default: throw .invalid("`%\(scalar)` is not a clause of a format; those are `%s %d %f %e %b %x %X %o %%`")
    }
  }

  private static func add(_ value: Value, _ clause: Clause, to output: inout Output) throws(FunctionFailure) {
    switch (clause.letter, value) {
    case ("s", _): try ValueText.add(value, to: &output)
    case ("d", .int), ("d", .uint), ("d", .double), ("d", .decimal): try ValueText.add(value, to: &output)
    case ("f", .decimal(let decimal)):
      try output.add(decimal.description(places: clause.precision ?? 6, rounding: .halfEven))
    case ("f", .int), ("f", .uint), ("f", .double):
      try output.add(DoubleText.fixed(double(value), places: clause.precision ?? 6))
    case ("e", .int), ("e", .uint), ("e", .double), ("e", .decimal):
      try output.add(DoubleText.scientific(double(value), places: clause.precision ?? 6))
    case ("b", .bool(let bool)): try output.add(bool ? "1" : "0")
    case ("b", .int(let int)): try output.add(String(int, radix: 2))
    case ("b", .uint(let uint)): try output.add(String(uint, radix: 2))
    case ("o", .int(let int)): try output.add(String(int, radix: 8))
    case ("o", .uint(let uint)): try output.add(String(uint, radix: 8))
    case ("x", .int(let int)), ("X", .int(let int)):
      try output.add(String(int, radix: 16, uppercase: clause.letter == "X"))
    case ("x", .uint(let uint)), ("X", .uint(let uint)):
      try output.add(String(uint, radix: 16, uppercase: clause.letter == "X"))
    case ("x", .string(let text)), ("X", .string(let text)):
      try output.addHexadecimal(text.utf8, uppercase: clause.letter == "X")
    case ("x", .bytes(let bytes)), ("X", .bytes(let bytes)):
      try output.addHexadecimal(bytes, uppercase: clause.letter == "X")
    default:
      throw FunctionFailure(
        .invalidArgument, "`%\(clause.letter)` takes \(taken(by: clause.letter)), not \(value.shownType)")
    }
  }

  private static func double(_ value: Value) -> Double {
    switch value {
    case .int(let int): Double(int)
    case .uint(let uint): Double(uint)
    case .double(let double): double
    case .decimal(let decimal): Double(decimal)
    default: .nan
    }
  }

  private static func taken(by letter: Unicode.Scalar) -> String {
    switch letter {
    case "d", "f", "e": "a number"
    case "b": "an int, a uint or a bool"
    case "o": "an int or a uint"
    default: "an int, a uint, a string or bytes"
    }
  }

  /// The text written until now, which never exceeds the limit.
  struct Output {
    let limit: Int
    private(set) var text = ""

    init(limit: Int) { self.limit = limit }

    mutating func add(_ part: String) throws(FunctionFailure) {
      guard text.utf8.count + part.utf8.count <= limit else { throw .tooLarge(limit: limit) }
      text += part
    }

    mutating func add(_ scalar: Unicode.Scalar) throws(FunctionFailure) {
      guard text.utf8.count + 4 <= limit else { throw .tooLarge(limit: limit) }
      text.unicodeScalars.append(scalar)
    }

    mutating func addHexadecimal(_ bytes: some Collection<UInt8>, uppercase: Bool) throws(FunctionFailure) {
      guard bytes.count <= (limit - text.utf8.count) / 2 else { throw .tooLarge(limit: limit) }
      let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
      var written: [UInt8] = []
      written.reserveCapacity(bytes.count * 2)
      for byte in bytes {
        written.append(digits[Int(byte >> 4)])
        written.append(digits[Int(byte & 15)])
      }
      text += String(decoding: written, as: UTF8.self)
    }
  }
}

/// Values as `%s` writes them: for readers, without quotes; maps are sorted by their written keys.
enum ValueText {
  static func add(_ value: Value, to output: inout FormatFunction.Output) throws(FunctionFailure) {
    for part in ValueParts(value, order: sortedByKey) {
      switch part {
      case .leaf(let value): try output.add(try scalar(value))
      case .beginList: try output.add("[" as Unicode.Scalar)
      case .endList: try output.add("]" as Unicode.Scalar)
      case .beginMap: try output.add("{" as Unicode.Scalar)
      case .endMap: try output.add("}" as Unicode.Scalar)
      case .separator: try output.add(", ")
      case .colon: try output.add(": ")
      case .beginOptional, .endOptional: throw unwritten(.optional(nil))
      }
    }
  }

  private static func sortedByKey(_ entries: [(key: Value, value: Value)]) -> [(key: Value, value: Value)] {
    let written = entries.map { entry -> (key: Text, entry: (key: Value, value: Value)) in
      (Text((try? scalar(entry.key)) ?? ""), entry)
    }
    return written.sorted { $0.key < $1.key }.map { $0.entry }
  }

  private static func unwritten(_ value: Value) -> FunctionFailure {
    FunctionFailure(.invalidArgument, "`%s` takes a value that can be written, not \(value.shownType)")
  }

  private static func scalar(_ value: Value) throws(FunctionFailure) -> String {
    switch value {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return String(int)
    case .uint(let uint): return String(uint)
    case .double(let double): return DoubleText.plain(double)
    case .decimal(let decimal): return decimal.description
    case .string(let text): return text.string
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .timestamp(let timestamp): return TimeFunctions.text(of: timestamp)
    case .duration(let duration): return TimeFunctions.text(of: duration)
    case .type(let name): return name.string
    case .list, .map, .optional: throw unwritten(value)
    }
  }
}

/// Doubles in decimal digits.
enum DoubleText {
  /// `NaN`, `Infinity` or `-Infinity`; nil for a finite number.
  static func special(_ double: Double) -> String? {
    if double.isNaN { return "NaN" }
    if double.isInfinite { return double < 0 ? "-Infinity" : "Infinity" }
    return nil
  }

  /// The shortest digits that read back as the same double, without an exponent from 10^-7 up to 10^21, as in ECMAScript.
  static func shortest(_ double: Double) -> String {
    if let special = special(double) { return special }
    let size = abs(double)
    guard size == 0 || (size >= 1e-7 && size < 1e21) else {
      // Swift writes `1e-07` and `1.5e+22`; the exponent's leading zero is dropped.
      let written = double.description
      let text = written.hasSuffix(".0") ? String(written.dropLast(2)) : written
      return text.replacingExponentZeros
    }
    return plain(double)
  }

  /// The shortest digits that read back as the same double, never with an exponent.
  static func plain(_ double: Double) -> String {
    if let special = special(double) { return special }
    let written = double.description
    guard let mark = written.firstIndex(of: "e"), let exponent = Int(written[written.index(after: mark)...]) else {
      return written.hasSuffix(".0") ? String(written.dropLast(2)) : written
    }
    var digits = String(written[..<mark])
    let isNegative = digits.hasPrefix("-")
    if isNegative { digits.removeFirst() }
    let point = digits.firstIndex(of: ".").map { digits.distance(from: digits.startIndex, to: $0) } ?? digits.count
    digits.removeAll { $0 == "." }
    if digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
    let whole = point + exponent
    let zeros = String(repeating: "0", count: max(0, whole <= 0 ? -whole : whole - digits.count))
    let text =
      whole <= 0
      ? "0." + zeros + digits
      : whole >= digits.count
        ? digits + zeros
        : String(digits.prefix(whole)) + "." + String(digits.dropFirst(whole))
    return (isNegative ? "-" : "") + text
  }

  /// `places` digits after the point, correctly rounded (half to even).
  static func fixed(_ double: Double, places: Int) -> String { special(double) ?? printed("%.*f", double, places) }

  /// One digit before the point and `places` after it, and an exponent of at least two digits.
  static func scientific(_ double: Double, places: Int) -> String { special(double) ?? printed("%.*e", double, places) }

  private static func printed(_ format: String, _ double: Double, _ places: Int) -> String {
    // Longer than every result: 309 digits before the point, a sign, and a point.
    let capacity = 320 + places
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      let count = printDouble(into: buffer, format, places: places, double)
      return String(decoding: buffer.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}

extension String {
  /// Replaces `1e-07` by `1e-7`.
  fileprivate var replacingExponentZeros: String {
    guard let mark = firstIndex(of: "e") else { return self }
    let sign = index(after: mark)
    guard sign < endIndex else { return self }
    let digits = self[index(after: sign)...].drop { $0 == "0" }
    return String(self[...sign]) + digits
  }
}
