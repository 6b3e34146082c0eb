import TerrainBase
import TerrainExpressions
import Testing

@Suite struct GeoFunctionTests {
  private func metres(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    Double(call("geo.distance", .double(a), .double(b), .double(c), .double(d))) ?? .nan
  }

  @Test(arguments: [
    // A quarter and a half of the way round, by the radius alone.
    (0.0, 0.0, 90.0, 0.0, Double.pi / 2 * 6_371_008.8), (0, 0, 0, 180, Double.pi * 6_371_008.8),
    (-90, 17, 90, -120, Double.pi * 6_371_008.8), (10, 20, 10, 20, 0),
    // One degree of longitude at 60° is half as long as at the equator, by the chord's rule a little less.
    (60, 0, 60, 1, 55_597.1),
    // Big Ben to the Statue of Liberty; Sydney's opera house to Auckland's tower, across no date line.
    (51.5007, -0.1246, 40.6892, -74.0445, 5_574_848), (-33.8568, 151.2153, -36.8485, 174.7622, 2_157_600),
    // A little way across the date line is a little way.
    (0, 179.9, 0, -179.9, 22_239),
  ])
  func distances(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ expected: Double) {
    #expect(abs(metres(a, b, c, d) - expected) <= max(0.001, expected * 1e-3), "\(metres(a, b, c, d))")
    #expect(metres(a, b, c, d) == metres(c, d, a, b), "the way back is as long")
  }

  @Test func refusesPlacesThatAreNone() {
    let latitude = "error: invalid-argument: a latitude lies within -90 and 90"
    #expect(call("geo.distance", .double(90.1), .double(0), .double(0), .double(0)) == latitude)
    #expect(call("geo.distance", .double(0), .double(0), .double(.nan), .double(0)) == latitude)
    #expect(
      call("geo.distance", .double(0), .double(0), .double(0), .double(181))
        == "error: invalid-argument: a longitude lies within -180 and 180")
  }
}
