import TerrainBase
import TerrainEngines
import TestSupport
import Testing

/// Over random messages, rows and slots: what a filled slot may never be.
@Suite struct SlotFillingTests {
  struct Sample {
    let id: String
    let topic: Int
    let opposes: [Int]
    let layer: Int
    let isDo: Bool
  }

  static let layers = ["sign", "weather", "base"]

  @Test func slotsKeepTheirRules() throws {
    var random = SplitMix64(seed: 11)
    for round in 0..<25 {
      let samples = (0..<Int.random(in: 4...24, using: &random)).map { number in
        Sample(
          id: "msg-\(number)", topic: Int.random(in: 0..<12, using: &random),
          opposes: (0..<2).compactMap { _ in
            Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 0..<12, using: &random) : nil
          }, layer: Int.random(in: 0..<3, using: &random), isDo: Bool.random(using: &random))
      }
      let limit = Int.random(in: 1...5, using: &random)
      let perLayer = Int.random(in: 1...4, using: &random)
      let page = try page(samples, limit: limit, perLayer: perLayer)
      let dos = page.messages("dos")
      let donts = page.messages("donts")
      let byID = Dictionary(uniqueKeysWithValues: samples.map { (Text($0.id), $0) })
      let shown = (dos + donts).compactMap { byID[$0] }
      #expect(shown.count == dos.count + donts.count)
      #expect(dos.count <= limit && donts.count <= limit)
      #expect(Set(shown.map(\.topic)).count == shown.count, "a topic twice in round \(round)")
      for message in shown {
        for other in shown where other.id != message.id { #expect(!message.opposes.contains(other.topic)) }
      }
      for slot in [dos, donts] {
        for layer in 0..<3 { #expect(slot.count { byID[$0]?.layer == layer } <= perLayer) }
        // The base has its place, unless nothing of the base can be said beside what is said already.
        let layers = slot.compactMap { byID[$0]?.layer }
        #expect(layers == layers.sorted(), "the higher layer comes first")
        guard slot.count == limit, !layers.contains(2) else { continue }
        let own = samples.filter { $0.layer == 2 && $0.isDo == (slot == dos) }
        for candidate in own {
          let stands = shown.contains {
            $0.topic == candidate.topic || $0.opposes.contains(candidate.topic) || candidate.opposes.contains($0.topic)
          }
          #expect(stands, "\(candidate.id) could have had the place of the base in round \(round)")
        }
      }
      // Nothing that fits is left out while there is room.
      for (slot, isDo) in [(dos, true), (donts, false)] where slot.count < limit {
        for candidate in samples where candidate.isDo == isDo && !slot.contains(Text(candidate.id)) {
          let full = slot.count { byID[$0]?.layer == candidate.layer } >= perLayer
          let stands = shown.contains {
            $0.topic == candidate.topic || $0.opposes.contains(candidate.topic) || candidate.opposes.contains($0.topic)
          }
          #expect(full || stands, "\(candidate.id) fits, and there is room in round \(round)")
        }
      }
    }
  }

  private func page(_ samples: [Sample], limit: Int, perLayer: Int) throws -> Page {
    var fixture = DayFixture()
    var messages = "kind: message\nitems:\n"
    var rows = [true: "", false: ""]
    for sample in samples {
      let opposes =
        sample.opposes.isEmpty ? "" : ", opposes: [\(sample.opposes.map { "t\($0)" }.joined(separator: ", "))]"
      messages += "  - { id: \(sample.id), topic: t\(sample.topic)\(opposes), texts: { text: Said. } }\n"
      rows[sample.isDo, default: ""] +=
        "\n      - { id: \(sample.id), then: { message: \(sample.id), layer: \(Self.layers[sample.layer]) } }"
    }
    // Rows of every layer, so that the type knows them all, and one that never holds.
    for isDo in [true, false] {
      rows[isDo, default: ""] += "\n      - { id: never, when: { month: 13 }, then: { message: msg-0, layer: base } }"
    }
    fixture.files["ContentPacks/small/messages.yaml"] = messages
    fixture.files["Rules/small/insight.yaml"] = """
      rules: 1
      module: small.insight
      facts: { month: { type: int } }
      decisions:
        dos:
          type: list<choice>
          hit: collect
          rows: \(rows[true] ?? "")
        donts:
          type: list<choice>
          hit: collect
          rows: \(rows[false] ?? "")
        page:
          value:
            - { id: dos, choose: dos, limit: \(limit), per_layer: \(perLayer), least: { base: 1 }, beside: advice }
            - { id: donts, choose: donts, limit: \(limit), per_layer: \(perLayer), least: { base: 1 }, beside: advice }
      """
    return try fixture.load(rankings: []).page("{ now: 2026-01-10 }")
  }
}
