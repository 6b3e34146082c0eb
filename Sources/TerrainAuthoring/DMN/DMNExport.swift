import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// A module as a decision model of DMN 1.5.
///
/// What FEEL lacks is in the model as the module has it, in the language ``DMNModel/cellLanguage`` or as extension elements, so
/// that an import restores it; it is reported, since other programs do not evaluate it.
package struct DMNExport {
  let module: Document
  let rules: RuleSet?
  let cells: DMNCell
  /// The module's name.
  let name: String
  /// What other programs cannot evaluate, with its location.
  package internal(set) var diagnostics: [Diagnostic] = []
  private var body = ""
  /// Names of facts and decisions that are in the model.
  private var declared: Set<String> = []

  /// The model of `module`; `rules` are those that it is part of, by which the types of inputs are known.
  package init(_ module: Document, rules: RuleSet?) {
    self.module = module
    self.rules = rules
    name = module.root["module"]?.text?.string ?? ""
    let parameters = module.root["parameters"]?.members.compactMap(\.key.text) ?? []
    cells = DMNCell(parameters: Set(parameters.map(\.string)))
    write()
  }

  /// The model.
  package var xml: String {
    let kept = module.root.members.filter { key, _ in
      !["rules", "module", "doc", "facts", "parameters", "decisions"].contains(key.text?.string ?? "")
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <definitions xmlns="\(DMNModel.namespace)" xmlns:t="\(DMNModel.extensions)" id="definitions" name="\(Self.attribute(name))"
        namespace="urn:terrain:\(Self.attribute(name))" exporter="Terrain">
      \(Self.description(module.root["doc"]))\(Self.extras(kept.map { ($0.key.text?.string ?? "", DMNCell.yaml($0.value)) }))\(body)</definitions>

      """
  }

  // MARK: Facts and parameters

  private mutating func write() {
    let facts = module.root["facts"].map { Array($0.members) } ?? []
    let parameters = module.root["parameters"].map { Array($0.members) } ?? []
    let decisions = module.root["decisions"].map { Array($0.members) } ?? []
    var inputs = ""
    for (key, node) in facts {
      let fact = key.text?.string ?? ""
      declared.insert(fact)
      let type = typeReference(of: fact)
      if let values = node["values"], values.kind == .list {
        let allowed = values.elements.compactMap { $0.text.map { DMNCell.quoted($0.string) } }.joined(separator: ", ")
        body +=
          "  <itemDefinition name=\"t\(Self.attribute(fact))\"><typeRef>string</typeRef>"
          + "<allowedValues><text>\(XMLText.escaped(allowed))</text></allowedValues></itemDefinition>\n"
        inputs += input(fact, "t\(fact)", [("fact", DMNCell.yaml(node))], node["doc"])
      } else {
        inputs += input(fact, type, [("fact", DMNCell.yaml(node))], node["doc"])
      }
    }
    for (key, _) in parameters + decisions { declared.insert(key.text?.string ?? "") }
    body += inputs
    for other in others(decisions.map(\.value)) {
      declared.insert(other)
      body += input(other, typeReference(of: other), [("from", "rules")], nil)
    }
    for (key, node) in parameters { parameter(key.text?.string ?? "", node) }
    for (key, node) in decisions { decision(key, node) }
  }

  /// Inputs of tables that another module declares, by the first word of their names.
  private func others(_ decisions: [Node]) -> [String] {
    var others: [String] = []
    for row in decisions.compactMap({ $0["rows"] }).flatMap({ Array($0.elements) }) {
      guard let when = row["when"], when.kind == .map else { continue }
      for (key, _) in when.members {
        guard let text = key.text?.string, Self.isPath(text) else { continue }
        let root = text.split(separator: ".").first.map(String.init) ?? text
        if !declared.contains(root), !others.contains(root) { others.append(root) }
      }
    }
    return others
  }

  private func input(_ name: String, _ type: String?, _ extras: [(String, String)], _ doc: Node?) -> String {
    "  <inputData id=\"i_\(Self.attribute(name))\" name=\"\(Self.attribute(name))\">\(Self.description(doc))\(Self.extras(extras))"
      + "<variable name=\"\(Self.attribute(name))\"\(Self.reference(type))/></inputData>\n"
  }

  private mutating func parameter(_ name: String, _ node: Node) {
    let value = node["value"].flatMap(cells.result)
    body +=
      "  <decision id=\"p_\(Self.attribute(name))\" name=\"\(Self.attribute(name))\">\(Self.description(node["doc"]))"
      + Self.extras([("parameter", DMNCell.yaml(node))]) + "<variable name=\"\(Self.attribute(name))\"/>"
      + "<literalExpression>\(Self.text(value ?? "null"))</literalExpression></decision>\n"
    if value == nil { report("the value of `\(name)`", node["value"] ?? node) }
  }

  // MARK: Decisions

  private mutating func decision(_ key: Node, _ node: Node) {
    let name = key.text?.string ?? ""
    var kept = node.members.compactMap { key, value -> (String, String)? in
      let word = key.text?.string ?? ""
      return ["rows", "value", "hit", "otherwise"].contains(word) ? nil : (word, DMNCell.yaml(value))
    }
    for word in ["limit", "distinct"] { if let node = node[Text(word)] { report("`\(word)`", node) } }
    var inner: String
    var needs: [String] = []
    if node["rows"] != nil, let table = try? RuleTable(Text(name), in: module) {
      if node["hit"]?.text == "highest" {
        kept.append(("hit", "highest"))
        report("`hit: highest`, whose scores", node["hit"] ?? node)
      }
      var writer = DMNTableWriter(table, node, self)
      inner = writer.write()
      kept += writer.kept
      diagnostics += writer.diagnostics
      needs = writer.inputs.filter(declared.contains)
    } else {
      inner = node["value"].map { literal($0, "the value of `\(name)`") } ?? ""
    }
    let requirements = needs.map { need in
      let isFact = module.root["facts"]?[Text(need)] != nil || module.root["decisions"]?[Text(need)] == nil
      let isParameter = cells.parameters.contains(need)
      let (kind, prefix) = isParameter ? ("Decision", "p") : isFact ? ("Input", "i") : ("Decision", "d")
      return
        "    <informationRequirement><required\(kind) href=\"#\(prefix)_\(Self.attribute(need))\"/></informationRequirement>\n"
    }
    body +=
      "  <decision id=\"d_\(Self.attribute(name))\" name=\"\(Self.attribute(name))\">\(Self.description(node["doc"]))"
      + Self.extras(kept) + "<variable name=\"\(Self.attribute(name))\"\(Self.reference(typeReference(of: name)))/>\n"
      + requirements.joined() + inner + "  </decision>\n"
  }

  private mutating func literal(_ node: Node, _ what: String) -> String {
    if let text = cells.result(node) { return "    <literalExpression>\(Self.text(text))</literalExpression>\n" }
    report(what, node)
    return "    <literalExpression expressionLanguage=\"\(DMNModel.cellLanguage)\">\(Self.text(DMNCell.yaml(node)))"
      + "</literalExpression>\n"
  }

  mutating func report(_ what: String, _ node: Node) { diagnostics.append(.notFEEL(what, node.place)) }

  // MARK: Types

  func type(of input: String) -> CELType? {
    rules.flatMap { ColumnValues.type(of: Text(input), in: Text(name), $0) }
  }

  /// What DMN calls the type of an input.
  func typeReference(of input: String) -> String? { Self.reference(to: type(of: input)) }

  private static func reference(to type: CELType?) -> String? {
    switch type {
    case .bool: "boolean"
    case .int, .uint, .double, .decimal: "number"
    case .string, .enumeration: "string"
    case .timestamp: "dateTime"
    case .duration: "dayTimeDuration"
    case .optional(let type): reference(to: type)
    default: nil
    }
  }

  // MARK: XML

  static func attribute(_ text: String) -> String { XMLText.escaped(text, inAttribute: true) }

  static func reference(_ type: String?) -> String { type.map { " typeRef=\"\(attribute($0))\"" } ?? "" }

  static func text(_ text: String) -> String { "<text>\(XMLText.escaped(text))</text>" }

  static func description(_ node: Node?) -> String {
    node?.text.map { "<description>\(XMLText.escaped($0.string))</description>" } ?? ""
  }

  static func extras(_ extras: [(key: String, yaml: String)]) -> String {
    if extras.isEmpty { return "" }
    let each = extras.map { "<t:value key=\"\(attribute($0.key))\">\(XMLText.escaped($0.yaml))</t:value>" }
    return "<extensionElements>\(each.joined())</extensionElements>"
  }

  /// Names with dots between them.
  static func isPath(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*/) != nil
  }
}

extension Diagnostic {
  static func notFEEL(_ what: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "dmn/not-feel", severity: .warning,
      message: "\(what) has no counterpart in DMN: other programs do not evaluate it", place: place)
  }
}
