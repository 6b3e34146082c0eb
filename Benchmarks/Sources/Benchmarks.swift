/// The programs that time Terrain in-process: `benchmarks NAME ARGUMENTS…`.
@main enum Benchmarks {
  private static let programs: [(name: String, run: @Sendable ([String]) throws -> Void)] = [
    ("account-timings", AccountTimings.run), ("day-timings", DayTimings.run), ("method-timings", MethodTimings.run),
    ("rule-timings", RuleTimings.run), ("timeline-timings", TimelineTimings.run), ("trend-timings", TrendTimings.run),
  ]

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let program = programs.first(where: { $0.name == arguments.first }) else {
      printError("usage: benchmarks \(programs.map(\.name).joined(separator: "|")) ARGUMENTS…")
      exitProcess(2)
    }
    try program.run(arguments)
  }
}
