/// `idn-hostname`: IDNA2008 (RFC 5890 to 5893), lookup of a name as users may write it: each label in characters of its language or already
/// in ASCII.
enum InternationalHostName {
  static func accepts(_ text: Bytes) -> Bool {
    // A label of 63 bytes of ASCII has at most 59 characters, of up to four bytes each.
    guard !text.isEmpty, text.count <= HostName.longestName * 4 else { return false }
    var labels: [[Unicode.Scalar]] = []
    var length = -1
    for written in String(decoding: text, as: UTF8.self).unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: isSeparator)
    {
      guard let label = Label(Array(written)) else { return false }
      labels.append(label.scalars)
      length += label.encodedLength + 1
    }
    guard length <= HostName.longestName else { return false }
    // A single right-to-left label subjects all labels to the rule.
    let isBidirectional = labels.contains { $0.contains(where: BidirectionalRule.runsRightToLeft) }
    return !isBidirectional || labels.allSatisfy(BidirectionalRule.holds)
  }

  /// The dots of several scripts (UTS 46, section 2.3, label separators).
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}"
  }

  /// A label that is valid for lookup.
  private struct Label {
    var scalars: [Unicode.Scalar]
    var encodedLength: Int

    init?(_ written: [Unicode.Scalar]) {
      guard let first = written.first, let last = written.last, first != "-", last != "-" else { return nil }
      guard written.allSatisfy(\.isASCII) else {
        guard InternationalLabel.isValid(written), let encoded = Punycode.encode(written) else { return nil }
        self.init(written, encodedLength: encoded.count + 4)
        return
      }
      let ascii = written.map { UInt8(truncatingIfNeeded: $0.value) }
      let decoded: [Unicode.Scalar]? = ascii.withUnsafeBufferPointer { bytes in
        guard HostName.isLabel(bytes, international: false) else { return nil }
        let isReserved = bytes.count >= 4 && bytes[2] == UInt8(ascii: "-") && bytes[3] == UInt8(ascii: "-")
        guard isReserved else { return written }
        guard HostName.isALabel(bytes) else { return nil }
        let encoded = bytes[4...].map { $0.isLetter ? $0 | 0x20 : $0 }
        let label = encoded.withUnsafeBufferPointer(Punycode.decode)
        // Only the canonical encoding is valid.
        guard let label, !label.allSatisfy(\.isASCII), InternationalLabel.isValid(label),
          Punycode.encode(label) == encoded
        else { return nil }
        return label
      }
      guard let decoded else { return nil }
      self.init(decoded, encodedLength: written.count)
    }

    private init?(_ scalars: [Unicode.Scalar], encodedLength: Int) {
      guard encodedLength <= HostName.longestLabel else { return nil }
      self.scalars = scalars
      self.encodedLength = encodedLength
    }
  }
}

/// The requirements of RFC 5891, section 4.2, and RFC 5892 for a label in characters of its language.
enum InternationalLabel {
  static func isValid(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first, let last = label.last, first != "-", last != "-" else { return false }
    if label.count >= 4, label[2] == "-", label[3] == "-" { return false }
    switch first.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    guard isNormalized(label) else { return false }
    return label.indices.allSatisfy { index in
      tables.valid.contains(label[index].value) || contextAllows(label, at: index)
    }
  }

  // MARK: - Contextual rules (RFC 5892, appendix A)

  private static func contextAllows(_ label: [Unicode.Scalar], at index: Int) -> Bool {
    let before = index > 0 ? label[index - 1] : nil
    let after = index + 1 < label.count ? label[index + 1] : nil
    switch label[index].value {
    case 0x200C: return isVirama(before) || joins(label, around: index)
    case 0x200D: return isVirama(before)
    case 0xB7: return before == "l" && after == "l"
    case 0x375: return after.map { tables.greek.contains($0.value) } ?? false
    case 0x5F3, 0x5F4: return before.map { tables.hebrew.contains($0.value) } ?? false
    case 0x30FB: return label.contains { tables.japanese.contains($0.value) }
    case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0.value) }
    case 0x6F0...0x6F9: return !label.contains { (0x660...0x669).contains($0.value) }
    default: return false
    }
  }

  private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.canonicalCombiningClass == .virama
  }

  /// True between characters that join across transparent characters.
  private static func joins(_ label: [Unicode.Scalar], around index: Int) -> Bool {
    guard let left = label[..<index].last(where: { !tables.transparent.contains($0.value) }),
      let right = label[(index + 1)...].first(where: { !tables.transparent.contains($0.value) })
    else { return false }
    return tables.joinsLeft.contains(left.value) && tables.joinsRight.contains(right.value)
  }

  // MARK: - Normalization form C

  /// True if combining marks are in canonical order and no characters compose. Decomposable characters are invalid for other reasons.
  private static func isNormalized(_ label: [Unicode.Scalar]) -> Bool {
    var starter: Unicode.Scalar?
    var lastClass: UInt8 = 0
    for scalar in label {
      let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
      if combiningClass != 0, combiningClass < lastClass { return false }
      // A mark composes with the starter unless a mark of the same class, or a character without class, is between them.
      let isBlocked = lastClass != 0 && lastClass >= combiningClass
      if let starter, !isBlocked, tables.composes(starter, scalar) { return false }
      if combiningClass == 0 { starter = scalar }
      lastClass = combiningClass
    }
    return true
  }

  // MARK: - Tables

  private struct Tables {
    let valid, joinsLeft, joinsRight, transparent, greek, hebrew, japanese: ScalarSet
    private var compositions: Set<UInt64> = []

    init() {
      func read(_ table: StaticString) -> ScalarSet {
        var reader = TableReader(table)
        return reader.set()
      }
      func script(_ name: String) -> ScalarSet { UnicodeProperty.script(longName: name) ?? .none }
      valid = read(InternationalNameTable.valid)
      joinsLeft = read(InternationalNameTable.joinsLeft)
      joinsRight = read(InternationalNameTable.joinsRight)
      transparent = read(InternationalNameTable.transparent)
      greek = script("Greek")
      hebrew = script("Hebrew")
      japanese = script("Hiragana").union(script("Katakana")).union(script("Han"))
      var reader = TableReader(InternationalNameTable.compositions)
      var first: UInt32 = 0
      while !reader.isAtEnd {
        let step = reader.number()
        first = step & 1 == 0 ? first &+ step >> 1 : first &- (step &+ 1) >> 1
        compositions.insert(UInt64(first) << 32 | UInt64(reader.number()))
      }
    }

    func composes(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
      compositions.contains(UInt64(first.value) << 32 | UInt64(second.value))
    }
  }

  private static let tables = Tables()
}

