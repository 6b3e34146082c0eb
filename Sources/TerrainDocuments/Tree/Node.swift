import TerrainBase

/// One value of a document, with its place.
///
/// A YAML alias (`*name`) has the kind, text, and children of its anchor, but its own ``range``.
package struct Node: Sendable {
  /// The document it belongs to.
  package let document: Document
  /// Its position in the document's flat array.
  package let index: Int32

  @inline(__always)
  package init(document: Document, index: Int32) {
    self.document = document
    self.index = index
  }

  @inline(__always) var target: Int32 { document.resolved(index) }
  @inline(__always) var targetRaw: RawNode { document.raw(target) }

  /// The kind of the value.
  package var kind: NodeKind { NodeKind(rawValue: UInt8(targetRaw.tag)) ?? .null }

  /// Its bytes in the source, including quotes and brackets. A block collection extends from its first key or `-` to the end of its last
  /// value. An omitted value (`key:`) has no bytes.
  package var range: SourceRange {
    let raw = document.raw(index)
    return SourceRange(start: raw.start, end: raw.end)
  }

  /// Its range, with the source.
  package var place: Place { Place(source: document.source, range: range) }

  /// True if the node is written as an alias.
  package var isAlias: Bool { document.raw(index).tag == RawNode.Tag.alias }

  /// The text of a string, or nil for other values.
  package var text: Text? {
    guard targetRaw.tag == RawNode.Tag.string else { return nil }
    return document.withScalarBytes(index) { Text(decoding: $0) }
  }

  /// The truth value, or nil for other values.
  package var bool: Bool? {
    let raw = targetRaw
    return raw.tag == RawNode.Tag.bool ? raw.form == RawNode.Form.true : nil
  }

  /// True for a string with the bytes of `other`. Allocates nothing.
  package func isText(_ other: StaticString) -> Bool {
    guard targetRaw.tag == RawNode.Tag.string, other.hasPointerRepresentation else { return false }
    return document.withScalarBytes(index) { bytes in
      bytes.count == other.utf8CodeUnitCount
        && Text.equalBytes(bytes, UnsafeBufferPointer(start: other.utf8Start, count: bytes.count))
    }
  }

  /// Calls `body` with the bytes of a string; returns nil for other values. Allocates nothing.
  package func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    guard targetRaw.tag == RawNode.Tag.string else { return nil }
    return document.withScalarBytes(index, body)
  }
}

// MARK: - Children

extension Node {
  /// The number of elements of a list or members of a map; 0 for a scalar.
  package var count: Int {
    let at = target
    let raw = document.raw(at)
    guard raw.isContainer else { return 0 }
    if raw.extra != RawNode.countIsLarge { return Int(raw.extra) }
    var count = 0
    var child = at + 1
    while child < Int32(bitPattern: raw.link) {
      child = document.next(after: raw.tag == RawNode.Tag.map ? child + 1 : child)
      count += 1
    }
    return count
  }

  /// The number of values and keys in the node, including the node itself.
  package var nodeCount: Int { Int(document.next(after: index) - index) }

  /// The elements of a list in order; empty for other values.
  package var elements: Elements {
    let at = target
    let raw = document.raw(at)
    let isList = raw.tag == RawNode.Tag.list
    return Elements(document: document, upcoming: at + 1, end: isList ? Int32(bitPattern: raw.link) : at + 1)
  }

  /// The members of a map in order; empty for other values. Keys are strings (in YAML, too: `1: x` has the key "1").
  package var members: Members {
    let at = target
    let raw = document.raw(at)
    let isMap = raw.tag == RawNode.Tag.map
    return Members(document: document, upcoming: at + 1, end: isMap ? Int32(bitPattern: raw.link) : at + 1)
  }

  /// The elements of a list. Each step takes constant time and allocates nothing.
  package struct Elements: Sequence, IteratorProtocol, Sendable {
    let document: Document
    var upcoming: Int32
    let end: Int32

    /// The next element.
    package mutating func next() -> Node? {
      guard upcoming < end else { return nil }
      defer { upcoming = document.next(after: upcoming) }
      return Node(document: document, index: upcoming)
    }
  }

