import TerrainDocuments

/// The keywords of all drafts of JSON Schema. Others are an author's own and mean nothing, unless they are mistyped.
enum Keywords {
  /// The keyword that `word` was probably meant to be; nil for keywords, and for words that resemble none.
  static func meant(by word: String) -> String? {
    guard !known.contains(word), !word.hasPrefix("x-"), word.utf8.count >= 4 else { return nil }
    if known.contains("$" + word) { return "$" + word }
    guard let meant = Suggestion.nearest(to: word, among: names) else { return nil }
    // A word that begins otherwise is another one.
    return meant.first == word.first && Suggestion.distance(word.lowercased(), meant.lowercased()) <= 2 ? meant : nil
  }

  private static let known = Set(names)

  private static let names = [
    "$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment", "$defs",
    "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties",
    "minProperties", "required", "dependentRequired",
    "prefixItems", "items", "contains", "additionalProperties", "properties", "patternProperties", "dependentSchemas",
    "propertyNames", "if", "then", "else", "allOf", "anyOf", "oneOf", "not", "unevaluatedItems",
    "unevaluatedProperties", "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples",
    "format", "contentEncoding", "contentMediaType", "contentSchema",
    "definitions", "dependencies", "additionalItems", "$recursiveRef", "$recursiveAnchor",
  ]
}
