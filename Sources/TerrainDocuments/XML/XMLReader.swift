/// Reads XML 1.0 with namespaces into a tree.
///
/// A document type declaration is refused, so that no entity is declared and nothing outside of the text is read; elements nest
/// at most ``depthLimit`` deep.
package enum XMLReader {
  /// How deep elements nest at most (`xmlDepth`).
  package static let depthLimit = 100
  /// How many elements a document has at most (`xmlElements`).
  package static let elementLimit = 1_000_000
  /// How many attributes an element has at most (`xmlAttributes`).
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
  /// By prefix, the namespaces of the elements that are open, the innermost last.
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

  /// `<?xml version="1.0" encoding="UTF-8"?>`, where there is one.
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

  /// `&name;`, `&#10;` or `&#xA;`.
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

  /// `="value"`; blanks may be around the sign.
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
        // A blank of any kind becomes a space; a reference keeps it.
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
