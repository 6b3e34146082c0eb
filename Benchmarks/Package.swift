// swift-tools-version: 6.1
import PackageDescription

// A package of its own: nobody who depends on Terrain builds it, and it sees of Terrain what every user sees.
let package = Package(
  name: "terrain-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "terrain", path: "..")],
  targets: [
    .executableTarget(
      name: "rule-timings",
      dependencies: [
        .product(name: "TerrainKit", package: "terrain"), .product(name: "TerrainAuthoringKit", package: "terrain"),
      ],
      path: "Sources/RuleTimings"),
    .executableTarget(
      name: "day-timings",
      dependencies: [
        .product(name: "TerrainKit", package: "terrain"), .product(name: "TerrainAuthoringKit", package: "terrain"),
      ],
      path: "Sources/DayTimings"),
    .executableTarget(
      name: "trend-timings",
      dependencies: [
        .product(name: "TerrainKit", package: "terrain"), .product(name: "TerrainAuthoringKit", package: "terrain"),
      ],
      path: "Sources/TrendTimings"),
    .executableTarget(
      name: "account-timings",
      dependencies: [
        .product(name: "TerrainKit", package: "terrain"), .product(name: "TerrainAuthoringKit", package: "terrain"),
      ],
      path: "Sources/AccountTimings"),
    .executableTarget(
      name: "timeline-timings",
      dependencies: [
        .product(name: "TerrainKit", package: "terrain"), .product(name: "TerrainAuthoringKit", package: "terrain"),
      ],
      path: "Sources/TimelineTimings"),
    .executableTarget(
      name: "method-timings",
      dependencies: [
        .product(name: "TerrainKit", package: "terrain"), .product(name: "TerrainAuthoringKit", package: "terrain"),
      ],
      path: "Sources/MethodTimings"),
  ]
)
