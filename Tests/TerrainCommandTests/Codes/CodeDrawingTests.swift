import Foundation
import TestSupport
import Testing

/// zint, where it is installed: it draws all ten formats, and refuses what cannot be drawn.
enum CodeDrawer {
  static let program: String? = {
    let places = ["/usr/bin/zint", "/usr/local/bin/zint", "/opt/homebrew/bin/zint"]
    let found = places.first { FileManager.default.isExecutableFile(atPath: $0) }
    if found == nil { print("SKIPPED: zint is not installed, so nobody judges how much the rules let into a code") }
    return found
  }()
}

/// What the rules let into a code can be drawn, and what they refuse cannot: on both sides of every limit.
///
/// Not judged: the length of lines (the standards have no limit, and the rules' own is what a phone can show), the first that is too
/// long for an Aztec (zint then corrects less than the standard recommends, and draws it), EAN-8 (zint fills digits up to
/// an EAN-13), and the last byte of a Data Matrix (zint gains one at the very end of the largest symbol).
@Suite(.enabled(if: CodeDrawer.program != nil, "zint is not installed"))
struct CodeDrawingTests {
  struct Code: Sendable, CustomTestStringConvertible {
    let format: String
    let data: String
    let isRight: Bool
    var testDescription: String { "\(format), \(data.prefix(14)), \(data.count)" }

    init(_ format: String, _ data: String, _ isRight: Bool) {
      self.format = format
      self.data = data
      self.isRight = isRight
    }

    init(_ format: String, _ character: String, _ count: Int, _ isRight: Bool) {
      self.init(format, String(repeating: character, count: count), isRight)
    }
  }

  /// By their numbers: zint's names for formats, and the least correction where that is not what it does anyway.
  static let formats = [
    "ean_13": ["-b", "13"], "upc_a": ["-b", "34"], "upc_e": ["-b", "37"], "code_39": ["-b", "8"],
    "code_128": ["-b", "20"],
    "qr": ["-b", "58", "--secure=1"], "pdf417": ["-b", "55", "--secure=0"], "aztec": ["-b", "92"],
    "data_matrix": ["-b", "71"],
  ]

  static let codes = [
    Code("ean_13", "4006381333931", true), Code("ean_13", "4006381333934", false), Code("upc_a", "036000291452", true),
    Code("upc_a", "036000291453", false), Code("upc_e", "06543217", true), Code("upc_e", "06543218", false),
    Code("upc_e", "654321", true), Code("code_39", "A-B. C$D/E+F%G", true), Code("code_128", "a card, no. 7 {~}", true),
    Code("qr", "1", 7089, true), Code("qr", "1", 7090, false), Code("qr", "A", 4296, true),
    Code("qr", "A", 4297, false),
    Code("qr", "a", 2953, true), Code("qr", "a", 2954, false),
    Code("pdf417", "1", 2710, true), Code("pdf417", "1", 2711, false), Code("pdf417", "A", 1850, true),
    Code("pdf417", "A", 1851, false), Code("pdf417", "é", 554, true), Code("pdf417", "é", 555, false),
    Code("data_matrix", "1", 3116, true), Code("data_matrix", "1", 3117, false), Code("data_matrix", "A", 2335, true),
    Code("data_matrix", "A", 2336, false), Code("data_matrix", "a", 2335, true), Code("data_matrix", "a", 2336, false),
    Code("data_matrix", "é", 777, true), Code("data_matrix", "é", 779, false),
    Code("aztec", "1", 3832, true), Code("aztec", "A", 3067, true), Code("aztec", "é", 957, true),
  ]

  @Test(arguments: codes) func whatIsRightCanBeDrawn(_ code: Code) throws {
    let facts = ["barcode_format": code.format, "barcode_data": code.data]
    let problems = try #require(try CodePictureTests.decide("format.problems", facts) as? [Any])
    #expect(problems.isEmpty == code.isRight)
    #expect(try Self.draw(code) { _ in } == code.isRight)
  }

  /// A square code that was drawn says what went into it.
  @Test(.enabled(if: CodeReader.program != nil, "zbarimg (zbar-tools) is not installed"))
  func theReaderReadsWhatWasDrawn() throws {
    for data in ["CARD 7", "4006381333931", "a card, no. 7 {~}"] {
      var read: String?
      _ = try Self.draw(Code("qr", data, true)) { picture in
        let result = try runCommand(
          ["-q", "--raw", picture], program: URL(fileURLWithPath: try #require(CodeReader.program)))
        read = result.standardOutput.split(separator: "\n").last.map(String.init)
      }
      #expect(read == data)
    }
  }

  /// Whether zint draws `code`; the picture is there as long as `body` looks at it.
  private static func draw(_ code: Code, _ body: (String) throws -> Void) throws -> Bool {
    let drawer = try #require(CodeDrawer.program)
    let format = try #require(formats[code.format])
    return try withTemporaryDirectory { folder in
      let data = try folder.write(Array(code.data.utf8), to: "data")
      let picture = folder.appending(path: "code.png").path
      let result = try runCommand(
        format + ["--binary", "-i", data, "-o", picture], program: URL(fileURLWithPath: drawer))
      // 1 to 4 are warnings: it was drawn.
      guard result.exitCode < 5 else { return false }
      try body(picture)
      return true
    }
  }
}
