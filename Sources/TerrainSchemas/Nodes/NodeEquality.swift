import TerrainDocuments

/// JSON Schema's equality: numbers by value, maps independent of their order, texts by their bytes.
///
/// The recursion is as deep as the nesting of documents, which their readers limit.
enum NodeEquality {
  static func areEqual(_ a: Int, in left: DocumentView, _ b: Int, in right: DocumentView) -> Bool {
    let (a, b) = (left.resolved(a), right.resolved(b))
    let (x, y) = (left.nodes[a], right.nodes[b])
    guard x.kindTag == y.kindTag else { return false }
    switch x.kindTag {
    case NodeTag.null: return true
    case NodeTag.bool: return x.writtenForm == y.writtenForm
    case NodeTag.number: return areEqualNumbers(x, in: left, y, in: right)
    case NodeTag.string: return left.text(of: x).equals(right.text(of: y))
    case NodeTag.list: return areEqualLists(a, in: left, b, in: right)
    default: return areEqualMaps(a, in: left, b, in: right)
    }
  }

  private static func areEqualNumbers(
    _ x: RawNode, in left: DocumentView, _ y: RawNode, in right: DocumentView
  ) -> Bool {
    let (text, other) = (left.text(of: x), right.text(of: y))
    if text.equals(other), x.writtenForm == y.writtenForm { return true }
    if x.writtenForm == NodeForm.special || y.writtenForm == NodeForm.special { return false }
    return left.withDecimal(x) { a in right.withDecimal(y) { b in a.compare(to: b) == 0 } }
  }

  private static func areEqualLists(_ a: Int, in left: DocumentView, _ b: Int, in right: DocumentView) -> Bool {
    let (x, y) = (left.nodes[a], right.nodes[b])
    guard left.count(of: x, at: a) == right.count(of: y, at: b) else { return false }
    var (i, j) = (a + 1, b + 1)
    while i < Int(x.link), j < Int(y.link) {
      guard areEqual(i, in: left, j, in: right) else { return false }
      i = left.next(after: i)
      j = right.next(after: j)
    }
    return true
  }

  private static func areEqualMaps(_ a: Int, in left: DocumentView, _ b: Int, in right: DocumentView) -> Bool {
    let (x, y) = (left.nodes[a], right.nodes[b])
    let count = left.count(of: x, at: a)
    guard count == right.count(of: y, at: b) else { return false }
    if count > smallMap { return areEqualLargeMaps(a, in: left, b, in: right) }
    var key = a + 1
    while key < Int(x.link) {
      guard let other = right.value(ofKey: left.text(at: key), hash: left.nodes[key].hashOrCount, inMapAt: b),
        areEqual(key + 1, in: left, other, in: right)
      else { return false }
      key = left.next(after: key + 1)
    }
    return true
  }

  /// The maximum number of keys that are searched one by one; keys of larger maps are sorted.
  private static let smallMap = 16

  private static func areEqualLargeMaps(_ a: Int, in left: DocumentView, _ b: Int, in right: DocumentView) -> Bool {
    let (keys, others) = (left.keysByHash(ofMapAt: a), right.keysByHash(ofMapAt: b))
    var start = 0
    for key in keys {
      while start < others.count, others[start].hash < key.hash { start += 1 }
      var place = start
      var found: Int?
      while place < others.count, others[place].hash == key.hash {
        if right.text(at: others[place].index).equals(left.text(at: key.index)) {
          found = others[place].index
          break
        }
        place += 1
      }
      guard let found, areEqual(key.index + 1, in: left, found + 1, in: right) else { return false }
    }
    return true
  }

