import TerrainBase

/// Places on the Earth, as degrees of latitude (north is positive) and longitude (east is positive).
package enum GeoFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "geo.distance",
      [Overload("geo_distance_double", [.double, .double, .double, .double], .double, steps: 20, .variadic(distance))])
  ]

  /// The mean radius of the Earth in metres, as the IUGG defines it: (2a + b) / 3 of the WGS 84 ellipsoid.
  static let earthRadius = 6_371_008.8

  /// Metres between two places along a great circle, by the haversine formula: latitude and longitude of one, then of
  /// the other. As the Earth is not a sphere, it may be half a percent off.
  package static func distance(_ arguments: [Value]) throws(FunctionFailure) -> Value {
    var degrees: [Double] = []
    for (index, argument) in arguments.enumerated() {
      let value = try argument.asDouble
      let limit: Double = index % 2 == 0 ? 90 : 180
      guard value.magnitude <= limit else {
        throw .invalid(index % 2 == 0 ? "a latitude lies within -90 and 90" : "a longitude lies within -180 and 180")
      }
      degrees.append(value)
    }
    let radians = degrees.map { $0 * .pi / 180 }
    let north = Mathematics.sine((radians[2] - radians[0]) / 2)
    let east = Mathematics.sine((radians[3] - radians[1]) / 2)
    let chord = north * north + Mathematics.cosine(radians[0]) * Mathematics.cosine(radians[2]) * east * east
    return .double(2 * earthRadius * Mathematics.arcsine(min(1, chord.squareRoot())))
  }
}
