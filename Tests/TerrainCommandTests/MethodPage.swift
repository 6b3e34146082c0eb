import TerrainBase
import TerrainDocuments

/// `Documentation/reference/methods.md`: every method of the service with its parameters, its result, and an example, from the OpenRPC
/// documents of several packs, because a document has only methods that its pack can answer.
struct MethodPage {
  private let methods: [(node: Node, pack: String)]
  private let schemas: [(name: String, node: Node)]

  /// A page of the methods in `documents`, in the order `names`. Each method is that of the first document with an example of it.
  init(_ documents: [(pack: String, root: Node)], order names: [String]) {
    var methods: [(node: Node, pack: String)] = []
    for name in names {
      let all = documents.flatMap { document in
        (document.root["methods"]?.elements).map { $0.map { (node: $0, pack: document.pack) } } ?? []
      }.filter { $0.node["name"]?.text?.string == name }
      guard let method = all.first(where: { $0.node["examples"] != nil }) ?? all.first else { continue }
      methods.append(method)
    }
    self.methods = methods
    var schemas: [(name: String, node: Node)] = []
    for document in documents {
      for (key, value) in document.root["components"]?["schemas"]?.members.map({ ($0.key, $0.value) }) ?? [] {
        guard let name = key.text?.string, !schemas.contains(where: { $0.name == name }) else { continue }
        schemas.append((name, value))
      }
    }
    self.schemas = schemas.sorted { $0.name < $1.name }
  }

