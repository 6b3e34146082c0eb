import TerrainDocuments
import TerrainValues

/// A value of a file that an import is going to write, and what it comes from.
struct ImportedValue {
  /// What the value is.
  indirect enum Content {
    case scalar(Value)
    case list([ImportedValue])
    case map([(name: Text, value: ImportedValue)])
  }

  var content: Content
  /// The value of the source, or of the map, that it is made of.
  let origin: Node

  init(_ content: Content, from origin: Node) {
    self.content = content
    self.origin = origin
  }

  /// A copy of `node`. Readers bound how deep documents nest, so the recursion is bounded.
  init(copying node: Node) {
    origin = node
    switch node.kind {
    case .list: content = .list(node.elements.map { ImportedValue(copying: $0) })
    case .map: content = .map(node.members.map { ($0.key.text ?? "", ImportedValue(copying: $0.value)) })
    default: content = .scalar(node.value(fractions: .decimal))
    }
  }

  /// `value`, which an expression has made of `origin`; nil where it is absent. Limits of evaluation bound it.
  init?(_ value: Value, from origin: Node) {
    switch value {
    case .optional(let wrapped):
      guard let wrapped else { return nil }
      self.init(wrapped, from: origin)
    case .list(let elements): self.init(.list(elements.compactMap { ImportedValue($0, from: origin) }), from: origin)
    case .map(let map):
      let members = map.entries.compactMap { entry -> (name: Text, value: ImportedValue)? in
        guard case .string(let name) = entry.key else { return nil }
        return ImportedValue(entry.value, from: origin).map { (name, $0) }
      }
      self.init(.map(members), from: origin)
    default: self.init(.scalar(value), from: origin)
    }
  }

  /// A text; nil of everything else.
  var text: Text? {
    if case .scalar(.string(let text)) = content { return text }
    return nil
  }

  /// Whether it is nothing.
  var isNull: Bool {
    if case .scalar(.null) = content { return true }
    return false
  }

  /// Puts `value` at the names `path` of this map, in the order in which the first of each is put.
  mutating func put(_ value: ImportedValue, at path: ArraySlice<Text>) {
    guard let name = path.first, case .map(var members) = content else { return }
    let rest = path.dropFirst()
    if let index = members.firstIndex(where: { $0.name == name }) {
      if rest.isEmpty { members[index].value = value } else { members[index].value.put(value, at: rest) }
    } else if rest.isEmpty {
      members.append((name, value))
    } else {
      var inner = ImportedValue(.map([]), from: origin)
      inner.put(value, at: rest)
      members.append((name, inner))
    }
    content = .map(members)
  }
}

/// Values as YAML, with what each part of the text comes from.
struct ImportedYAML {
  /// UTF-8.
  private(set) var bytes: [UInt8] = []
  /// Where what comes from a value begins, in order.
  private var origins: [(offset: Int, origin: Node)] = []

  private static let indent = 2
  /// Lists of words that fit on a line of this many bytes are on one.
  private static let widest = 110

  /// A text that begins with the line `first`.
  init(_ value: ImportedValue, first: String? = nil) {
    if let first { bytes += Array("\(first)\n".utf8) }
    write(value, column: 0)
  }

  /// What the byte at `offset` comes from.
  func origin(of offset: Int) -> Node? {
    var low = 0
    var high = origins.count
    while low < high {
      let middle = (low + high) / 2
      if origins[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : origins[low - 1].origin
  }

  private mutating func mark(_ value: ImportedValue) { origins.append((bytes.count, value.origin)) }

  private mutating func append(_ text: String) { bytes += Array(text.utf8) }

  private mutating func startLine(_ column: Int) { bytes += [UInt8](repeating: 0x20, count: column) }

  /// Writes a map or a list whose lines begin at `column`; the first one is begun already.
  private mutating func write(_ value: ImportedValue, column: Int) {
    var isFirst = true
    switch value.content {
    case .map(let members):
      for (name, member) in members {
        if !isFirst { startLine(column) }
        isFirst = false
        mark(member)
        append("\(YAMLText.text(name.string)):")
        writeBehind(member, column: column)
      }
    case .list(let elements):
      for element in elements {
        if !isFirst { startLine(column) }
        isFirst = false
        mark(element)
        append("-")
        if case .map(let members) = element.content, !members.isEmpty {
          append(" ")
          write(element, column: column + Self.indent)
        } else {
          writeBehind(element, column: column)
        }
      }
    case .scalar: writeBehind(value, column: column)
    }
  }

  /// Writes what follows a key or a dash, to the end of its last line.
  private mutating func writeBehind(_ value: ImportedValue, column: Int) {
    switch value.content {
    case .scalar(let scalar):
      append(" ")
      mark(value)
      append("\(YAMLText.flow(scalar))\n")
    case .list(let elements) where elements.isEmpty: append(" []\n")
    case .map(let members) where members.isEmpty: append(" {}\n")
    case .list(let elements):
      if let words = words(elements), column + words.utf8.count < Self.widest {
        append(" [")
        for (index, element) in elements.enumerated() {
          if index > 0 { append(", ") }
          mark(element)
          if case .scalar(let scalar) = element.content { append(YAMLText.flow(scalar)) }
        }
        append("]\n")
        return
      }
      fallthrough
    case .map:
      append("\n")
      startLine(column + Self.indent)
      write(value, column: column + Self.indent)
    }
  }

  /// A list without lists and maps, on one line; nil of another.
  private func words(_ elements: [ImportedValue]) -> String? {
    var words: [String] = []
    for element in elements {
      guard case .scalar(let scalar) = element.content else { return nil }
      words.append(YAMLText.flow(scalar))
    }
    return words.joined(separator: ", ")
  }
}
