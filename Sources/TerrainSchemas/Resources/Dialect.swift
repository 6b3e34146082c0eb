/// The keywords that a schema may use, and which of them hold schemas.
struct Dialect: Equatable {
  enum Draft {
    case draft07
    case draft202012
  }

  /// Groups of keywords that a metaschema of 2020-12 switches on. The core is always on.
  struct Vocabularies: OptionSet {
    let rawValue: UInt8
    static let applicator = Vocabularies(rawValue: 1)
    static let unevaluated = Vocabularies(rawValue: 2)
    static let validation = Vocabularies(rawValue: 4)
    static let formatAssertion = Vocabularies(rawValue: 8)
    static let annotations = Vocabularies(rawValue: 16)
    static let all: Vocabularies = [.applicator, .unevaluated, .validation, .annotations]

    /// The vocabulary of that URI; `nil` for an unknown one.
    init?(uri: String) {
      let prefix = "https://json-schema.org/draft/2020-12/vocab/"
      guard uri.hasPrefix(prefix) else { return nil }
      switch uri.dropFirst(prefix.count) {
      case "applicator": self = .applicator
      case "unevaluated": self = .unevaluated
      case "validation": self = .validation
      case "format-assertion": self = .formatAssertion
      case "core", "meta-data", "format-annotation", "content": self = .annotations
      default: return nil
      }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  var draft: Draft
  var vocabularies: Vocabularies

  static let draft202012 = Dialect(draft: .draft202012, vocabularies: .all)
  static let draft07 = Dialect(draft: .draft07, vocabularies: [.applicator, .validation, .annotations])

  static let draft202012URI = "https://json-schema.org/draft/2020-12/schema"
  static let draft07URI = "http://json-schema.org/draft-07/schema"

  /// Where a keyword's value holds schemas.
  enum Subschemas {
    case one
    case list
    case map
    /// Draft 07's `items`: one, or a list.
    case oneOrList
    /// Draft 07's `dependencies`: a map of schemas or lists of names.
    case mapOfOneOrNames
  }

  /// Where `keyword`'s value holds schemas; `nil` where it holds none.
  func subschemas(of keyword: String) -> Subschemas? {
    switch keyword {
    case "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else": return .one
    case "allOf", "anyOf", "oneOf": return .list
    case "properties", "patternProperties", "definitions": return .map
    case "dependencies": return .mapOfOneOrNames
    default: break
    }
    switch (draft, keyword) {
    case (.draft07, "items"): return .oneOrList
    case (.draft07, "additionalItems"): return .one
    case (.draft202012, "items"), (.draft202012, "unevaluatedItems"), (.draft202012, "unevaluatedProperties"),
      (.draft202012, "contentSchema"):
      return .one
    case (.draft202012, "prefixItems"): return .list
    case (.draft202012, "$defs"), (.draft202012, "dependentSchemas"): return .map
    default: return nil
    }
  }
}