  /// The Markdown of the page.
  var text: String {
    var blocks = [
      "# Methods", Self.introduction,
      Self.table(
        ["method", "does"],
        methods.map { method, _ in
          let name = Self.word(method, "name")
          return ["[`\(name)`](#\(Self.anchor(name)))", Self.word(method, "summary")]
        }),
    ]
    for (method, pack) in methods { blocks += section(method, pack) }
    blocks += ["## Parts of results", "Objects that several results contain, and objects inside them, by name."]
    for (name, node) in schemas {
      // Schemas refer to each other, in circles too.
      let rows = node["properties"] == nil ? [] : rows(node)
      if !rows.isEmpty { blocks += ["### \(name)", Self.table(["member", "type", "means"], rows)] }
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static let introduction = """
    Every method of [the service](service.md): what it takes, what it returns, and a request with the `result` of its response. A method is an operation, which a
    [command](commands.md), a line of [`terrain batch`](batch.md) and [scenarios](scenarios.md) run alike. A pack supports the methods that it has decisions and records
    for: `rpc.discover` lists those, and `terrain schema METHOD --pack PACK` prints their exact schemas, with the facts of the pack.

    Parameters in **bold** are required, and members in **bold** always there. Most results begin with `pack` and `rules`, the versions that they come from. In the examples `…` is in place
    of further text, members and elements.

    A test writes this page from the answers of the shipped packs to `rpc.discover` (`TERRAIN_RECORD=1 bin/test --filter CommandPageTests`), and compares it
    with them.
    """

  private func section(_ method: Node, _ pack: String) -> [String] {
    let name = Self.word(method, "name")
    var blocks = ["## \(name)", "\(Self.word(method, "summary"))."]
    let parameters = method["params"]?.elements.map { parameter in
      [
        Self.name(Self.word(parameter, "name"), isRequired: parameter["required"]?.bool ?? false),
        parameter["schema"].map { type($0) } ?? "any", Self.word(parameter, "description"),
      ]
    }
    if let parameters, !parameters.isEmpty { blocks.append(Self.table(["parameter", "type", "means"], parameters)) }
    let result = method["result"]?["schema"].map { rows($0) } ?? []
    if !result.isEmpty { blocks.append(Self.table(["result", "type", "means"], result)) }
    if let example = method["examples"]?.element(at: 0) {
      let parameters = example["params"]?.elements.compactMap { parameter -> (String, Node)? in
        parameter["value"].map { (Self.word(parameter, "name"), $0) }
      }
      let sketch = JSONSketch()
      let request = sketch.request(name, parameters ?? [])
      let response = example["result"]?["value"].map { sketch.value($0) } ?? "…"
      blocks.append("For example, of the pack `\(pack)`:")
      blocks.append("```json\n\(request)\n```")
      blocks.append("```json\n\(response)\n```")
    }
    return blocks
  }

  // MARK: Schemas

  /// A row for each member of `schema`, and for those of objects in it that have no name of their own.
  private func rows(_ schema: Node, prefix: String = "") -> [[String]] {
    if let alternatives = schema["anyOf"] {
      var rows: [[String]] = []
      for alternative in alternatives.elements {
        for row in self.rows(alternative, prefix: prefix) where !rows.contains(where: { $0[0] == row[0] }) {
          rows.append(row)
        }
      }
      return rows
    }
    let required = schema["required"]?.elements.compactMap { $0.text?.string } ?? []
    var rows: [[String]] = []
    for (key, member) in schema["properties"]?.members.map({ ($0.key, $0.value) }) ?? [] {
      guard let name = key.text?.string else { continue }
      rows.append([
        Self.name(prefix + name, isRequired: prefix.isEmpty && required.contains(name)), type(member),
        Self.word(member, "description"),
      ])
      if prefix.isEmpty, member["properties"] != nil { rows += self.rows(member, prefix: "\(name).") }
    }
    if let others = schema["additionalProperties"], others.kind == .map, prefix.isEmpty, !rows.isEmpty {
      rows.append(["others", type(others), "Further members, by name."])
    }
    return rows
  }

  /// Words for a JSON Schema: its type, its format, the values that it lists, or a link to the object that it names.
  private func type(_ schema: Node) -> String {
    if let reference = schema["$ref"]?.text?.string.split(separator: "/").last.map(String.init) {
      let isListed = schemas.contains { $0.name == reference && $0.node["properties"] != nil }
      // A part that is called like a method is the second heading of that name.
      let isMethod = methods.contains { Self.word($0.node, "name") == reference }
      return isListed ? "[\(reference)](#\(Self.anchor(reference))\(isMethod ? "-1" : ""))" : reference
    }
    if let values = schema["enum"] {
      let names = values.elements.compactMap { $0.text?.string }
      return names.count > 4 || names.isEmpty
        ? "one of \(values.count) values" : names.map { "`\($0)`" }.joined(separator: ", ")
    }
    if let format = schema["format"]?.text?.string { return format }
    if let alternatives = schema["anyOf"] {
      var words: [String] = []
      for word in alternatives.elements.map({ type($0) }) where !words.contains(word) { words.append(word) }
      return words.joined(separator: " or ")
    }
    switch schema["type"]?.text?.string {
    case "array": return schema["items"].map { "list of \(type($0))" } ?? "list"
    case "object":
      guard schema["properties"] == nil, let values = schema["additionalProperties"], values.kind == .map,
        values.count > 0
      else { return "object" }
      return "map to \(type(values))"
    case let type?: return type
    case nil: return "any"
    }
  }

  // MARK: Markdown

  private static func word(_ node: Node, _ name: Text) -> String { node[name]?.text?.string ?? "" }

  private static func name(_ name: String, isRequired: Bool) -> String { isRequired ? "**`\(name)`**" : "`\(name)`" }

  private static func anchor(_ heading: String) -> String { heading.lowercased().replacing(".", with: "") }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String {
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return ([line(head), "|" + head.map { _ in "---|" }.joined()] + rows.map(line)).joined(separator: "\n")
  }
}

/// JSON that is short enough to be read: long texts, lists and objects end with `…`, and deep ones are left out.
///
/// An object or a list is on one line if it fits there.
private struct JSONSketch {
  private static let width = 110
  private static let longestText = 60
  private static let elements = 2
  private static let members = 8
  private static let depth = 3

  func request(_ method: String, _ parameters: [(String, Node)]) -> String {
    let members = parameters.map { (name: $0.0, value: part($0.1, depth: 1)) }
    let all = [
      Part(name: "jsonrpc", text: "\"2.0\""), Part(name: "id", text: "1"), Part(name: "method", text: "\"\(method)\""),
    ]
    let object = Part.object(members.map { $0.value.named($0.name) })
    return Part.object(members.isEmpty ? all : all + [object.named("params")]).lines(width: Self.width)
  }

  func value(_ node: Node) -> String { part(node, depth: 0).lines(width: Self.width) }

  private func part(_ node: Node, depth: Int) -> Part {
    switch node.kind {
    case .map:
      guard depth < Self.depth || node.count == 0 else { return Part(text: "{ … }") }
      var parts = node.members.prefix(Self.members).map { member in
        // Hashes are no news to readers, and differ with every change.
        member.key.text == "hash"
          ? Part(name: "hash", text: "\"…\"")
          : part(member.value, depth: depth + 1).named(member.key.text?.string ?? "")
      }
      if node.count > Self.members { parts.append(Part(text: "…")) }
      return .object(parts)
    case .list:
      guard depth < Self.depth || node.count == 0 else { return Part(text: "[ … ]") }
      var parts = node.elements.prefix(Self.elements).map { part($0, depth: depth + 1) }
      if node.count > Self.elements { parts.append(Part(text: "…")) }
      return .list(parts)
    case .string:
      let text = node.text?.string ?? ""
      var writer = JSONWriter(.compact)
      writer.string(text.count > Self.longestText ? "\(text.prefix(Self.longestText))…" : text)
      return Part(text: writer.string)
    case .number, .bool, .null: return Part(text: node.document.source.text(of: node.range))
    }
  }

  /// A value to be laid out, with its name in an object.
  private struct Part {
    var name: String?
    var text = ""
    var children: [Part] = []
    var brackets: (open: String, close: String)?

    init(name: String? = nil, text: String) { (self.name, self.text) = (name, text) }

    static func object(_ members: [Part]) -> Part { Part(members, ("{", "}")) }
    static func list(_ elements: [Part]) -> Part { Part(elements, ("[", "]")) }

    private init(_ children: [Part], _ brackets: (open: String, close: String)) {
      (self.children, self.brackets) = (children, brackets)
    }

    func named(_ name: String) -> Part {
      var part = self
      part.name = name
      return part
    }

    private var prefix: String { name.map { "\"\($0)\": " } ?? "" }

    private var line: String {
      guard let brackets else { return prefix + text }
      let space = brackets.open == "{" && !children.isEmpty ? " " : ""
      return prefix + brackets.open + space + children.map(\.line).joined(separator: ", ") + space + brackets.close
    }

    func lines(width: Int, indent: Int = 0) -> String {
      let margin = String(repeating: " ", count: indent)
      let line = margin + line
      guard let brackets, line.count > width else { return line }
      let inside = children.map { $0.lines(width: width, indent: indent + 2) }.joined(separator: ",\n")
      return "\(margin)\(prefix)\(brackets.open)\n\(inside)\n\(margin)\(brackets.close)"
    }
  }
}
