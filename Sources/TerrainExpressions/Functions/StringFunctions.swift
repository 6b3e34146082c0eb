import TerrainBase
import TerrainSchemas

/// Functions of texts: CEL's standard functions and cel-go's `strings` extension.
package enum StringFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "size",
      [
        Overload("size_string", [.string], .int, cost: .linear, .unary(size)),
        Overload("size_bytes", [.bytes], .int, .unary(size)),
        Overload("size_list", [.listOfT], .int, .unary(size)),
        Overload("size_map", [.map(key: .parameter("K"), value: .parameter("V"))], .int, .unary(size)),
        Overload("string_size", member: true, [.string], .int, cost: .linear, .unary(size)),
        Overload("bytes_size", member: true, [.bytes], .int, .unary(size)),
        Overload("list_size", member: true, [.listOfT], .int, .unary(size)),
        Overload("map_size", member: true, [.map(key: .parameter("K"), value: .parameter("V"))], .int, .unary(size)),
      ]),
    FunctionDeclaration(
      "contains",
      [Overload("contains_string", member: true, [.string, .string], .bool, cost: .linear, .binary(contains))]),
    FunctionDeclaration(
      "startsWith",
      [Overload("starts_with_string", member: true, [.string, .string], .bool, cost: .linear, .binary(startsWith))]),
    FunctionDeclaration(
      "endsWith",
      [Overload("ends_with_string", member: true, [.string, .string], .bool, cost: .linear, .binary(endsWith))]),
    FunctionDeclaration(
      "matches",
      [
        Overload("matches", [.string, .string], .bool, cost: .linear, .metered(matches)),
        Overload("matches_string", member: true, [.string, .string], .bool, cost: .linear, .metered(matches)),
      ]),
    FunctionDeclaration(
      "charAt",
      [Overload("string_char_at_int", member: true, [.string, .int], .string, cost: .linear, .binary(charAt))]),
    FunctionDeclaration(
      "indexOf",
      [
        Overload("string_index_of_string", member: true, [.string, .string], .int, cost: .scaled(4), .binary(indexOf)),
        Overload(
          "string_index_of_string_int", member: true, [.string, .string, .int], .int, cost: .scaled(4),
          .ternary(indexOf)),
      ]),
    FunctionDeclaration(
      "lastIndexOf",
      [
        Overload(
          "string_last_index_of_string", member: true, [.string, .string], .int, cost: .scaled(6), .binary(lastIndexOf)),
        Overload(
          "string_last_index_of_string_int", member: true, [.string, .string, .int], .int, cost: .scaled(6),
          .ternary(lastIndexOf)),
      ]),
    FunctionDeclaration(
      "lowerAscii",
      [Overload("string_lower_ascii", member: true, [.string], .string, cost: .copying(1), .unary(lowerASCII))]),
    FunctionDeclaration(
      "upperAscii",
      [Overload("string_upper_ascii", member: true, [.string], .string, cost: .copying(1), .unary(upperASCII))]),
    FunctionDeclaration(
      "folded", [Overload("string_folded", member: true, [.string], .string, cost: .scaled(8), .unary(folded))]),
    FunctionDeclaration(
      "substring",
      [
        Overload("string_substring_int", member: true, [.string, .int], .string, cost: .linear, .binary(substring)),
        Overload(
          "string_substring_int_int", member: true, [.string, .int, .int], .string, cost: .linear, .ternary(substring)),
      ]),
    FunctionDeclaration(
      "trim", [Overload("string_trim", member: true, [.string], .string, cost: .scaled(8), .unary(trim))]),
    FunctionDeclaration(
      "reverse", [Overload("string_reverse", member: true, [.string], .string, cost: .copying(4), .unary(reverse))]),
    FunctionDeclaration(
      "split",
      [
        Overload(
          "string_split_string", member: true, [.string, .string], .list(.string), cost: .scaled(16), .bounded(split)),
        Overload(
          "string_split_string_int", member: true, [.string, .string, .int], .list(.string), cost: .scaled(16),
          .bounded(split)),
      ]),
    FunctionDeclaration(
      "replace",
      [
        Overload(
          "string_replace_string_string", member: true, [.string, .string, .string], .string, cost: .scaled(4),
          .bounded(replace)),
        Overload(
          "string_replace_string_string_int", member: true, [.string, .string, .string, .int], .string,
          cost: .scaled(4),
          .bounded(replace)),
      ]),
    FunctionDeclaration(
      "join",
      [
        Overload("list_join", member: true, [.list(.string)], .string, cost: .deep(4), .bounded(join)),
        Overload("list_join_string", member: true, [.list(.string), .string], .string, cost: .deep(4), .bounded(join)),
      ]),
    FunctionDeclaration(
      "strings.quote", [Overload("strings_quote", [.string], .string, cost: .scaled(4), .unary(quote))]),
  ]

  // MARK: Looking

  /// The number of code points of a text, bytes of bytes, elements of a list, or entries of a map.
  package static func size(_ value: Value) throws(FunctionFailure) -> Value {
    switch value {
    case .string(let text): .int(Int64(CodePoints.count(text.utf8)))
    case .bytes(let bytes): .int(Int64(bytes.count))
    case .list(let elements): .int(Int64(elements.count))
    case .map(let map): .int(Int64(map.count))
    default: throw .wrongType(value, expected: "string")
    }
  }

  package static func contains(_ text: Value, _ part: Value) throws(FunctionFailure) -> Value {
    .bool(ByteSearch.contains(try text.asText, try part.asText))
  }

  package static func startsWith(_ text: Value, _ part: Value) throws(FunctionFailure) -> Value {
    .bool(try text.asText.begins(with: try part.asText))
  }

  package static func endsWith(_ text: Value, _ part: Value) throws(FunctionFailure) -> Value {
    .bool(try text.asText.ends(with: try part.asText))
  }

  /// Matches with a pattern that is known only at run time; constant patterns are compiled once by the planner.
  package static func matches(_ arguments: [Value], _ limit: Int, _ steps: inout Int) throws(FunctionFailure) -> Value {
    let written = try arguments[1].asText
    steps -= patternSteps
    guard steps >= 0 else { throw .tooLong }
    let compiled: Pattern
    do throws(PatternError) { compiled = try Pattern(re2: written) } catch {
      throw .invalid("this is not a pattern: \(error)")
    }
    steps -= compiled.preparation
    guard steps >= 0 else { throw .tooLong }
    return .bool(try matches(try arguments[0].asText, compiled, &steps))
  }

  /// True if `pattern` matches. Subtracts the steps of the search from `steps`.
  static func matches(_ text: Text, _ pattern: Pattern, _ steps: inout Int) throws(FunctionFailure) -> Bool {
    let (match, used) = pattern.match(text, limit: steps)
    steps -= used
    guard let match, steps >= 0 else { throw .tooLong }
    return match
  }

  /// The steps of compiling any pattern, in addition to those for its size.
  private static let patternSteps = 500
  /// The number of steps to prepare a step-by-step search.
  static let stepwiseSteps = 200

  package static func charAt(_ text: Value, _ index: Value) throws(FunctionFailure) -> Value {
    let bytes = Array(try text.asText.utf8)
    let start = try offset(try index.asInt, in: bytes)
    return start == bytes.count ? "" : .string(Text(decoding: bytes[start..<CodePoints.next(after: start, in: bytes)]))
  }

  package static func indexOf(_ text: Value, _ part: Value) throws(FunctionFailure) -> Value {
    try indexOf(text, part, 0)
  }

  package static func indexOf(_ text: Value, _ part: Value, _ from: Value) throws(FunctionFailure) -> Value {
    let needle = Array(try part.asText.utf8)
    let bytes = Array(try text.asText.utf8)
    let start = try offset(try from.asInt, in: bytes)
    guard !needle.isEmpty else { return from }
    guard let match = ByteSearch(needle).first(in: bytes, from: start) else { return -1 }
    return .int(Int64(CodePoints.count(bytes[..<match])))
  }

  package static func lastIndexOf(_ text: Value, _ part: Value) throws(FunctionFailure) -> Value {
    try lastIndexOf(text, part, try size(text))
  }

  package static func lastIndexOf(_ text: Value, _ part: Value, _ from: Value) throws(FunctionFailure) -> Value {
    let needle = Array(try part.asText.utf8)
    let bytes = Array(try text.asText.utf8)
    let start = try offset(try from.asInt, in: bytes)
    guard !needle.isEmpty else { return from }
    guard let match = ByteSearch.last(needle, in: bytes, from: start) else { return -1 }
    return .int(Int64(CodePoints.count(bytes[..<match])))
  }

  private static func offset(_ index: Int64, in bytes: [UInt8]) throws(FunctionFailure) -> Int {
    guard let offset = CodePoints.offset(of: index, in: bytes) else {
      throw FunctionFailure(.indexOutOfRange, "the index lies outside the text")
    }
    return offset
  }
}

