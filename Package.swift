// swift-tools-version: 6.1
import PackageDescription

// Data moves one way through these targets: each imports only targets above it.
let package = Package(
  name: "terrain",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // What an app needs that ships a built pack: one module to import, and no C library.
    .library(name: "TerrainKit", targets: ["TerrainKit"]),
    // All of it.
    .library(
      name: "TerrainAuthoringKit",
      targets: [
        "TerrainKit", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainPatterns", "TerrainSchemas",
        "TerrainExpressions", "TerrainRules", "TerrainContent", "TerrainEngines", "TerrainAuthoring", "TerrainPages",
        "TerrainOperations", "TerrainServer",
      ]),
    .executable(name: "terrain", targets: ["terrain"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .yum(["libyaml-devel"]), .brew(["libyaml"])]),
    .target(name: "TerrainValues"),
    .target(name: "TerrainDocuments", dependencies: ["TerrainValues"]),
    .target(name: "TerrainYAML", dependencies: ["CLibYAML", "TerrainDocuments"]),
    .target(name: "TerrainPatterns", dependencies: ["TerrainValues"]),
    .target(name: "TerrainSchemas", dependencies: ["TerrainDocuments", "TerrainPatterns"]),
    .target(name: "TerrainExpressions", dependencies: ["TerrainDocuments", "TerrainPatterns"]),
    .target(name: "TerrainRules", dependencies: ["TerrainExpressions"]),
    .target(name: "TerrainContent", dependencies: ["TerrainRules"]),
    .target(name: "TerrainEngines", dependencies: ["TerrainContent"]),
    .target(name: "TerrainOperations", dependencies: ["TerrainEngines"]),
    .target(name: "TerrainKit", dependencies: ["TerrainEngines"]),
    .target(name: "TerrainAuthoring", dependencies: ["TerrainYAML", "TerrainSchemas", "TerrainEngines"]),
    .target(name: "TerrainPages", dependencies: ["TerrainEngines"]),
    .target(name: "TerrainServer", dependencies: ["TerrainOperations", "TerrainAuthoring"]),
    .executableTarget(name: "terrain", dependencies: ["TerrainPages", "TerrainServer"]),

    .target(name: "TestSupport", dependencies: ["TerrainYAML"], path: "Tests/TestSupport"),
    .testTarget(name: "TerrainValuesTests", dependencies: ["TerrainValues", "TestSupport"]),
    .testTarget(name: "TerrainDocumentsTests", dependencies: ["TerrainDocuments", "TestSupport"]),
    .testTarget(name: "TerrainYAMLTests", dependencies: ["TerrainYAML", "TestSupport"]),
    .testTarget(name: "TerrainPatternsTests", dependencies: ["TerrainPatterns", "TestSupport"]),
    .testTarget(name: "TerrainSchemasTests", dependencies: ["TerrainSchemas", "TestSupport"]),
    .testTarget(name: "TerrainExpressionsTests", dependencies: ["TerrainExpressions", "TestSupport"]),
    .testTarget(name: "TerrainRulesTests", dependencies: ["TerrainRules", "TestSupport"]),
    .testTarget(name: "TerrainContentTests", dependencies: ["TerrainContent", "TestSupport"]),
    .testTarget(name: "TerrainEnginesTests", dependencies: ["TerrainEngines", "TestSupport"]),
    .testTarget(name: "TerrainKitTests", dependencies: ["TerrainKit", "TerrainAuthoring", "TestSupport"]),
    .testTarget(name: "TerrainAuthoringTests", dependencies: ["TerrainAuthoring", "TestSupport"]),
    .testTarget(name: "TerrainPagesTests", dependencies: ["TerrainPages", "TestSupport"]),
    .testTarget(name: "TerrainServerTests", dependencies: ["TerrainServer", "TestSupport"]),
    .testTarget(
      name: "TerrainCommandTests", dependencies: ["terrain", "TestSupport"], exclude: ["Fixtures", "Transcripts"]),
  ]
)
