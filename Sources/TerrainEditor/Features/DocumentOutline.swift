import TerrainBase
import TerrainDocuments

/// The parts of a file that have names, as a tree.
struct DocumentOutline {
  /// A part.
  struct Symbol {
    let name: String
    let detail: String?
    let kind: Kind
    /// The complete range.
    let range: SourceRange
    /// Its name.
    let selection: SourceRange
    var children: [Symbol] = []
  }

  /// The protocol's numbers of kinds of symbols.
  enum Kind: Int {
    case module = 2
    case property = 7
    case function = 12
    case variable = 13
    case constant = 14
    case object = 19
    case key = 20
    case enumMember = 22
    case event = 24
  }

  /// The parts of all documents of a file.
  let symbols: [Symbol]

  /// Deeper parts are left out.
  private static let depthLimit = 4
  /// The keys that name an element of a list.
  private static let names: [Text] = ["id", "name", "decision", "module"]

  init(_ documents: [Document]) { symbols = documents.flatMap { Self.members(of: $0.root, under: nil, 0) } }

  private static func members(of node: Node, under section: Text?, _ depth: Int) -> [Symbol] {
    guard depth < depthLimit else { return [] }
    return node.members.compactMap { key, value in
      guard let name = key.text, depth <= 1 || value.kind == .list else {
        return nil
      }
      return Symbol(
        name: name.string.isEmpty ? "\"\"" : name.string, detail: detail(of: value),
        kind: kind(of: name, value, under: section), range: SourceRange(start: key.range.start, end: end(key, value)),
        selection: key.range,
        children: value.kind == .list
          ? elements(of: value, depth + 1)
          : value.kind == .map && isSection(name, section, depth) ? members(of: value, under: name, depth + 1) : [])
    }
  }

  /// Returns true if the members under `name` are parts of the outline: sections of a file, and members with rows or cases.
  private static func isSection(_ name: Text, _ section: Text?, _ depth: Int) -> Bool {
    depth == 0 || section == "decisions" || section == "enums"
  }

  private static func elements(of list: Node, _ depth: Int) -> [Symbol] {
    guard depth < depthLimit else { return [] }
    return list.elements.compactMap { element in
      guard element.kind == .map, let key = names.first(where: { element[$0]?.text != nil }),
        let name = element[key], let text = name.text, !text.isEmpty
      else { return nil }
      return Symbol(
        name: text.string, detail: nil, kind: .object, range: element.range, selection: name.range,
        children: element.members.flatMap { $0.value.kind == .list ? elements(of: $0.value, depth + 1) : [] })
    }
  }

  private static func kind(of name: Text, _ value: Node, under section: Text?) -> Kind {
    switch section?.string {
    case "facts": .variable
    case "parameters": .constant
    case "decisions": .function
    case "modules": .module
    case nil: value.kind == .map || value.kind == .list ? .property : .key
    default: .property
    }
  }

  private static func detail(of value: Node) -> String? {
    if value.kind == .map, let type = value["type" as Text]?.text { return type.string }
    guard value.kind != .map, value.kind != .list else { return nil }
    let text = value.document.source.text(of: value.range)
    return text.isEmpty || text.count > 60 || text.contains("\n") ? nil : text
  }

  private static func end(_ key: Node, _ value: Node) -> UInt32 { max(key.range.end, value.range.end) }
}
