import TerrainDocuments
import TerrainRules
import TerrainValues

/// The rule set that an import makes.
extension DMNImport {
  /// The id of the rule set.
  package var ruleSetID: String {
    let first = moduleName.split(separator: ".").first.map(String.init) ?? "model"
    return first.split(separator: "_").joined(separator: "-").lowercased()
  }

  /// The name of the module; that of the model, or below it.
  package var moduleName: String {
    if model.isOwn, model.name.contains("."), RuleSetManifest.isModuleName(Text(model.name)) { return model.name }
    return "\(DMNNames.plain(model.name).lowercased()).decisions"
  }

  /// The files of a rule set with this module, by their names in its folder.
  package var files: [(name: String, text: String)] {
    let manifest = """
      rules: 1
      id: \(ruleSetID)
      version: 1.0.0
      modules:
        \(moduleName): decisions.yaml

      """
    return [("ruleset.yaml", manifest), ("decisions.yaml", module)]
  }

  /// The module.
  package var module: String {
    var text = "rules: 1\nmodule: \(moduleName)\n"
    if let doc = model.root.child("description")?.text, !doc.isEmpty { text += "doc: \(YAMLText.quoted(doc))\n" }
    for (key, yaml) in model.root.extras { text += "\(key): \(yaml)\n" }
    if !facts.isEmpty {
      text += "\nfacts:\n" + facts.map { "  \($0.name): \($0.yaml)\n" }.joined()
    }
    if !parameters.isEmpty {
      text += "\nparameters:\n" + parameters.map { "  \($0.name): \($0.yaml)\n" }.joined()
    }
    if !decisions.isEmpty { text += "\ndecisions:\n" }
    return text
      + decisions.map { decision in
        let members = decision.members.filter { $0.key != "otherwise" }.map { "    \($0.key): \($0.yaml)\n" }.joined()
        let rows = decision.rows.map { "    rows:\n" + $0.map { "      - \($0)\n" }.joined() } ?? ""
        let otherwise = decision.members.filter { $0.key == "otherwise" }.map { "    otherwise: \($0.yaml)\n" }.joined()
        return "  \(decision.name):\n\(members)\(rows)\(otherwise)"
      }.joined(separator: "\n")
  }
}
