import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// Every value of every example of every pack, and every field that a method takes, is in turn something nobody else may learn: no error
/// and no log line contains it.
///
/// Keys are names, not values: a path contains them.
@Suite struct PrivateValuesTests {
  /// What takes the place of a value, and how it would be quoted.
  static let marks: [(json: String, text: String)] = [
    (#""veryprivate""#, "veryprivate"), ("81726354", "81726354"), ("4711.25", "4711.25"),
    (#""2031-07-19""#, "2031-07-19"), (#""2031-07-19T03:04:05+07:00""#, "2031-07-19"),
    (#"["veryprivate"]"#, "veryprivate"), (#"{"key":"veryprivate"}"#, "veryprivate"),
  ]

  /// The value at one path, by position in the document, and all fields of a method that an example leaves out.
  struct Line {
    var text: String
    var mark: String
  }

  @Test(arguments: MethodFixture.packs) func noErrorAndNoLogLineContainsAValue(_ pack: String) throws {
    let served = try MethodFixture.served("ContentPacks/\(pack)")
    var lines: [Line] = []
    for (name, example) in served.examples.sorted(by: { $0.key < $1.key }) {
      let root = try #require(JSONReader.read(example).document?.root)
      for (json, mark) in Self.marks {
        var position = 0
        while let marked = MarkedDocument.text(root, marking: position, with: json), position < 200 {
          lines.append(Line(text: ServiceTests.request(lines.count, name, marked), mark: mark))
          position += 1
        }
      }
    }
    for method in AnyOperation.all {
      let known = served.examples[method.name].flatMap { JSONReader.read($0).document?.root }
      for field in method.parameters.fields where known?[field.name] == nil {
        for (json, mark) in Self.marks {
          let others = known.map { MarkedDocument.members($0) + "," } ?? ""
          let text = "{\(others.hasPrefix(",") ? "" : others)\"\(field.name)\":\(json)}".replacing("\n", with: " ")
          lines.append(Line(text: ServiceTests.request(lines.count, method.name, text), mark: mark))
        }
      }
    }
    #expect(lines.count > 100)
    let result = try ServiceFixture.run(lines.map(\.text), served: served)
    #expect(result.answers.count == lines.count)
    var refused = 0
    for answer in result.answers where answer.contains(#""error":{"#) {
      refused += 1
      let id = try #require(answer.firstMatch(of: /"id":(\d+),/).flatMap { Int($0.1) })
      #expect(!answer.contains(lines[id].mark), "\(lines[id].text)\n\(answer)")
    }
    #expect(refused > 100)
    for mark in Set(Self.marks.map(\.text)) { #expect(!result.log.contains(mark)) }
    #expect(result.log.contains("refused"))
  }
}

/// A document as JSON with one of its values replaced.
enum MarkedDocument {
  /// The document with its value number `position`, lists and maps included, replaced by `mark`; nil where it has fewer.
  static func text(_ root: Node, marking position: Int, with mark: String) -> String? {
    // The root is no value of the request, but the request.
    var left = position + 1
    var isMarked = false
    func text(_ node: Node) -> String {
      defer { left -= 1 }
      if left == 0 {
        isMarked = true
        left -= 1
        return mark
      }
      left -= 1
      defer { left += 1 }
      switch node.kind {
      case .list: return "[" + node.elements.map(text).joined(separator: ",") + "]"
      case .map: return "{" + members(node, text) + "}"
      default: return node.document.source.text(of: node.range)
      }
    }
    let marked = text(root)
    return isMarked ? marked : nil
  }

  /// The members of a map, without the pointer to its schema.
  static func members(_ node: Node, _ text: (Node) -> String = { $0.document.source.text(of: $0.range) }) -> String {
    node.members.filter { $0.key.text != "$schema" }.map { key, value in
      "\(key.document.source.text(of: key.range)):\(text(value))"
    }.joined(separator: ",")
  }
}
