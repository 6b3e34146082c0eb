import TerrainBase
import TerrainExpressions
import Testing

@Suite struct CELTypeTests {
  @Test(arguments: [
    "int", "list<int>", "map<string, int>", "optional<list<bool>>", "map<int, map<string, double>>", "decimal", "goal",
    "list<goal>", "type<int>", "dyn", "null", "timestamp", "duration", "bytes", "uint", "map<goal, int>",
  ])
  func readsAndPrints(text: String) throws {
    let goal = CELType.enumeration(EnumerationType(name: "goal", cases: ["a"]))
    let type = try CELType.parse(Text(text)) { $0 == "goal" ? goal : nil }
    #expect(type.description == text)
  }

  @Test func spacesDoNotMatter() throws {
    #expect(try CELType.parse(" map < string ,int > ") == .map(key: .string, value: .int))
    #expect(try CELType.parse("list") == .list(.dyn))
  }

  @Test(arguments: [
    ("", "expected(\"the name of a type\")"), ("integer", "unknownName(integer)"), ("list<int", "expected(\"`>`\")"),
    ("list<int, int>", "argumentCount(list, expected: 1, actual: 2)"),
    ("map<int>", "argumentCount(map, expected: 2, actual: 1)"),
    ("int<int>", "argumentCount(int, expected: 0, actual: 1)"), ("int int", "expected(\"the end of the type\")"),
    ("map<double, int>", "mapKey(double)"), ("list<>", "expected(\"the name of a type\")"),
  ])
  func refuses(text: String, reason: String) {
    do throws(TypeSyntaxError) {
      _ = try CELType.parse(Text(text))
      Issue.record("\(text) was read")
    } catch {
      #expect("\(error.reason)" == reason)
    }
  }

  @Test func nestingIsBounded() {
    let deep = String(repeating: "list<", count: 100_000) + "int" + String(repeating: ">", count: 100_000)
    do throws(TypeSyntaxError) {
      _ = try CELType.parse(Text(deep))
      Issue.record("it was read")
    } catch {
      #expect("\(error.reason)" == "tooDeep")
    }
  }

  @Test func aVocabularyNumbersItsMembersOnce() {
    let type = EnumerationType(name: "t", cases: ["a", "b", "a", "c"])
    #expect(type.cases == ["a", "b", "c"])
    #expect(type.code(of: "c") == 2)
    #expect(type.code(of: "d") == nil)
  }
}
