import TerrainBase
import TerrainDocuments

/// The documents to which schemas may refer. No other document is ever loaded, from files or the network.
package struct SchemaRegistry: Sendable {
  /// A document and its address.
  struct Entry: Sendable {
    var uri: String
    var document: Document
  }

  private(set) var entries: [Entry] = []

  /// A registry with only the metaschemas of the published drafts.
  package init() {}

  /// Registers `document` at `uri`, in addition to the `$id`s inside of it. Relative addresses (paths of files) are allowed if all are
  /// relative to the same folder.
  package mutating func add(_ document: Document, uri: String) {
    entries.append(Entry(uri: uri, document: document))
  }

  /// The address of the file `path`. Characters that begin a query or a fragment in an address are escaped, because they are part of the
  /// name.
  package static func address(ofFile path: String) -> String {
    path.replacing("#", with: "%23").replacing("?", with: "%3F")
  }
}

/// The keywords of a schema, and the keywords that contain schemas.
struct Dialect: Equatable {
  /// The published drafts, in their order.
  enum Draft: Int, Comparable, CaseIterable {
    case draft04
    case draft06
    case draft07
    case draft201909
    case draft202012

    /// The URI of its metaschema, without a fragment.
    var uri: String {
      switch self {
      case .draft04: "http://json-schema.org/draft-04/schema"
      case .draft06: "http://json-schema.org/draft-06/schema"
      case .draft07: "http://json-schema.org/draft-07/schema"
      case .draft201909: "https://json-schema.org/draft/2019-09/schema"
      case .draft202012: "https://json-schema.org/draft/2020-12/schema"
      }
    }

    /// The draft whose metaschema has `uri`, with either scheme (`http` or `https`).
    init?(uri: String) {
      let path = uri.drop { $0 != ":" }
      guard !path.isEmpty, let draft = Self.allCases.first(where: { $0.uri.drop { $0 != ":" } == path }) else {
        return nil
      }
      self = draft
    }

    static func < (left: Draft, right: Draft) -> Bool { left.rawValue < right.rawValue }
  }

  /// Groups of keywords that a metaschema of 2020-12 enables. The core is always enabled.
  struct Vocabularies: OptionSet {
    let rawValue: UInt8
    static let applicator = Vocabularies(rawValue: 1)
    static let unevaluated = Vocabularies(rawValue: 2)
    static let validation = Vocabularies(rawValue: 4)
    static let formatAssertion = Vocabularies(rawValue: 8)
    static let annotations = Vocabularies(rawValue: 16)
    static let all: Vocabularies = [.applicator, .unevaluated, .validation, .annotations]

    /// The vocabulary with that URI, or nil if it is unknown.
    init?(uri: String) {
      switch uri {
      case "https://json-schema.org/draft/2020-12/vocab/applicator": self = .applicator
      case "https://json-schema.org/draft/2020-12/vocab/unevaluated": self = .unevaluated
      case "https://json-schema.org/draft/2019-09/vocab/applicator": self = [.applicator, .unevaluated]
      case "https://json-schema.org/draft/2020-12/vocab/validation",
        "https://json-schema.org/draft/2019-09/vocab/validation":
        self = .validation
      case "https://json-schema.org/draft/2020-12/vocab/format-assertion": self = .formatAssertion
      case "https://json-schema.org/draft/2020-12/vocab/core", "https://json-schema.org/draft/2019-09/vocab/core",
        "https://json-schema.org/draft/2020-12/vocab/meta-data",
        "https://json-schema.org/draft/2019-09/vocab/meta-data",
        "https://json-schema.org/draft/2020-12/vocab/content", "https://json-schema.org/draft/2019-09/vocab/content",
        "https://json-schema.org/draft/2020-12/vocab/format-annotation",
        "https://json-schema.org/draft/2019-09/vocab/format":
        self = .annotations
      default: return nil
      }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  var draft: Draft
  var vocabularies: Vocabularies

  /// The dialect of schemas without `$schema`.
  static let standard = Dialect(.draft202012)

  /// The dialect of a draft's own metaschema.
  init(_ draft: Draft) {
    self.draft = draft
    vocabularies = draft >= .draft201909 ? .all : [.applicator, .validation, .annotations]
  }

  /// The keyword that gives a schema its URI.
  var idKeyword: Text { draft == .draft04 ? "id" : "$id" }

  /// True if all keywords next to a `$ref` are ignored.
  var referencesStandAlone: Bool { draft <= .draft07 }

  /// The keyword of references that are resolved in the dynamic scope.
  var dynamicReference: Text? {
    switch draft {
    case .draft202012: "$dynamicRef"
    case .draft201909: "$recursiveRef"
    default: nil
    }
  }

  /// The form in which the value of a keyword contains schemas.
  enum Subschemas {
    case one
    case list
    case map
    /// `items` before 2020-12: one schema or a list of schemas.
    case oneOrList
    /// `dependencies`: a map of schemas or lists of names.
    case mapOfOneOrNames
  }

  /// The form in which `keyword`'s value contains schemas, or nil if it contains none.
  func subschemas(of keyword: String) -> Subschemas? {
    switch keyword {
    case "additionalProperties", "not": return .one
    case "allOf", "anyOf", "oneOf": return .list
    case "properties", "patternProperties", "definitions": return .map
    case "dependencies": return .mapOfOneOrNames
    case "propertyNames", "contains": return draft >= .draft06 ? .one : nil
    case "if", "then", "else": return draft >= .draft07 ? .one : nil
    case "items": return draft == .draft202012 ? .one : .oneOrList
    case "additionalItems": return draft == .draft202012 ? nil : .one
    case "unevaluatedItems", "unevaluatedProperties", "contentSchema": return draft >= .draft201909 ? .one : nil
    case "$defs", "dependentSchemas": return draft >= .draft201909 ? .map : nil
    case "prefixItems": return draft == .draft202012 ? .list : nil
    default: return nil
    }
  }
}

/// The built-in metaschemas.
enum Metaschemas {
  /// All metaschemas, read once.
  static let documents: [Document] = allTexts.compactMap { text in
    let bytes = text.withUTF8Buffer { Array($0) }
    return JSONReader.read(SourceText(name: "<metaschema>", bytes: bytes)).document
  }

  private static let allTexts =
    Draft202012Text.texts + Draft201909Text.texts + Draft07Text.texts + Draft06Text.texts + Draft04Text.texts

  /// True if a document is one of the metaschemas, which are known to be valid.
  static func contains(_ document: Document) -> Bool { documents.contains { $0 === document } }
}
