/// Reads XML 1.0 with namespaces into a tree.
///
/// A document type declaration is rejected, so that no entities are declared and nothing outside of the text is read. Elements nest at most
/// ``depthLimit`` deep.
package enum XMLReader {
  /// The maximum depth of nested elements (`xmlDepth`).
  package static let depthLimit = 100
  /// The maximum number of elements in a document (`xmlElements`).
  package static let elementLimit = 1_000_000
  /// The maximum number of attributes of an element (`xmlAttributes`).
  package static let attributeLimit = 256

  /// Reads `source`, which is UTF-8.
  ///
  /// - Throws: `xml/not-well-formed`, `xml/document-type`, `xml/too-deep`, `xml/too-many`: the first mistake.
  package static func read(_ source: SourceText) throws(DiagnosticError) -> XMLElement {
    if let invalid = source.firstInvalidByte { throw DiagnosticError(.notUTF8(source, at: invalid)) }
    var parser = XMLParser(source)
    return try parser.document()
  }
}

/// The parser: one pass over the bytes.
private struct XMLParser {
  /// An element whose end tag has not been read.
  private struct Open {
    var element: XMLElement
    let qualifiedName: String
    /// The prefixes that it declares.
    let prefixes: [String]
  }

  private typealias RawAttribute = (name: String, value: String, start: Int)

  private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
  private static let declarations = "http://www.w3.org/2000/xmlns/"

  private var cursor: XMLCursor
  private var open: [Open] = []
  /// The namespaces of the open elements by prefix, the innermost last.
  private var bindings: [String: [String]] = ["xml": [Self.xmlNamespace]]
  private var count = 0
  private var root: XMLElement?

  init(_ source: SourceText) { cursor = XMLCursor(source) }

  mutating func document() throws(DiagnosticError) -> XMLElement {
    try declaration()
    while !cursor.isAtEnd { try part() }
    if let last = open.last {
      throw cursor.mistake("the element `\(last.qualifiedName)` is not closed", at: last.element.place)
    }
    guard let root else { throw cursor.mistake("expected an element", from: cursor.index) }
    return root
  }

  /// Skips `<?xml version="1.0" encoding="UTF-8"?>` if the text begins with it.
  private mutating func declaration() throws(DiagnosticError) {
    let start = cursor.index
    guard cursor.isAt("<?xml"), cursor.isBlank(cursor.index + 5) else { return }
    cursor.index += 5
    var expected: [(name: String, isRight: (String) -> Bool)] = [
      ("version", { $0.hasPrefix("1.") && $0.count > 2 && $0.dropFirst(2).allSatisfy({ $0.isNumber }) }),
      ("encoding", { ["utf-8", "us-ascii"].contains($0.lowercased()) }),
      ("standalone", { ["yes", "no"].contains($0) }),
    ]
    var isFirst = true
    while true {
      let hasBlank = cursor.skipBlanks()
      if cursor.skip("?>") { break }
      guard hasBlank, let name = cursor.name(), let at = expected.firstIndex(where: { $0.name == name }),
        !isFirst || name == "version"
      else { throw cursor.mistake("this is not an XML declaration", from: start) }
      let value = try attributeValue()
      guard expected[at].isRight(value) else {
        throw cursor.mistake("the \(name) is not one that is read: version 1.0 and UTF-8 are", from: start)
      }
      expected.removeFirst(at + 1)
      isFirst = false
    }
    if isFirst { throw cursor.mistake("the XML declaration has no version", from: start) }
  }

  private mutating func part() throws(DiagnosticError) {
    let start = cursor.index
    if cursor.skip("<!--") {
      guard let end = cursor.find("--"), cursor.matches(">", at: end + 2) else {
        throw cursor.mistake("expected `-->` at the end of this comment, and no `--` before", from: start)
      }
      try cursor.checkCharacters(start..<end)
      cursor.index = end + 3
    } else if cursor.isAt("<![CDATA["), !open.isEmpty {
      guard let end = cursor.find("]]>") else { throw cursor.mistake("expected `]]>`", from: start) }
      try add(text: cursor.lines(start + 9..<end))
      cursor.index = end + 3
    } else if cursor.isAt("<!DOCTYPE") {
      throw DiagnosticError(.xmlDocumentType(cursor.place(start, start + 9)))
    } else if cursor.skip("<?") {
      guard let target = cursor.name(), target.lowercased() != "xml", !target.utf8.contains(UInt8(ascii: ":")),
        cursor.isAt("?>") || cursor.isBlank(cursor.index), let end = cursor.find("?>")
      else { throw cursor.mistake("this is not a processing instruction", from: start) }
      try cursor.checkCharacters(start..<end)
      cursor.index = end + 2
    } else if cursor.skip("</") {
      try endTag(start)
    } else if cursor.skip("<") {
      try startTag(start)
    } else {
      try characters()
    }
  }

