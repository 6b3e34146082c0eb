/// Writes metrics as text of OpenMetrics 1.0. Without timestamps, exemplars and the types that Prometheus' older text format does
/// not have: node_exporter's textfile collector reads that one, and would refuse the whole file.
struct OpenMetricsWriter {
  /// What a family of metrics measures.
  enum Kind: String {
    /// A number that only grows.
    case counter
    /// A number that grows and shrinks.
    case gauge
    /// How many values there were, by size.
    case histogram
  }

  /// The media type of the text.
  static let mediaType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  /// What was written.
  private(set) var text = ""
  private let shared: [MetricLabel]

  /// A writer that gives the labels `shared` to every sample.
  init(labels shared: [MetricLabel]) { self.shared = shared }

  /// Begins the family `name`; the `unit` is the last part of its name.
  mutating func family(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String) {
    text += "# TYPE \(name) \(kind.rawValue)\n"
    if let unit { text += "# UNIT \(name) \(unit)\n" }
    text += "# HELP \(name) \(Self.escaped(help))\n"
  }

  /// A sample of the family that was begun last, whose name it begins with.
  mutating func sample(_ name: String, _ value: String, _ labels: [MetricLabel] = []) {
    text += name
    let all = shared + labels
    if !all.isEmpty {
      text += "{" + all.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",") + "}"
    }
    text += " \(value)\n"
  }

  /// A sample that is a whole number.
  mutating func sample(_ name: String, _ value: Int, _ labels: [MetricLabel] = []) {
    sample(name, "\(value)", labels)
  }

  /// Ends the text.
  mutating func end() { text += "# EOF\n" }

  /// Nanoseconds as seconds, with the digits that are needed.
  static func seconds(_ nanoseconds: Int) -> String {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard rest != 0 else { return "\(seconds)" }
    let digits = "\(rest.magnitude)"
    let fraction = String(repeating: "0", count: 9 - digits.count) + digits
    let kept = fraction.reversed().drop { $0 == "0" }.reversed()
    return "\(nanoseconds < 0 && seconds == 0 ? "-" : "")\(seconds).\(String(kept))"
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return text }
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
