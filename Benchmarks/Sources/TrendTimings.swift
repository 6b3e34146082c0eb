import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML

/// Times `trend` and `streak` for one person over the shipped pack, on one thread, once the request is decoded.
/// Usage: `benchmarks trend-timings CHECKOUT [DAYS]`
enum TrendTimings {
  static func run(_ arguments: [String]) throws {
    guard arguments.count > 1 else {
      print("usage: benchmarks trend-timings CHECKOUT [DAYS]")
      exit(2)
    }
    let checkout = URL(fileURLWithPath: arguments[1])
    let dayCount = arguments.count > 2 ? Int(arguments[2]) ?? 730 : 730

    func system(_ contracts: [Contract]) throws -> LoadedSystem {
      try LoadedSystem.load(
        packAt: checkout.appending(path: "ContentPacks/terrain").path,
        rulesAt: checkout.appending(path: "Rules/terrain").path, documents: SourceReader.read, contracts: contracts,
        kinds: [])
    }

    /// A record for each of the last `count` days, with everything that a person may tell, the same in every run.
    func request(_ count: Int) throws -> Node {
      let symptoms = ["cold", "bloating", "cramps", "stressed", "tired", "headache", "poor_sleep", "stiff"]
      let nights = ["fell_asleep_easily", "hard_to_fall_asleep", "woke_middle_of_night", "woke_early", "unrefreshing"]
      let items = ["warm-start-congee-full", "ginger-honey-tea-lite", "desk-stretch-lite", "evening-bath-medium"]
      let words = ["better", "same", "not_sure"]
      let last = try CalendarDate(parsing: "2026-02-14")
      var seed: UInt64 = 1
      func random(_ bound: Int) -> Int {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(truncatingIfNeeded: seed >> 33) % bound
      }
      var records: [String] = []
      for day in (0..<count).reversed() {
        let tapped = symptoms.filter { _ in random(4) == 0 }.map { "\"\($0)\"" }.joined(separator: ",")
        let item = items[random(items.count)]
        records.append(
          """
          {"date":"\(try last.adding(days: -day))","quick_symptoms":[\(tapped)],"mood_rating":\(1 + random(10)),
          "sleep_quality":"\(nights[random(5)])","thermal_feeling":"\(["cold", "comfortable", "warm"][random(3)])",
          "dominant_emotion":"\(["calm", "worried", "irritable"][random(3)])","energy_level":"\(["low", "normal"][random(2)])",
          "digestive_state":{"appetite_level":"normal","stool_quality":"loose"},
          "sleep_duration_minutes":\(360 + random(150)),"resting_heart_rate":\(55 + random(20)),
          "completed_routine_ids":["\(item)"],"routine_feedback":[{"routine_or_movement_id":"\(item)",
          "feedback":"\(words[random(3)])","activity_type":"routine","actual_duration_seconds":\(random(900))}]}
          """)
      }
      let text = """
        {"person_id":"anna","now":"2026-02-14","facts":{"profile":"cold_deficient_low_flame","modifier":"shen"},
        "logs":[\(records.joined(separator: ","))]}
        """
      let (documents, found) = SourceReader.read(SourceText(name: "request.json", bytes: Array(text.utf8)))
      guard let document = documents.first else { throw DiagnosticError(found) }
      return document.root
    }

    /// Microseconds for one `body`: the median of `rounds`, each of which does it `count` times.
    func median(rounds: Int = 15, count: Int = 100, _ body: () throws -> Void) rethrows -> Int {
      var times: [Double] = []
      for _ in 0..<rounds {
        let begin = ContinuousClock.now
        for _ in 0..<count { try body() }
        let (seconds, attoseconds) = (ContinuousClock.now - begin).components
        times.append((Double(seconds) * 1e6 + Double(attoseconds) * 1e-12) / Double(count))
      }
      return Int(times.sorted()[rounds / 2].rounded())
    }

    do {
      let node = try request(dayCount)
      let trends = try TrendEngine(system(TrendEngine.contracts))
      let decoded = try trends.request(node).request
      guard decoded.findings.isEmpty else { throw DiagnosticError(decoded.findings) }
      let session = TrendSession(trends)
      print("trend over \(dayCount) days: \(try median { _ = try session.report(for: decoded) }) µs")
      let decoding = try median(rounds: 7, count: 10) { _ = try trends.request(node) }
      print("decoding a request of \(dayCount) days: \(decoding) µs")
      let streaks = try StreakEngine(system(StreakEngine.contracts))
      let asked = try streaks.request(node).request
      let walking = StreakSession(streaks)
      print("streak over \(dayCount) days: \(try median { _ = try walking.report(for: asked) }) µs")
    } catch let error as DiagnosticError {
      print(DiagnosticRenderer.text(error.diagnostics))
      exit(1)
    }
  }
}