  private mutating func characters() throws(DiagnosticError) {
    let start = cursor.index
    if cursor.isAt("&") {
      if open.isEmpty { throw cursor.mistake("expected an element", from: start) }
      return try add(text: reference())
    }
    cursor.skipCharacters()
    let text = try cursor.lines(start..<cursor.index)
    if let end = cursor.firstOffset(of: "]]>", in: start..<cursor.index) {
      throw cursor.mistake("`]]>` ends nothing here", from: end)
    }
    if !open.isEmpty {
      try add(text: text)
    } else if !text.utf8.allSatisfy(XMLCursor.isBlank) {
      throw cursor.mistake("expected an element", from: start)
    }
  }

  private mutating func add(text: String) throws(DiagnosticError) { open[open.count - 1].element.append(text: text) }

  /// Reads `&name;`, `&#10;`, or `&#xA;`.
  private mutating func reference() throws(DiagnosticError) -> String {
    let start = cursor.index
    cursor.index += 1
    if cursor.skip("#") {
      let isHexadecimal = cursor.skip("x")
      let digits = cursor.digits(isHexadecimal: isHexadecimal)
      guard cursor.skip(";"), let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
        let scalar = Unicode.Scalar(value), XMLCursor.isCharacter(scalar)
      else { throw cursor.mistake("this is not a reference to a character of XML", from: start) }
      return String(scalar)
    }
    let named = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    guard let name = cursor.name(), cursor.skip(";"), let text = named[name] else {
      throw cursor.mistake(
        "this is not an entity of XML: expected `&lt;`, `&gt;`, `&amp;`, `&quot;` or `&apos;`", from: start)
    }
    return text
  }

  // MARK: Tags

  private mutating func endTag(_ start: Int) throws(DiagnosticError) {
    let name = cursor.name()
    _ = cursor.skipBlanks()
    guard let name, cursor.skip(">") else { throw cursor.mistake("this is not an end tag", from: start) }
    guard let last = open.popLast(), last.qualifiedName == name else {
      throw cursor.mistake("`</\(name)>` closes no element that is open here", from: start)
    }
    close(last)
  }

  private mutating func close(_ last: Open) {
    for prefix in last.prefixes { bindings[prefix]?.removeLast() }
    if open.isEmpty {
      root = last.element
    } else {
      open[open.count - 1].element.content.append(.element(last.element))
    }
  }

  private mutating func startTag(_ start: Int) throws(DiagnosticError) {
    guard let name = cursor.name() else {
      throw cursor.mistake("expected the name of an element after `<`", from: start)
    }
    if root != nil, open.isEmpty { throw cursor.mistake("there is a second element at the top", from: start) }
    if open.count >= XMLReader.depthLimit {
      throw DiagnosticError(.xmlTooDeep(cursor.place(start, cursor.index), limit: XMLReader.depthLimit))
    }
    count += 1
    if count > XMLReader.elementLimit {
      throw DiagnosticError(
        .xmlTooMany(cursor.place(start, cursor.index), "\(XMLReader.elementLimit) elements", "xmlElements"))
    }
    var attributes: [RawAttribute] = []
    while true {
      let hasBlank = cursor.skipBlanks()
      if cursor.isAt(">") || cursor.isAt("/>") { break }
      let at = cursor.index
      guard hasBlank, let key = cursor.name() else {
        throw cursor.mistake("this start tag of `\(name)` has no end", from: start)
      }
      if attributes.contains(where: { $0.name == key }) {
        throw cursor.mistake("the attribute `\(key)` is there twice", from: at)
      }
      if attributes.count >= XMLReader.attributeLimit {
        throw DiagnosticError(
          .xmlTooMany(
            cursor.place(start, cursor.index), "\(XMLReader.attributeLimit) attributes in an element", "xmlAttributes"))
      }
      attributes.append((key, try attributeValue(), at))
    }
    let prefixes = try declare(attributes)
    let isEmpty = cursor.skip("/>")
    if !isEmpty { cursor.index += 1 }
    let own = try expanded(name, at: start, isAttribute: false)
    let element = XMLElement(
      namespace: own.namespace, name: own.name, attributes: try expanded(attributes),
      place: cursor.place(start, cursor.index))
    let opened = Open(element: element, qualifiedName: name, prefixes: prefixes)
    if isEmpty { close(opened) } else { open.append(opened) }
  }

