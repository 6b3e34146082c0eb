import Foundation
import TerrainDocuments
import TerrainSchemas

extension FuzzTarget {
  /// JSON Schema: an object with a `schema` and an `instance`. Accepting agrees with diagnosing.
  static let schema = FuzzTarget(
    "schema",
    dictionary: [
      "\"schema\":", "\"instance\":", "\"type\":", "\"properties\":{", "\"$ref\":\"#/$defs/a\"", "\"$defs\":{\"a\":",
      "\"items\":", "\"allOf\":[", "\"anyOf\":[", "\"not\":", "\"if\":", "\"then\":", "\"const\":", "\"enum\":[",
      "\"pattern\":\"", "\"format\":\"date-time\"", "\"unevaluatedProperties\":false", "\"$dynamicRef\":\"#a\"",
      "\"$anchor\":\"a\"", "\"$id\":\"", "\"$schema\":\"http://json-schema.org/draft-07/schema#\"", "\"multipleOf\":",
    ]
  ) {
    ownSeeds + suiteSeeds
  } body: { input throws(FuzzFailure) in
    guard let document = JSONReader.read(SourceText(name: "input.json", bytes: input)).document,
      let root = document.root["schema"], let instance = document.root["instance"]
    else { return }
    let (schema, problems) = Schema.compile(root)
    try DiagnosticCheck.check(problems)
    guard let schema else { return try DiagnosticCheck.checkErrors(problems, "there is no schema") }
    let found = schema.validate(instance)
    try DiagnosticCheck.check(found)
    try require(schema.accepts(instance) == !found.hasErrors, "accepted or not, there are \(found.map(\.message))")
  }

  /// Example requests of the packs, each with the schema of its method.
  private static var ownSeeds: [[UInt8]] {
    let packs = SeedFiles.root.appending(path: "ContentPacks")
    return SeedFiles.paths(under: packs, endings: [".json"]).filter { $0.path.contains("/examples/requests/") }
      .compactMap { file in
        let name = file.deletingPathExtension().lastPathComponent
        let schema = packs.appending(path: "Schemas/requests/\(name).schema.json")
        guard let schema = SeedFiles.json(schema), let instance = SeedFiles.json(file) else { return nil }
        return seed(schema, instance)
      }
  }

  /// Groups of the public test suite with their first instances, where it is there.
  private static var suiteSeeds: [[UInt8]] {
    SeedFiles.paths(under: SeedFiles.suite("json-schema"), endings: [".json"], oneOf: 3).flatMap { file -> [[UInt8]] in
      guard let groups = SeedFiles.json(file) as? [[String: Any]] else { return [] }
      return groups.prefix(3).compactMap { group in
        let test = (group["tests"] as? [[String: Any]])?.first
        guard let schema = group["schema"], let instance = test?["data"] else { return nil }
        return seed(schema, instance)
      }
    }
  }

  private static func seed(_ schema: Any, _ instance: Any) -> [UInt8]? {
    let seed: [String: Any] = ["schema": schema, "instance": instance]
    return (try? JSONSerialization.data(withJSONObject: seed, options: .sortedKeys)).map(Array.init)
  }
}
