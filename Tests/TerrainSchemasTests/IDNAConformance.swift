import Foundation
import TestSupport
import Testing

@testable import TerrainSchemas

/// Unicode's `IdnaTestV2.txt`, from the conformance suites or from Debian's `librust-idna-dev`.
///
/// The table is of UTS 46, which maps a name (`Faß.de` to `faß.de`) and then judges it; `idn-hostname` is IDNA2008, which maps
/// nothing and allows fewer characters. So what UTS 46 refuses is refused here, in each of its forms; and a name in the form that UTS
/// 46 makes is accepted, unless IDNA2008 refuses one of its characters.
@Suite struct IDNAConformance {
  private static var file: URL? {
    let registry = URL(fileURLWithPath: "/usr/share/cargo/registry")
    let packages = (try? Conformance.entries(of: registry)) ?? []
    let folders = packages.filter { $0.hasPrefix("idna-") }.map { registry.appending(path: "\($0)/tests") }
    return ([Conformance.idna.folder].compactMap(\.self) + folders).map { $0.appending(path: "IdnaTestV2.txt") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  @Test func namesAreJudgedAsUnicodeDoes() throws {
    guard let file = Self.file else {
      print("SKIPPED: no IdnaTestV2.txt (librust-idna-dev, or a conformance suite `idna`): nobody else judges names")
      return
    }
    var refused = ConformanceReport("IDNA (refused)")
    var accepted = ConformanceReport("IDNA (accepted)")
    var encoded = ConformanceReport("IDNA (Punycode)")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    // # Version: 13.0.0
    let version = lines.first { $0.hasPrefix("# Version: ") }?.split(whereSeparator: { " .".contains($0) }).dropFirst(2)
    let major = try #require(version?.first.flatMap { Int($0) })
    for line in lines {
      guard let row = Row(line) else { continue }
      if row.isRefused {
        judge(
          row.source, false, Self.isYounger(row.unicode, than: major) ? "has a younger character" : nil, in: &refused)
        continue
      }
      let reason = Self.reason(row.unicode)
      // JSON Schema's own suite refuses the dot of the root.
      for form in [row.unicode, row.ascii] {
        judge(String(form.suffix(1) == "." ? form.dropLast() : form[...]), true, reason, in: &accepted)
      }
      // A name that would be mapped is not looked up as it is.
      if Self.isMapped(row) { judge(row.source, false, nil, in: &refused) }
      encode(row, in: &encoded)
    }
    for report in [refused, accepted, encoded] {
      print(report.summary)
      #expect(report.failed.isEmpty)
      #expect(report.passed > 500)
    }
  }

  private func judge(_ name: String, _ isRight: Bool, _ reason: String?, in report: inout ConformanceReport) {
    let written = name.debugDescription
    if accepts(name) == isRight {
      report.pass()
    } else if let reason {
      report.know(written, reason)
    } else {
      report.fail(written, isRight ? "is refused" : "is accepted")
    }
  }

  private func accepts(_ name: String) -> Bool {
    Array(name.utf8).withUnsafeBufferPointer { InternationalHostName.accepts($0) }
  }

  /// Why `idn-hostname` refuses a name that UTS 46 accepts; nil where it does not.
  private static func reason(_ name: String) -> String? {
    for scalar in name.unicodeScalars where !"-.\u{200C}\u{200D}".unicodeScalars.contains(scalar) {
      switch scalar.properties.generalCategory {
      case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: break
      default: return "not a letter, a mark or a digit (RFC 5892, section 2.1)"
      }
    }
    return nil
  }

  /// Whether a character was not in Unicode at that version, which the table refuses for that.
  private static func isYounger(_ name: String, than version: Int) -> Bool {
    name.unicodeScalars.contains { ($0.properties.age?.major ?? .max) > version }
  }

  /// Whether each label is one of `row`'s two forms, but for the case of ASCII letters and for dots of other scripts.
  private static func isMapped(_ row: Row) -> Bool {
    let labels = [row.source, row.unicode, row.ascii].map { name in
      name.unicodeScalars.split(omittingEmptySubsequences: false) {
        ".\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains($0)
      }
      .map { label in Array((label.allSatisfy(\.isASCII) ? String(label).lowercased() : String(label)).unicodeScalars) }
    }
    guard labels[0].count == labels[1].count, labels[0].count == labels[2].count else { return true }
    return !labels[0].indices.allSatisfy { labels[0][$0] == labels[1][$0] || labels[0][$0] == labels[2][$0] }
  }

  /// Each label both ways.
  private func encode(_ row: Row, in report: inout ConformanceReport) {
    let labels = row.unicode.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    let encoded = row.ascii.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count == encoded.count else { return report.fail(row.unicode, "other labels") }
    for (label, ascii) in zip(labels, encoded) where ascii.hasPrefix("xn--") {
      let bytes = Array(ascii.utf8.dropFirst(4))
      let scalars = Array(label)
      let decoded = bytes.withUnsafeBufferPointer { Punycode.decode($0) }
      let isRight = Punycode.encode(scalars) == bytes && decoded == scalars
      if isRight { report.pass() } else { report.fail(String(label).debugDescription, "not \(ascii)") }
    }
  }

  /// A line of the table.
  private struct Row {
    let source: String
    /// The name in characters.
    let unicode: String
    /// The name in ASCII.
    let ascii: String
    /// Whether an error is recorded for the name in ASCII, which has to fit the length of names too.
    let isRefused: Bool

    /// nil for a comment.
    init?(_ line: Substring) {
      // By scalars: a mark after a semicolon is one character with it.
      let columns = line.unicodeScalars.prefix { $0 != "#" }.split(separator: ";", omittingEmptySubsequences: false)
        .map { Self.unescaped(String($0).trimmingCharacters(in: [" ", "\t"])) }
      guard columns.count >= 5 else { return nil }
      func column(_ index: Int, _ blank: String) -> String {
        columns[index].isEmpty ? blank : columns[index] == "\"\"" ? "" : columns[index]
      }
      source = column(0, "")
      unicode = column(1, source)
      ascii = column(3, unicode)
      isRefused = column(4, column(2, "[]")) != "[]"
    }

    /// `\u00DF` and `\x{1F600}` as characters.
    private static func unescaped(_ text: String) -> String {
      var result = ""
      var rest = text[...]
      while let escape = rest.range(of: #"\\u[0-9A-F]{4}|\\x\{[0-9A-F]+\}"#, options: .regularExpression) {
        result += rest[..<escape.lowerBound]
        let digits = rest[escape].dropFirst(2).trimmingCharacters(in: ["{", "}"])
        // A surrogate is no character; the table has a few, and they are refused as anything else that is none.
        result.unicodeScalars.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
        rest = rest[escape.upperBound...]
      }
      return result + rest
    }
  }
}
