import CLibYAML
import Foundation
import TerrainBase
import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

/// yaml-test-suite: `in.yaml` against `out.json` (a JSON value a document) or `error`.
///
/// A case is known where libyaml's own event parser disagrees with the suite: it refuses what the suite accepts, accepts
/// what it refuses, or gives other events than the suite says. This is found out here each time, by driving libyaml alone.
@Suite struct YAMLConformance {
  @Test(.enabled(if: Conformance.yaml.isInstalled, "set TERRAIN_CONFORMANCE")) func everyCase() throws {
    let folder = try #require(Conformance.yaml.folder)
    var report = ConformanceReport("yaml")
    for id in try Conformance.entries(of: folder) {
      let path = folder.appendingPathComponent(id)
      guard let input = try? Data(contentsOf: path.appendingPathComponent("in.yaml")) else { continue }
      let expected = try? Data(contentsOf: path.appendingPathComponent("out.json"))
      let bytes = [UInt8](input)
      let source = SourceText(name: "\(id)/in.yaml", bytes: bytes)
      let (documents, diagnostics) = YAMLReader.read(source)
      // Tags beyond the core schema are the reader's diagnostic about meaning, not about the text.
      let refused = diagnostics.contains { $0.severity == .error && $0.code != "yaml/unknown-tag" }
      let shown = DiagnosticRenderer.text(diagnostics)
      var problem: String?
      if let expected {
        if refused { problem = shown } else { problem = Self.difference(documents, [UInt8](expected)) }
      } else if !refused {
        problem = "accepted"
      }
      guard let problem else {
        report.pass()
        continue
      }
      if let reason = Self.disagreement(of: bytes, json: expected.map([UInt8].init)) {
        report.know(id, reason)
      } else {
        report.fail(id, problem)
      }
    }
    print(report.summary)
    #expect(report.failed.isEmpty)
    #expect(report.total > 100)
  }

  /// How libyaml alone disagrees with the suite; nil where it agrees.
  private static func disagreement(of bytes: [UInt8], json: [UInt8]?) -> String? {
    var parser = yaml_parser_t()
    yaml_parser_initialize(&parser)
    defer { yaml_parser_delete(&parser) }
    return bytes.withUnsafeBufferPointer { bytes in
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      var event = yaml_event_t()
      var isAtEnd = false
      var scalars = Set<Text>()
      while !isAtEnd {
        guard yaml_parser_parse(&parser, &event) != 0 else {
          return json != nil ? "libyaml refuses it: \(String(cString: parser.problem))" : nil
        }
        isAtEnd = event.type == YAML_STREAM_END_EVENT
        if event.type == YAML_SCALAR_EVENT {
          let scalar = event.data.scalar
          scalars.insert(Text(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length)))
        }
        yaml_event_delete(&event)
      }
      guard let json else { return "libyaml accepts it" }
      let missing = strings(of: json).first { !scalars.contains($0) }
      return missing.map { "libyaml has no scalar \($0.string.debugDescription)" }
    }
  }

  /// Every key and every string of the values in `json`.
  private static func strings(of json: [UInt8]) -> [Text] {
    var found: [Text] = []
    func collect(_ node: Node) {
      if let text = node.text { found.append(text) }
      for element in node.elements { collect(element) }
      for (key, value) in node.members {
        collect(key)
        collect(value)
      }
    }
    for document in values(json) ?? [] { collect(document.root) }
    return found
  }

  /// The values that stand one after another in `json`: the reader says where each ends.
  private static func values(_ json: [UInt8]) -> [Document]? {
    var rest = json
    var found: [Document] = []
    while rest.contains(where: { $0 > 0x20 }) {
      var used = rest.count
      var (document, diagnostics) = JSONReader.read(SourceText(name: "out.json", bytes: rest))
      if document == nil, let after = diagnostics.first(where: { $0.code == "json/text-after-value" }) {
        used = Int(after.place?.range.start ?? 0)
        (document, diagnostics) = JSONReader.read(SourceText(name: "out.json", bytes: Array(rest[..<used])))
      }
      guard let document else { return nil }
      found.append(document)
      rest = Array(rest[used...])
    }
    return found
  }

  private static func difference(_ documents: [Document], _ json: [UInt8]) -> String? {
    guard let expected = values(json) else { return "out.json cannot be read" }
    guard documents.count == expected.count else { return "\(documents.count) documents, not \(expected.count)" }
    return zip(documents, expected).lazy.compactMap { difference($0.root, $1.root) }.first
  }

  private static func difference(_ node: Node, _ expected: Node) -> String? {
    let place = "at `\(expected.path)`: "
    guard node.kind == expected.kind else { return place + "\(node.kind), not \(expected.kind)" }
    switch node.kind {
    case .null: return nil
    case .bool: return node.bool == expected.bool ? nil : place + "other bool"
    case .string:
      return node.text == expected.text
        ? nil
        : place + "\(node.text?.string.debugDescription ?? ""), not \(expected.text?.string.debugDescription ?? "")"
    case .number: return node.double == expected.double ? nil : place + "other number"
    case .list:
      guard node.count == expected.count else { return place + "\(node.count) elements, not \(expected.count)" }
      return zip(node.elements, expected.elements).lazy.compactMap(difference).first
    case .map:
      guard node.count == expected.count else { return place + "\(node.count) members, not \(expected.count)" }
      for (key, value) in expected.members {
        guard let key = key.text, let other = node[key] else { return place + "no key `\(key.text?.string ?? "")`" }
        if let difference = difference(other, value) { return difference }
      }
      return nil
    }
  }
}
