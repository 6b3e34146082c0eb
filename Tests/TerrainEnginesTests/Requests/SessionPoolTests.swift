import TerrainEngines
import Testing

/// Sessions are made when all others are in use, and otherwise used again.
@Suite struct SessionPoolTests {
  private final class Session {}

  @Test func usesAgainWhatCameBack() {
    let pool = SessionPool { Session() }
    let first = pool.with { $0 }
    for _ in 0..<5 { pool.with { #expect($0 === first) } }
    #expect(pool.made == 1)
  }

  @Test func twoAtOnceHaveOneEach() {
    let pool = SessionPool { Session() }
    pool.with { outer in pool.with { #expect($0 !== outer) } }
    #expect(pool.made == 2)
    pool.with { _ in pool.with { _ in } }
    #expect(pool.made == 2)
  }

  private struct Failure: Error {}

  @Test func whatThrowsComesBackToo() {
    let pool = SessionPool { Session() }
    for _ in 0..<3 {
      #expect(throws: Failure.self) { try pool.with { (_: Session) throws(Failure) in throw Failure() } }
    }
    #expect(pool.made == 1)
  }
}