  /// Reads `="value"`; blanks are allowed around the sign.
  private mutating func attributeValue() throws(DiagnosticError) -> String {
    let start = cursor.index
    _ = cursor.skipBlanks()
    let hasSign = cursor.skip("=")
    _ = cursor.skipBlanks()
    let quote = cursor.isAt("'") ? "'" : "\""
    guard hasSign, cursor.skip(quote) else { throw cursor.mistake("expected `=` and a value in quotes", from: start) }
    var value = ""
    while !cursor.skip(quote) {
      if cursor.isAtEnd || cursor.isAt("<") {
        throw cursor.mistake("this value has no end; write `<` in it as `&lt;`", from: start)
      }
      if cursor.isAt("&") {
        value += try reference()
      } else {
        let from = cursor.index
        cursor.skipCharacters(until: quote)
        // Every kind of blank becomes a space; blanks from references are kept.
        value += String(
          String.UnicodeScalarView(
            try cursor.lines(from..<cursor.index).unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
      }
    }
    return value
  }

  // MARK: Namespaces

  /// - Returns: the prefixes that `attributes` declare.
  private mutating func declare(_ attributes: [RawAttribute]) throws(DiagnosticError) -> [String] {
    var prefixes: [String] = []
    for (name, value, start) in attributes where name == "xmlns" || name.hasPrefix("xmlns:") {
      let prefix = String(name.dropFirst(6))
      let isXML = value == Self.xmlNamespace
      if prefix == "xmlns" || (prefix == "xml") != isXML || value == Self.declarations
        || !prefix.isEmpty && value.isEmpty
      {
        throw cursor.mistake("this prefix cannot be declared so", from: start)
      }
      bindings[prefix, default: []].append(value)
      prefixes.append(prefix)
    }
    return prefixes
  }

  private func expanded(
    _ name: String, at start: Int, isAttribute: Bool
  ) throws(DiagnosticError) -> (namespace: String, name: String) {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, !parts.contains(""), parts.allSatisfy(XMLCursor.isName) else {
      throw cursor.mistake("`\(name)` is not a name with a prefix", from: start)
    }
    if parts.count == 1, isAttribute { return ("", name) }
    let prefix = parts.count == 1 ? "" : parts[0]
    if let namespace = bindings[prefix]?.last { return (namespace, parts[parts.count - 1]) }
    guard prefix.isEmpty else { throw cursor.mistake("the prefix `\(prefix)` is not declared", from: start) }
    return ("", name)
  }

  private func expanded(_ attributes: [RawAttribute]) throws(DiagnosticError) -> [XMLElement.Attribute] {
    var result: [XMLElement.Attribute] = []
    for (name, value, start) in attributes where name != "xmlns" && !name.hasPrefix("xmlns:") {
      let own = try expanded(name, at: start, isAttribute: true)
      if result.contains(where: { $0.name == own.name && $0.namespace == own.namespace }) {
        throw cursor.mistake("the attribute `\(name)` is there twice", from: start)
      }
      result.append(.init(namespace: own.namespace, name: own.name, value: value))
    }
    return result
  }
}

/// A reading position in the text of an XML document.
struct XMLCursor {
  private let source: SourceText
  private let bytes: [UInt8]
  /// The offset of the next byte.
  var index: Int

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    index = source.byteOrderMarkLength
  }

  var isAtEnd: Bool { index >= bytes.count }

  func isAt(_ text: String) -> Bool { matches(text, at: index) }

  func matches(_ text: String, at offset: Int) -> Bool {
    offset <= bytes.count && bytes[offset...].starts(with: text.utf8)
  }

  /// Skips `text` if it is next.
  mutating func skip(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    index += text.utf8.count
    return true
  }

  static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  func isBlank(_ offset: Int) -> Bool { offset < bytes.count && Self.isBlank(bytes[offset]) }

  /// Skips blanks; false if no blank follows.
  mutating func skipBlanks() -> Bool {
    let start = index
    while isBlank(index) { index += 1 }
    return index > start
  }

  /// Skips to the next `<` or `&`, or to `end`.
  mutating func skipCharacters(until end: String? = nil) {
    let last = end?.utf8.first
    while index < bytes.count, bytes[index] != UInt8(ascii: "<"), bytes[index] != UInt8(ascii: "&"),
      bytes[index] != last
    {
      index += 1
    }
  }

  /// The offset of the next occurrence of `text`.
  func find(_ text: String) -> Int? { firstOffset(of: text, in: index..<bytes.count) }

  func firstOffset(of text: String, in range: Range<Int>) -> Int? {
    bytes[range].firstRange(of: Array(text.utf8))?.lowerBound
  }

  /// The characters in `range`, with line ends as LF.
  ///
  /// - Throws: an error for a character that XML does not allow.
  func lines(_ range: Range<Int>) throws(DiagnosticError) -> String {
    try checkCharacters(range)
    let text = String(decoding: bytes[range], as: UTF8.self)
    return text.utf8.contains(0x0D) ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
  }

  func checkCharacters(_ range: Range<Int>) throws(DiagnosticError) {
    var offset = range.lowerBound
    for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars {
      if !Self.isCharacter(scalar) { throw mistake("XML does not have this character", from: offset) }
      offset += UTF8.width(scalar)
    }
  }

  /// Reads digits.
  mutating func digits(isHexadecimal: Bool) -> String {
    let start = index
    while index < bytes.count, Character(Unicode.Scalar(bytes[index])).isASCII,
      let value = Character(Unicode.Scalar(bytes[index])).hexDigitValue, isHexadecimal || value < 10
    {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads a name, or returns nil if no name follows.
  mutating func name() -> String? {
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        guard Self.isInName(Unicode.Scalar(byte), isFirst: index == start) else { break }
        index += 1
        continue
      }
      let width = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      guard
        let scalar = String(decoding: bytes[index..<min(index + width, bytes.count)], as: UTF8.self).unicodeScalars
          .first,
        Self.isInName(scalar, isFirst: index == start)
      else { break }
      index += width
    }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  // MARK: Characters

  static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.enumerated().allSatisfy { isInName($0.element, isFirst: $0.offset == 0) }
  }

  private static func isInName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar.value {
    case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF,
      0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: !isFirst
    default: false
    }
  }

