/// `idn-hostname`: IDNA2008 (RFC 5890 to 5893), lookup of a name as it may be written: each label in characters of its
/// language or already in ASCII.
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
    // One label that runs from right to left puts all of them under the rule.
    let isBidirectional = labels.contains { $0.contains(where: BidirectionalRule.runsRightToLeft) }
    return !isBidirectional || labels.allSatisfy(BidirectionalRule.holds)
  }

  /// The dots of several scripts (UTS 46, section 2.3, label separators).
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}"
  }

  /// A label that may be looked up.
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
        // There is one right way to write it.
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