/// Functions from texts to texts.
extension StringFunctions {
  package static func lowerASCII(_ text: Value) throws(FunctionFailure) -> Value {
    .string(changed(try text.asText) { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 })
  }

  package static func upperASCII(_ text: Value) throws(FunctionFailure) -> Value {
    .string(changed(try text.asText) { $0 &- 0x61 < 26 ? $0 & ~0x20 : $0 })
  }

  /// `text` with each byte replaced by the result of `body`, which must map ASCII to ASCII and keep other bytes.
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

  /// The text without white space (Unicode's property) at either end.
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

  /// The text with its code points in reverse order.
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

  /// Splits a text at a separator into at most a number of parts; a negative number means no limit. An empty separator separates code
  /// points.
  package static func split(_ arguments: [Value], _ size: Int) throws(FunctionFailure) -> Value {
    let bytes = Array(try arguments[0].asText.utf8)
    let needle = Array(try arguments[1].asText.utf8)
    let limit = arguments.count > 2 ? try arguments[2].asInt : -1
    guard limit != 0 else { return .list([]) }
    // The size of the parts is the size of their bytes plus the size of list elements.
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

  /// Replaces a text in `text` by another text, at most a number of times; a negative number means no limit.
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
      // For typically short parts, appending byte by byte costs less than a copy.
      if range.count < 16 {
        for index in range { result.append(part[index]) }
      } else {
        result.append(contentsOf: part[range])
      }
    }
    var start = 0
    if needle.isEmpty {
      // An empty text occurs before every code point and at the end, as in Go.
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

  /// Joins the texts of a list with a separator.
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

  /// The text in double quotes, with invisible characters written as escapes.
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

/// Positions in texts: CEL counts code points, while a text is stored in bytes.
enum CodePoints {
  /// The number of code points in `bytes`, which are UTF-8.
  static func count(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.withContiguousStorageIfAvailable { buffer in buffer.reduce(0) { $0 &+ ($1 & 0xC0 != 0x80 ? 1 : 0) } }
      ?? bytes.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }

  /// The offset of the code point `index`. The end for an index equal to the count, nil beyond.
  static func offset(of index: Int64, in bytes: [UInt8]) -> Int? {
    guard index >= 0, index <= Int64(bytes.count) else { return nil }
    var left = Int(index)
    var offset = 0
    while left > 0 {
      guard offset < bytes.count else { return nil }
      offset = next(after: offset, in: bytes)
      left -= 1
    }
    return offset
  }

  /// The end of the code point that begins at `offset`, which must be before the end.
  static func next(after offset: Int, in bytes: [UInt8]) -> Int {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}

/// Searches bytes in linear time (Knuth, Morris, and Pratt 1977). In UTF-8, matches begin and end only at code points.
struct ByteSearch {
  private let needle: [UInt8]
  /// For each prefix of the needle, the length of its longest proper prefix that is also a suffix.
  private let fallback: [Int]

  init(_ needle: [UInt8]) {
    self.needle = needle
    var fallback = [Int](repeating: 0, count: needle.count)
    var matched = 0
    for index in needle.indices.dropFirst() {
      while matched > 0, needle[index] != needle[matched] { matched = fallback[matched - 1] }
      if needle[index] == needle[matched] { matched += 1 }
      fallback[index] = matched
    }
    self.fallback = fallback
  }

  /// The first offset, at or after `start`, at which the nonempty needle begins.
  func first(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { first(in: $0, from: start) }
  }

  private func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    needle.withUnsafeBufferPointer { needle in
      fallback.withUnsafeBufferPointer { fallback in
        var matched = 0
        var index = start
        while index < bytes.count {
          let byte = bytes[index]
          while matched > 0, byte != needle[matched] { matched = fallback[matched &- 1] }
          if byte == needle[matched] { matched &+= 1 }
          index &+= 1
          if matched == needle.count { return index &- matched }
        }
        return nil
      }
    }
  }

  /// True if `text` contains `part`.
  static func contains(_ text: Text, _ part: Text) -> Bool {
    guard text.utf8.count >= part.utf8.count else { return false }
    let decided = text.utf8.withContiguousStorageIfAvailable { bytes in
      part.utf8.withContiguousStorageIfAvailable { needle in
        containsAtOnce(bytes, needle) ?? (ByteSearch(Array(needle)).first(in: bytes, from: 0) != nil)
      }
    }
    if let decided, let contains = decided { return contains }
    return part.isEmpty || ByteSearch(Array(part.utf8)).first(in: Array(text.utf8), from: 0) != nil
  }

  /// Searches without a table, by comparing the needle at each position whose first and last byte match. Returns nil if that compares more
  /// than about a byte and a half for each byte of the text, which would not be linear.
  private static func containsAtOnce(
    _ bytes: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>
  ) -> Bool? {
    guard let first = needle.first, let last = needle.last else { return true }
    var budget = 64 &+ bytes.count / 2
    let end = needle.count &- 1
    for start in 0...(bytes.count - needle.count) where bytes[start] == first && bytes[start &+ end] == last {
      var matched = 1
      while matched < needle.count, bytes[start &+ matched] == needle[matched] { matched &+= 1 }
      if matched == needle.count { return true }
      budget &-= matched
      if budget < 0 { return nil }
    }
    return false
  }

  /// The last offset, at or before `start`, at which the nonempty `needle` begins.
  static func last(_ needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    let end = min(bytes.count, start + needle.count)
    let match = ByteSearch(needle.reversed()).first(in: bytes[..<end].reversed(), from: 0)
    return match.map { end - $0 - needle.count }
  }
}

/// cel-go's `encoders` extension: Base64 (RFC 4648, 4).
package enum EncoderFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "base64.encode", [Overload("base64_encode_bytes", [.bytes], .string, cost: .scaled(4), .unary(encode))]),
    FunctionDeclaration(
      "base64.decode", [Overload("base64_decode_string", [.string], .bytes, cost: .scaled(4), .unary(decode))]),
  ]

  /// Encodes with padding.
  package static func encode(_ value: Value) throws(FunctionFailure) -> Value {
    .string(Text(decoding: Base64.encode(try value.asBytes)))
  }

  /// Decodes text with or without padding.
  package static func decode(_ value: Value) throws(FunctionFailure) -> Value {
    guard let bytes = Base64.decode(try value.asText.utf8) else { throw .invalid("this text is not base 64") }
    return .bytes(bytes)
  }
}