/// The rule for labels of names with right-to-left characters (RFC 5893, section 2).
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

/// The encoding of internationalized labels in ASCII (RFC 3492).
enum Punycode {
  private static let base = 36
  private static let leastThreshold = 1
  private static let greatestThreshold = 26

  /// The label that `text` (without `xn--`) encodes, or nil if it encodes nothing.
  static func decode(_ text: Bytes) -> [Unicode.Scalar]? {
    var output: [Unicode.Scalar] = []
    var input = text[...]
    if let delimiter = text.lastIndex(of: UInt8(ascii: "-")) {
      for byte in text[..<delimiter] {
        guard byte < 0x80 else { return nil }
        output.append(Unicode.Scalar(byte))
      }
      input = text[(delimiter + 1)...]
    }
    var code = 0x80
    var insertion = 0
    var bias = 72
    var iterator = input.makeIterator()
    var next = iterator.next()
    while next != nil {
      let old = insertion
      var weight = 1
      var k = base
      while true {
        guard let byte = next, let digit = value(of: byte) else { return nil }
        next = iterator.next()
        // A label has at most 59 of these digits, and a sum above Unicode's range stays invalid.
        insertion += digit * weight
        guard insertion <= 0x10FFFF * 64 else { return nil }
        let threshold = threshold(k, bias)
        if digit < threshold { break }
        weight *= base - threshold
        guard weight <= 1 << 40 else { return nil }
        k += base
      }
      bias = adapt(insertion - old, output.count + 1, isFirst: old == 0)
      code += insertion / (output.count + 1)
      insertion %= output.count + 1
      guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      output.insert(scalar, at: insertion)
      insertion += 1
    }
    return output
  }

  /// `label` in ASCII, without `xn--`, or nil if it is longer than any label.
  static func encode(_ label: [Unicode.Scalar]) -> [UInt8]? {
    var output = label.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
    let basic = output.count
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var handled = basic
    var code: UInt32 = 0x80
    var delta = 0
    var bias = 72
    guard label.count <= 256 else { return nil }
    while handled < label.count {
      guard let next = label.lazy.map(\.value).filter({ $0 >= code }).min() else { return nil }
      delta += Int(next - code) * (handled + 1)
      code = next
      for scalar in label {
        if scalar.value < code { delta += 1 }
        guard scalar.value == code else { continue }
        var q = delta
        var k = base
        while true {
          let threshold = threshold(k, bias)
          if q < threshold { break }
          output.append(digit(threshold + (q - threshold) % (base - threshold)))
          q = (q - threshold) / (base - threshold)
          k += base
        }
        output.append(digit(q))
        bias = adapt(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return output
  }

  private static func threshold(_ k: Int, _ bias: Int) -> Int {
    min(max(k - bias, leastThreshold), greatestThreshold)
  }

  private static func adapt(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var k = 0
    while delta > (base - leastThreshold) * greatestThreshold / 2 {
      delta /= base - leastThreshold
      k += base
    }
    return k + (base - leastThreshold + 1) * delta / (delta + 38)
  }

  private static func value(of byte: UInt8) -> Int? {
    if byte.isLetter { return Int((byte | 0x20) - UInt8(ascii: "a")) }
    return byte.isDigit ? Int(byte - UInt8(ascii: "0")) + 26 : nil
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 26 ? value + 0x61 : value - 26 + 0x30)
  }
}
