import Foundation
import TestSupport
import Testing

/// zbar (`zbarimg` of zbar-tools), where it is installed.
enum CodeReader {
  static let program: String? = {
    let places = ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg", "/opt/homebrew/bin/zbarimg"]
    let found = places.first { FileManager.default.isExecutableFile(atPath: $0) }
    if found == nil { print("SKIPPED: zbarimg (zbar-tools) is not installed, so no reader judges the rules of codes") }
    return found
  }()
}

/// What the rules say of a code, a reader says of its picture.
@Suite(.enabled(if: CodeReader.program != nil, "zbarimg (zbar-tools) is not installed"))
struct CodePictureTests {
  struct Code: Sendable, CustomTestStringConvertible {
    let format: String
    let data: String
    /// What the reader says; nothing, where it cannot read it.
    let read: String?
    var testDescription: String { "\(format) \(data)" }

    init(_ format: String, _ data: String, _ read: String?) {
      self.format = format
      self.data = data
      self.read = read
    }
  }

  static let codes = [
    Code("ean_13", "4006381333931", "EAN-13:4006381333931"), Code("ean_13", "9780306406157", "EAN-13:9780306406157"),
    Code("ean_13", "4006381333934", nil), Code("ean_13", "4006318333931", nil),
    Code("ean_8", "73513537", "EAN-8:73513537"), Code("ean_8", "96385074", "EAN-8:96385074"),
    Code("ean_8", "96385075", nil),
    Code("upc_a", "036000291452", "UPC-A:036000291452"), Code("upc_a", "036000291453", nil),
    // zbar writes a UPC-E out, unless it is asked not to: so it judges that, too.
    Code("upc_e", "06543217", "UPC-A:065100004327"), Code("upc_e", "04252614", "UPC-A:042100005264"),
    Code("upc_e", "01234505", "UPC-A:012000003455"), Code("upc_e", "01234531", "UPC-A:012300000451"),
    Code("upc_e", "01234543", "UPC-A:012340000053"), Code("upc_e", "06543218", nil),
    Code("code_39", "0123456789", "CODE-39:0123456789"),
    Code("code_39", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "CODE-39:ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    Code("code_39", "A-B. C$D/E+F%G", "CODE-39:A-B. C$D/E+F%G"),
    Code("code_128", "Wikipedia", "CODE-128:Wikipedia"),
    Code("code_128", "a card, no. 7 {~}", "CODE-128:a card, no. 7 {~}"),
  ]

  @Test(arguments: codes) func theReaderAgrees(_ code: Code) throws {
    let facts = ["barcode_format": code.format, "barcode_data": code.data]
    let problems = try #require(try Self.decide("format.problems", facts) as? [Any])
    #expect(problems.isEmpty == (code.read != nil))
    let modules: String
    switch code.format {
    case "ean_13": modules = LinearCode.ean13(code.data)
    case "ean_8": modules = LinearCode.ean8(code.data)
    case "upc_a": modules = LinearCode.ean13("0" + code.data)
    case "upc_e":
      modules = LinearCode.upcE(code.data)
      let full = try Self.decide("product.full_code", facts) as? String
      if let read = code.read { #expect(read == "UPC-A:\(full ?? "nothing")") }
    case "code_39": modules = LinearCode.code39(code.data)
    default:
      #expect(try Self.decide("line.code_128_start", facts) as? Int == 104, "the test draws set B")
      let check = try Self.decide("line.code_128_check", facts) as? Int
      modules = LinearCode.code128(code.data, check: try #require(check))
    }
    #expect(try Self.read(modules) == code.read)
  }

  /// The digit that the rules expect is the only one that the reader takes.
  @Test func onlyOneDigitWillDo() throws {
    for digit in 0...9 {
      let data = "590123412345\(digit)"
      let facts = ["barcode_format": "ean_13", "barcode_data": data]
      let problems = try #require(try Self.decide("format.problems", facts) as? [Any])
      #expect(try Self.read(LinearCode.ean13(data)) == (problems.isEmpty ? "EAN-13:\(data)" : nil))
    }
  }

  /// What the shipped rules decide.
  static func decide(_ decision: String, _ facts: [String: String]) throws -> Any? {
    let input = try JSONSerialization.data(withJSONObject: facts)
    let result = try runCommand(
      ["run", "decide", decision, "-", "--pack", "yeetcard", "--json"], input: [UInt8](input),
      environment: ["TERRAIN_HOME": nil], directory: TranscriptTests.checkout)
    #expect(result.exitCode == 0, "\(result.standardError)")
    let answer = try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8)) as? [String: Any]
    return answer?["value"]
  }

  /// What the reader reads in the picture of `modules`; nil where it reads nothing.
  private static func read(_ modules: String) throws -> String? {
    let reader = try #require(CodeReader.program)
    return try withTemporaryDirectory { folder in
      let picture = try folder.write(LinearCode.graymap(modules), to: "code.pgm")
      let result = try runCommand(["-q", "-Supca.enable=1", picture], program: URL(fileURLWithPath: reader))
      return result.standardOutput.split(separator: "\n").last.map(String.init)
    }
  }
}
