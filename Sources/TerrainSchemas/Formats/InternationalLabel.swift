/// What RFC 5891, section 4.2, and RFC 5892 ask of a label in characters of its language.
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

  /// Between characters that join across transparent ones.
  private static func joins(_ label: [Unicode.Scalar], around index: Int) -> Bool {
    guard let left = label[..<index].last(where: { !tables.transparent.contains($0.value) }),
      let right = label[(index + 1)...].first(where: { !tables.transparent.contains($0.value) })
    else { return false }
    return tables.joinsLeft.contains(left.value) && tables.joinsRight.contains(right.value)
  }

  // MARK: - Normalization form C

  /// Whether marks are in their order and nothing is left to compose. What decomposes is not valid anyway.
  private static func isNormalized(_ label: [Unicode.Scalar]) -> Bool {
    var starter: Unicode.Scalar?
    var lastClass: UInt8 = 0
    for scalar in label {
      let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
      if combiningClass != 0, combiningClass < lastClass { return false }
      // A mark composes with the starter unless one of its class, or no mark, is between.
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
