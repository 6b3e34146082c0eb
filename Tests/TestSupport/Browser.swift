import Foundation

/// Chromium without a window, where it is installed.
public struct Browser: Sendable {
  private let program: URL

  /// The one that is on the path; nil where there is none. Debian's package is `chromium`.
  public init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.flatMap { folder in ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" }
    }
    guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
    program = URL(fileURLWithPath: path)
  }

  /// Opens the file at `path` and runs to the end.
  ///
  /// - Parameters:
  ///   - options: what to do with it, such as `--dump-dom`.
  ///   - isDark: whether the person prefers dark colours.
  /// - Returns: what came out, what the page said on its console, and the addresses that it asked the network for.
  public func open(
    _ path: String, _ options: [String], isDark: Bool = false
  ) throws -> (output: String, console: [String], requests: [String]) {
    try withTemporaryDirectory { folder in
      let log = folder.appending(path: "net.json").path
      var arguments = [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--disable-extensions", "--no-first-run",
        "--user-data-dir=\(folder.appending(path: "profile").path)", "--enable-logging=stderr", "--log-net-log=\(log)",
        "--virtual-time-budget=1000",
        // What the browser itself would like to know stays unanswered: nothing leaves the machine.
        "--host-resolver-rules=MAP * ~NOTFOUND",
      ]
      // Blink's name for `prefers-color-scheme: dark`.
      if isDark { arguments.append("--blink-settings=preferredColorScheme=0") }
      let result = try runCommand(arguments + options + ["file://\(path)"], program: program, timeout: 90)
      let console = result.standardError.split(separator: "\n").filter { $0.contains("CONSOLE") }.map(String.init)
      let net = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      // What a page asks for has its origin beside it (`null` for a file); what the browser asks for, none.
      let requests = net.split(separator: "\n").compactMap { line in
        guard !line.contains("\"initiator\":\"not an origin\"") else { return nil as String? }
        return line.firstMatch(of: /"initiator":"[^"]*".*"url":"((?:http|ws|ftp)[^"]*)"/).map { String($0.1) }
      }
      return (result.standardOutput, console, requests)
    }
  }
}
