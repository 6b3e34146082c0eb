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
    SeedFiles.paths(under: SeedFiles.suite("json-schema"), endings: [".json"], oneOf: 3).flatMap { file -> [[UInt8]] in
      guard let bytes = SeedFiles.bytes(file),
        let groups = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]]
      else { return [] }
      return groups.prefix(3).compactMap { group in
        let test = (group["tests"] as? [[String: Any]])?.first
        guard let schema = group["schema"], let instance = test?["data"] else { return nil }
        let seed: [String: Any] = ["schema": schema, "instance": instance]
        return (try? JSONSerialization.data(withJSONObject: seed, options: .sortedKeys)).map(Array.init)
      }
    }
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
}
