// swift-tools-version: 6.1
import PackageDescription

// Data moves one way through these targets: each imports only targets above it.
let package = Package(
  name: "terrain",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // What an app needs that ships a built pack: one module to import, and no C library.
    .library(name: "TerrainKit", targets: ["TerrainKit"]),
    .executable(name: "terrain", targets: ["terrain"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .yum(["libyaml-devel"]), .brew(["libyaml"])]),
    .target(name: "TerrainBase"),
    .target(name: "TerrainDocuments", dependencies: ["TerrainBase"]),
    .target(name: "TerrainYAML", dependencies: ["CLibYAML", "TerrainBase", "TerrainDocuments"]),
    .target(name: "TerrainSchemas", dependencies: ["TerrainBase", "TerrainDocuments"]),
    .target(name: "TerrainExpressions", dependencies: ["TerrainBase", "TerrainDocuments", "TerrainSchemas"]),
    .target(name: "TerrainRules", dependencies: ["TerrainBase", "TerrainDocuments", "TerrainExpressions"]),
    .target(
      name: "TerrainEngines",
      dependencies: ["TerrainBase", "TerrainDocuments", "TerrainSchemas", "TerrainExpressions", "TerrainRules"]),
    .target(name: "TerrainPages", dependencies: ["TerrainBase", "TerrainDocuments", "TerrainRules", "TerrainEngines"]),
    .target(
      name: "TerrainKit",
      dependencies: ["TerrainBase", "TerrainDocuments", "TerrainRules", "TerrainEngines", "TerrainPages"]),
    .target(
      name: "TerrainChecks",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TerrainExpressions", "TerrainRules",
        "TerrainEngines",
      ]),
    .target(
      name: "TerrainOutcomes",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules", "TerrainEngines",
        "TerrainChecks", "TerrainPages",
      ]),
    .target(
      name: "TerrainEditor",
      dependencies: ["TerrainBase", "TerrainDocuments", "TerrainExpressions", "TerrainRules", "TerrainChecks"]),
    .target(
      name: "TerrainService",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules", "TerrainEngines",
        "TerrainChecks",
      ]),
    .executableTarget(
      name: "terrain",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules", "TerrainEngines",
        "TerrainChecks", "TerrainOutcomes", "TerrainPages", "TerrainEditor", "TerrainService",
      ]),

    // Times the targets in-process. Not a product: `swift run -c release benchmarks` builds it.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules", "TerrainEngines",
        "TerrainService",
      ], path: "Benchmarks/Sources"),

    // CEL as plainly as can be: what the machine is compared with.
    .target(name: "ReferenceCEL", dependencies: ["TerrainBase", "TerrainExpressions"], path: "Tests/ReferenceCEL"),
    // What is fed to the readers of foreign input, and what must hold then: by fuzzers and by tests.
    .target(
      name: "TerrainFuzzing",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TerrainExpressions", "TerrainRules",
        "TerrainEngines", "TerrainChecks", "TerrainEditor", "TerrainService", "ReferenceCEL",
      ], path: "Fuzz/Targets"),
    .testTarget(name: "TerrainFuzzingTests", dependencies: ["TerrainFuzzing", "TestSupport"]),

    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "TerrainBaseTests", dependencies: ["TerrainBase", "TestSupport"], exclude: ["Fixtures"]),
    .testTarget(name: "TerrainDocumentsTests", dependencies: ["TerrainBase", "TerrainDocuments", "TestSupport"]),
    .testTarget(
      name: "TerrainYAMLTests",
      dependencies: ["CLibYAML", "TerrainBase", "TerrainDocuments", "TerrainYAML", "TestSupport"]),
    .testTarget(
      name: "TerrainSchemasTests",
      dependencies: ["TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TestSupport"]),
    .testTarget(
      name: "TerrainExpressionsTests",
      dependencies: ["TerrainBase", "TerrainDocuments", "TerrainExpressions", "ReferenceCEL", "TestSupport"]),
    .testTarget(
      name: "TerrainRulesTests",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules", "TestSupport",
      ]),
    .testTarget(
      name: "TerrainEnginesTests",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules", "TerrainEngines",
        "TestSupport",
      ]),
    .testTarget(
      name: "TerrainKitTests",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainRules", "TerrainEngines", "TerrainKit",
        "TerrainChecks",
      ]),
    .testTarget(
      name: "TerrainChecksTests",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TerrainExpressions", "TerrainRules",
        "TerrainEngines", "TerrainChecks", "TestSupport",
      ]),
    .testTarget(
      name: "TerrainOutcomesTests",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TerrainExpressions", "TerrainRules",
        "TerrainEngines", "TerrainChecks", "TerrainOutcomes", "TestSupport",
      ], exclude: ["Fixtures"]),
    .testTarget(
      name: "TerrainPagesTests",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainRules", "TerrainEngines", "TerrainPages",
        "TestSupport",
      ]),
    .testTarget(
      name: "TerrainEditorTests",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainRules", "TerrainChecks", "TerrainOutcomes",
        "TerrainEditor", "TestSupport",
      ]),
    .testTarget(
      name: "TerrainServiceTests",
      dependencies: [
        "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TerrainRules", "TerrainEngines",
        "TerrainChecks", "TerrainService", "TestSupport",
      ]),
    .testTarget(
      name: "TerrainCommandTests",
      dependencies: [
        "terrain", "TerrainBase", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TerrainExpressions",
        "TerrainRules", "TerrainEngines", "TerrainChecks", "TerrainService", "TestSupport",
      ], exclude: ["Fixtures", "Transcripts"]),
  ]
)

// The program that bin/fuzz builds; it links libFuzzer, which only a sanitized build has.
if Context.environment["TERRAIN_FUZZ"] != nil {
  package.targets.append(.executableTarget(name: "fuzz", dependencies: ["TerrainFuzzing"], path: "Fuzz/Driver"))
}
