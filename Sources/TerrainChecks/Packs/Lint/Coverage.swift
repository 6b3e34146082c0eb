import TerrainDocuments
import TerrainBase

/// `covered: [{ of: KIND, by: [FIELD, …], at_least: N }]`: for every combination of values of the fields there are at least N
/// records (one, where none is given). A vocabulary or a kind of record declares the values.
enum Coverage: LintRule {
  static let name: Text = "covered"

  /// Tables of more combinations than this are not looked through (`coverageCombinations`).
  static let limit = 100_000

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for entry in LintDeclaration.entries(node, of: name, into: &diagnostics) {
      let (table, problems) = CoverageTable.read(entry, in: pack)
      diagnostics += problems
      guard let table else { continue }
      let holes = table.cells.filter { $0.count < table.least }
      if !holes.isEmpty { diagnostics.append(.notCovered(table, holes: holes, at: entry)) }
    }
    return diagnostics
  }
}

/// How many records there are for each combination of some fields' values.
struct CoverageTable: Sendable {
  /// One of the fields, and all values it can have.
  struct Dimension: Sendable {
    let path: FieldPath
    let values: [Text]
  }

  /// One combination.
  struct Cell: Sendable {
    /// A value a dimension.
    let values: [Text]
    let count: Int
  }

  let kind: Text
  let dimensions: [Dimension]
  let least: Int
  /// Every combination, the last dimension changing fastest.
  let cells: [Cell]

  /// The table declared at `node`, filled from `pack`.
  static func read(_ node: Node, in pack: PackContents) -> (table: CoverageTable?, diagnostics: [Diagnostic]) {
    var declaration = LintDeclaration(node, what: "an entry of `\(Coverage.name)`", in: pack)
    let kinds = declaration.kinds()
    let paths = declaration.pathLists("by", of: kinds)
    let least = declaration.count("at_least") ?? 1
    var diagnostics = declaration.finish()
    guard let kind = kinds.first, kinds.count == 1, diagnostics.isEmpty, let fields = paths[kind] else {
      if kinds.count > 1 { diagnostics.append(.oneKindOnly(at: node["of"] ?? node)) }
      return (nil, diagnostics)
    }
    var dimensions: [Dimension] = []
    var combinations = 1
    for path in fields {
      // What is in a file that cannot be read may fill the holes, or make more of them.
      let named = path.roles?.references ?? []
      guard path.isSound(from: kind, in: pack), named.allSatisfy(pack.isReadable) else { return (nil, []) }
      let values = values(of: path, in: pack)
      // A vocabulary that is missing or empty is diagnosed elsewhere.
      if values.isEmpty, path.roles?.vocabularies.isEmpty == false { return (nil, []) }
      if values.isEmpty { return (nil, [.valuesNotListed(path, at: node["by"] ?? node)]) }
      dimensions.append(Dimension(path: path, values: values))
      combinations = combinations.multipliedReportingOverflow(by: values.count).partialValue
      if combinations > Coverage.limit { return (nil, [.coverageTooLarge(at: node, limit: Coverage.limit)]) }
    }
    return (CoverageTable(kind: kind, dimensions: dimensions, least: least, pack: pack), [])
  }

  private init(kind: Text, dimensions: [Dimension], least: Int, pack: PackContents) {
    self.kind = kind
    self.dimensions = dimensions
    self.least = least
    let positions = dimensions.map { dimension in
      Dictionary(dimension.values.enumerated().map { ($1, $0) }) { first, _ in first }
    }
    var counts = Array(repeating: 0, count: dimensions.reduce(1) { $0 * $1.values.count })
    for record in pack.kind(kind)?.records ?? [] {
      var cells = [0]
      for (dimension, known) in zip(dimensions, positions) {
        let here = Set(dimension.path.hits(in: record, of: pack).compactMap { $0.node.text.flatMap { known[$0] } })
        cells = cells.flatMap { cell in here.map { cell * dimension.values.count + $0 } }
      }
      for cell in cells { counts[cell] += 1 }
    }
    cells = counts.enumerated().map { index, count in
      var rest = index
      var values: [Text] = []
      for dimension in dimensions.reversed() {
        values.insert(dimension.values[rest % dimension.values.count], at: 0)
        rest /= dimension.values.count
      }
      return Cell(values: values, count: count)
    }
  }

  private static func values(of path: FieldPath, in pack: PackContents) -> [Text] {
    guard let roles = path.roles else { return [] }
    if let vocabulary = roles.vocabularies.lazy.compactMap(pack.vocabulary).first {
      return vocabulary.values.map(\.text)
    }
    var seen: Set<Text> = []
    return roles.references.compactMap(pack.kind).flatMap { $0.records.map(\.id) }.filter { seen.insert($0).inserted }
  }
}

extension Diagnostic {
  fileprivate static func notCovered(_ table: CoverageTable, holes: [CoverageTable.Cell], at node: Node) -> Diagnostic {
    let shown = holes.prefix(8).map { hole in
      let values = zip(table.dimensions, hole.values).map { "\($0.path.text) `\($1)`" }.joined(separator: " and ")
      return table.least == 1 ? values : "\(values) (\(hole.count))"
    }
    let rest = holes.count > 8 ? ", and \(holes.count - 8) more" : ""
    let target =
      table.least == 1 ? "is no \(table.kind)" : "are fewer than \(table.least) records of the kind `\(table.kind)`"
    return Diagnostic(
      code: "pack/not-covered", message: "there \(target) for \(shown.joined(separator: ", "))\(rest)", at: node)
  }

  fileprivate static func oneKindOnly(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/one-kind-only", message: "a table counts the records of one kind", at: node,
      fix: "write an entry for each kind")
  }

  fileprivate static func valuesNotListed(_ path: FieldPath, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/values-not-listed",
      message: "which values \(path.text) can have is not known: it is from no vocabulary and names no kind of record",
      at: node, fix: "declare it in the schema, with `x-enum` or `x-refers-to`")
  }

  fileprivate static func coverageTooLarge(at node: Node, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "pack/coverage-too-large",
      message: "there are more combinations than can be looked through (limit `coverageCombinations`, \(limit))",
      at: node, fix: "name fewer fields")
  }
}
