import TerrainDocuments
import TerrainEngines
import Testing

/// Types of results that mention themselves.
@Suite struct ResultTypeTests {
  private struct Tree {
    var name: String
    var parts: [Tree] = []
  }

  /// What the getters of a type hold.
  private final class Held: Sendable {}

  private func type(holding held: Held) -> ResultType<Tree> {
    .recursive("tree") { tree in
      requiredField("name", .text, "Its name.") { $0.name }
      optionalField("parts", .list(tree), "Its parts.") { content in
        _ = held
        return content.parts.isEmpty ? nil : content.parts
      }
    }
  }

  @Test func recursiveTypesWriteWhatIsInside() throws {
    let tree = Tree(name: "a", parts: [Tree(name: "b", parts: [Tree(name: "c")]), Tree(name: "d")])
    let bytes = try type(holding: Held()).json(tree)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"name":"a","parts":[{"name":"b","parts":[{"name":"c"}]},{"name":"d"}]}"#)
  }

  /// Types are made anew for each version that is loaded.
  @Test func recursiveTypesAreFreed() throws {
    weak var held: Held?
    do {
      let made = Held()
      held = made
      #expect(try !type(holding: made).json(Tree(name: "a")).isEmpty)
    }
    #expect(held == nil)
  }
}
