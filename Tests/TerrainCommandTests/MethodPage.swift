/// `Documentation/reference/methods.md`: every method of the service with its parameters, from its OpenRPC document.
struct MethodPage {
  private struct Parameter: Hashable {
    var name: String
    var type: String
    var doc: String
  }

  private struct Method {
    var name: String
    var summary: String
    var parameters: [(parameter: Parameter, isRequired: Bool)]
  }

  private let methods: [Method]

  /// A page of the methods that `document` lists; nil where it is not an OpenRPC document.
  init?(_ document: [String: Any]) {
    guard let methods = document["methods"] as? [[String: Any]] else { return nil }
    self.methods = methods.map { method in
      let parameters = (method["params"] as? [[String: Any]] ?? []).map { parameter in
        let schema = parameter["schema"] as? [String: Any] ?? [:]
        let described = Parameter(
          name: parameter["name"] as? String ?? "", type: Self.type(schema),
          doc: parameter["description"] as? String ?? "")
        return (described, parameter["required"] as? Bool ?? false)
      }
      return Method(
        name: method["name"] as? String ?? "", summary: method["summary"] as? String ?? "", parameters: parameters)
    }
  }

  /// The Markdown of the page.
  var text: String {
    var order: [Parameter] = []
    var uses: [Parameter: [String]] = [:]
    for method in methods {
      for (parameter, _) in method.parameters {
        if uses[parameter] == nil { order.append(parameter) }
        uses[parameter, default: []].append("`\(method.name)`")
      }
    }
    return [
      "# Methods", Self.introduction,
      Self.table(
        ["method", "does", "parameters"],
        methods.map { method in
          let names = method.parameters.map { $0.isRequired ? "**`\($0.parameter.name)`**" : "`\($0.parameter.name)`" }
          return ["`\(method.name)`", method.summary, names.joined(separator: ", ")]
        }),
      "## Parameters",
      Self.table(
        ["parameter", "type", "means", "of"],
        order.map { ["`\($0.name)`", $0.type, $0.doc, uses[$0, default: []].joined(separator: ", ")] }),
    ].joined(separator: "\n\n") + "\n"
  }

  private static let introduction = """
    Every method of [the service](service.md) with its parameters; those in bold are required. A method is an operation, which a [command](commands.md), a line of
    [`terrain batch`](batch.md) and [scenarios](scenarios.md) run alike. A test writes this page from the service's answer to `rpc.discover`
    (`TERRAIN_RECORD=1 bin/test --filter CommandPageTests`), and compares it with it. `terrain schema METHOD --pack PACK` has the exact schemas, with the facts of a
    pack.
    """

  /// A word for a JSON Schema: its type, its format, or the values that it lists.
  private static func type(_ schema: [String: Any]) -> String {
    if let values = schema["enum"] as? [String] {
      return values.count > 4 ? "one of \(values.count) names" : values.map { "`\($0)`" }.joined(separator: ", ")
    }
    if let format = schema["format"] as? String { return format }
    if let type = schema["type"] as? String { return type }
    let alternatives = (schema["anyOf"] as? [[String: Any]] ?? []).map { type($0) }
    return alternatives.isEmpty ? (schema["$ref"] == nil ? "any" : "object") : alternatives.joined(separator: " or ")
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String {
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return ([line(head), "|" + head.map { _ in "---|" }.joined()] + rows.map(line)).joined(separator: "\n")
  }
}
