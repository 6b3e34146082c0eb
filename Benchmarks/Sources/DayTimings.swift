import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML

/// Times days over the shipped pack, on one thread: the page `today` for one person, and the ranking `suggest` over
/// generated items. Usage: `benchmarks day-timings CHECKOUT [ITEMS]`
///
/// The generated items are the pack's own ingredients, again and again under ids of their own.
enum DayTimings {
  static func run(_ arguments: [String]) throws {
    guard arguments.count > 1 else {
      print("usage: benchmarks day-timings CHECKOUT [ITEMS]")
      exit(2)
    }
    let checkout = URL(fileURLWithPath: arguments[1])
    let itemCount = arguments.count > 2 ? Int(arguments[2]) ?? 100_000 : 100_000

    func engine(packAt path: URL, pages: [Text], rankings: [Text]) throws -> InsightEngine {
      try InsightEngine(
        LoadedSystem.load(
          packAt: path.path, rulesAt: checkout.appending(path: "Rules/terrain").path, documents: SourceReader.read,
          contracts: InsightEngine.contracts(pages: pages, rankings: rankings), kinds: []),
        pages: pages, rankings: rankings)
    }

    func request(_ engine: InsightEngine, need: String = "calm") throws -> DayRequest {
      let text = """
        {"person_id": "anna", "now": "2026-02-05T07:30",
         "facts": {"profile": "neutral_excess_busy_mind", "modifier": "shen", "goals": ["sleep"],
                    "safety": ["pregnancy_caution"]},
         "facts": {"need": "\(need)", "symptoms": ["stressed"], "weather": "cold", "steps": 1200,
                 "sleep": "hard_to_fall_asleep"}}
        """
      let (documents, found) = SourceReader.read(SourceText(name: "request.json", bytes: Array(text.utf8)))
      guard let document = documents.first else { throw DiagnosticError(found) }
      return try engine.request(document.root).request
    }

    /// Seconds for one `body`: the median of `rounds`, each of which does it `count` times.
    func median(rounds: Int, count: Int, _ body: () throws -> Void) rethrows -> Double {
      var times: [Double] = []
      for _ in 0..<rounds {
        let begin = ContinuousClock.now
        for _ in 0..<count { try body() }
        let (seconds, attoseconds) = (ContinuousClock.now - begin).components
        times.append((Double(seconds) + Double(attoseconds) * 1e-18) / Double(count))
      }
      return times.sorted()[rounds / 2]
    }

    /// A copy of the pack whose ingredients are there again and again until there are `count` items.
    func largePack(_ count: Int, in folder: URL) throws -> URL {
      let pack = folder.appending(path: "ContentPacks/terrain")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // The schemas beside it too: they say what records look like to rules.
      try FileManager.default.copyItem(
        at: checkout.appending(path: "ContentPacks"), to: folder.appending(path: "ContentPacks"))
      let own = try engine(packAt: pack, pages: [], rankings: ["suggest"]).pack.records(of: "ingredient")
      var text = "kind: ingredient\nitems:\n"
      for number in 0..<count {
        let node = own[number % own.count].node
        func list(_ node: Node?) -> String {
          "[" + (node.map { Array($0.elements.compactMap { $0.text?.string }) } ?? []).joined(separator: ", ") + "]"
        }
        text += "  - { id: item-\(number), name: { common: Item }, category: \(node["category"]?.text ?? "other"), "
        text += "tags: \(list(node["tags"])), goals: \(list(node["goals"])), seasons: \(list(node["seasons"])), "
        text += "regions: [], cautions: { flags: \(list(node["cautions"]?["flags"])) } }\n"
      }
      try text.write(to: pack.appending(path: "ingredients/generated.yaml"), atomically: true, encoding: .utf8)
      return pack
    }

    do {
      let shipped = try engine(
        packAt: checkout.appending(path: "ContentPacks/terrain"), pages: ["today", "insight"], rankings: ["suggest"])
      let session = InsightSession(shipped)
      let day = try request(shipped)
      for page in ["today", "insight"] as [Text] {
        let seconds = try median(rounds: 11, count: 200) { _ = try session.page(page, for: day) }
        print("\(page): \(Int((seconds * 1e6).rounded())) µs")
      }
      let one = try median(rounds: 11, count: 200) { _ = try session.suggestions.ranking("suggest", for: day) }
      print("suggest over the shipped pack: \(Int((one * 1e6).rounded())) µs")

      let folder = FileManager.default.temporaryDirectory.appending(path: "terrain-day-timings-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let large = try engine(packAt: try largePack(itemCount, in: folder), pages: [], rankings: ["suggest"])
      let many = InsightSession(large)
      let asked = try request(large)
      let considered = try many.suggestions.ranking("suggest", for: asked).considered
      let seconds = try median(rounds: 5, count: 1) { _ = try many.suggestions.ranking("suggest", for: asked) }
      print("suggest over \(considered) items: \((seconds * 1e4).rounded() / 10) ms")
    } catch let error as DiagnosticError {
      print(DiagnosticRenderer.text(error.diagnostics))
      exit(1)
    }
  }
}
