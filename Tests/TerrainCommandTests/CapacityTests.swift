import Foundation
import TestSupport
import Testing

/// What Yeetcard's rules accept as a code, Debian's zint can draw: capacities of two-dimensional codes.
@Suite struct CapacityTests {
  /// A format, how zint draws it with the least correction, and how much it takes: digits, capitals, bytes.
  private static let formats: [(name: String, options: [String], most: [Int])] = [
    ("qr", ["-b", "58", "--secure=1"], [7089, 4296, 2953]),
    ("pdf417", ["-b", "55", "--secure=0"], [2710, 1850, 1108]),
    // With the correction that the standard recommends; zint takes up to three more.
    ("aztec", ["-b", "92"], [3832, 3067, 1914]), ("data_matrix", ["-b", "71"], [3116, 2335, 1555]),
  ]

  private struct Code {
    let format: String
    let options: [String]
    let text: String
  }

  /// Whether rules accept each of `codes`.
  private func accepted(_ codes: [Code]) throws -> [Bool] {
    let lines = try codes.map { code in
      let form = [
        "id": "card", "name": "Card", "added": "2026-01-05T09:00:00Z", "barcode_data": code.text,
        "barcode_format": code.format,
      ]
      let request: [String: Any] = ["kind": "card", "form": form]
      return String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
    }
    let run = try runCommand(
      ["batch", "check", "--pack", TranscriptTests.checkout.appending(path: "ContentPacks/yeetcard").path],
      input: Array(lines.joined(separator: "\n").utf8), timeout: 120)
    let results = run.standardOutput.split(separator: "\n")
    #expect(results.count == codes.count, "\(run.standardError)")
    return results.map { $0.contains("\"ok\":true") }
  }

  private func isDrawn(_ code: Code, _ zint: URL, _ folder: URL) throws -> Bool {
    let file = try folder.write(code.text, to: "data")
    let run = try runCommand(
      ["--direct", "--filetype=txt", "--binary"] + code.options + ["-i", file], program: zint, timeout: 60)
    return run.exitCode == 0
  }

  @Test func capacitiesAreThoseOfZint() throws {
    guard let zint = installedProgram("zint") else {
      print("SKIPPED: zint is not installed: nobody else judges how much a code takes")
      return
    }
    try withTemporaryDirectory { folder in
      var atMost: [Code] = []
      var above: [Code] = []
      for (format, options, most) in Self.formats {
        // As bytes: letters of two bytes, and one of ASCII where the number is odd.
        let units: [(Int) -> String] = [
          { String(repeating: "7", count: $0) }, { String(repeating: "K", count: $0) },
          { String(repeating: "é", count: $0 / 2) + String(repeating: "~", count: $0 % 2) },
        ]
        for (unit, count) in zip(units, most) {
          atMost.append(Code(format: format, options: options, text: unit(count)))
          above.append(Code(format: format, options: options, text: unit(count + 1)))
        }
      }
      let (within, beyond) = (try accepted(atMost), try accepted(above))
      #expect(within.allSatisfy { $0 })
      #expect(beyond.allSatisfy { !$0 })
      for code in atMost { #expect(try isDrawn(code, zint, folder), "\(code.format) \(code.text.prefix(3))") }
      // As bytes, zint's largest Data Matrix takes one more than the standard's table.
      for code in above
      where code.format != "aztec" && !(code.format == "data_matrix" && code.text.hasPrefix("é")) {
        #expect(try !isDrawn(code, zint, folder), "\(code.format) \(code.text.prefix(3))")
      }
    }
  }

  /// Text of a PDF417 takes more, the more it changes: what the rules accept is drawn.
  @Test func mixedTextIsNeverTooMuch() throws {
    guard let zint = installedProgram("zint") else {
      print("SKIPPED: zint is not installed: nobody else judges how much mixed text a code takes")
      return
    }
    var dice = SplitMix64(seed: 417)
    let sets = ["ABCXYZ ", "abcxyz ", "0123456789", "&#+%=^", ",:-.$/*", "<>@[]_{}!?"].map(Array.init)
    let pdf417 = Self.formats[1]
    try withTemporaryDirectory { folder in
      let codes = (0..<TestExtent.count(60, long: 400, of: "mixed texts that zint draws")).map { _ in
        var text = ""
        let length = Int.random(in: 900...1850, using: &dice)
        let longest = Int.random(in: 1...200, using: &dice)
        let some = (0..<Int.random(in: 1...4, using: &dice)).compactMap { _ in sets.randomElement(using: &dice) }
        while text.utf8.count < length {
          guard let set = some.randomElement(using: &dice) else { break }
          for _ in 0..<Int.random(in: 1...longest, using: &dice) { text.append(set.randomElement(using: &dice) ?? "A") }
        }
        return Code(format: pdf417.name, options: pdf417.options, text: String(text.prefix(length)))
      }
      let accepted = try accepted(codes)
      #expect(accepted.contains(true) && accepted.contains(false))
      for (code, isAccepted) in zip(codes, accepted) where isAccepted {
        #expect(try isDrawn(code, zint, folder), "\(code.text)")
      }
    }
  }
}
