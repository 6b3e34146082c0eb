import TerrainBase

/// The functions of expressions, in addition to operators and macros: CEL's standard functions, cel-go's extensions for strings, math,
/// encoders, optionals, lists, and sets, the list functions `sum`, `min`, and `max` of Kubernetes, `decimal`, `money.minor`,
/// `hash.murmur3`, `geo.distance`, and `semver.compare`.
///
/// Overloads have the ids of cel-spec and cel-go, if these define one. Texts are counted in code points.
package enum FunctionLibrary {
  /// All functions.
  package static let standard: [FunctionDeclaration] =
    StringFunctions.declarations + FormatFunction.declarations + ConversionFunctions.declarations
    + TimeFunctions.declarations + MathFunctions.declarations + ListFunctions.declarations
    + SetFunctions.declarations + MapFunctions.declarations + OptionalFunctions.declarations
    + EncoderFunctions.declarations + VocabularyFunctions.declarations + DecimalFunctions.declarations
    + HashFunctions.declarations
    + GeoFunctions.declarations + VersionFunctions.declarations
}

extension CELType {
  /// The parameter that represents any type in a declaration.
  static let anyT = CELType.parameter("T")
  static let listOfT = CELType.list(anyT)
}

extension FunctionTable {
  /// CEL's operators and functions, with the extensions of this project.
  package static let standard = FunctionTable(OperatorFunctions.declarations + FunctionLibrary.standard)
}

/// The arguments of functions as values of certain types. The checker and the machine ensure that an argument has the overload's type; if
/// another type still occurs (an element of a `list<dyn>`), that is an error.
extension Value {
  var asText: Text {
    get throws(FunctionFailure) {
      if case .string(let text) = self { return text }
      throw .wrongType(self, expected: "string")
    }
  }

  var asBytes: [UInt8] {
    get throws(FunctionFailure) {
      if case .bytes(let bytes) = self { return bytes }
      throw .wrongType(self, expected: "bytes")
    }
  }

  var asInt: Int64 {
    get throws(FunctionFailure) {
      if case .int(let int) = self { return int }
      throw .wrongType(self, expected: "int")
    }
  }

  var asDouble: Double {
    get throws(FunctionFailure) {
      if case .double(let double) = self { return double }
      throw .wrongType(self, expected: "double")
    }
  }

  var asDecimal: ExactDecimal {
    get throws(FunctionFailure) {
      if case .decimal(let decimal) = self { return decimal }
      throw .wrongType(self, expected: "decimal")
    }
  }

  var asTimestamp: Timestamp {
    get throws(FunctionFailure) {
      if case .timestamp(let timestamp) = self { return timestamp }
      throw .wrongType(self, expected: "timestamp")
    }
  }

  var asDuration: ExactDuration {
    get throws(FunctionFailure) {
      if case .duration(let duration) = self { return duration }
      throw .wrongType(self, expected: "duration")
    }
  }

  var asList: [Value] {
    get throws(FunctionFailure) {
      if case .list(let elements) = self { return elements }
      throw .wrongType(self, expected: "list")
    }
  }

  var asMap: ValueMap {
    get throws(FunctionFailure) {
      if case .map(let map) = self { return map }
      throw .wrongType(self, expected: "map")
    }
  }

  var asOptional: Value? {
    get throws(FunctionFailure) {
      if case .optional(let value) = self { return value }
      throw .wrongType(self, expected: "optional")
    }
  }
}

/// Failures describe the mistake of an argument, never its value: values may be private, and the machine adds them where they may be shown.
extension FunctionFailure {
  static func wrongType(_ value: Value, expected: String) -> FunctionFailure {
    FunctionFailure(.noSuchOverload, "this function takes \(article(expected)) \(expected), not \(value.shownType)")
  }

  static func invalid(_ message: String) -> FunctionFailure { FunctionFailure(.invalidArgument, message) }

  static func overflow(_ message: String) -> FunctionFailure { FunctionFailure(.overflow, message) }

  /// The result would exceed the limit; the caller names the limit.
  static func tooLarge(limit: Int) -> FunctionFailure {
    FunctionFailure(.sizeLimit, "the result would be larger than the limit of \(limit)")
  }

  /// The remaining steps do not suffice; the caller names the limit.
  static let tooLong = FunctionFailure(.stepLimit, "this takes more steps than are left")

  private static func article(_ noun: String) -> String {
    noun.first.map { "aeiou".contains($0) } == true ? "an" : "a"
  }
}

extension Value {
  /// The name of the value's type as in rule modules, with an article.
  var shownType: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .int: "an int"
    case .uint: "a uint"
    case .double: "a double"
    case .decimal: "a decimal"
    case .string: "a string"
    case .bytes: "bytes"
    case .timestamp: "a timestamp"
    case .duration: "a duration"
    case .list: "a list"
    case .map: "a map"
    case .type: "a type"
    case .optional: "an optional"
    }
  }
}
