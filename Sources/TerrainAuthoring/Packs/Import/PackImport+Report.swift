import TerrainDocuments
import TerrainValues

extension PackImport.Outcome {
  /// Lines of a report beyond these are counted.
  private static let mostLines = 100
  /// Records that a line names.
  private static let mostNamed = 3

  /// Values that are not carried over, alike but for positions in lists.
  private struct Group {
    let path: String
    let reason: String?
    var nodes: [Node]
  }

  private var groups: [Group] {
    var groups: [Group] = []
    var indices: [String: Int] = [:]
    for rest in rest {
      let path = Self.generalized(rest.node.path)
      let key = "\(path)\u{0}\(rest.reason ?? "")"
      if let index = indices[key] {
        groups[index].nodes.append(rest.node)
      } else {
        indices[key] = groups.count
        groups.append(Group(path: path, reason: rest.reason, nodes: [rest.node]))
      }
    }
    return groups
  }

  /// A path with every position in a list as `[*]`.
  private static func generalized(_ path: String) -> String {
    var result = ""
    var digits = ""
    var isInside = false
    for character in path {
      if character == "[" {
        (isInside, digits) = (true, "")
      } else if isInside, character.isASCII, character.isNumber {
        digits.append(character)
      } else if isInside {
        result += character == "]" && !digits.isEmpty ? "[*]" : "[\(digits)\(character)"
        isInside = false
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// The report that people read.
  package var text: String {
    var lines = counts.map { "\($0.count) \($0.kind)" }
    lines = ["imported: \(lines.joined(separator: ", "))"]
    let numbered = made.filter { $0.taken != nil }
    if !made.isEmpty { lines.append("ids made of texts: \(made.count)") }
    for made in numbered.prefix(Self.mostLines) {
      lines.append("  \(made.kind) \(made.id): `\(made.taken ?? "")` was taken (\(Self.line(made.record)))")
    }
    let groups = groups
    if groups.isEmpty {
      lines.append("everything is carried over")
    } else {
      lines.append("not carried over:")
      for group in groups.prefix(Self.mostLines) { lines.append("  \(Self.line(group))") }
      if groups.count > Self.mostLines { lines.append("  and \(groups.count - Self.mostLines) more; --json lists all") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ group: Group) -> String {
    let places = group.nodes.prefix(mostNamed).map(line).joined(separator: ", ")
    let more = group.nodes.count > mostNamed ? " and \(group.nodes.count - mostNamed) more" : ""
    let reason = group.reason.map { ": \($0)" } ?? ""
    return "\(group.path.isEmpty ? "the whole source" : group.path)\(reason) (\(places)\(more))"
  }

  private static func line(_ node: Node) -> String {
    "line \(node.document.source.position(at: Int(node.range.start)).line)"
  }

  /// The report for programs: every value and record that is not carried over.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("records")
      writer.object { writer in for (kind, count) in counts { writer.member(kind.string, count) } }
      writer.array("files") { writer in for file in files { writer.string(file.path) } }
      writer.array("ids") { writer in
        for made in made {
          writer.object { writer in
            writer.member("kind", made.kind)
            writer.member("id", made.id)
            writer.member("path", made.record.path)
            writer.member("taken", ifAny: made.taken)
          }
        }
      }
      writer.array("not_carried") { writer in
        for rest in rest {
          writer.object { writer in
            writer.member("path", rest.node.path)
            writer.fileAndLine(of: rest.node.place)
            writer.member("reason", ifAny: rest.reason)
          }
        }
      }
    }
  }
}
