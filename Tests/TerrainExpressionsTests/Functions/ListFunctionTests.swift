import TerrainBase
import TerrainExpressions
import Testing

@Suite struct ListFunctionTests {
  @Test func sums() throws {
    #expect(call("sum", list(1, 2, 3)) == "6")
    #expect(call("sum", list(.uint(1), .uint(2))) == "3u")
    #expect(call("sum", list(.double(0.5), .double(1))) == "1.5")
    #expect(call("sum", list(try decimal("0.1"), try decimal("0.2"))) == "decimal(\"0.3\")")
    #expect(call("sum", list(try duration("1m"), try duration("1s"))) == "duration(\"61s\")")
    #expect(call("sum", list()) == "0")
    #expect(call("sum", list(.int(.max), 1)) == "error: overflow: the sum does not fit an int")
    #expect(call("sum", list(.uint(.max), .uint(1))) == "error: overflow: the sum does not fit a uint")
    #expect(call("sum", list("a")) == "error: no overload")
  }

  @Test func smallestAndLargest() throws {
    #expect(call("min", list(3, 1, 2)) == "1")
    #expect(call("max", list(3, 1, 2)) == "3")
    #expect(call("max", list("a", "é", "b")) == "\"é\"")
    #expect(
      call("min", list(try timestamp("2020-01-01T00:00:00Z"), .timestamp(.epoch)))
        == "timestamp(\"1970-01-01T00:00:00Z\")")
    #expect(call("max", list(try decimal("1.10"), try decimal("1.2"))) == "decimal(\"1.2\")")
    #expect(call("max", list()) == "error: invalid-argument: an empty list has no smallest or largest element")
    #expect(call("max", list(.double(1), .double(.nan))) == "error: no-such-overload: a double cannot be compared")
  }

  /// A list whose elements' types are known only when it runs.
  @Test func mixedListsAreErrorsNotGuesses() {
    func failure(_ body: () throws(FunctionFailure) -> Value) -> String {
      do throws(FunctionFailure) { return try body().description } catch { return error.message }
    }
    #expect(
      failure { () throws(FunctionFailure) in try ListFunctions.sum(list(1, .double(2)), zero: 0) }
        == "only elements of one type can be added up, not an int and a double")
    #expect(
      failure { () throws(FunctionFailure) in try ListFunctions.sum(list("a"), zero: 0) }
        == "this function takes a list of numbers, not a string")
    #expect(
      failure { () throws(FunctionFailure) in try ListFunctions.max(list(1, "a")) }
        == "only elements of one type can be compared, not an int and a string")
    #expect(
      failure { () throws(FunctionFailure) in try ListFunctions.sort(list(list(1), list(2))) }
        == "a list cannot be compared")
  }

  @Test func sorting() {
    #expect(call("sort", list(3, 1, 2)) == "[1, 2, 3]")
    #expect(call("sort", list("b", "B", "a")) == "[\"B\", \"a\", \"b\"]")
    #expect(call("sort", list()) == "[]")
    #expect(call("@sortByAssociatedKeys", list("c", "b", "a", "d"), list(2, 1, 2, 0)) == "[\"d\", \"b\", \"c\", \"a\"]")
    #expect(
      call("@sortByAssociatedKeys", list("a"), list(1, 2))
        == "error: invalid-argument: there must be as many keys as elements")
  }

  @Test func parts() {
    let outside = "error: index-out-of-range: the part does not lie within the list"
    #expect(call("slice", list(1, 2, 3, 4), 1, 3) == "[2, 3]")
    #expect(call("slice", list(1, 2), 2, 2) == "[]")
    #expect(call("slice", list(1, 2), -1, 2) == outside)
    #expect(call("slice", list(1, 2), 1, 0) == outside)
    #expect(call("slice", list(1, 2), 0, 3) == outside)
    #expect(call("slice", list(1, 2), .int(.min), .int(.max)) == outside)
    #expect(call("first", list(1, 2)) == "optional.of(1)")
    #expect(call("last", list(1, 2)) == "optional.of(2)")
    #expect(call("first", list()) == "optional.none()")
    #expect(call("reverse", list(1, 2, 3)) == "[3, 2, 1]")
  }

  @Test func flattening() {
    #expect(call("flatten", list(list(1), list(2, list(3)), list())) == "[1, 2, [3]]")
    #expect(call("flatten", list(1, list(2, list(3, list(4)))), 2) == "[1, 2, 3, [4]]")
    #expect(call("flatten", list(1, list(2)), 0) == "[1, [2]]")
    #expect(
      call("flatten", list(1), -1)
        == "error: invalid-argument: a list cannot be flattened by a negative number of levels")
    #expect(
      call("flatten", list(list(1, 2), list(3)), limit: 2)
        == "error: size-limit: the result would be larger than the limit of 2")
    var deep: Value = 1
    for _ in 0..<1_000 { deep = list(deep) }
    #expect(call("flatten", list(deep), .int(.max)) == "[1]")
  }

  @Test func equalElementsOnce() {
    #expect(call("distinct", list(1, .double(1), .uint(1), "a", 2, "a")) == "[1, \"a\", 2]")
    #expect(call("distinct", list(list(1), list(.double(1)), .null, .null)) == "[[1], null]")
    let many = (0..<1_000).map { Value.int(Int64($0 % 7)) }
    #expect(call("distinct", .list(many)) == "[0, 1, 2, 3, 4, 5, 6]")
  }

  @Test func ranges() {
    #expect(call("lists.range", 3) == "[0, 1, 2]")
    #expect(call("lists.range", 0) == "[]")
    #expect(call("lists.range", -1) == "error: invalid-argument: a range cannot have a negative length")
    #expect(
      call("lists.range", .int(.max)) == "error: size-limit: the result would be larger than the limit of 1000000")
  }

  @Test func sets() {
    #expect(call("sets.contains", list(1, .double(2), .uint(3)), list(.double(1), .uint(2), 3)) == "true")
    #expect(call("sets.contains", list(), list(1)) == "false")
    #expect(call("sets.contains", list(1), list()) == "true")
    #expect(call("sets.equivalent", list(1), list(1, 1)) == "true")
    #expect(call("sets.equivalent", list(1, 2), list(1)) == "false")
    #expect(call("sets.intersects", list(list(1), list(2, 3)), list(list(1, 2), list(2, .double(3)))) == "true")
    #expect(call("sets.intersects", list(1), list()) == "false")
  }

  @Test func setsAgainstTheObviousWay() {
    var dice = Dice(state: 14)
    let values: [Value] = [0, .double(0), 1, .uint(1), "a", "b", true, .null, .list([1]), .double(.nan)]
    for _ in 0..<2_000 {
      let a = (0..<dice.roll(20)).map { _ in dice.pick(values) }
      let b = (0..<dice.roll(20)).map { _ in dice.pick(values) }
      func isIn(_ value: Value, _ others: [Value]) -> Bool { others.contains { $0.isEqual(to: value) } }
      #expect(call("sets.contains", .list(a), .list(b)) == "\(b.allSatisfy { isIn($0, a) })")
      #expect(call("sets.intersects", .list(a), .list(b)) == "\(b.contains { isIn($0, a) })")
    }
  }
}
