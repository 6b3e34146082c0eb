import TerrainDocuments

/// A decision model of DMN 1.1 to 1.5, by its elements.
struct DMNModel {
  /// The mark of a text that is a value of the rule language in YAML, and not FEEL.
  static let cellLanguage = "urn:terrain:cell"
  /// The namespace of what only the rule language has.
  static let extensions = "urn:terrain:dmn"
  /// DMN 1.5.
  static let namespace = "https://www.omg.org/spec/DMN/20230324/MODEL/"

  let root: XMLElement
  /// What is left for calls of functions, and for structures.
  let budget = FEELBudget()
  let inputs: [XMLElement]
  let decisions: [XMLElement]
  /// Types by their names.
  let items: [String: XMLElement]
  /// Functions by their names.
  let knowledge: [String: XMLElement]
  /// Those of them that are an expression.
  let functions: [String: FEELFunction]
  /// Elements at the top that have no counterpart in the rule language.
  let others: [XMLElement]
  /// Whether `terrain rules dmn export` wrote it.
  var isOwn: Bool { root.attribute("exporter") == "Terrain" }
  /// Its name.
  var name: String { root.attribute("name") ?? "" }

  /// - Throws: `xml/…`, `dmn/not-a-model`.
  init(_ source: SourceText) throws(DiagnosticError) {
    let root = try XMLReader.read(source)
    guard root.name == "definitions", root.namespace.contains("omg.org/spec/DMN/") else {
      throw DiagnosticError(.notADecisionModel(root.place))
    }
    self.root = root
    let own = root.namespace
    func elements(_ name: String) -> [XMLElement] { root.children.filter { $0.name == name && $0.namespace == own } }
    inputs = elements("inputData")
    decisions = elements("decision")
    items = Dictionary(elements("itemDefinition").map { ($0.attribute("name") ?? "", $0) }) { first, _ in first }
    knowledge = Dictionary(
      elements("businessKnowledgeModel").map { (FEELScope.normal($0.attribute("name") ?? ""), $0) }
    ) { first, _ in first }
    functions = knowledge.compactMapValues { knowledge in
      guard let logic = knowledge.child("encapsulatedLogic"), logic.expression?.name == "literalExpression",
        let body = logic.expression?.child("text")?.text
      else { return nil }
      let parameters = logic.children.filter { $0.name == "formalParameter" }
      return FEELFunction(parameters: parameters.map { $0.attribute("name") ?? "" }, body: body)
    }
    let known = [
      "inputData", "decision", "itemDefinition", "businessKnowledgeModel", "description", "extensionElements",
      "knowledgeSource", "group", "textAnnotation", "association",
    ]
    others = root.children.filter { $0.namespace == own && !known.contains($0.name) }
  }
}

extension XMLElement {
  /// The texts of ``DMNModel/extensions`` in it, by their keys.
  var extras: [(key: String, yaml: String)] {
    (child("extensionElements")?.children ?? []).filter { $0.namespace == DMNModel.extensions }.map {
      ($0.attribute("key") ?? "", $0.text)
    }
  }

  /// The element among those in it that is an expression.
  var expression: XMLElement? {
    children.first {
      $0.namespace == namespace
        && [
          "literalExpression", "decisionTable", "invocation", "context", "list", "relation", "functionDefinition",
          "conditional", "filter", "for", "every", "some",
        ].contains($0.name)
    }
  }
}

extension Diagnostic {
  fileprivate static func notADecisionModel(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "dmn/not-a-model", message: "this is not a decision model: expected `<definitions>` of DMN", place: place,
      fix: "export the model as DMN 1.1 or later")
  }
}
