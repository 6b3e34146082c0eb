import TerrainBase

extension CELType: CustomStringConvertible {
  /// The type as rule modules and messages write it: `list<goal>`, `map<string, int>`, `optional<int>`.
  package var description: String {
    switch self {
    case .dyn: "dyn"
    case .null: "null"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .decimal: "decimal"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .list(let element): "list<\(element)>"
    case .map(let key, let value): "map<\(key), \(value)>"
    case .optional(let wrapped): "optional<\(wrapped)>"
    case .type(let of): "type<\(of)>"
    case .parameter(let name): name.string
    case .wrapper(let of): "wrapper<\(of)>"
    case .enumeration(let type): type.name.string
    case .record(let type): type.name.string
    case .opaque(let name, let arguments):
      arguments.isEmpty
        ? name.string : "\(name)<\(arguments.map { $0.description }.joined(separator: ", "))>"
    case .variable: "unknown"
    case .error: "error"
    }
  }
}

/// The reason why a written type could not be read.
package struct TypeSyntaxError: Error, Sendable {
  /// The kind of mistake.
  package enum Reason: Sendable {
    /// No type has this name.
    case unknownName(Text)
    /// `list`, `map`, `optional`, or `type` has a wrong number of types between `<` and `>`.
    case argumentCount(Text, expected: Int, actual: Int)
    /// Another token in place of this expected text.
    case expected(String)
    /// The nesting exceeds ``CELType/maximumNesting``.
    case tooDeep
    /// The key of a map is not `bool`, `int`, `uint`, or `string`.
    case mapKey(CELType)
  }

  /// The kind of mistake.
  package var reason: Reason
  /// The bytes of the written type to which it applies.
  package var range: Range<Int>
}

extension CELType {
  /// The maximum nesting depth of a written type.
  package static let maximumNesting = 16

  /// True if its nesting exceeds ``maximumNesting``.
  package var isTooDeep: Bool { isDeeper(than: Self.maximumNesting) }

  /// The recursion ends after `levels` levels.
  private func isDeeper(than levels: Int) -> Bool {
    guard levels > 0 else { return true }
    switch self {
    case .list(let inner), .optional(let inner): return inner.isDeeper(than: levels - 1)
    case .map(let key, let value): return key.isDeeper(than: levels - 1) || value.isDeeper(than: levels - 1)
    case .record(let record): return record.fields.contains { $0.type.isDeeper(than: levels - 1) }
    default: return false
    }
  }

  /// Reads a type as rule modules write it: `int`, `list<goal>`, `map<string, int>`, `optional<int>`.
  ///
  /// - Parameter named: Returns the types with names that are not CEL's: vocabularies and records.
  package static func parse(
    _ text: Text, named: (Text) -> CELType? = { _ in nil }
  ) throws(TypeSyntaxError) -> CELType {
    var reader = TypeReader(bytes: Array(text.utf8))
    let type = try reader.type(depth: 0, named: named)
    reader.skipSpaces()
    guard reader.position == reader.bytes.count else {
      throw TypeSyntaxError(reason: .expected("the end of the type"), range: reader.position..<reader.bytes.count)
    }
    return type
  }

  /// The built-in names of ``parse(_:named:)``, for suggestions.
  package static let names: [Text] = [
    "bool", "bytes", "decimal", "double", "duration", "dyn", "int", "list", "map", "null", "optional", "string",
    "timestamp", "type", "uint",
  ]

  /// The name in this language of a type that other languages call `name`, or nil if the name is not common.
  package static func usualName(_ name: Text) -> String? {
    switch name.string {
    case "integer", "long", "whole": "int"
    case "number", "float", "real": "double"
    case "boolean", "flag": "bool"
    case "text", "str": "string"
    case "array": "list"
    case "object", "dict": "map"
    case "date", "time", "datetime", "date-time": "timestamp"
    default: nil
    }
  }

  /// True if `name` is the name of a built-in type, so that declarations cannot use it.
  package static func isBuiltIn(_ name: Text) -> Bool {
    simple(name) != nil || ["list", "map", "optional"].contains(name.string)
  }

  fileprivate static func simple(_ name: Text) -> CELType? {
    switch name.string {
    case "dyn": .dyn
    case "null", "null_type": .null
    case "bool": .bool
    case "int": .int
    case "uint": .uint
    case "double": .double
    case "decimal": .decimal
    case "string": .string
    case "bytes": .bytes
    case "timestamp": .timestamp
    case "duration": .duration
    default: nil
    }
  }
}

private struct TypeReader {
  var bytes: [UInt8]
  var position = 0

  mutating func skipSpaces() {
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2E, 0x2D: true
    default: byte >= 0x80
    }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    skipSpaces()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  mutating func type(depth: Int, named: (Text) -> CELType?) throws(TypeSyntaxError) -> CELType {
    skipSpaces()
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > start else {
      throw TypeSyntaxError(reason: .expected("the name of a type"), range: start..<max(start, bytes.count))
    }
    guard depth < CELType.maximumNesting else {
      throw TypeSyntaxError(reason: .tooDeep, range: start..<bytes.count)
    }
    let end = position
    let name = Text(decoding: bytes[start..<end])
    var arguments: [CELType] = []
    var hasArguments = false
    if take(0x3C) {
      hasArguments = true
      repeat { arguments.append(try type(depth: depth + 1, named: named)) } while take(0x2C)
      guard take(0x3E) else {
        throw TypeSyntaxError(reason: .expected("`>`"), range: position..<max(position, bytes.count))
      }
    }
    func require(_ count: Int) throws(TypeSyntaxError) {
      if arguments.count != count {
        throw TypeSyntaxError(
          reason: .argumentCount(name, expected: count, actual: arguments.count), range: start..<position)
      }
    }
    switch name.string {
    case "list" where !hasArguments: return .list(.dyn)
    case "map" where !hasArguments: return .map(key: .dyn, value: .dyn)
    case "list":
      try require(1)
      return .list(arguments[0])
    case "map":
      try require(2)
      switch arguments[0] {
      case .bool, .int, .uint, .string, .dyn, .enumeration, .error: break
      default: throw TypeSyntaxError(reason: .mapKey(arguments[0]), range: start..<position)
      }
      return .map(key: arguments[0], value: arguments[1])
    case "optional":
      try require(1)
      return .optional(arguments[0])
    case "type":
      try require(1)
      return .type(arguments[0])
    default:
      try require(0)
      if let type = CELType.simple(name) ?? named(name) { return type }
      throw TypeSyntaxError(reason: .unknownName(name), range: start..<end)
    }
  }
}
