extension FuzzTarget {
  /// All targets, by what they are about.
  package static let all: [FuzzTarget] = [
    json, yaml, cel, re2, ecma, schema, format, rules, analysis, pack, built, requests, accounts, csv, xlsx,
    archive,
    texts, framing,
  ]
}