  /// A hash that is equal for equal values, to find candidates for comparison.
  static func hash(_ index: Int, in view: DocumentView) -> UInt64 {
    let at = view.resolved(index)
    let node = view.nodes[at]
    switch node.kindTag {
    case NodeTag.null: return 1
    case NodeTag.bool: return 2 + UInt64(node.writtenForm)
    case NodeTag.string: return UInt64(KeyHash.hash(view.text(of: node), seed: KeyHash.seed)) << 8 | 5
    case NodeTag.number: return view.withDecimal(node) { KeyHash.mix($0.hash) }
    case NodeTag.list:
      var hash: UInt64 = 7
      var child = at + 1
      while child < Int(node.link) {
        hash = KeyHash.mix(hash &* 31 &+ self.hash(child, in: view))
        child = view.next(after: child)
      }
      return hash
    default:
      // Independent of the order.
      var hash: UInt64 = 11
      var key = at + 1
      while key < Int(node.link) {
        hash = hash &+ KeyHash.mix(UInt64(view.nodes[key].hashOrCount) &* 31 &+ self.hash(key + 1, in: view) &+ 1)
        key = view.next(after: key + 1)
      }
      return hash
    }
  }
}

extension DocumentView {
  /// The keys of a map, sorted by their hashes.
  fileprivate func keysByHash(ofMapAt index: Int) -> [(hash: UInt32, index: Int)] {
    var keys: [(hash: UInt32, index: Int)] = []
    let end = Int(nodes[index].link)
    var key = index + 1
    while key < end {
      keys.append((nodes[key].hashOrCount, key))
      key = next(after: key + 1)
    }
    return keys.sorted { ($0.hash, $0.index) < ($1.hash, $1.index) }
  }

  /// The value of a key of a map, the first value if the key is repeated.
  func value(ofKey name: Bytes, hash: UInt32, inMapAt index: Int) -> Int? {
    let map = nodes[index]
    var key = index + 1
    while key < Int(map.link) {
      if nodes[key].hashOrCount == hash, text(at: key).equals(name) { return key + 1 }
      key = next(after: key + 1)
    }
    return nil
  }

  /// Calls `body` with a number in decimal notation. YAML's other notations are converted. `.inf` and `.nan` have no digits and count as
  /// zero here; callers that distinguish them check first.
  func withDecimal<R>(_ node: RawNode, _ body: (DecimalText) -> R) -> R {
    let text = text(of: node)
    guard node.writtenForm == NodeForm.hexadecimal || node.writtenForm == NodeForm.octal else {
      return body(DecimalText(text))
    }
    let whole = NumberText.whole(text, form: node.writtenForm) ?? .max
    return Array(String(whole).utf8).withUnsafeBufferPointer { body(DecimalText($0)) }
  }
}

extension DecimalText {
  /// Equal for equal numbers.
  var hash: UInt64 {
    var hash = UInt64(bitPattern: Int64(power)) &* 2 &+ (isNegative ? 1 : 0)
    forEachDigit { hash = hash &* 0x100_0000_01B3 ^ UInt64($0) }
    return hash
  }
}

/// A number in decimal notation. Comparison is exact for any length and allocates nothing.
///
/// Its value is 0.d₁d₂d₃… × 10^`power`; d₁ is its first digit that is not zero.
struct DecimalText {
  private let text: Bytes
  /// The range of the significant digits, which may contain a decimal point.
  private let start: Int
  private let end: Int
  let isNegative: Bool
  let power: Int

  /// The maximum exponent; larger exponents are clamped to it.
  private static let largestExponent = 1_000_000_000

