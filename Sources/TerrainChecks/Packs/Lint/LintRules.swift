import TerrainDocuments
import TerrainEngines
import TerrainBase

/// The registry of lint rules: what must hold in a pack beyond the shape of its files.
package enum LintRules {
  /// The lint rules that a pack may declare under `checks`.
  static let declared: [any (LintRule & SendableMetatype).Type] = [
    UniqueIDs.self, UsedRecords.self, Coverage.self, CarriedValues.self, AvoidedValues.self, AgreedValues.self,
    NumberedElements.self, Sums.self, Translations.self, Reviews.self,
  ]

  /// What must hold in every pack, declared or not.
  static let always: [@Sendable (PackContents) -> [Diagnostic]] = [
    References.findings, Vocabularies.findings, MediaFiles.findings, Labels.findings,
    Topics.findings, DeclaredFields.findings, FormWords.findings,
    FolderNames.findings, UnreadFiles.findings,
  ]

  /// What must hold of the texts of every pack.
  private static let ofTexts: [@Sendable (LocalizedTexts, PackContents) -> [Diagnostic]] = [
    Locales.findings, TextContents.findings,
  ]

  /// Everything that does not hold in `pack`.
  ///
  /// - Parameter memory: what is known of documents.
  package static func findings(in pack: PackContents, _ memory: DocumentMemory? = nil) -> [Diagnostic] {
    let texts = LocalizedTexts(pack, memory)
    var diagnostics = always.flatMap { $0(pack) } + ofTexts.flatMap { $0(texts, pack) }
    diagnostics += pack.fields.diagnostics
    diagnostics += pack.fields.unfinished.map {
      .schemaTooLarge($0, limit: FieldShapes.limit, at: pack.kind($0)?.schema?.node)
    }
    for (key, value) in pack.manifest["checks"]?.members.map({ ($0.key, $0.value) }) ?? [] {
      guard let name = key.text else { continue }
      if let rule = declared.first(where: { $0.name == name }) {
        diagnostics += rule.findings(value, in: pack)
      } else {
        diagnostics.append(.unknownLintRule(name, at: key, among: declared.map { $0.name }))
      }
    }
    return diagnostics
  }
}

extension Diagnostic {
  fileprivate static func unknownLintRule(_ name: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-lint-rule", message: "`\(name)` is not a lint rule", at: node,
      fix: Suggestion.fix(name, among: known) ?? "there are \(known.quoted(near: name.string))")
  }

  fileprivate static func schemaTooLarge(_ kind: Text, limit: Int, at node: Node?) -> Diagnostic {
    Diagnostic(
      code: "pack/schema-too-large", severity: .warning,
      message: "the schema of `\(kind)` describes more fields than are looked into (limit `schemaShapes`, \(limit))",
      place: node?.place, path: node?.path)
  }
}

/// A check that a pack switches on under `checks:` in its manifest.
protocol LintRule: Sendable {
  /// Its name under `checks:`.
  static var name: Text { get }
  /// What does not hold, for the declaration at `node`; and what is wrong with the declaration itself.
  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic]
}
