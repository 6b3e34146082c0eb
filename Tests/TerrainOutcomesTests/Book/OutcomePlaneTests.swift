import TerrainBase
import TestSupport
import Testing

@testable import TerrainOutcomes

/// Regions of a plane of axes.
@Suite struct OutcomePlaneTests {
  /// What is at each place: a letter for each id.
  private func rows(_ lines: [String]) -> [[Text]] { lines.map { $0.map { Text(String($0)) } } }

  /// The plane, drawn from its regions; `?` where none is, `!` where several are.
  private func drawn(_ regions: [OutcomePlane.Region], like lines: [String]) -> [String] {
    var cells = lines.map { Array(repeating: Character("?"), count: $0.count) }
    for region in regions {
      for rectangle in region.rectangles {
        for y in rectangle.y..<(rectangle.y + rectangle.height) {
          for x in rectangle.x..<(rectangle.x + rectangle.width) {
            cells[y][x] = cells[y][x] == "?" ? region.id.string.first ?? "?" : "!"
          }
        }
      }
    }
    return cells.map { String($0) }
  }

  @Test(arguments: [
    ["a"], ["aab"], ["aab", "aab", "bbb"], ["abab", "baba", "abab"], ["aaaa", "abba", "abba", "aaaa"],
    ["aaab", "aabb", "abbb"],
  ])
  func regionsAreThePlane(_ lines: [String]) {
    let regions = OutcomePlane.regions(rows(lines))
    #expect(drawn(regions, like: lines) == lines)
  }

  @Test func anyPlaneIsItsRegions() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let (width, height) = (Int(random.next() % 9) + 1, Int(random.next() % 9) + 1)
      let lines = (0..<height).map { _ in
        String((0..<width).map { _ in Character(["a", "b", "c"][Int(random.next() % 3)]) })
      }
      let regions = OutcomePlane.regions(rows(lines))
      #expect(drawn(regions, like: lines) == lines)
      // The number of a region is inside it, unless it is exactly between cells.
      for region in regions {
        let (x, y) = (Int(region.middle.x), Int(region.middle.y))
        let inside = [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)].contains { x, y in
          lines.indices.contains(y) && (0..<width).contains(x) && Text(String(Array(lines[y])[x])) == region.id
        }
        #expect(inside, "\(region.id) of \(lines)")
      }
    }
  }

  /// The number is in the largest rectangle.
  @Test func theMiddleIsOfTheLargestRectangle() {
    let regions = OutcomePlane.regions(rows(["abbb", "abbb", "aaaa"]))
    #expect(regions.map { [$0.middle.x, $0.middle.y] } == [[2, 2.5], [2.5, 1]])
  }

  /// Rectangles under each other with the same ends are one.
  @Test func rectanglesAreFew() {
    let regions = OutcomePlane.regions(rows(["aabb", "aabb", "aabb"]))
    #expect(regions.map(\.rectangles.count) == [1, 1])
  }
}
