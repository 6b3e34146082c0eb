import TerrainDocuments
import TerrainBase

/// `reviewed: FIELD`: no record is behind the pack's own state at the same field. The order of the states is that of the
/// vocabulary they are from.
enum Reviews: LintRule {
  static let name: Text = "reviewed"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    guard let text = node.text else { return [.notAPath(at: node)] }
    var own = pack.manifest
    for step in text.string.split(separator: ".").map({ Text(String($0)) }) {
      guard let member = own.kind == .map ? own[step] : nil else {
        let keys = own.kind == .map ? own.members.compactMap(\.key.text) : []
        return [.notInManifest(step, at: node, among: keys)]
      }
      own = member
    }
    guard let state = own.text else { return [] }
    var diagnostics: [Diagnostic] = []
    for kind in pack.kinds {
      // Not every kind has such a field.
      var ignored: [Diagnostic] = []
      guard let path = FieldPath.read(node, of: kind.name, in: pack, into: &ignored),
        let vocabulary = path.roles?.vocabularies.lazy.compactMap(pack.vocabulary).first
      else { continue }
      let order = vocabulary.values.map(\.text)
      guard let least = order.firstIndex(of: state) else { continue }
      for record in kind.records {
        for hit in path.hits(in: record, of: pack) {
          guard let here = hit.node.text, let position = order.firstIndex(of: here), position < least else { continue }
          diagnostics.append(.reviewBehind(here, record, at: hit.node, pack: own))
        }
      }
    }
    return diagnostics
  }
}

extension Diagnostic {
  fileprivate static func notInManifest(_ step: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-path", message: "`pack.yaml` has no field `\(step)` there", at: node,
      fix: Suggestion.fix(step, among: known))
  }

  fileprivate static func reviewBehind(_ state: Text, _ record: PackContents.Record, at node: Node, pack: Node)
    -> Diagnostic
  {
    Diagnostic(
      code: "pack/review-behind",
      message: "`\(record.id)` is `\(state)`, and the pack is further: `\(pack.text ?? "")`", at: node,
      related: [.init(message: "the pack's own state", place: pack.place)])
  }
}
