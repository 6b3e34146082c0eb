import TerrainDocuments
import TerrainEngines

extension TerminalPage {
  /// Writes `names`, which an account has and the pack no longer declares.
  mutating func write(_ names: [UnknownName]) {
    if names.isEmpty { return }
    heading("No longer in the pack")
    for name in names {
      line(
        "    \(padded(name.kind.rawValue, to: 10))\(padded(TerminalText.harmless(name.id.string), to: 20))"
          + faint(TerminalText.harmless(name.path.string)))
    }
  }
}
