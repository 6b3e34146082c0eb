import Foundation
import TestSupport
import Testing

/// `Documentation/reference/functions.md` says what comes out.
@Suite struct FunctionPageTests {
  static let rows: [(expression: String, result: String)] = {
    let page = TranscriptTests.checkout.appending(path: "Documentation/reference/functions.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.matches(of: /\n\| `([^|]+)` \| `([^|]*)` \|/).map { (String($0.1), String($0.2)) }
  }()

  @Test func everyRowIsTrue() throws {
    #expect(Self.rows.count > 90)
    for row in Self.rows {
      let result = try runCommand(["eval", row.expression], directory: TranscriptTests.checkout)
      #expect(result.standardOutput == row.result + "\n", "\(row.expression) \(result.standardError)")
    }
  }
}
