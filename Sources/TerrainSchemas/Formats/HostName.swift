/// `hostname` (RFC 1123, section 2.1, with RFC 5891's A-labels) and what e-mail takes for a domain.
enum HostName {
  /// The longest name, without a dot at its end (RFC 1035, section 2.3.4, less the bytes of its encoding).
  static let longestName = 253
  /// The longest label (RFC 1035, section 2.3.4).
  static let longestLabel = 63

  static func accepts(_ text: Bytes) -> Bool {
    guard text.count <= longestName else { return false }
    let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let plain = labels.map { Bytes(rebasing: $0) }
    guard plain.allSatisfy({ isLabel($0, international: false) }) else { return false }
    guard plain.contains(where: isALabel) else { return true }
    return InternationalHostName.accepts(text)
  }

  /// Labels of letters, digits and hyphens; IDNA is not applied.
  static func isDomain(_ text: Bytes, international: Bool) -> Bool {
    guard text.count <= 255 else { return false }
    return text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { isLabel(Bytes(rebasing: $0), international: international) }
  }

  /// Letters, digits and hyphens, no hyphen first or last.
  static func isLabel(_ label: Bytes, international: Bool) -> Bool {
    guard let first = label.first, let last = label.last, label.count <= longestLabel else { return false }
    guard first != UInt8(ascii: "-"), last != UInt8(ascii: "-") else { return false }
    return label.allSatisfy { byte in
      byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte >= 0x80 && international
    }
  }

  /// `xn--…`
  static func isALabel(_ label: Bytes) -> Bool {
    label.count >= 4 && label[0] | 0x20 == UInt8(ascii: "x") && label[1] | 0x20 == UInt8(ascii: "n")
      && label[2] == UInt8(ascii: "-") && label[3] == UInt8(ascii: "-")
  }
}
