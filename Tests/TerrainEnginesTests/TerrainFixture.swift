import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport

/// The pack and rules of the checkout, and copies of them with changes.
enum TerrainFixture {
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let pack = checkout.appending(path: "ContentPacks/terrain").path
  static let rules = checkout.appending(path: "Rules/terrain").path

  static func engine(
    pack: String = pack, rules: String = rules, set overrides: [String] = []
  ) throws -> ScoringEngine {
    try ScoringEngine(
      LoadedSystem.load(
        packAt: pack, rulesAt: rules, documents: SourceReader.read, contracts: [ScoringEngine.contract],
        kinds: [ScoringEngine.quizKind], overrides: overrides.map { try ParameterOverride($0) }))
  }

  static func document(_ text: String, name: String = "answers.json") throws -> Document {
    let (documents, diagnostics) = SourceReader.read(SourceText(name: name, bytes: Array(text.utf8)))
    guard let document = documents.first else { throw DiagnosticError(diagnostics) }
    return document
  }

  /// A pack whose quiz sets axes directly: a question an axis, an option a value from -10 to 10.
  static func directPack(in folder: URL) throws -> String {
    let path = folder.appending(path: "direct")
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    for file in ["profiles.yaml", "modifiers.yaml"] {
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: pack).appending(path: file), to: path.appending(path: file))
    }
    try """
    id: direct
    version: 1.0.0
    default_locale: en-US
    rules: { id: terrain, version: "^1.0.0" }
    kinds: { quiz: { path: quiz.yaml }, profile: { path: profiles.yaml }, modifier: { path: modifiers.yaml } }
    """.write(to: path.appending(path: "pack.yaml"), atomically: true, encoding: .utf8)
    var quiz = "kind: quiz\naxes:\n"
    for axis in axes { quiz += "  - { id: \(axis), label: \(axis), low: low, high: high }\n" }
    quiz += "questions:\n"
    for axis in axes {
      quiz += "  - id: \(axis)\n    text: \(axis)\n    options:\n"
      for value in -12...12 {
        quiz += "      - { id: \"\(value)\", text: \"\(value)\", deltas: { \(axis): \(value) } }\n"
      }
    }
    try quiz.write(to: path.appending(path: "quiz.yaml"), atomically: true, encoding: .utf8)
    return path.path
  }

  static let axes = ["cold_heat", "def_excess", "damp_dry", "qi_stagnation", "shen_unsettled"]

  /// Answers of the direct pack that set the axes to `values`.
  static func answers(_ values: [Int]) -> String {
    "{\"answers\": {\(zip(axes, values).map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", "))}}"
  }

  /// A copy of the rules with `replacement` for `text` in `file`.
  static func rules(
    in folder: URL, replacing text: String, with replacement: String, in file: String = "types.yaml"
  ) throws -> String {
    let copy = folder.appending(path: "rules-\(UUID().uuidString)")
    try FileManager.default.copyItem(atPath: rules, toPath: copy.path)
    let url = copy.appending(path: file)
    let old = try String(contentsOf: url, encoding: .utf8)
    let new = old.replacing(text, with: replacement)
    guard new != old else { throw CocoaError(.featureUnsupported) }
    try new.write(to: url, atomically: true, encoding: .utf8)
    return copy.path
  }
}
