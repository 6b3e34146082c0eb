import Foundation
import TerrainBase
import TerrainExpressions
import TestSupport
import Testing

/// Unleash's client specification, as far as rules have it: whom a gradual roll-out reaches. Its bucket is
/// `hash.murmur3(group + ':' + id) % 100 + 1`, as in Diamond Desk's flags. Constraints, segments and variants are rules of a pack here.
@Suite struct UnleashConformance {
  @Test(.enabled(if: Conformance.unleash.isInstalled, "set TERRAIN_CONFORMANCE")) func rollouts() throws {
    let folder = try #require(Conformance.unleash.folder)
    var report = ConformanceReport("unleash")
    for name in try Conformance.entries(of: folder) where name.hasSuffix(".json") {
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let state = file["state"] as? [String: Any]
      let features = state?["features"] as? [[String: Any]] ?? []
      for test in file["tests"] as? [[String: Any]] ?? [] {
        let id = "\(name.prefix(2)):\(test["description"] ?? "")".replacingOccurrences(of: " ", with: "_")
        guard let feature = features.first(where: { $0["name"] as? String == test["toggleName"] as? String }),
          let expected = test["expectedResult"] as? Bool, let rollout = Rollout(feature)
        else {
          report.know(id, "no roll-out alone: a rule of the pack")
          continue
        }
        let isEnabled = rollout.reaches(test["context"] as? [String: Any] ?? [:])
        if isEnabled == expected { report.pass() } else { report.fail(id, "is \(isEnabled)") }
      }
      for test in file["variantTests"] as? [[String: Any]] ?? [] {
        report.know("\(name.prefix(2)):\(test["toggleName"] ?? "")", "variants: a rule of the pack")
      }
    }
    print(report.summary)
    #expect(report.failed.isEmpty)
    #expect(report.passed > 10)
  }
}

/// A feature whose only strategy is a gradual roll-out by an id that stays.
private struct Rollout {
  private let isActive: Bool
  private let percentage: Int
  private let group: String
  private let field: String

  init?(_ feature: [String: Any]) {
    guard let strategies = feature["strategies"] as? [[String: Any]], strategies.count == 1,
      let parameters = strategies[0]["parameters"] as? [String: Any], feature["dependencies"] == nil,
      (strategies[0]["constraints"] as? [Any] ?? []).isEmpty, (strategies[0]["segments"] as? [Any] ?? []).isEmpty
    else { return nil }
    isActive = feature["enabled"] as? Bool ?? false
    let share = (parameters["percentage"] ?? parameters["rollout"]).map { "\($0)" }
    guard let share, let percentage = Int(share) else { return nil }
    self.percentage = percentage
    group = (parameters["groupId"] as? String) ?? (feature["name"] as? String) ?? ""
    switch strategies[0]["name"] as? String {
    case "gradualRolloutUserId": field = "userId"
    case "gradualRolloutSessionId": field = "sessionId"
    case "flexibleRollout":
      switch parameters["stickiness"] as? String {
      case "random": return nil
      case "default", nil: field = ""
      case let stickiness?: field = stickiness
      }
    default: return nil
    }
  }

  func reaches(_ context: [String: Any]) -> Bool {
    guard isActive else { return false }
    let properties = context["properties"] as? [String: Any] ?? [:]
    let names = field.isEmpty ? ["userId", "sessionId"] : [field]
    guard let id = names.compactMap({ (context[$0] ?? properties[$0]).map { "\($0)" } }).first else {
      // Without an id, Unleash draws lots by chance: all and nobody are certain.
      return field.isEmpty && percentage == 100
    }
    let hash = Int64(call("hash.murmur3", .string(Text("\(group):\(id)")))) ?? -1
    return hash % 100 + 1 <= percentage && percentage > 0
  }
}
