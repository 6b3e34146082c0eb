import TerrainBase
import TerrainDocuments
import TerrainRules

/// Schemas in files, which refer to each other by file paths, never over a network.
package struct SchemaLibrary {
  /// A schema: a node of a file.
  package struct Schema: Hashable {
    fileprivate let file: Int
    fileprivate let index: Int32
  }

  private let files: [Node]

  /// The schema file at `path` and every file that it reaches by references; nil if `path` is not a readable schema.
  package static func load(_ path: String, from files: ContentFiles) -> (library: SchemaLibrary, root: Schema)? {
    let paths = Self.files(reachedFrom: path, files)
    // A file that cannot be read is not a schema: the schema's compiler reports references to it.
    let readable = paths.compactMap { path in files.read(path).documents.first.map { (path, $0.root) } }
    guard let first = readable.first, first.0 == path else { return nil }
    let library = SchemaLibrary(
      files: readable.map(\.1), paths: readable.map(\.0),
      indices: Dictionary(keepingFirst: readable.enumerated().map { ($1.0, $0) }))
    return (library, Schema(file: 0, index: first.1.index))
  }

  /// The file `path` and every file that it reaches by references, in the order in which they are met.
  ///
  /// - Parameter outside: Gets the references to files that a schema may not name, which are not read.
  package static func files(
    reachedFrom path: String, _ files: ContentFiles, outside: (Diagnostic) -> Void = { _ in }
  ) -> [String] {
    var paths = [path]
    var visited: Set<String> = [path]
    var next = 0
    while next < paths.count {
      let path = paths[next]
      next += 1
      guard let root = files.read(path).documents.first?.root else { continue }
      for reference in references(in: root) {
        guard paths.count < mostFiles, let text = reference.text?.string, let name = file(of: text) else { continue }
        let target = files.schema(name, from: path)
        guard let file = target.path else {
          outside(.schemaOutside(name, target, at: reference.place))
          continue
        }
        if visited.insert(file).inserted { paths.append(file) }
      }
    }
    return paths
  }

  /// Files beyond these are not looked into.
  private static let mostFiles = 1000

  /// The files that could be read.
  package let paths: [String]
  private let indices: [String: Int]

  private init(files: [Node], paths: [String], indices: [String: Int]) {
    self.files = files
    self.paths = paths
    self.indices = indices
  }

  // MARK: Looking at a schema

  /// The node of `schema`.
  package func node(_ schema: Schema) -> Node { Node(document: files[schema.file].document, index: schema.index) }

  /// The schema under `keyword`, or nil.
  package func child(of schema: Schema, _ keyword: Text) -> Schema? {
    node(schema)[keyword].flatMap { at(schema.file, $0) }
  }

  /// The schemas in the list under `keyword`.
  package func list(of schema: Schema, _ keyword: Text) -> [Schema] {
    node(schema)[keyword]?.elements.compactMap { at(schema.file, $0) } ?? []
  }

  /// The schemas in the map under `keyword`.
  package func members(of schema: Schema, _ keyword: Text) -> [(key: Text, schema: Schema)] {
    node(schema)[keyword]?.members.compactMap { key, value in
      guard let key = key.text, let schema = at(schema.file, value) else { return nil }
      return (key, schema)
    } ?? []
  }

  /// `schemas` and all further schemas that apply to the same value because of them, each once, in a fixed order.
  package func expanded(_ schemas: [Schema]) -> [Schema] {
    var visited: Set<Schema> = []
    var waiting = schemas
    while let schema = waiting.popLast() {
      guard visited.insert(schema).inserted else { continue }
      for keyword in ["allOf", "anyOf", "oneOf"] as [Text] { waiting += list(of: schema, keyword) }
      for keyword in ["if", "then", "else"] as [Text] {
        if let child = child(of: schema, keyword) { waiting.append(child) }
      }
      waiting += members(of: schema, "dependentSchemas").map(\.schema)
      if let reference = node(schema)["$ref"]?.text, let target = target(of: reference.string, in: schema.file) {
        waiting.append(target)
      }
    }
    return visited.sorted { ($0.file, $0.index) < ($1.file, $1.index) }
  }

  private func at(_ file: Int, _ node: Node) -> Schema? {
    node.kind == .map ? Schema(file: file, index: node.index) : nil
  }

  // MARK: References

  private static func references(in root: Node) -> [Node] {
    var references: [Node] = []
    var waiting = [root]
    while let node = waiting.popLast() {
      // The target of an alias is visited at its own location.
      if node.isAlias { continue }
      for (key, value) in node.members {
        if key.isText("$ref"), value.text != nil { references.append(value) } else { waiting.append(value) }
      }
      waiting += node.elements
    }
    return references
  }

  /// The file that a reference names; nil if it names none, or an address of a network.
  private static func file(of reference: String) -> String? {
    let file = reference.prefix { $0 != "#" }
    return file.isEmpty || file.contains(":") ? nil : String(file)
  }

  private func target(of reference: String, in file: Int) -> Schema? {
    var target = file
    if let name = Self.file(of: reference) {
      // Only files that may be named were read.
      let path = FilePath.normal(name.hasPrefix("/") ? name : "\(FilePath.folder(paths[file]))/\(name)")
      guard let index = indices[path] else { return nil }
      target = index
    } else if !reference.hasPrefix("#") {
      return nil
    }
    let fragment = reference.firstIndex(of: "#").map { reference[reference.index(after: $0)...] } ?? ""
    guard fragment.isEmpty || fragment.hasPrefix("/") else { return nil }
    var node = files[target]
    // A pointer of RFC 6901.
    for step in fragment.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
      guard let next = node[Text(String(name))] ?? Int(name).flatMap({ node.element(at: $0) }) else { return nil }
      node = next
    }
    return at(target, node)
  }
}

extension ContentFiles {
  /// Reads the file at `path`. Returns its documents and diagnostics.
  func read(_ path: String) -> (documents: [Document], diagnostics: [Diagnostic]) {
    do throws(DiagnosticError) { return documents(try source(path)) } catch { return ([], error.diagnostics) }
  }
}
