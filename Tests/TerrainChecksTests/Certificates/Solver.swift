import Foundation

/// A solver of SMT-LIB 2 that may be installed.
struct Solver: CustomStringConvertible {
  let name: String
  private let program: URL
  private let options: [String]

  var description: String { name }

  /// The solvers that are installed; what is missing is printed, so that no log passes for more than it is.
  static let installed: [Solver] = [("z3", ["-in"]), ("cvc5", ["--lang=smt2", "--incremental", "-q", "-"])].compactMap {
    name, options in
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let program = folders.map({ URL(fileURLWithPath: "\($0)/\(name)") })
        .first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else {
      print("SKIPPED: \(name) is not installed; certificates are not checked with it")
      return nil
    }
    return Solver(name: name, program: program, options: options)
  }

  /// What it answers to the questions in `text`, in order; anything else that it writes is an answer too.
  func answers(to text: String) throws -> [String] {
    let process = Process()
    process.executableURL = program
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).smt2")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    process.arguments = options.map { $0 == "-in" || $0 == "-" ? file.path : $0 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
