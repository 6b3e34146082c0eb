/// A label of metrics.
package struct MetricLabel: Sendable, Equatable {
  /// Its name.
  package let name: String
  /// Its value.
  package let value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The label that `text` is, as `NAME=VALUE`: one that whoever runs the service gives to all metrics. nil where it is none, or
  /// has a name that Prometheus or the metrics themselves use.
  package init?(parsing text: String) {
    guard let end = text.firstIndex(of: "=") else { return nil }
    let (name, value) = (text[..<end], text[text.index(after: end)...])
    guard Self.isName(name), !name.hasPrefix("__"), !Self.reserved.contains(String(name)), !value.isEmpty else {
      return nil
    }
    self.init(String(name), String(value))
  }

  /// The names of labels that metrics have by themselves, and one of Prometheus.
  package static let reserved = ["code", "hash", "id", "le", "method", "outcome", "quantile", "version"]

  private static func isName(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
  }
}
