import TerrainBase
import TerrainSchemas
import Testing

@Suite struct ThreadTests {
  @Test func onePatternServesManyTasks() async throws {
    let complete = try Pattern(re2: #"^[a-z]+-\d{3}$"#)
    let stepwise = try Pattern(re2: "[ab]*a[ab]{16}c")
    #expect(complete.isComplete && !stepwise.isComplete)
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var wrong = 0
          for round in 0..<200 {
            let good = round % 2 == task % 2
            if complete.matches(Text("abc-12\(good ? "3" : "x")")) != good { wrong += 1 }
            let text = "ba" + String(repeating: good ? "a" : "b", count: 100) + "c"
            if stepwise.matches(Text(text)) != good { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
