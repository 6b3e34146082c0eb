import CLibYAML
import TerrainDocuments

extension YAMLComposer {
  private static var standard: String { "tag:yaml.org,2002:" }

  /// What a scalar with a tag is: the core schema's tags decide, others are diagnosed and ignored.
  mutating func tagged(
    _ tag: UnsafeMutablePointer<yaml_char_t>, _ text: UnsafeBufferPointer<UInt8>, _ style: yaml_scalar_style_t,
    isKey: Bool, _ eventStart: Int, _ start: Int, _ end: Int
  ) -> (tag: UInt32, form: UInt32) {
    let name = String(cString: tag)
    let string = (RawNode.Tag.string, RawNode.Form.bare)
    if name == "!" || name == Self.standard + "str" { return string }
    let untagged = style == YAML_PLAIN_SCALAR_STYLE && !isKey ? CoreSchema.resolve(text) : string
    let declared: UInt32
    switch name {
    case Self.standard + "null": declared = RawNode.Tag.null
    case Self.standard + "bool": declared = RawNode.Tag.bool
    case Self.standard + "int", Self.standard + "float": declared = RawNode.Tag.number
    default:
      diagnoseTag(name, eventStart, isScalar: true, valueEnd: end)
      return untagged
    }
    if isKey { return string }
    let (resolved, form) = CoreSchema.resolve(text)
    let isWhole = form != RawNode.Form.fraction && form != RawNode.Form.special
    if resolved == declared, isWhole || !name.hasSuffix("int") { return (resolved, form) }
    note(
      .tagMismatch(
        source, tag: shortened(name), text: String(decoding: text, as: UTF8.self), start: start, end: end))
    return string
  }

  /// A list's or map's tag declares what it is anyway, or is diagnosed.
  mutating func checkCollectionTag(_ tag: UnsafeMutablePointer<yaml_char_t>, isMap: Bool, _ start: Int) {
    let name = String(cString: tag)
    if name == "!" || name == Self.standard + (isMap ? "map" : "seq") { return }
    diagnoseTag(name, start, isScalar: false, valueEnd: start)
  }

  private mutating func diagnoseTag(_ name: String, _ eventStart: Int, isScalar: Bool, valueEnd: Int) {
    guard hasRoomForDiagnostics else { return }
    let tag = tagRange(eventStart)
    // `!= 3`, `!done`: an expression, whose `!` YAML takes for a tag.
    let isExpression = isScalar && name.hasPrefix("!") && !name.hasPrefix("!<")
    let lineEnd = SyntaxTraps(source: source, isInFlow: isInFlow).valueEnd(from: tag.lowerBound)
    let range = isExpression ? tag.lowerBound..<max(lineEnd, tag.upperBound) : tag
    note(
      .unknownTag(source, tag: shortened(name), range: tag, expression: isExpression ? range : nil))
  }

  private func shortened(_ name: String) -> String {
    name.hasPrefix(Self.standard) ? "!!" + name.dropFirst(Self.standard.count) : name
  }

  // MARK: - Locations of properties

  /// The first byte of a value that begins with tags or anchors at `start`.
  func skipProperties(_ start: Int) -> Int {
    var at = start
    while at < count {
      switch base[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      case UInt8(ascii: "#") where at > start && base[at - 1] <= 0x20:
        while at < count, base[at] != 0x0A, base[at] != 0x0D { at += 1 }
      case UInt8(ascii: "&"): at = wordEnd(at + 1)
      case UInt8(ascii: "!"): at = tagEnd(at)
      default: return at
      }
    }
    return at
  }

  /// The bytes of the tag among the properties at `start`.
  private func tagRange(_ start: Int) -> Range<Int> {
    var at = start
    while at < count, base[at] != UInt8(ascii: "!") { at += 1 }
    return at..<max(at, tagEnd(at))
  }

  private func tagEnd(_ start: Int) -> Int {
    guard start + 1 < count, base[start + 1] == UInt8(ascii: "<") else { return wordEnd(start + 1) }
    var at = start
    while at < count, base[at] != UInt8(ascii: ">"), base[at] > 0x20 { at += 1 }
    return min(at + 1, count)
  }

  private func wordEnd(_ start: Int) -> Int {
    var at = start
    while at < count, base[at] > 0x20 {
      let isFlowMark = [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{")]
        .contains(base[at])
      if isInFlow, isFlowMark { break }
      at += 1
    }
    return at
  }

  /// The end of a block scalar's last line with text, so that its range has no blank lines at its end.
  func trimmedEnd(_ start: Int, _ end: Int) -> Int {
    var at = end
    while at > start, base[at - 1] <= 0x20 { at -= 1 }
    return at
  }
}

extension Diagnostic {
  static func unknownTag(_ source: SourceText, tag: String, range: Range<Int>, expression: Range<Int>?) -> Diagnostic {
    guard let expression else {
      return yaml("unknown-tag", "the tag `\(tag)` is not one of YAML's core schema", source, range)
    }
    let text = SyntaxTraps.text(source, expression)
    return yaml(
      "unknown-tag", "YAML takes `\(tag)` for a tag, because it begins with `!`", source, expression, fix: quoted(text))
  }

  static func tagMismatch(_ source: SourceText, tag: String, text: String, start: Int, end: Int) -> Diagnostic {
    yaml("tag-mismatch", "`\(text)` is not what its tag `\(tag)` declares", source, start..<end)
  }
}
