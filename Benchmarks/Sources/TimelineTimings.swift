import Foundation
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase
import TerrainYAML

/// Times timelines with shipped rules, on one thread: where EMBERA's order stands in its phases, and QuickSip's order moved from one
/// state to the next, each beside reading the JSON of its request. Usage: `benchmarks timeline-timings CHECKOUT`
enum TimelineTimings {
  static func run(_ arguments: [String]) throws {
    guard arguments.count > 1 else {
      print("usage: benchmarks timeline-timings CHECKOUT")
      exit(2)
    }
    let checkout = URL(fileURLWithPath: arguments[1])

    /// What is asked of which pack.
    let cases: [(name: String, pack: String, request: String)] = [
      (
        "where an order stands in four phases", "embera",
        """
        {"now": "2026-11-21T09:20:00-05:00", "zone": "America/New_York",
         "facts": {"placed_at": "2026-11-21T09:00:00-05:00", "promised_at": "2026-11-23T18:00:00-05:00"}}
        """
      ),
      (
        "an order moved, and who is told", "quicksip",
        """
        {"now": "2026-11-21T09:12:00-05:00", "locale": "en-US", "locales": {"staff": "zh-Hans"},
         "state": "placed", "move": "in_progress",
         "facts": {"ordered": "iced-matcha", "place": "library", "name": "Sarah", "placed_at": "2026-11-21T09:05:00-05:00"}}
        """
      ),
    ]

    func seconds(_ body: () throws -> Void) rethrows -> Double {
      let begin = ContinuousClock.now
      try body()
      let (seconds, attoseconds) = (ContinuousClock.now - begin).components
      return Double(seconds) + Double(attoseconds) * 1e-18
    }

    func micro(_ seconds: Double) -> String { "\((seconds * 1e7).rounded() / 10) µs" }

    do {
      for (name, pack, text) in cases {
        let engine = try TimelineEngine(
          LoadedSystem.load(
            packAt: checkout.appending(path: "ContentPacks/\(pack)").path,
            rulesAt: checkout.appending(path: "Rules/\(pack)").path, documents: SourceReader.read,
            contracts: [TimelineEngine.contract(TimelineEngine.usualModule)], kinds: []),
          module: TimelineEngine.usualModule)
        let session = TimelineSession(engine)
        let source = SourceText(name: "request.json", bytes: Array(text.utf8))
        let (document, found) = JSONReader.read(source)
        guard let document else { throw DiagnosticError(found) }
        let request = try engine.request(document.root)
        _ = try session.timeline(for: request)
        var (parsed, whole, answered): ([Double], [Double], [Double]) = ([], [], [])
        // In turns, so that a machine that slows down does so for all.
        for _ in 0..<21 {
          parsed.append(seconds { for _ in 0..<100 { _ = JSONReader.read(source) } } / 100)
          answered.append(try seconds { for _ in 0..<100 { _ = try session.timeline(for: request) } } / 100)
          whole.append(
            try seconds {
              for _ in 0..<100 {
                guard let document = JSONReader.read(source).document else { return }
                _ = try session.timeline(for: try engine.request(document.root))
              }
            } / 100)
        }
        func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
        let ratio = (median(answered) / median(parsed) * 10).rounded() / 10
        print(
          "\(name): \(micro(median(answered))), from JSON on \(micro(median(whole))); beside reading the JSON alone: \(ratio)"
        )
      }
    } catch let error as DiagnosticError {
      print(DiagnosticRenderer.text(error.diagnostics))
      exit(1)
    }
  }
}
