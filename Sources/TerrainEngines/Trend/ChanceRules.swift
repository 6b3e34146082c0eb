import TerrainDocuments
import TerrainRules
import TerrainBase

/// What the rules declare about chance: which days are compared, and how often a trendless person may see a direction.
struct ChanceRules: Sendable {
  /// The last days, and those before them that they are compared with.
  struct Window: Sendable {
    let days: Int
    /// The most days before them that count.
    let before: Int
    /// The values that each side needs.
    let least: Int
  }

  let windows: [Window]
  /// The share of false directions that is accepted, among all series of a person.
  let budget: Double
  let assumption: Autocorrelation.Assumption

  /// The most days of each side, and of comparisons: a test takes time in proportion to their product and more.
  private static let mostDays = 31
  private static let mostBefore = 183
  private static let mostWindows = 4

  /// What `compared` and `chance` declare.
  init(_ compared: Decision, _ chance: Decision, _ lists: RuleLists, into diagnostics: inout [Diagnostic])
    throws(DiagnosticError)
  {
    var windows: [Window] = []
    for (number, var fields) in try lists.elements(of: compared).enumerated() {
      let days = fields.int("days", atLeast: 1)
      let before = fields.int("before", atLeast: 1)
      let least = fields.int("least", atLeast: 1)
      if !(days.map { $0 <= Self.mostDays } ?? false) {
        fields.wrong("days", "a number of days, 1 to \(Self.mostDays)")
      }
      if !(before.map { $0 <= Self.mostBefore } ?? false) {
        fields.wrong("before", "a number of days, 1 to \(Self.mostBefore)")
      }
      if least == nil { fields.wrong("least", "a number of days, at least 1") }
      if number == Self.mostWindows { fields.wrong("days", "one of at most \(Self.mostWindows) comparisons") }
      diagnostics += fields.finish()
      if let days, let before, let least { windows.append(Window(days: days, before: before, least: least)) }
    }
    var fields = try lists.fields(of: chance)
    let budget = fields.double("budget")
    let assumed = fields.double("autocorrelation")
    let pairs = fields.double("counts_for")
    let least = fields.int("estimated_from", atLeast: 0)
    if !(budget.map { (0...1).contains($0) } ?? false) { fields.wrong("budget", "a share of false directions, 0 to 1") }
    if !(assumed.map { (0...Autocorrelation.most).contains($0) } ?? false) {
      fields.wrong("autocorrelation", "a number from 0 to \(Autocorrelation.most)")
    }
    if !(pairs.map { $0 >= 0 } ?? false) { fields.wrong("counts_for", "a number of days, 0 or more") }
    if least == nil { fields.wrong("estimated_from", "a number of days, 0 or more") }
    diagnostics += fields.finish()
    self.windows = windows
    self.budget = budget ?? 0
    assumption = Autocorrelation.Assumption(value: assumed ?? 0, pairs: pairs ?? 0, least: least ?? 0)
  }

  /// The days, up to the requested one, that comparisons look at.
  var span: Int { windows.map { $0.days + $0.before }.max() ?? 0 }
}
