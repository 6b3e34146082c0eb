import TerrainDocuments
import TerrainPages
import TerrainBase

/// Where a command writes: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// The name of the program, in messages.
  static let program = "terrain"

  /// True when a person reads standard output.
  let outputIsTerminal: Bool
  /// True when standard output may be coloured: on a terminal, unless `NO_COLOR` is set or the terminal is dumb.
  let outputHasColor: Bool
  /// True when a person reads standard error.
  let errorIsTerminal: Bool
  /// The same as ``outputHasColor`` for standard error, where diagnostics go.
  let errorHasColor: Bool
  /// Columns of the terminal; 80 where they are not known.
  let width: Int

  /// Keeps what a command has loaded until the process ends, which then frees it at once; nil where other commands follow.
  var lasting: Lasting?

  /// Takes what is written.
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

  /// Objects of the thread that runs a command. Taking apart what was loaded takes a twentieth of a short run.
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
