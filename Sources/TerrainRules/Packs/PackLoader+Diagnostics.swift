import TerrainDocuments
import TerrainBase

extension Diagnostic {
  static func pathLeavesPack(at place: Place) -> Diagnostic {
    Diagnostic(code: "pack/path-leaves-pack", message: "a path has to stay inside the pack's folder", place: place)
  }

  static func missingContent(_ path: String, meant: String?, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "pack/missing-content", message: "there is no file or folder `\(path)` in the pack", place: place,
      fix: meant.map { "did you mean `\($0)`?" })
  }

  static func repeatedRecord(_ id: Text, kind: Text, at node: Node, first: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/repeated-id", message: "the id `\(id)` is used by two records of `\(kind)`",
      place: (node["id"] ?? node).place,
      related: [.init(message: "first used here", place: (first["id"] ?? first).place)],
      fix: "give one of them another id", path: node.path)
  }
}