  /// The members of a map. Each step takes constant time and allocates nothing.
  package struct Members: Sequence, IteratorProtocol, Sendable {
    let document: Document
    var upcoming: Int32
    let end: Int32

    /// The next member.
    package mutating func next() -> (key: Node, value: Node)? {
      guard upcoming < end else { return nil }
      let key = Node(document: document, index: upcoming)
      let value = Node(document: document, index: upcoming + 1)
      upcoming = document.next(after: upcoming + 1)
      return (key, value)
    }
  }

  /// The value of `key` in a map, or nil if the map has no such key or this is not a map. For a repeated key, the first value.
  package subscript(_ key: Text) -> Node? {
    // Uses the bytes in place: a contiguous copy of the string would count references.
    if let value = key.utf8.withContiguousStorageIfAvailable({ value(at: $0) }) { return value }
    var key = key.string
    return key.withUTF8 { value(at: $0) }
  }

  /// The value of `key` in a map.
  @_disfavoredOverload
  package subscript(_ key: String) -> Node? { self[Text(key)] }

  /// The key node of `key` in a map, for diagnostics about the key itself.
  package func key(_ key: Text) -> Node? {
    var key = key.string
    return key.withUTF8 { keyIndex(of: $0) }.map { Node(document: document, index: $0) }
  }

  /// The element of a list at `position`, counted from 0, or nil if it does not exist. Steps over all elements before it.
  package func element(at position: Int) -> Node? {
    guard position >= 0 else { return nil }
    var left = position
    for element in elements {
      if left == 0 { return element }
      left -= 1
    }
    return nil
  }

  func value(at key: UnsafeBufferPointer<UInt8>) -> Node? {
    keyIndex(of: key).map { Node(document: document, index: $0 + 1) }
  }

  private func keyIndex(of key: UnsafeBufferPointer<UInt8>) -> Int32? {
    let map = target
    let raw = document.raw(map)
    guard raw.tag == RawNode.Tag.map else { return nil }
    let hash = KeyHash.hash(key, seed: KeyHash.seed)
    func matches(_ index: Int32) -> Bool {
      document.withScalarBytes(index) { KeyTables.equal($0, key) }
    }
    if Int(raw.extra) > KeyTables.threshold {
      return document.keyTables.key(ofMap: map, hash: hash, nodes: document.storage.base, matches: matches)
    }
    var index = map + 1
    let end = Int32(bitPattern: raw.link)
    while index < end {
      if document.raw(index).extra == hash, matches(index) { return index }
      index = document.next(after: index + 1)
    }
    return nil
  }
}

/// The type of numbers with a fraction or an exponent.
package enum FractionRule: Sendable {
  /// ``Value/double(_:)``.
  case double
  /// ``Value/decimal(_:)``, exact; a `double` if the number has more digits than a decimal can hold.
  case decimal
}

extension Node {
  /// The whole subtree as a value, with fractions as doubles.
  package var value: Value { value(fractions: .double) }

  /// The whole subtree as a value. Whole numbers that do not fit 64 bits become decimals if a decimal holds them and prints them without an
  /// exponent, else doubles. For a repeated key, the first value is used.
  package func value(fractions: FractionRule) -> Value {
    // Readers limit the nesting of documents, so the recursion is bounded.
    switch kind {
    case .null: return .null
    case .bool: return .bool(bool ?? false)
    case .string: return .string(text ?? "")
    case .number: return number(fractions)
    case .list:
      var list: [Value] = []
      list.reserveCapacity(count)
      for element in elements { list.append(element.value(fractions: fractions)) }
      return .list(list)
    case .map:
      var map = ValueMap()
      for (key, value) in members { map.insert(.string(key.text ?? ""), value.value(fractions: fractions)) }
      return .map(map)
    }
  }

  private func number(_ fractions: FractionRule) -> Value {
    if isInteger, let int { return .int(int) }
    // A whole number with many trailing zeros is written with an exponent, and would be read again as a number with a fraction.
    if isInteger || fractions == .decimal, let decimal, fractions == .decimal || decimal.isPlain {
      return .decimal(decimal)
    }
    return .double(double ?? .nan)
  }
}

