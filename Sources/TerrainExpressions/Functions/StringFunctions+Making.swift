import TerrainSchemas
import TerrainBase

/// Functions that make texts of texts.
extension StringFunctions {
  package static func lowerASCII(_ text: Value) throws(FunctionFailure) -> Value {
    .string(changed(try text.asText) { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 })
  }

  package static func upperASCII(_ text: Value) throws(FunctionFailure) -> Value {
    .string(changed(try text.asText) { $0 &- 0x61 < 26 ? $0 & ~0x20 : $0 })
  }

  /// `text` with each byte changed to what `body` makes of it: one of ASCII to another, any other to itself.
  @inline(__always)
  private static func changed(_ text: Text, _ body: (UInt8) -> UInt8) -> Text {
    var text = text.string
    let count = text.utf8.count
    return Text(
      text.withUTF8 { bytes in
        String(unsafeUninitializedCapacity: count) { buffer in
          for (index, byte) in bytes.enumerated() where index < buffer.count { buffer[index] = body(byte) }
          return bytes.count
        }
      })
  }

  package static func folded(_ text: Value) throws(FunctionFailure) -> Value {
    .string(Text(Collation.folded(try text.asText.string)))
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
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII ? scalar.value == 0x20 || scalar.value &- 9 < 5 : scalar.properties.isWhitespace
    }
    var start = scalars.startIndex
    var end = scalars.endIndex
    while start < end, isSpace(scalars[start]) { start = scalars.index(after: start) }
    while end > start {
      let before = scalars.index(before: end)
      guard isSpace(scalars[before]) else { break }
      end = before
    }
    return .string(Text(String(Substring(scalars[start..<end]))))
  }

  /// The code points from last to first.
  package static func reverse(_ text: Value) throws(FunctionFailure) -> Value {
    let bytes = Array(try text.asText.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = bytes.count
    while end > 0 {
      var start = end - 1
      while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
      for index in start..<end { result.append(bytes[index]) }
      end = start
    }
    return .string(Text(decoding: result))
  }

  /// A text, what separates its parts, and into how many of them at most; less than 0 is without limit. An empty
  /// separator separates code points.
  package static func split(_ arguments: [Value], _ size: Int) throws(FunctionFailure) -> Value {
    let bytes = Array(try arguments[0].asText.utf8)
    let needle = Array(try arguments[1].asText.utf8)
    let limit = arguments.count > 2 ? try arguments[2].asInt : -1
    guard limit != 0 else { return .list([]) }
    // Parts take their bytes, and what elements take.
    guard bytes.count <= size else { throw .tooLarge(limit: size) }
    let most = (size - bytes.count) / Value.elementSize
    var parts: [Value] = []
    var start = 0
    func isOpen() -> Bool { limit < 0 || Int64(parts.count) + 1 < limit }
    func add(_ end: Int) throws(FunctionFailure) {
      guard parts.count < most else { throw .tooLarge(limit: size) }
      parts.append(.string(Text(decoding: bytes[start..<end])))
    }
    if needle.isEmpty {
      while isOpen(), start < bytes.count, CodePoints.next(after: start, in: bytes) < bytes.count {
        let end = CodePoints.next(after: start, in: bytes)
        try add(end)
        start = end
      }
      if start < bytes.count { try add(bytes.count) }
      return .list(parts)
    }
    let search = ByteSearch(needle)
    while isOpen(), let match = search.first(in: bytes, from: start) {
      try add(match)
      start = match + needle.count
    }
    try add(bytes.count)
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
    result.reserveCapacity(min(bytes.count, limit))
    func add(_ part: [UInt8], _ range: Range<Int>) throws(FunctionFailure) {
      guard result.count + range.count <= limit else { throw .tooLarge(limit: limit) }
      // One byte after another costs less than a copy for as many as are usual here.
      if range.count < 16 {
        for index in range { result.append(part[index]) }
      } else {
        result.append(contentsOf: part[range])
      }
    }
    var start = 0
    if needle.isEmpty {
      // Found before every code point and at the end, as Go has it.
      while left > 0 {
        try add(replacement, replacement.indices)
        left -= 1
        guard start < bytes.count else { break }
        let end = CodePoints.next(after: start, in: bytes)
        try add(bytes, start..<end)
        start = end
      }
    } else {
      let search = ByteSearch(needle)
      while left > 0, let match = search.first(in: bytes, from: start) {
        try add(bytes, start..<match)
        try add(replacement, replacement.indices)
        start = match + needle.count
        left -= 1
      }
    }
    try add(bytes, start..<bytes.count)
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
    let text = try text.asText
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 2)
    func escape(_ letter: UInt8) {
      result.append(UInt8(ascii: "\\"))
      result.append(letter)
    }
    result.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case 0x07: escape(UInt8(ascii: "a"))
      case 0x08: escape(UInt8(ascii: "b"))
      case 0x0C: escape(UInt8(ascii: "f"))
      case UInt8(ascii: "\n"): escape(UInt8(ascii: "n"))
      case UInt8(ascii: "\r"): escape(UInt8(ascii: "r"))
      case UInt8(ascii: "\t"): escape(UInt8(ascii: "t"))
      case 0x0B: escape(UInt8(ascii: "v"))
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): escape(byte)
      default: result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
    return .string(Text(decoding: result))
  }
}
