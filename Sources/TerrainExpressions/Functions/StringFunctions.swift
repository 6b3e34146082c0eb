import TerrainSchemas
import TerrainBase

/// Functions of texts: CEL's standard ones and cel-go's `strings` extension.
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

  /// Code points of a text, bytes of bytes, elements of a list, entries of a map.
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

  /// With a pattern that only the run has; of a constant one the planner makes a ``Pattern`` once.
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

  /// Whether `pattern` matches, the steps that took taken from `steps`.
  static func matches(_ text: Text, _ pattern: Pattern, _ steps: inout Int) throws(FunctionFailure) -> Bool {
    let (match, used) = pattern.match(text, limit: steps)
    steps -= used
    guard let match, steps >= 0 else { throw .tooLong }
    return match
  }

  /// Steps of making any pattern, beside those its size takes.
  private static let patternSteps = 500
  /// Steps of getting ready to match step by step.
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
