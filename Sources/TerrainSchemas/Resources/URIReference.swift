/// A parsed URI or relative reference (RFC 3986), used to find the targets of references in schemas.
struct URIReference: Hashable {
  var scheme: String?
  var authority: String?
  var path = ""
  var query: String?
  var fragment: String?

  /// Splits `text` as in RFC 3986's appendix B; every text is accepted. Works on bytes, because all separators are ASCII.
  init(_ text: String) {
    var rest = text.utf8[...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(Substring(rest[rest.index(after: hash)...]))
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = String(Substring(rest[rest.index(after: mark)...]))
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), colon > rest.startIndex,
      !rest[..<colon].contains(UInt8(ascii: "/"))
    {
      scheme = String(Substring(rest[..<colon]))
      rest = rest[rest.index(after: colon)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = String(Substring(rest[..<end]))
      rest = rest[end...]
    }
    path = String(Substring(rest))
  }

  /// The target of this reference in a document at `base` (RFC 3986, section 5.2.2).
  func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme != nil {
      target.path = URIReference.withoutDots(path)
      return target
    }
    target.scheme = base.scheme
    if authority != nil {
      target.path = URIReference.withoutDots(path)
      return target
    }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else if path.hasPrefix("/") {
      target.path = URIReference.withoutDots(path)
    } else if base.authority != nil, base.path.isEmpty {
      target.path = URIReference.withoutDots("/" + path)
    } else {
      let folder = base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(base.path[...$0]) } ?? ""
      target.path = URIReference.withoutDots(folder + path)
    }
    return target
  }

  /// The reference without its fragment, which names a whole document.
  var document: URIReference {
    var copy = self
    copy.fragment = nil
    return copy
  }

  /// The text of the reference (RFC 3986, section 5.3).
  var text: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  /// The fragment with percent-encoding decoded, or an empty text if it has none.
  var decodedFragment: String {
    guard let fragment, fragment.contains("%") else { return fragment ?? "" }
    var bytes: [UInt8] = []
    var source = Array(fragment.utf8)[...]
    while let byte = source.popFirst() {
      if byte == UInt8(ascii: "%"), source.count >= 2,
        let value = UInt8(String(decoding: source.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        source = source.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A path without `.` and `..` (RFC 3986, section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    let slash = UInt8(ascii: "/")
    let isAbsolute = path.utf8.first == slash
    let segments = path.utf8.split(separator: slash, omittingEmptySubsequences: false)
    guard segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) else { return path }
    var output: [Substring] = []
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      if segment.elementsEqual(".".utf8) {
        if isLast { output.append("") }
      } else if segment.elementsEqual("..".utf8) {
        // The empty segment before a leading slash is kept. In a relative path, `..` is kept if no folder precedes it: `../a` differs from
        // `a`.
        if !isAbsolute, output.last ?? ".." == ".." {
          output.append(Substring(segment))
        } else if output.count > (isAbsolute ? 1 : 0) {
          output.removeLast()
        }
        if isLast { output.append("") }
      } else {
        output.append(Substring(segment))
      }
    }
    return output.joined(separator: "/")
  }
}