  /// Splits a JSON number into a sign, digits, a fraction, and an exponent.
  init(_ text: Bytes) {
    self.text = text
    var index = 0
    var isNegative = false
    if let first = text.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      index = 1
    }
    var first: Int?
    var last = index
    var point: Int?
    let digitsStart = index
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        point = index
      } else if byte.isDigit {
        if byte != UInt8(ascii: "0") {
          first = first ?? index
          last = index + 1
        }
      } else {
        break
      }
      index += 1
    }
    guard let first else {
      (start, end, power) = (digitsStart, digitsStart, 0)
      self.isNegative = false
      return
    }
    self.isNegative = isNegative
    start = first
    end = last
    let pointAt = point ?? index
    let places = first < pointAt ? pointAt - first : pointAt + 1 - first
    power = places + DecimalText.exponent(text, from: index)
  }

  private static func exponent(_ text: Bytes, from start: Int) -> Int {
    var value = 0
    var isNegative = false
    for byte in text[min(start, text.count)...].dropFirst() {
      if byte == UInt8(ascii: "-") { isNegative = true }
      if byte.isDigit { value = min(value * 10 + Int(byte - UInt8(ascii: "0")), largestExponent) }
    }
    return isNegative ? -value : value
  }

  var isZero: Bool { start == end }

  /// The number of significant digits.
  var digitCount: Int {
    let hasPoint = text[start..<end].contains(UInt8(ascii: "."))
    return end - start - (hasPoint ? 1 : 0)
  }

  func forEachDigit(_ body: (UInt8) -> Void) {
    for byte in text[start..<end] where byte != UInt8(ascii: ".") { body(byte - UInt8(ascii: "0")) }
  }

  /// True if no significant digit follows the point.
  var isWhole: Bool { isZero || digitCount <= power }

  /// -1, 0, or 1 if this is less than, equal to, or greater than `other`.
  func compare(to other: DecimalText) -> Int {
    if isZero || other.isZero {
      if isZero && other.isZero { return 0 }
      return isZero ? (other.isNegative ? 1 : -1) : (isNegative ? -1 : 1)
    }
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    let magnitude = compareMagnitude(to: other)
    return isNegative ? -magnitude : magnitude
  }

  private func compareMagnitude(to other: DecimalText) -> Int {
    if power != other.power { return power < other.power ? -1 : 1 }
    var (i, j) = (start, other.start)
    while true {
      if i < end, text[i] == UInt8(ascii: ".") { i += 1 }
      if j < other.end, other.text[j] == UInt8(ascii: ".") { j += 1 }
      if i >= end || j >= other.end { return i < end ? 1 : (j < other.end ? -1 : 0) }
      if text[i] != other.text[j] { return text[i] < other.text[j] ? -1 : 1 }
      i += 1
      j += 1
    }
  }

  /// True if this is a whole multiple of `divisor`.
  func isMultiple(of divisor: DecimalText) -> Bool {
    if isZero { return true }
    guard !divisor.isZero, let unit = divisor.coefficient else { return false }
    // value ÷ divisor = digits × 10^zeros ÷ unit. The digits do not end in zero, so zeros may not be below 0.
    let zeros = (power - digitCount) - (divisor.power - divisor.digitCount)
    guard zeros >= 0 else { return false }
    var rest: UInt128 = 0
    forEachDigit { rest = (rest * 10 + UInt128($0)) % unit }
    return DecimalText.multiply(rest, DecimalText.power(of: 10, zeros, modulo: unit), modulo: unit) == 0
  }

  /// The digits as a number, or nil if ten times that number does not fit 128 bits.
  var coefficient: UInt128? {
    guard digitCount <= 37 else { return nil }
    var value: UInt128 = 0
    forEachDigit { value = value * 10 + UInt128($0) }
    return value
  }

  private static func power(of base: UInt128, _ exponent: Int, modulo: UInt128) -> UInt128 {
    var result = 1 % modulo
    var square = base % modulo
    var exponent = exponent
    while exponent > 0 {
      if exponent & 1 == 1 { result = multiply(result, square, modulo: modulo) }
      square = multiply(square, square, modulo: modulo)
      exponent >>= 1
    }
    return result
  }

  /// a × b modulo a number below 10^37, by doubling if the product would overflow.
  private static func multiply(_ a: UInt128, _ b: UInt128, modulo: UInt128) -> UInt128 {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    if !overflow { return product % modulo }
    var result: UInt128 = 0
    var addend = a % modulo
    var factor = b
    while factor > 0 {
      if factor & 1 == 1 { result = (result + addend) % modulo }
      addend = addend * 2 % modulo
      factor >>= 1
    }
    return result
  }
}
