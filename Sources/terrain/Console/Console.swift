import TerrainDocuments
import TerrainPages
import TerrainServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a command reads and writes: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// True when a person reads standard output.
  let outputIsTerminal: Bool
  /// True when standard output may be coloured: on a terminal, unless `NO_COLOR` is set or the terminal is dumb.
  let outputHasColor: Bool
  /// True when a person reads standard error.
  let errorIsTerminal: Bool
  /// The same as ``outputHasColor`` for standard error, where diagnostics go.
  let errorHasColor: Bool
  /// Columns of the terminal; 80 where that cannot be told.
  let width: Int

  /// The process's own.
  static func process() -> Console {
    let plain = environment("NO_COLOR").map { !$0.isEmpty } ?? false || environment("TERM") == "dumb"
    let output = isatty(STDOUT_FILENO) == 1
    let error = isatty(STDERR_FILENO) == 1
    return Console(
      outputIsTerminal: output, outputHasColor: output && !plain, errorIsTerminal: error,
      errorHasColor: error && !plain, width: terminalWidth())
  }

  /// The value of an environment variable.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Writes a result to standard output.
  ///
  /// A reader that went away (`| head`) ends the program quietly, as it does any filter.
  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes a result's bytes to standard output; a terminal gets no characters that it might obey.
  func write(_ bytes: [UInt8]) {
    Self.write(outputIsTerminal ? TerminalText.escaped(bytes) : bytes, to: STDOUT_FILENO)
  }

  /// Shows `page` on standard output.
  func write(_ page: some TerminalContent) { write(page.text(width: width, color: outputHasColor)) }

  /// Writes the document of `response` to standard output: laid out for whoever reads there.
  func write(_ response: some Response) throws(DiagnosticError) {
    write(try response.json(outputIsTerminal ? .pretty : .compact))
  }

  /// Whether a person reads standard output, who did not ask for JSON.
  func showsPages(_ arguments: Arguments) -> Bool { outputIsTerminal && !arguments.has(.json) }

  /// Answers with `page` where pages are shown, else with `response`.
  func answer<Page: TerminalContent>(
    _ arguments: Arguments, _ response: some Response, page: @autoclosure () throws(DiagnosticError) -> Page
  ) throws(DiagnosticError) {
    if showsPages(arguments) { write(try page()) } else { try write(response) }
  }

  /// Writes a message to standard error.
  func report(_ text: String) { Self.write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    let isResult = descriptor == STDOUT_FILENO
    let isWritten = bytes.withUnsafeBytes { bytes in
      isResult ? Delivery.write(bytes, to: descriptor) : OutputFile.writeAll(bytes, to: descriptor)
    }
    if isWritten { return }
    let reason = errno
    if descriptor == STDOUT_FILENO, reason != EPIPE {
      let message = "\(Command.terrain.name): standard output cannot be written: \(String(cString: strerror(reason)))\n"
      Array(message.utf8).withUnsafeBytes { _ = OutputFile.writeAll($0, to: STDERR_FILENO) }
    }
    exit(ExitStatus.couldNotRun.rawValue)
  }

  private static func terminalWidth() -> Int {
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 20 { return columns }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20 else { return 80 }
    return Int(size.ws_col)
  }
}
