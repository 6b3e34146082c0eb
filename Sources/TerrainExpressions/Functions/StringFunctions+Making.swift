import TerrainValues

/// Functions that make texts of texts.
extension StringFunctions {
  package static func lowerASCII(_ text: Value) throws(FunctionFailure) -> Value {
    .string(Text(decoding: try text.asText.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }))
  }

  package static func upperASCII(_ text: Value) throws(FunctionFailure) -> Value {
    .string(Text(decoding: try text.asText.utf8.map { $0 &- 0x61 < 26 ? $0 & ~0x20 : $0 }))
  }

  package static func substring(_ text: Value, _ start: Value) throws(FunctionFailure) -> Value {
    try substring(text, start, try size(text))
  }

  package static func substring(_ text: Value, _ start: Value, _ end: Value) throws(FunctionFailure) -> Value {
    let bytes = Array(try text.asText.utf8)
    guard try start.asInt <= (try end.asInt) else {
      throw FunctionFailure(.indexOutOfRange, "the part of the text would end before it starts")
    }
    guard let from = CodePoints.offset(of: try start.asInt, in: bytes),
      let to = CodePoints.offset(of: try end.asInt, in: bytes)
    else { throw FunctionFailure(.indexOutOfRange, "the index lies outside the text") }
    return .string(Text(decoding: bytes[from..<to]))
  }

  /// Without the white space (Unicode's property) at both ends.
  package static func trim(_ text: Value) throws(FunctionFailure) -> Value {
    let scalars = try text.asText.string.unicodeScalars
    let start = scalars.drop(while: \.properties.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return .string(Text(String(String.UnicodeScalarView(start[...last]))))
  }

  /// The code points from last to first.
  package static func reverse(_ text: Value) throws(FunctionFailure) -> Value {
    .string(Text(String(String.UnicodeScalarView(try text.asText.string.unicodeScalars.reversed()))))
  }

  package static func split(_ text: Value, _ separator: Value) throws(FunctionFailure) -> Value {
    try split(text, separator, -1)
  }

  /// Into at most `limit` parts; less than 0 is without limit. An empty separator separates code points.
  package static func split(_ text: Value, _ separator: Value, _ limit: Value) throws(FunctionFailure) -> Value {
    let bytes = Array(try text.asText.utf8)
    let needle = Array(try separator.asText.utf8)
    let limit = try limit.asInt
    guard limit != 0 else { return .list([]) }
    var parts: [Value] = []
    var start = 0
    func isOpen() -> Bool { limit < 0 || Int64(parts.count) + 1 < limit }
    func add(_ end: Int) { parts.append(.string(Text(decoding: bytes[start..<end]))) }
    if needle.isEmpty {
      while isOpen(), start < bytes.count, CodePoints.next(after: start, in: bytes) < bytes.count {
        let end = CodePoints.next(after: start, in: bytes)
        add(end)
        start = end
      }
      if start < bytes.count { add(bytes.count) }
      return .list(parts)
    }
    let search = ByteSearch(needle)
    while isOpen(), let found = search.first(in: bytes, from: start) {
      add(found)
      start = found + needle.count
    }
    add(bytes.count)
    return .list(parts)
  }

  /// `text`, what to look for, what to put there, and how often at most (less than 0: always).
  package static func replace(_ arguments: [Value], _ limit: Int) throws(FunctionFailure) -> Value {
    let bytes = Array(try arguments[0].asText.utf8)
    let needle = Array(try arguments[1].asText.utf8)
    let replacement = Array(try arguments[2].asText.utf8)
    let count = arguments.count > 3 ? try arguments[3].asInt : -1
    var left = count < 0 ? Int64.max : count
    var result: [UInt8] = []
    func add(_ part: some Collection<UInt8>) throws(FunctionFailure) {
      guard result.count + part.count <= limit else { throw .tooLarge(limit: limit) }
      result.append(contentsOf: part)
    }
    var start = 0
    if needle.isEmpty {
      // Found before every code point and at the end, as Go has it.
      while left > 0 {
        try add(replacement)
        left -= 1
        guard start < bytes.count else { break }
        let end = CodePoints.next(after: start, in: bytes)
        try add(bytes[start..<end])
        start = end
      }
    } else {
      let search = ByteSearch(needle)
      while left > 0, let found = search.first(in: bytes, from: start) {
        try add(bytes[start..<found])
        try add(replacement)
        start = found + needle.count
        left -= 1
      }
    }
    try add(bytes[start...])
    return .string(Text(decoding: result))
  }

  /// The texts of a list, and what to put between them.
  package static func join(_ arguments: [Value], _ limit: Int) throws(FunctionFailure) -> Value {
    let separator = arguments.count > 1 ? try arguments[1].asText.string : ""
    var result = ""
    for (index, element) in try arguments[0].asList.enumerated() {
      let text = try element.asText.string
      guard result.utf8.count + text.utf8.count + separator.utf8.count <= limit else { throw .tooLarge(limit: limit) }
      if index > 0 { result += separator }
      result += text
    }
    return .string(Text(result))
  }

  /// In double quotes, with what would not be seen written as an escape.
  package static func quote(_ text: Value) throws(FunctionFailure) -> Value {
    var result = "\""
    for scalar in try text.asText.string.unicodeScalars {
      switch scalar {
      case "\u{07}": result += "\\a"
      case "\u{08}": result += "\\b"
      case "\u{0C}": result += "\\f"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0B}": result += "\\v"
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return .string(Text(result + "\""))
  }
}
