import TerrainBase

/// What functions and macros of CEL are called elsewhere, for authors who know them from there.
enum ForeignNames {
  /// The name here of what other languages call `name`.
  static func meant(by name: String) -> String? { byName[name.lowercased().filter { $0 != "_" }] }

  /// By the name elsewhere, in small letters and without `_`.
  private static let byName: [String: String] = [
    "length": "size", "len": "size", "count": "size", "getlength": "size",
    "any": "exists", "some": "exists", "anymatch": "exists", "every": "all", "allmatch": "all", "forall": "all",
    "where": "filter", "select": "filter", "findall": "filter", "collect": "map", "foreach": "map",
    "existsone": "exists_one", "one": "exists_one", "single": "exists_one", "defined": "has", "isset": "has",
    "includes": "contains", "include": "contains", "containstext": "contains",
    "tolower": "lowerAscii", "tolowercase": "lowerAscii", "lower": "lowerAscii", "lowercase": "lowerAscii",
    "toupper": "upperAscii", "touppercase": "upperAscii", "upper": "upperAscii", "uppercase": "upperAscii",
    "casefold": "folded", "foldcase": "folded", "unaccent": "folded", "removediacritics": "folded",
    "strip": "trim", "beginswith": "startsWith", "hasprefix": "startsWith", "hassuffix": "endsWith",
    "substr": "substring", "slice": "substring", "tostring": "string", "str": "string", "toint": "int",
    "parseint": "int", "integer": "int", "float": "double", "number": "double", "parsefloat": "double",
    "max": "math.greatest", "maximum": "math.greatest", "min": "math.least", "minimum": "math.least",
    "mathmax": "math.greatest", "mathmin": "math.least",
    "abs": "math.abs", "floor": "math.floor", "ceil": "math.ceil", "ceiling": "math.ceil", "round": "math.round",
    "sqrt": "math.sqrt", "otherwise": "orValue", "getorelse": "orValue", "unwrapor": "orValue", "coalesce": "orValue",
    "ispresent": "hasValue", "issome": "hasValue", "sorted": "sort", "orderby": "sortBy", "unique": "distinct",
    "uniq": "distinct",
  ]
}
