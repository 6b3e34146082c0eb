import TerrainChecks
import TerrainDocuments
import TerrainPages
import TerrainRules
import TerrainBase

// Modules with their facts, parameters and decisions.

extension RuleBook {
  func section(_ module: Module, to page: inout Markup) {
    page.element("section", ["id": BookPlaces.module(module.name), "class": "module"]) { page in
      page.element("h2") { page in
        page.words(short(module.name))
        page.words(" ")
        self.anchor(BookPlaces.module(module.name), to: &page)
      }
      if let doc = module.doc { page.element("p", ["class": "doc"]) { prose(doc.string, to: &$0) } }
      page.element("p", ["class": "small soft"]) { page in
        page.element("code", module.document.source.name)
        if !module.uses.isEmpty {
          page.words(" uses ")
          for (number, used) in module.uses.enumerated() {
            if number > 0 { page.words(", ") }
            page.element("a", ["href": "#\(BookPlaces.module(used))"]) { $0.element("code", short(used)) }
          }
        }
        let coverage = measures.tests?.coverage.first { $0.module == module.name }?.coverage
        if let rows = coverage?.rows, rows.total > 0 {
          page.words(". Tests make \(rows.seen) of \(rows.total.counted("row")) fire.")
        }
      }
      page.lineEnd()
      parameters(of: module, to: &page)
      for (name, node) in module.decisions { decision(name, node, of: module, to: &page) }
    }
    page.lineEnd()
  }

  /// A link to the element itself, to copy its address.
  func anchor(_ id: String, to page: inout Markup) {
    page.element("a", ["href": "#\(id)", "class": "anchor", "aria-label": "Link to \(id)"], "#")
  }

