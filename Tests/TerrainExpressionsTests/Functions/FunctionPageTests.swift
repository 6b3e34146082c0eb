import Foundation
import TerrainExpressions
import TestSupport
import Testing

/// `Documentation/reference/functions.md` names every function that an expression can call. (That its examples are
/// true, the command's tests say.)
@Suite struct FunctionPageTests {
  @Test func namesThemAll() throws {
    let page = Conformance.packageRoot.appendingPathComponent("Documentation/reference/functions.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    // Operators and what macros become have names that nobody can write.
    let names = FunctionTable.standard.names.map(\.string).filter { name in
      !name.contains("@") && name.first != "_" && name.last != "_"
    }
    #expect(names.count > 80)
    for name in names where !text.contains("\(name)(") { Issue.record("`\(name)` is not there") }
  }
}
