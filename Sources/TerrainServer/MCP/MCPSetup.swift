import TerrainAuthoring
import TerrainDocuments
import TerrainOperations
import TerrainPlatform

/// What a server of the Model Context Protocol needs of the program that it is part of.
package struct MCPSetup: Sendable {
  /// Writes the report about the person of a request, as HTML.
  package typealias Report = @Sendable (_ session: OperationSession, _ request: Node) throws(DiagnosticError) -> String

  /// The validator of `terrain validate`.
  let validator: Validator
  let report: Report
  /// The codes of diagnostics, and the page of each as Markdown.
  let codes: [String]
  let explanation: @Sendable (_ code: String) -> String?
  /// The folder in which files may be replaced, with all links followed; nil where nothing is written.
  let writableFolder: String?
  let limits: RequestLimits
  /// Nanoseconds that an operation may take.
  let patience: Int
  let clock: MonotonicClock
  /// Makes tokens that nobody can guess.
  let makeToken: @Sendable () -> String

  /// - Parameter timeout: the milliseconds that an operation may take.
  package init(
    validator: Validator, report: @escaping Report, codes: [String],
    explanation: @escaping @Sendable (_ code: String) -> String?, writableFolder: String? = nil,
    limits: RequestLimits = RequestLimits(), timeout: Int = MCPSetup.standardTimeout, clock: MonotonicClock = .system,
    makeToken: @escaping @Sendable () -> String = MCPSetup.randomToken
  ) {
    (self.validator, self.report, self.codes, self.explanation) = (validator, report, codes, explanation)
    (self.writableFolder, self.limits, self.clock, self.makeToken) = (writableFolder, limits, clock, makeToken)
    patience = timeout * 1_000_000
  }

  /// Milliseconds that an operation may take where nothing else is given.
  package static let standardTimeout = 60_000

  /// 128 random bits of the system, as hexadecimal digits.
  @Sendable package static func randomToken() -> String {
    var system = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let bits: UInt64 = system.next()
      let digits = String(bits, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
