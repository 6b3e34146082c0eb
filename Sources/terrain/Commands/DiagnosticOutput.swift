import TerrainBase
import TerrainDocuments

/// The diagnostics of a check, written in the formats and to the files that the command line names.
struct DiagnosticOutput {
  let diagnostics: [Diagnostic]
  /// The checked files, for formats that also report files without problems.
  let files: [String]
  /// The line that sums up.
  let summary: String

  /// The options of every command that reports diagnostics.
  static let options: [Option] = [format, output, json, strict, failOn]

  private static let format = Option(
    name: "format", kind: .choice(["text", "json", "sarif", "junit", "github"]), repeats: true,
    help: "The format of diagnostics; the --output after it names a file for them")
  private static let output = Option(
    name: "output", kind: .path("FILE"), repeats: true,
    help: "Write the --format before it to this file instead of standard output")
  private static let json = Option(name: "json", kind: .flag, help: "The same as --format json")
  private static let strict = Option(name: "strict", kind: .flag, help: "The same as --fail-on warning")
  private static let failOn = Option(
    name: "fail-on", kind: .choice(Severity.allCases.reversed().map(\.rawValue)),
    help: "The lowest severity that makes the exit status 1. Without it: error")

  init(_ diagnostics: [Diagnostic], files: [String], summary: String) {
    self.diagnostics = diagnostics.sortedForReport().onePerCause()
    self.files = files
    self.summary = summary
  }

  /// DiagnosticOutput about `subject`, summed up by their number.
  init(_ diagnostics: [Diagnostic], files: [String], subject: String) {
    self.init(
      diagnostics, files: files, summary: Self.summary(subject, diagnostics.sortedForReport().onePerCause()))
  }

  /// Writes everything, and returns the exit status.
  func report(_ arguments: Arguments, _ console: Console) -> ExitStatus {
    let threshold = Self.threshold(arguments)
    var wanted = Self.outputs(arguments)
    if wanted.isEmpty { wanted = [("text", nil)] }
    // In GitHub's runner annotations are automatic, unless standard output is meant for a program.
    let isText = wanted.allSatisfy { $0.file != nil || $0.format == "text" }
    if CurrentProcess.environment("GITHUB_ACTIONS") == "true", isText,
      !wanted.contains(where: { $0.format == "github" })
    {
      wanted.append(("github", nil))
    }
    // An error in writing one file does not prevent writing the others.
    var failures: [Diagnostic] = []
    for (format, file) in wanted {
      let bytes = bytes(format, failingFrom: threshold, color: file == nil && console.outputHasColor)
      guard let file else {
        console.write(bytes)
        continue
      }
      do throws(DiagnosticError) {
        try OutputFile.write(bytes, to: file)
      } catch {
        failures += error.diagnostics
      }
    }
    if !failures.isEmpty {
      console.report(failures)
      return .couldNotRun
    }
    if Console.keepFromRunning(diagnostics) { return .couldNotRun }
    return diagnostics.contains { $0.severity >= threshold } ? .failure : .success
  }

  private static func threshold(_ arguments: Arguments) -> Severity {
    if let named = arguments.value(of: failOn).flatMap(Severity.init(rawValue:)) { return named }
    return arguments.has(strict) ? .warning : .error
  }

  /// Each format with the file after it.
  private static func outputs(_ arguments: Arguments) -> [(format: String, file: String?)] {
    var outputs: [(format: String, file: String?)] = []
    for (name, value) in arguments.options {
      switch name {
      case format.name: outputs.append((value, nil))
      case json.name: outputs.append(("json", nil))
      case output.name:
        if let last = outputs.indices.last, outputs[last].file == nil {
          outputs[last].file = value
        } else {
          outputs.append(("text", value))
        }
      default: break
      }
    }
    return outputs
  }

  private func bytes(_ format: String, failingFrom threshold: Severity, color: Bool) -> [UInt8] {
    switch format {
    case "json": DiagnosticRenderer.json(diagnostics)
    case "sarif":
      DiagnosticRenderer.sarif(
        diagnostics,
        tool: SARIFTool(name: Console.program, version: Command.version, rule: DiagnosticPages.process().rule))
    case "junit": DiagnosticRenderer.junit(diagnostics, files: files, failingFrom: threshold)
    case "github": Array(DiagnosticRenderer.github(diagnostics).utf8)
    default: Array(text(color: color).utf8)
    }
  }

  private func text(color: Bool) -> String {
    let found = diagnostics.isEmpty ? "" : DiagnosticRenderer.text(diagnostics, color: color) + "\n"
    return found + "\(summary)\n"
  }

  /// The line that sums up the diagnostics of `subject`.
  static func summary(_ subject: String, _ diagnostics: [Diagnostic]) -> String {
    "\(subject): \(summary(diagnostics))"
  }

  private static func summary(_ diagnostics: [Diagnostic]) -> String {
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = diagnostics.count { $0.severity == severity }
      let noun = severity == .info ? "note" : severity.rawValue
      return count == 0 ? nil : count.counted(noun)
    }
    return counts.isEmpty ? "no problems found" : counts.joined(separator: ", ")
  }
}
