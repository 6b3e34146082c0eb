import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainPages

/// The output of a command: results go to standard output, everything else to standard error.
struct Console: Sendable {
  /// The name of the program, in messages.
  static let program = "terrain"

  /// True when a person reads standard output.
  let outputIsTerminal: Bool
  /// True when standard output may be colored: on a terminal, unless `NO_COLOR` is set or the terminal is dumb.
  let outputHasColor: Bool
  /// True when a person reads standard error.
  let errorIsTerminal: Bool
  /// The same as ``outputHasColor`` for standard error, to which diagnostics go.
  let errorHasColor: Bool
  /// The columns of the terminal; 80 if they are unknown.
  let width: Int

  /// Keeps the objects of a command until the process ends, which then frees them at once; nil if other commands follow.
  var lasting: Lasting?

  /// Writes the bytes.
  var deliver: @Sendable (_ bytes: [UInt8], _ descriptor: Descriptor) -> Void = Console.write

  /// The process's own.
  static func process() -> Console {
    let plain =
      CurrentProcess.environment("NO_COLOR").map { !$0.isEmpty } ?? false
      || CurrentProcess.environment("TERM") == "dumb"
    let output = Descriptor.standardOutput.isTerminal
    let error = Descriptor.standardError.isTerminal
    return Console(
      outputIsTerminal: output, outputHasColor: output && !plain, errorIsTerminal: error,
      errorHasColor: error && !plain, width: terminalWidth(), lasting: Lasting())
  }

  /// Objects of the thread that runs a command. Freeing them one by one would take a twentieth of a short run.
  final class Lasting: @unchecked Sendable {
    private var objects: [AnyObject] = []

    /// Keeps `object` as long as this.
    func keep(_ object: AnyObject) { objects.append(object) }
  }

  /// Writes a result to standard output.
  ///
  /// A reader that went away (`| head`) ends the program quietly, as it does any filter.
  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes a result's bytes to standard output; a terminal gets no characters that it might obey.
  func write(_ bytes: [UInt8]) {
    deliver(outputIsTerminal ? TerminalText.escaped(bytes) : bytes, .standardOutput)
  }

  /// Shows `page` on standard output.
  func write(_ page: some TerminalContent) { write(page.text(width: width, color: outputHasColor)) }

  /// Writes a message to standard error.
  func report(_ text: String) { deliver(Array(text.utf8), .standardError) }

  private static func write(_ bytes: [UInt8], to descriptor: Descriptor) {
    do throws(SystemError) {
      if descriptor == .standardOutput { try Delivery.write(bytes) } else { try descriptor.write(bytes) }
    } catch {
      if descriptor == .standardOutput, !error.isBrokenPipe {
        let message = "\(Self.program): standard output cannot be written: \(error.message)\n"
        try? Descriptor.standardError.write(Array(message.utf8))
      }
      CurrentProcess.end(ExitStatus.couldNotRun.rawValue)
    }
  }

  private static func terminalWidth() -> Int {
    let columns = CurrentProcess.environment("COLUMNS").flatMap { Int($0) }
    if let columns, columns > 20 { return columns }
    guard let columns = Descriptor.standardOutput.columns, columns > 20 else { return 80 }
    return columns
  }
}

extension Console {
  /// The codes of diagnostics about files that cannot be read or written, and names of nothing, and not about the content of files.
  private static let cannotRead: Set<String> = [
    "file/not-found", "file/is-a-directory", "file/unreadable", "file/no-match", "file/cannot-write",
    "file/changed", "file/elsewhere",
    "pack/not-found", "rules/not-found", "rules/set-syntax", "batch/unknown-method", "batch/no-thread",
    "population/not-found", "population/unknown-operation",
    "quality/not-found", "impact/no-git", "impact/no-revision", "impact/no-versions", "impact/unknown-operation",
    "impact/unknown-decision", "impact/one-subject", "impact/several-operations",
  ]

  /// Returns true if files could not be read or written.
  static func keepFromRunning(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains { cannotRead.contains($0.code) }
  }

  /// Reports `error` on standard error, and returns the exit status.
  func report(_ error: DiagnosticError) -> ExitStatus {
    report(error.diagnostics)
    return Self.keepFromRunning(error.diagnostics) ? .couldNotRun : .failure
  }

  /// Shows diagnostics on standard error.
  func report(_ diagnostics: [Diagnostic]) {
    if !diagnostics.isEmpty {
      report(DiagnosticRenderer.text(diagnostics.sortedForReport().onePerCause(), color: errorHasColor))
    }
  }
}

/// The program's exit codes, as in the README and `terrain --help`.
enum ExitStatus: Int32 {
  /// Success.
  case success = 0
  /// The data has errors: diagnostics, refused requests, failed tests.
  case failure = 1
  /// Could not run: usage, an unreadable file, an internal error.
  case couldNotRun = 2
}

/// Writes results that are longer than a pipe's buffer, so that a signal handler can report the number of unread bytes.
enum Delivery {
  /// The capacity of a pipe: a result that fits is delivered at once, or its reader has earlier ones to read.
  private static let pipeCapacity = 64 << 10
  private static let undelivered = Atomic<Int>(0)
  private static let isWatched = Atomic<Bool>(false)

  /// Writes all of `bytes` to standard output.
  static func write(_ bytes: [UInt8]) throws(SystemError) {
    guard bytes.count > pipeCapacity else { return try Descriptor.standardOutput.write(bytes) }
    undelivered.store(bytes.count, ordering: .relaxed)
    watch()
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pipeCapacity)
      try Descriptor.standardOutput.write(Array(piece))
      rest = rest.dropFirst(piece.count)
      undelivered.store(rest.count, ordering: .relaxed)
    }
  }

  /// From now on a signal ends the program with a report, and no longer silently.
  private static func watch() {
    guard !isWatched.exchange(true, ordering: .relaxed) else { return }
    Signals.handle { signal, name in
      let left = undelivered.load(ordering: .relaxed)
      Signals.limitLife()
      let missing =
        left > 0 ? "; \(left.counted("byte")) of the result \(left == 1 ? "was" : "were") not delivered" : ""
      try? Descriptor.standardError.write(Array("\(Console.program): ended by \(name)\(missing)\n".utf8))
      return Signals.status(of: signal)
    }
  }
}
