import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules

/// A pack and its rules for people who do not read YAML: decisions, texts, shares of people, and the uses of each name.
package struct RuleBook {
  /// A module, as its file has it.
  struct Module {
    let name: Text
    let doc: Text?
    let uses: [Text]
    let document: Document

    /// The decisions, in the order of the file.
    var decisions: [(name: Text, node: Node)] {
      var decisions: [(name: Text, node: Node)] = []
      guard let map = document.root["decisions"], map.kind == .map else { return decisions }
      for (key, node) in map.members {
        if let name = key.text { decisions.append((name, node)) }
      }
      return decisions
    }
  }

  /// A row, by the file and the byte at which it begins.
  struct RowKey: Hashable {
    let file: String
    let start: UInt32

    init(_ place: Place) { (file, start) = (place.source.name, place.range.start) }
  }

  /// Optional measurements that require running the rules, which takes longer than the rest.
  package struct Measures {
    /// The coverage of the rules' tests.
    package var tests: RuleTestReport?
    /// The quality figures.
    package var quality: QualityReport?

    /// Creates the measurements from the coverage of tests and the quality figures.
    package init(tests: RuleTestReport? = nil, quality: QualityReport? = nil) {
      (self.tests, self.quality) = (tests, quality)
    }
  }

  let system: LoadedSystem
  let locale: LanguageTag
  let title: LocalizedText?
  let modules: [Module]
  let places: BookPlaces
  let messages: [Message]
  /// The first text of each message, by its id.
  let messageTexts: [Text: LocalizedText]
  let planes: [OutcomePlane]
  /// The share of people with each outcome; nil without a population or a quiz.
  let shares: ExactShares?
  /// The shares of rows.
  let rowShares: [RowKey: Share]
  /// Rows that no test makes fire; nil if tests were not run.
  let uncovered: Set<RowKey>?
  let measures: Measures
  /// The playground in which readers try the rules; nil for none.
  package var playground: BookPlayground?

  var pack: Pack { system.pack }
  var rules: RuleSet { system.rules.ruleSet }

  /// The book of the pack in the folder `pack`, whose names are `index`.
  ///
  /// - Throws: errors in the pack or its rules.
  package init(
    _ system: LoadedSystem, packAt pack: String, rulesAt folder: String, index: NameIndex, files: ContentFiles,
    store: SourceStore, locale: LanguageTag, measures: Measures
  ) throws(DiagnosticError) {
    self.system = system
    self.locale = locale
    self.measures = measures
    let rules = system.rules.ruleSet
    let described = Dictionary(keepingFirst: rules.modules.map { ($0.name, $0) })
    var modules: [Module] = []
    for entry in rules.manifest.modules {
      guard let document = store.file("\(folder)/\(entry.file)").documents.first else { continue }
      let module = described[entry.module]
      modules.append(Module(name: entry.module, doc: module?.doc, uses: module?.uses ?? [], document: document))
    }
    self.modules = modules
    places = BookPlaces(index, modules: modules)
    let messages = try Messages(system.pack).all
    self.messages = messages
    messageTexts = Dictionary(
      keepingFirst: messages.compactMap { message in message.parts.first.map { (message.id, $0.text) } })
    title = system.pack.text(store.file("\(pack)/\(PackLoader.manifestName)").documents.first?.root["title"])
    planes = try PopulationFiles.scoring(system).map(OutcomePlane.all) ?? []
    let populations = PopulationFiles(pack: pack, files: files)
    if populations.names.contains(PopulationFiles.standard) {
      shares = try ExactShares(populations.population(PopulationFiles.standard, system))
      let rows = RowShares.rows(
        in: Set(modules.map(\.document.source.name)), packAt: pack, rulesAt: folder, files: files)
      rowShares = Dictionary(keepingFirst: rows.map { (RowKey($0.place), $0.share) })
    } else {
      (shares, rowShares) = (nil, [:])
    }
    uncovered = measures.tests.map { tests in
      Set(tests.coverage.flatMap { $0.coverage.uncoveredRows() }.compactMap { $0.place.map { RowKey($0) } })
    }
  }

  /// `text` in the book's locale.
  func served(_ text: LocalizedText?) -> LocalizedText.Served? { text?.served(for: locale) }
}

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
        if let rows = coverage?.rows(), rows.total > 0 {
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

  /// Writes the cells of the result if no row holds, below those of the rows.
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

  /// Returns true if a column has results: `then`, or `then KEY`.
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

  /// The columns of conditions that are merged into one, in which each cell shows its key. Merging applies to tables with many condition
  /// columns of which each row uses few, whose results would otherwise be beyond the edge of the page.
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

  /// The key of the row in shares and tests: the beginning of its node, or its id.
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

  /// The name of a column. If a key follows `when` or `then`, the word is left out, and the key links to the declaration that it names.
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

// Texts, facts, and enums, each with its uses; and the quality figures.

extension RuleBook {
  func texts(to page: inout Markup) {
    guard !messages.isEmpty else { return }
    page.element("section", ["id": "texts"]) { page in
      page.element("h2", "Texts")
      page.element("p", ["class": "doc"], "Each text with the rows and decisions that choose it.")
      for message in messages {
        let id = BookPlaces.message(message.id)
        page.element("article", ["id": id, "class": "entry text"]) { page in
          page.element("h3") { page in
            page.element("code", message.id.string)
            page.words(" ")
            anchor(id, to: &page)
          }
          page.element("dl", message.parts.count > 1 ? [:] : ["class": "single"]) { page in
            for part in message.parts {
              guard let text = served(part.text) else { continue }
              page.element("dt", part.name.string)
              page.element("dd") { page in
                write(text, to: &page)
                if text.locale != locale { page.element("span", ["class": "chip care"], "only in \(text.locale.text)") }
              }
            }
          }
          let name = places.name(at: id)
          if name.map({ places.users(of: $0).anchors.isEmpty && places.users(of: $0).others.isEmpty }) ?? true {
            let isOfForms = message.id.string.hasPrefix(FormValidation.wordingPrefix)
            page.element(
              "p", ["class": "users small soft"],
              isOfForms ? "Shown for a field of a form that is wrong." : "No row names it.")
          } else {
            users(of: name, to: &page)
          }
        }
        page.lineEnd()
      }
    }
    page.lineEnd()
  }

  func facts(to page: inout Markup) {
    let facts = places.names.filter { $0.kind == .fact }.ordered { $0.name < $1.name }
    guard !facts.isEmpty else { return }
    let declarations = declaredFacts()
    page.element("section", ["id": "facts"]) { page in
      page.element("h2", "Facts")
      page.element("p", ["class": "doc"], "What rules know about a person, a day or what is ranked.")
      for fact in facts {
        let id = "fact:\(fact.name)"
        page.element("article", ["id": id, "class": "entry"]) { page in
          page.element("h3") { page in
            page.element("code", fact.name.string)
            if let type = fact.type { self.type(type.string, to: &page) }
            page.words(" ")
            anchor(id, to: &page)
          }
          let declaration = declarations[fact.name]
          let bounds = declaration.map { range($0) } ?? ""
          if fact.doc != nil || !bounds.isEmpty {
            page.element("p", ["class": "doc"]) { page in
              prose(
                [fact.doc?.string, bounds.isEmpty ? nil : bounds].compactMap { $0 }.joined(separator: "; "), to: &page)
            }
          }
          users(of: fact, to: &page)
        }
        page.lineEnd()
      }
    }
    page.lineEnd()
  }

  private func declaredFacts() -> [Text: Node] {
    var nodes: [Text: Node] = [:]
    for module in modules {
      guard let facts = module.document.root["facts"], facts.kind == .map else { continue }
      for (key, node) in facts.members where node.kind == .map {
        if let name = key.text, nodes[name] == nil { nodes[name] = node }
      }
    }
    return nodes
  }

  func enums(to page: inout Markup) {
    guard !pack.vocabularies.isEmpty else { return }
    page.element("section", ["id": "enums"]) { page in
      page.element("h2", "Enums")
      page.element("p", ["class": "doc"], "Closed lists of values that the pack declares.")
      for vocabulary in pack.vocabularies {
        let id = "enum:\(vocabulary.name)"
        page.element("article", ["id": id, "class": "entry"]) { page in
          page.element("h3") { page in
            page.element("code", vocabulary.name.string)
            if vocabulary.isOrdered { page.element("span", ["class": "type"], " ordered, the least first") }
            page.words(" ")
            anchor(id, to: &page)
          }
          page.element("ul", ["class": "values"]) { page in
            for value in vocabulary.values {
              page.element("li") { page in
                page.element("code", value.string)
                if let label = served(pack.label(vocabulary.name, value)) {
                  page.words(" ")
                  write(label, to: &page)
                }
              }
            }
          }
          users(of: places.name(at: id), to: &page)
        }
        page.lineEnd()
      }
    }
    page.lineEnd()
  }

  func quality(to page: inout Markup) {
    guard let quality = measures.quality else { return }
    page.element("section", ["id": "quality"]) { page in
      page.element("h2", "Quality")
      page.element("p", ["class": "doc"], "What people get, measured over \(quality.sample).")
      page.element("pre", ["class": "card", "tabindex": "0"], quality.text)
    }
    page.lineEnd()
  }
}

// Source text with a link at each name, and with labels in place of names that have labels.

extension RuleBook {
  /// Writes the source text of `node`.
  func cell(_ node: Node, to page: inout Markup) {
    let source = node.document.source
    var range = Self.withoutQuotes(node)
    let mentions = places.mentions(in: range, of: source.name)
    if mentions.count == 1, mentions[0].range == range, let words = words(for: places.names[mentions[0].name]) {
      page.element("span", ["class": "named"]) { page in
        linked(mentions[0], source, to: &page) { write(words, to: &$0) }
        page.words(" ")
        page.element("code", ["class": "soft"], source.text(of: range))
      }
      return
    }
    page.element("code") { page in
      for mention in mentions {
        page.words(Self.onOneLine(source.text(of: SourceRange(start: range.start, end: mention.range.start))))
        linked(mention, source, to: &page) { $0.words(source.text(of: mention.range)) }
        range = SourceRange(start: mention.range.end, end: range.end)
      }
      page.words(Self.onOneLine(source.text(of: range)))
    }
  }

  /// The text without its line ends, each with the indentation after it.
  private static func onOneLine(_ text: String) -> String { text.replacing(/\s*\n\s*/, with: " ") }

  private func linked(
    _ mention: BookPlaces.Mention, _ source: SourceText, to page: inout Markup, _ body: (inout Markup) -> Void
  ) {
    let name = places.names[mention.name]
    guard let anchor = BookPlaces.anchor(name) else { return body(&page) }
    if let words = words(for: name) {
      page.element("a", ["href": "#\(anchor)", "title": words.text.string], body)
    } else {
      page.element("a", ["href": "#\(anchor)"], body)
    }
  }

  /// The name for people of a value or record, and of a message its text; nil if the pack has none.
  func words(for name: IndexedName) -> LocalizedText.Served? {
    guard let owner = name.owner else { return nil }
    switch name.kind {
    case .value: return served(pack.label(owner, name.name))
    case .record where owner == Messages.kind: return messageTexts[name.name].flatMap { served($0) }
    case .record: return served(pack.record(owner, name.name).flatMap { label(of: $0, kind: owner) })
    default: return nil
    }
  }

  /// The name of `record` for people: the label that its kind declares, else the text that pages of scores show.
  func label(of record: Pack.Record, kind: Text) -> LocalizedText? {
    pack.label(of: record, kind: kind) ?? pack.text(record.node["nickname"]) ?? pack.text(record.node["label"])
  }

  /// Writes text that an author wrote for people; a part between backticks is code.
  func prose(_ text: String, to page: inout Markup) {
    for (number, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if number % 2 == 1 { page.element("code", String(part)) } else { page.words(String(part)) }
    }
  }

  /// Writes the type `name`, as rules write it, in words; an enum of the pack is a link to its values.
  func type(_ name: String, to page: inout Markup) {
    page.words(" ")
    page.element("span", ["class": "type"]) { page in typeWords(name, to: &page) }
  }

  private func typeWords(_ name: String, to page: inout Markup) {
    if let inner = Self.inside("optional", name) {
      typeWords(inner, to: &page)
      page.words(", or nothing")
    } else if let inner = Self.inside("list", name) {
      page.words("list of ")
      typeWords(inner, to: &page)
    } else if pack.vocabularies.contains(where: { $0.name.string == name }) {
      page.element("a", ["href": "#enum:\(name)"], name)
    } else if let kind = pack.kinds.first(where: { Pack.Kind.idType(of: $0.name).string == name }) {
      page.words(kind.name)
    } else {
      page.words(Self.typeNames[name] ?? name)
    }
  }

  /// The part between the angle brackets of a type called `outer`; nil for other types.
  private static func inside(_ outer: String, _ name: String) -> String? {
    guard name.hasPrefix("\(outer)<"), name.hasSuffix(">") else { return nil }
    return String(name.dropFirst(outer.count + 1).dropLast())
  }

  private static let typeNames = [
    "int": "whole number", "double": "number", "decimal": "exact number", "bool": "true or false", "string": "text",
  ]

  /// The bytes of a scalar between its quotes or after its block indicator; all bytes of any other node.
  private static func withoutQuotes(_ node: Node) -> SourceRange {
    let range = node.range
    let bytes = node.document.source.bytes
    guard node.text != nil, range.count >= 2, bytes.indices.contains(Int(range.start)),
      bytes.indices.contains(Int(range.end) - 1)
    else { return range }
    let quote = bytes[Int(range.start)]
    if quote == UInt8(ascii: ">") || quote == UInt8(ascii: "|") {
      let white = Set("\n\r ".utf8)
      guard let line = bytes[Int(range.start)..<Int(range.end)].firstIndex(of: UInt8(ascii: "\n")),
        let start = bytes[line..<Int(range.end)].firstIndex(where: { !white.contains($0) }),
        let last = bytes[start..<Int(range.end)].lastIndex(where: { !white.contains($0) })
      else { return range }
      return SourceRange(start: UInt32(start), end: UInt32(last + 1))
    }
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), bytes[Int(range.end) - 1] == quote else {
      return range
    }
    return SourceRange(start: range.start + 1, end: range.end - 1)
  }
}