  private func parameters(of module: Module, to page: inout Markup) {
    guard let parameters = module.document.root["parameters"], parameters.kind == .map, parameters.count > 0 else {
      return
    }
    page.element("h3", ["class": "entry-head"], "Parameters")
    page.element(
      "div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": "Parameters of \(module.name)"]
    ) {
      page in
      page.element("table", ["class": "data"]) { page in
        head(["parameter", "value", "may be", "means"], to: &page)
        page.element("tbody") { page in
          for (key, node) in parameters.members {
            guard let name = key.text else { continue }
            page.element("tr", ["id": "\(module.name).\(name)", "class": "entry"]) { page in
              page.element("th", ["scope": "row"]) { $0.element("code", name.string) }
              page.element("td") { page in if let value = node["value"] { cell(value, to: &page) } }
              page.element("td", range(node))
              page.element("td") { page in
                prose(node["doc"]?.text?.string ?? "", to: &page)
                users(of: places.name(at: "\(module.name).\(name)"), to: &page)
              }
            }
          }
        }
      }
    }
    page.lineEnd()
  }

  /// The bounds of a fact or parameter, in words.
  func range(_ node: Node) -> String {
    let bound = { (key: Text) in node[key].map { $0.document.source.text(of: $0.range) } }
    switch (bound("min"), bound("max"), bound("max_size")) {
    case (let low?, let high?, _): return "\(low) to \(high)"
    case (let low?, nil, _): return "at least \(low)"
    case (nil, let high?, _): return "at most \(high)"
    case (nil, nil, let size?): return "at most \(size) long"
    case (nil, nil, nil): return node["values"].map { $0.document.source.text(of: $0.range) } ?? ""
    }
  }

  func head(_ columns: [String], to page: inout Markup) {
    page.element("thead") { page in
      page.element("tr") { page in
        for column in columns { page.element("th", ["scope": "col"], column) }
      }
    }
  }

  // MARK: Decisions

  private func decision(_ name: Text, _ node: Node, of module: Module, to page: inout Markup) {
    let id = "\(module.name).\(name)"
    page.element("article", ["id": id, "class": "entry"]) { page in
      page.element("h3") { page in
        page.element("code", name.string)
        if let type = rules.decision(Text(id))?.type { self.type("\(type)", to: &page) }
        page.words(" ")
        anchor(id, to: &page)
      }
      if let doc = node["doc"]?.text { page.element("p", ["class": "doc"]) { prose(doc.string, to: &$0) } }
      if let table = try? RuleTable(name, in: module.document) {
        self.table(table, node, id, to: &page)
      } else if let value = node.kind == .map ? node["value"] : node {
        page.element("div", ["class": "value"]) { cell(value, to: &$0) }
      }
      users(of: places.name(at: id), to: &page)
    }
    page.lineEnd()
  }

  private func table(_ table: RuleTable, _ node: Node, _ id: String, to page: inout Markup) {
    let hit = node["hit"]?.text.flatMap { HitPolicy(rawValue: $0.string) }
    var sentence = hit.map(Self.sentence) ?? ""
    if let limit = node["limit"] { sentence += " At most \(limit.document.source.text(of: limit.range))." }
    if node["distinct"]?.bool == true { sentence += " Equal ones count once." }
    page.element("p", ["class": "small soft hit"]) { page in
      if let hit { page.element("span", ["class": "chip"], hit.rawValue) }
      page.words(" \(sentence)")
    }
    var columns = table.columns.filter { $0 != "id" && $0 != "note" }
    let merged = Self.merged(table, columns)
    if !merged.isEmpty { columns = ["when"] + columns.filter { !merged.contains($0) } }
    let hasShares = table.rows.contains { key(of: $0).flatMap { rowShares[$0] } != nil }
    page.element("div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": "Rows of \(id)"]) { page in
      page.element("table", ["class": "data rules"]) { page in
        page.element("thead") { page in
          page.element("tr") { page in
            page.element("th", ["scope": "col"], "row")
            for column in columns { page.element("th", ["scope": "col"]) { heading(column, to: &$0) } }
            if hasShares { page.element("th", ["scope": "col", "class": "right"], "share") }
          }
        }
        page.element("tbody") { page in
          for row in table.rows {
            self.row(row, columns, merged, id, hasShares: hasShares, to: &page)
          }
          if let otherwise = node["otherwise"] {
            page.element("tr", ["class": "otherwise"]) { page in
              page.element("th", ["scope": "row"], "otherwise")
              self.otherwise(otherwise, columns + (hasShares ? [""] : []), to: &page)
            }
          }
        }
      }
    }
  }

  /// Writes the cells of the result where no row holds, below those of the rows.
  private func otherwise(_ node: Node, _ columns: [String], to page: inout Markup) {
    guard let first = columns.firstIndex(where: Self.isResult) else {
      return page.element("td", ["colspan": "\(max(1, columns.count))"]) { cell(node, to: &$0) }
    }
    if first > 0 { page.element("td", ["colspan": "\(first)", "class": "soft"], "no row above holds") }
    let results = columns[first...].prefix(while: Self.isResult)
    let keys = results.map { Text(String($0.dropFirst("then ".count))) }
    if node.kind == .map, results.count == node.count, keys.allSatisfy({ node[$0] != nil }) {
      for key in keys { page.element("td") { page in if let value = node[key] { cell(value, to: &page) } } }
    } else {
      page.element("td", ["colspan": "\(results.count)"]) { cell(node, to: &$0) }
    }
    let rest = columns.count - first - results.count
    if rest > 0 { page.element("td", ["colspan": "\(rest)"], "") }
  }

  /// Whether a column has results: `then`, or `then KEY`.
  private static func isResult(_ column: String) -> Bool { column == "then" || column.hasPrefix("then ") }

  private func row(
    _ row: RuleTable.Row, _ columns: [String], _ merged: [String], _ decision: String, hasShares: Bool,
    to page: inout Markup
  ) {
    let name = row.node["id"]?.text?.string
    let key = key(of: row)
    let attributes: Markup.Attributes = if let name { ["id": "\(decision)/\(name)"] } else { [:] }
    page.element("tr", attributes) { page in
      page.element("th", ["scope": "row"]) { page in
        page.element("code", name ?? "–")
        if let key, uncovered?.contains(key) == true { page.element("span", ["class": "chip care"], "no test") }
        if let note = row.node["note"]?.text {
          page.element("span", ["class": "note-text"]) { prose(note.string, to: &$0) }
        }
      }
      for column in columns {
        page.element("td") { page in
          if column == "when", !merged.isEmpty, merged.contains(where: { row.cells[$0] != nil }) {
            conditions(of: row, merged, to: &page)
          } else if let node = row.cells[column] {
            cell(node, to: &page)
          } else if column.hasPrefix("when") {
            page.element("span", ["class": "soft"], "any")
          }
        }
      }
      guard hasShares else { return }
      page.element("td", ["class": "right"]) { page in
        if let share = key.flatMap({ rowShares[$0] }) { page.words("\(Self.percent(share)) %") }
      }
    }
  }

  /// The columns of conditions that are shown as one, each cell with its key: of a table with many, of which a row has few, whose results would be
  /// beyond the edge of the page otherwise.
  private static func merged(_ table: RuleTable, _ columns: [String]) -> [String] {
    let conditions = columns.filter { $0.hasPrefix("when") }
    let cells = table.rows.reduce(0) { count, row in count + conditions.count { row.cells[$0] != nil } }
    return conditions.count > 3 && cells * 2 < table.rows.count * conditions.count ? conditions : []
  }

  private func conditions(of row: RuleTable.Row, _ columns: [String], to page: inout Markup) {
    for column in columns {
      guard let node = row.cells[column] else { continue }
      page.element("div", ["class": "condition"]) { page in
        if column != "when" {
          heading(column, to: &page)
          page.words(": ")
        }
        cell(node, to: &page)
      }
    }
  }

  /// What the row is known by among shares and tests: it begins where its node does, or its id.
  private func key(of row: RuleTable.Row) -> RowKey? {
    let keys = [row.node.place, row.node["id"]?.place].compactMap { $0.map { RowKey($0) } }
    return keys.first { rowShares[$0] != nil || uncovered?.contains($0) == true } ?? keys.first
  }

  /// A share with one digit after the point.
  static func percent(_ share: Share) -> String {
    let thousandths = (Double(share.percent) ?? 0) * 10
    let tenths = Int(thousandths.rounded())
    if tenths == 0, share.weight > 0 { return "< 0.1" }
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The name of a column: `when` and `then` without the word where a key follows, with a link to what the key names.
  private func heading(_ column: String, to page: inout Markup) {
    let (part, key) =
      column.firstIndex(of: " ").map { (column[..<$0], String(column[$0...].dropFirst())) } ?? (column[...], "")
    guard !key.isEmpty else { return page.words(String(part)) }
    page.element("span", ["class": "part"], part == "then" ? "→" : "")
    let target = places.names.first { name in
      (name.name.string == key || name.fullName.string == key || short(name.fullName) == key)
        && [.fact, .decision, .parameter].contains(name.kind)
    }
    if part == "when", let anchor = target.flatMap(BookPlaces.anchor) {
      page.element("a", ["href": "#\(anchor)"]) { $0.element("code", key) }
    } else {
      page.element("code", key)
    }
  }

  private static func sentence(_ hit: HitPolicy) -> String {
    switch hit {
    case .unique: "Exactly one row holds, and decides."
    case .first: "The first row that holds decides, from the top."
    case .highest: "Of the rows that hold, the one with the highest score decides; of equals the upper one."
    case .collect: "A list of what all rows that hold yield, from the top."
    case .sum: "What all rows that hold yield is added up; 0 where none holds."
    case .min: "The least of what the rows that hold yield."
    case .max: "The greatest of what the rows that hold yield."
    case .count: "How many rows hold."
    }
  }
}
