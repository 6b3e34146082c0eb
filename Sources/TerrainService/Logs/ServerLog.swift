import TerrainBase
import TerrainDocuments

/// The log of a service for its operators: one line per event, on standard error. It never contains values of a request.
package struct ServerLog: Sendable {
  /// The minimum severity of logged events.
  package enum Level: String, Sendable, CaseIterable, Comparable {
    /// Every request.
    case debug
    /// Start, end, versions, and invalid requests, whose clients receive the error.
    case info
    /// Events for an author or operator: rules without a response, versions that were refused.
    case warning
    /// Events that prevent service: errors in the program, responses that were not read.
    case error

    /// From telling most to telling least.
    package static func < (a: Level, b: Level) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  /// The format of a line.
  package enum Format: String, Sendable, CaseIterable {
    /// For people: `2026-02-05T07:30:00Z info started pack=…`.
    case text
    /// For programs: an object a line.
    case json
  }

  /// A field's value.
  package enum Field: Sendable {
    case text(String)
    case number(Int)
    case list([String])
    /// A value as JSON.
    case json(String)
  }

  /// The least severe level that is logged.
  package let level: Level
  private let format: Format
  private let write: @Sendable ([UInt8]) -> Void
  /// The output; nil if another function writes.
  private(set) var output: LineOutput?

  /// A log that hands whole lines to `write`.
  package init(level: Level, format: Format, write: @escaping @Sendable ([UInt8]) -> Void) {
    self.level = level
    self.format = format
    self.write = write
  }

  /// A log to standard error; each line is one write, so that lines of several threads are not mixed.
  package static func standardError(level: Level, format: Format) -> ServerLog {
    let output = LineOutput(.standardError)
    var log = ServerLog(level: level, format: format) { bytes in bytes.withUnsafeBytes { output.write($0) } }
    log.output = output
    return log
  }

  /// Tells that `event` happened.
  func write(_ level: Level, _ event: String, _ fields: [(name: String, value: Field)] = []) {
    guard level >= self.level else { return }
    switch format {
    case .json:
      var writer = JSONWriter(.compact)
      writer.object { writer in
        writer.member("time", Self.now())
        writer.member("level", level.rawValue)
        writer.member("event", event)
        for (name, value) in fields {
          writer.key(name)
          switch value {
          case .text(let text): writer.string(text)
          case .number(let number): writer.int(number)
          case .list(let texts): writer.array { writer in for text in texts { writer.string(text) } }
          case .json(let json): writer.raw(json)
          }
        }
      }
      writer.newline()
      write(writer.bytes)
    case .text:
      let words = fields.map { name, value in
        switch value {
        case .text(let text): "\(name)=\(TerminalText.harmless(text))"
        case .number(let number): "\(name)=\(number)"
        case .json(let json): "\(name)=\(TerminalText.harmless(json))"
        case .list(let texts): "\(name)=\(TerminalText.harmless(texts.joined(separator: "; ")))"
        }
      }
      write(Array(([Self.now(), level.rawValue, event] + words).joined(separator: " ").utf8) + [0x0A])
    }
  }

  private static func now() -> String {
    let time = WallClock.now
    let stamp = try? Timestamp(
      seconds: Int64(time.seconds), nanoseconds: Int64(time.nanoseconds) / 1_000_000 * 1_000_000)
    return stamp.map { "\($0)" } ?? ""
  }
}

extension ServedSystem {
  /// Its versions as log lines have them.
  var logFields: [(String, ServerLog.Field)] {
    [
      ("pack", .text("\(pack.id) \(pack.version) \(pack.hash)")),
      ("rules", .text("\(rules.id) \(rules.version) \(rules.hash)")),
    ]
  }
}