  // MARK: Places

  func place(_ start: Int, _ end: Int) -> Place {
    Place(
      source: source, range: SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: min(end, bytes.count))))
  }

  func mistake(_ message: String, from start: Int) -> DiagnosticError {
    mistake(message, at: place(start, max(start, index)))
  }

  func mistake(_ message: String, at place: Place) -> DiagnosticError {
    DiagnosticError(Diagnostic(code: "xml/not-well-formed", message: message, place: place))
  }
}

/// An element of an XML document, with its place.
package struct XMLElement: Sendable {
  /// A part of an element, in the order of the source.
  package enum Content: Sendable {
    case element(XMLElement)
    /// Characters, with references resolved and line ends as LF.
    case text(String)
  }

  /// An attribute.
  package struct Attribute: Sendable {
    /// The address of its namespace; empty if its name has no prefix.
    package let namespace: String
    /// Its name without a prefix.
    package let name: String
    /// Its value, with references resolved.
    package let value: String
  }

  /// The address of its namespace; empty if it has none.
  package let namespace: String
  /// Its name without a prefix.
  package let name: String
  /// Its attributes in order, without declarations of namespaces.
  package let attributes: [Attribute]
  /// Its start tag.
  package let place: Place
  /// The content between its tags; no text follows directly on another text.
  package internal(set) var content: [Content] = []

  /// The child elements.
  package var children: [XMLElement] {
    content.compactMap { part in if case .element(let element) = part { element } else { nil } }
  }

  /// All characters in it, including those of its descendants.
  package var text: String {
    content.map { part in
      switch part {
      case .text(let text): text
      case .element(let element): element.text
      }
    }.joined()
  }

  /// The value of the attribute `name` without prefix.
  package func attribute(_ name: String) -> String? {
    attributes.first { $0.namespace.isEmpty && $0.name == name }?.value
  }

  /// The first child element called `name` in the same namespace.
  package func child(_ name: String) -> XMLElement? {
    children.first { $0.name == name && $0.namespace == namespace }
  }

  mutating func append(text: String) {
    guard case .text(var own)? = content.last else {
      if !text.isEmpty { content.append(.text(text)) }
      return
    }
    // Removed first, so that appending a reference does not copy it.
    content.removeLast()
    own += text
    content.append(.text(own))
  }
}

extension Diagnostic {
  static func xmlDocumentType(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "xml/document-type", message: "a document type declaration is not read", place: place,
      fix: "save the file without `<!DOCTYPE …>`")
  }

  static func xmlTooDeep(_ place: Place, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "xml/too-deep", message: "elements nest more than \(limit) deep (xmlDepth)", place: place)
  }

  static func xmlTooMany(_ place: Place, _ what: String, _ limit: String) -> Diagnostic {
    Diagnostic(code: "xml/too-many", message: "there are more than \(what) (\(limit))", place: place)
  }
}
