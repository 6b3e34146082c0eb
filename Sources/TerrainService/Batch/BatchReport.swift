import TerrainDocuments
import TerrainEngines

/// The report of a batch for people, on standard error.
package enum BatchReport {
  /// The progress of a run on one line: lines, lines per second, and, if the end is known, the remaining time.
  ///
  /// - Parameters:
  ///   - total: the bytes of all inputs, if known.
  ///   - seconds: since the beginning.
  package static func progress(_ summary: Batch.Summary, total: Int?, seconds: Double) -> String {
    let rate = seconds > 0 ? Double(summary.lines) / seconds : 0
    var text = "\(counted(summary.lines, "line")), \(grouped(whole(rate))) a second"
    if summary.wrong > 0 { text += ", \(grouped(summary.wrong)) wrong" }
    if let total, total > 0 {
      text += ", \(min(100, summary.inputBytes / max(1, total / 100)))%"
      if summary.inputBytes > 0 {
        let left = whole(Double(max(0, total - summary.inputBytes)) * seconds / Double(summary.inputBytes) + 0.5)
        text += ", \(duration(left)) left"
      }
    }
    return text
  }

  /// The summary of a run: counts, the first invalid line, and the pack and rules that answered.
  ///
  /// - Parameter seconds: the duration; nil to leave it out, so that the same run reports the same text.
  package static func summary(
    _ summary: Batch.Summary, origin: [(name: String, value: String)], stopped: Bool, seconds: Double? = nil
  ) -> String {
    var text = "\(counted(summary.answered, "line")) answered"
    if summary.wrong > 0 { text += ", \(grouped(summary.wrong)) wrong" }
    if summary.warnings > 0 {
      text += ", \(counted(summary.warnings, "warning"))"
    }
    if let seconds, seconds > 0 {
      let rate = Double(summary.lines) / seconds
      text += ", in \(tenths(seconds)) s (\(grouped(whole(rate))) a second)"
    }
    if let (line, remarks) = summary.firstWrong {
      let place = summary.firstWrongInput.map { "line \($0.line) of `\($0.name)`" } ?? "line \(line)"
      text += "\n  \(stopped ? "stopped at" : "the first wrong one is") \(place): \(remarks.joined(separator: ", "))"
    }
    for (name, value) in origin { text += "\n  \(name): \(value)" }
    return text + "\n"
  }

  /// The message after the end by a signal.
  package static func ended(by signal: String, _ undelivered: BatchStop.Undelivered) -> String {
    "ended by \(signal) after \(counted(undelivered.delivered, "line")); "
      + "the responses to \(counted(undelivered.undelivered, "line")) that were read were not delivered\n"
  }

  private static func whole(_ number: Double) -> Int { Int(exactly: number.rounded(.down)) ?? 0 }

  private static func tenths(_ seconds: Double) -> String {
    let tenths = whole(seconds * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// `1 line`, `1,234 lines`.
  private static func counted(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `1,234,567`: in groups of three.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0, digits[index - 1] != "-" { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// `2 h 5 min`, `3 min 20 s`, `7 s`.
  private static func duration(_ seconds: Int) -> String {
    if seconds >= 3600 { return "\(seconds / 3600) h \(seconds % 3600 / 60) min" }
    return seconds >= 60 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds) s"
  }
}