extension Node {
  /// The path from the document's root to this node: `answers.q4`, `rows[2].when`; empty for the root. Keys that are not plain names are
  /// written `["a key"]`. Inside the value of an alias, the path to the anchor's node.
  package var path: String {
    var path = ""
    var at: Int32 = 0
    // Each iteration descends into the child whose subtree contains the node.
    while at != index {
      let raw = document.raw(at)
      guard raw.isContainer, index > at else { break }
      let isMap = raw.tag == RawNode.Tag.map
      var child = at + 1
      var position = 0
      if let (start, skipped) = document.scalarChild(before: index, in: at) { (child, position) = (start, skipped) }
      while child < Int32(bitPattern: raw.link) {
        let value = isMap ? child + 1 : child
        let next = document.next(after: value)
        if index < next {
          if isMap {
            Self.append(key: document.withScalarBytes(child) { String(decoding: $0, as: UTF8.self) }, to: &path)
          } else {
            path += "[\(position)]"
          }
          // The path of a key is that of its member.
          if isMap && index == child { return path }
          child = value
          break
        }
        child = next
        position += 1
      }
      at = child
    }
    return path
  }

  /// Appends a key to a path.
  package static func append(key: String, to path: inout String) {
    let isName =
      !key.isEmpty
      && key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$"):
          true
        default: byte >= 0x80
        }
      }
    if isName {
      path += path.isEmpty ? key : ".\(key)"
    } else {
      path += "[\"\(key.replacingQuotes)\"]"
    }
  }
}

extension Document {
  /// If the container at `at` contains only scalars: the child that is `index` or whose value is `index`, and the number of children before
  /// it, computed without stepping over them. Nil otherwise.
  fileprivate func scalarChild(before index: Int32, in at: Int32) -> (child: Int32, position: Int)? {
    let container = raw(at)
    guard container.extra != RawNode.countIsLarge else { return nil }
    let width: Int32 = container.tag == RawNode.Tag.map ? 2 : 1
    let nodes = Int32(bitPattern: container.link) - at - 1
    guard nodes == Int32(bitPattern: container.extra) * width else { return nil }
    let position = (index - at - 1) / width
    return (at + 1 + position * width, Int(position))
  }
}

extension String {
  fileprivate var replacingQuotes: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}

extension Node {
  /// The text of a number as written, or nil for other values.
  package var rawNumber: Text? {
    guard targetRaw.tag == RawNode.Tag.number else { return nil }
    return document.withScalarBytes(index) { Text(decoding: $0) }
  }

  /// True for a number in integer notation: digits, `0x1F`, `0o17`. False for `1.0` and `1e3`, although their values are whole (``int``):
  /// without a declared type, the notation decides between `int` and `double`.
  package var isInteger: Bool {
    let raw = targetRaw
    guard raw.tag == RawNode.Tag.number else { return false }
    return raw.form != RawNode.Form.fraction && raw.form != RawNode.Form.special
  }

  /// The value of a whole number in any notation: `4`, `4.0`, `4e0`, and `40e-1` are the same number, as in JSON Schema. Nil if it does not
  /// fit a signed 64-bit integer, and for all other values.
  package var int: Int64? {
    let raw = targetRaw
    guard raw.tag == RawNode.Tag.number else { return nil }
    switch raw.form {
    case RawNode.Form.special: return nil
    case RawNode.Form.fraction: return document.withScalarBytes(index) { NumberText.wholeValue($0) }
    default: return wholeNumber.flatMap { Int64(exactly: $0) }
    }
  }

  /// The exact value of a number. Nil if it has more digits or a larger exponent than ``ExactDecimal`` can hold, for `.inf` and `.nan`, and
  /// for all other values.
  package var decimal: ExactDecimal? {
    let raw = targetRaw
    guard raw.tag == RawNode.Tag.number, raw.form != RawNode.Form.special else { return nil }
    if raw.form == RawNode.Form.hexadecimal || raw.form == RawNode.Form.octal {
      return wholeNumber.flatMap { try? ExactDecimal(coefficient: $0, exponent: 0) }
    }
    return document.withScalarBytes(index) { NumberText.decimal($0) }
  }

