import TerrainDocuments
import TerrainBase

// Diagnostics that several files raise.

extension Diagnostic {
  package static func wrongKind(_ node: Node, expected: NodeKind, what: String) -> Diagnostic {
    Diagnostic(
      code: "content/wrong-kind", message: "\(what) has to be \(expected.phrase), and is \(node.kind.phrase)", at: node)
  }

  /// The code of a field that is required and is not there.
  package static let missingFieldCode = "content/missing-field"

  package static func missingField(_ key: Text, of node: Node, what: String) -> Diagnostic {
    Diagnostic(code: missingFieldCode, message: "\(what) needs `\(key)`", at: node, fix: "add `\(key): …`")
  }
}

extension NodeKind {
  /// The kind in prose.
  package var phrase: String {
    switch self {
    case .null: "empty"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .list: "a list"
    case .map: "a map of keys and values"
    }
  }
}

extension Diagnostic {
  package static func notAVersion(at node: Node) -> Diagnostic {
    Diagnostic(code: "pack/not-a-version", message: "a version has three numbers, as in `1.4.0` (semver.org)", at: node)
  }

  package static func notALocale(at node: Node) -> Diagnostic {
    Diagnostic(code: "content/not-a-locale", message: "a locale is a BCP 47 tag such as `en-US` or `zh-Hans`", at: node)
  }

  /// A file of a pack that is a link out of it.
  package static func linkLeavesPack(_ path: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "pack/link-leaves-pack", message: "`\(path)` is a link to something outside the pack's folder",
      place: place, fix: "copy the file into the pack")
  }
}
