/// The encoding of internationalized labels in ASCII (RFC 3492).
enum Punycode {
  private static let base = 36
  private static let leastThreshold = 1
  private static let greatestThreshold = 26

  /// What `text` (without `xn--`) encodes; `nil` if it encodes nothing.
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
        // A label has at most 59 of these digits; a sum above Unicode's end is wrong whatever follows.
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

  /// `label` in ASCII, without `xn--`; `nil` if it is longer than any label.
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
