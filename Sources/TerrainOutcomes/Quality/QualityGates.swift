import TerrainRules
import TerrainDocuments
import TerrainBase

/// The gates of a pack against a report, and the committed baseline that they may only improve on.
package struct QualityGates {
  private let quality: QualityDeclaration
  /// By list and figure, the value that was accepted.
  private let accepted: [Text: Double]

  /// The file of the baseline, beside the pack's `quality.yaml`.
  package static let baselineName = "quality-baseline.json"

  /// The gates of `quality`, with the baseline at `baseline`; nil where none is committed.
  package init(_ quality: QualityDeclaration, baseline: Node?) {
    self.quality = quality
    var accepted: [Text: Double] = [:]
    if let figures = baseline?["figures" as Text] {
      for (key, value) in figures.members {
        if let name = key.text, let number = value.double { accepted[name] = number }
      }
    }
    self.accepted = accepted
  }

  /// The gates that `report` breaks.
  package func diagnostics(_ report: QualityReport) -> [Diagnostic] {
    quality.gates.compactMap { gate in
      guard let (value, season) = worst(report, gate) else {
        return .qualityList(gate, among: report.lists.map(\.name))
      }
      if let before = accepted[Self.key(gate)] {
        let change = gate.atLeast != nil ? before - value : value - before
        return change > quality.slack + 1e-9
          ? .qualityWorse(gate, value: value, season: season, before: before, sample: report.sample) : nil
      }
      let holds = gate.atLeast.map { value >= $0 } ?? gate.atMost.map { value <= $0 } ?? true
      return holds ? nil : .qualityGate(gate, value: value, season: season, sample: report.sample)
    }
  }

  /// The value that `gate` is about; with the season that has it, where the gate is for each season.
  private func worst(_ report: QualityReport, _ gate: QualityDeclaration.Gate) -> (value: Double, season: Text?)? {
    guard gate.isPerSeason else { return report.figure(gate.figure, of: gate.list).map { ($0, nil) } }
    let values = report.seasons.compactMap { season in
      season.lists.first { $0.name == gate.list }?.figures[gate.figure.string].map { (value: $0, season: season.name) }
    }
    let worst = gate.atLeast != nil ? values.min { $0.value < $1.value } : values.max { $0.value < $1.value }
    return worst.map { ($0.value, $0.season) }
  }

  /// What the baseline calls the value of `gate`.
  private static func key(_ gate: QualityDeclaration.Gate) -> Text {
    Text("\(gate.list) \(gate.figure)\(gate.isPerSeason ? " each season" : "")")
  }

  /// The baseline that accepts `report` as it is.
  package func baseline(_ report: QualityReport) -> [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.member("$schema", "../Schemas/quality-baseline.schema.json")
      writer.member("people", report.people)
      writer.member("days", report.days)
      writer.member("seed", report.seed)
      writer.object("figures") { writer in
        for gate in quality.gates {
          guard let (value, _) = worst(report, gate) else { continue }
          writer.key(Self.key(gate).string)
          try? writer.double(value)
        }
      }
    }
    writer.newline()
    return writer.bytes
  }
}