  /// The value of a number, rounded to the nearest `Double`, or nil for other values.
  package var double: Double? {
    let raw = targetRaw
    guard raw.tag == RawNode.Tag.number else { return nil }
    return document.withScalarBytes(index) { bytes in
      switch raw.form {
      case RawNode.Form.special: NumberText.special(bytes)
      case RawNode.Form.hexadecimal, RawNode.Form.octal:
        NumberText.double(bytes, base: raw.form == RawNode.Form.octal ? 8 : 16)
      default: NumberText.double(bytes)
      }
    }
  }

  /// True for a number in decimal notation whose size exceeds every `Double`, so that ``double`` is infinite.
  package var isBeyondDouble: Bool {
    guard targetRaw.form != RawNode.Form.special else { return false }
    return double?.isInfinite ?? false
  }

  private var wholeNumber: Int128? {
    let form = targetRaw.form
    return document.withScalarBytes(index) { NumberText.whole($0, form: form) }
  }
}

/// Exact reading of numbers in the notations of JSON and YAML.
package enum NumberText {
  /// A whole number in any of the forms, or nil if it does not fit 128 bits.
  package static func whole(_ bytes: UnsafeBufferPointer<UInt8>, form: UInt32) -> Int128? {
    var index = 0
    var isNegative = false
    var base: Int128 = 10
    if form == RawNode.Form.hexadecimal || form == RawNode.Form.octal {
      base = form == RawNode.Form.octal ? 8 : 16
      index = 2
    } else if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      index = 1
    }
    var value: Int128 = 0
    while index < bytes.count {
      let byte = bytes[index]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
      default: return nil
      }
      let (product, tooLarge) = value.multipliedReportingOverflow(by: base)
      let (sum, overflow) =
        isNegative
        ? product.subtractingReportingOverflow(Int128(digit))
        : product.addingReportingOverflow(Int128(digit))
      if tooLarge || overflow { return nil }
      value = sum
      index += 1
    }
    return value
  }

  /// The value of digits with a fraction and an exponent, or nil if it is not whole or does not fit 64 bits.
  ///
  /// The running time is linear in the length of the number and independent of its exponent: `1e999999999` takes as long as `1e9`.
  package static func wholeValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    var value: Int128 = 0
    // Zeros are counted only when another digit follows, so that `4.000…0` is 4 for any number of zeros.
    var zeros = 0
    var fractionDigits = 0
    var isFraction = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "0"):
        if isFraction { fractionDigits += 1 }
        zeros += 1
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        if isFraction { fractionDigits += 1 }
        guard let scaled = scaled(value, by: zeros + 1) else { return nil }
        let (sum, overflow) = scaled.addingReportingOverflow(Int128(byte &- UInt8(ascii: "0")))
        if overflow { return nil }
        (value, zeros) = (sum, 0)
      case UInt8(ascii: "+"), UInt8(ascii: "-"): break
      default:
        // Only the exponent remains.
        return wholeValue(value, power: zeros - fractionDigits, exponent: bytes[index...], sign: bytes.first)
      }
    }
    return wholeValue(value, power: zeros - fractionDigits, exponent: bytes[bytes.count...], sign: bytes.first)
  }

  private static func wholeValue(
    _ digits: Int128, power: Int, exponent: Slice<UnsafeBufferPointer<UInt8>>, sign: UInt8?
  ) -> Int64? {
    if digits == 0 { return 0 }
    guard let written = Parts.exponent(exponent) else { return nil }
    let (power, overflow) = power.addingReportingOverflow(Int(written))
    // `digits` does not end in a zero, so a negative power leaves a fraction.
    guard !overflow, power >= 0, let value = scaled(digits, by: power) else { return nil }
    return Int64(exactly: sign == UInt8(ascii: "-") ? -value : value)
  }

  /// `value` times a power of ten, or nil if that does not fit 64 bits.
  private static func scaled(_ value: Int128, by power: Int) -> Int128? {
    if value == 0 { return 0 }
    // 10^19 is beyond 64 bits.
    guard power < 19 else { return nil }
    var value = value
    for _ in 0..<power { value *= 10 }
    return value.magnitude > 1 << 63 ? nil : value
  }

  /// The exact value of digits with a fraction and an exponent.
  package static func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> ExactDecimal? {
    guard let parts = Parts(bytes) else { return nil }
    return try? ExactDecimal(coefficient: parts.coefficient, exponent: parts.exponent)
  }

  /// The nearest `Double`.
  package static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    // If the coefficient and the power of ten are both exact doubles, a single operation rounds only once (Clinger, 1990).
    if let parts = Parts(bytes), parts.coefficient.magnitude <= 1 << 53, -22...22 ~= parts.exponent,
      parts.coefficient != 0
    {
      let coefficient = Double(Int64(truncatingIfNeeded: parts.coefficient))
      return parts.exponent < 0
        ? coefficient / powersOfTen[Int(-parts.exponent)] : coefficient * powersOfTen[Int(parts.exponent)]
    }
    return Double(String(decoding: bytes, as: UTF8.self))
  }

  /// A number after `0x` or `0o`, rounded at each digit beyond 53 bits.
  static func double(_ bytes: UnsafeBufferPointer<UInt8>, base: Double) -> Double {
    bytes.dropFirst(2).reduce(0) { value, byte in
      value * base + Double(Character(Unicode.Scalar(byte)).hexDigitValue ?? 0)
    }
  }

  /// `.inf`, `-.INF`, `.nan`.
  package static func special(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    let isNegative = bytes.first == UInt8(ascii: "-")
    guard let last = bytes.last else { return .nan }
    if last == UInt8(ascii: "f") || last == UInt8(ascii: "F") { return isNegative ? -.infinity : .infinity }
    return .nan
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private struct Parts {
    var coefficient: Int128 = 0
    var exponent: Int32 = 0

    /// Returns nil if a part does not fit.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
      var index = 0
      var isNegative = false
      if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
        isNegative = first == UInt8(ascii: "-")
        index = 1
      }
      var isFraction = false
      // Zeros are counted only when another digit follows, so that a coefficient never ends in zeros.
      var zeros: Int32 = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: ".") {
          isFraction = true
        } else if byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
          if isFraction { exponent -= 1 }
          if byte == UInt8(ascii: "0") {
            zeros += 1
          } else {
            guard append(byte &- UInt8(ascii: "0"), after: zeros) else { return nil }
            zeros = 0
          }
        } else {
          break
        }
        index += 1
      }
      exponent += zeros
      if isNegative { coefficient = -coefficient }
      guard index < bytes.count else { return }
      index += 1
      guard let written = Self.exponent(bytes[min(index, bytes.count)...]) else { return nil }
      let (sum, overflow) = exponent.addingReportingOverflow(written)
      if overflow { return nil }
      exponent = sum
    }

    /// Appends zeros and a digit to the coefficient; false if the coefficient would overflow.
    private mutating func append(_ digit: UInt8, after zeros: Int32) -> Bool {
      if coefficient != 0 {
        for _ in 0...zeros {
          let (product, tooLarge) = coefficient.multipliedReportingOverflow(by: 10)
          if tooLarge { return false }
          coefficient = product
        }
      }
      let (sum, overflow) = coefficient.addingReportingOverflow(Int128(digit))
      coefficient = sum
      return !overflow
    }

    fileprivate static func exponent(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int32? {
      var value: Int32 = 0
      var isNegative = false
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "-"): isNegative = true
        case UInt8(ascii: "+"): break
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
          let (sum, overflow) = product.addingReportingOverflow(Int32(byte &- UInt8(ascii: "0")))
          if tooLarge || overflow { return nil }
          value = sum
        default: return nil
        }
      }
      return isNegative ? -value : value
    }
  }
}
