import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService

extension Option {
  /// `--limit NAME=NUMBER` for the limits called `names`.
  static func limit(_ names: [String]) -> Option {
    Option(
      name: "limit", kind: .value("NAME=NUMBER"), repeats: true,
      help: "Change a limit: \(names.joined(separator: ", "))")
  }
}

extension Arguments {
  /// The limits of a command that takes those called `names`; nil if one is wrong, which is reported.
  func limits(_ names: [String], _ console: Console) -> RequestLimits? {
    var limits = RequestLimits()
    for text in values(of: .limit(names)) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts.first ?? ""
      guard names.contains(name), let limit = RequestLimit(rawValue: name) else {
        let fix = Suggestion.fix(Text(name), among: names) ?? "the limits are \(names.joined(separator: ", "))"
        console.report("terrain: unknown limit `\(TerminalText.harmless(name))`\nhelp: \(fix)\n")
        return nil
      }
      guard parts.count == 2, let number = Int(parts[1]), number > 0 else {
        console.report("terrain: a limit is a whole number above 0, as in `--limit \(name)=1000`\n")
        return nil
      }
      limits[limit] = number
    }
    return limits
  }
}
