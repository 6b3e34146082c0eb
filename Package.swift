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
    .target(name: "TerrainPlatform"),
    .target(name: "TerrainValues", dependencies: ["TerrainPlatform"]),
    .target(name: "TerrainDocuments", dependencies: ["TerrainPlatform", "TerrainValues"]),
    .target(name: "TerrainYAML", dependencies: ["CLibYAML", "TerrainPlatform", "TerrainDocuments"]),
    .target(name: "TerrainPatterns", dependencies: ["TerrainPlatform", "TerrainValues"]),
    .target(name: "TerrainSchemas", dependencies: ["TerrainValues", "TerrainDocuments", "TerrainPatterns"]),
    .target(
      name: "TerrainExpressions",
      dependencies: ["TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainPatterns"]),
    .target(name: "TerrainRules", dependencies: ["TerrainValues", "TerrainDocuments", "TerrainExpressions"]),
    .target(
      name: "TerrainContent",
      dependencies: ["TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainExpressions", "TerrainRules"]),
    .target(
      name: "TerrainEngines",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainPatterns", "TerrainExpressions", "TerrainRules",
        "TerrainContent",
      ]),
    .target(
      name: "TerrainForms",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainSchemas", "TerrainRules", "TerrainContent",
        "TerrainEngines",
      ]),
    .target(
      name: "TerrainOperations",
      dependencies: [
        "TerrainValues", "TerrainDocuments", "TerrainExpressions", "TerrainRules", "TerrainContent", "TerrainEngines",
        "TerrainForms",
      ]),
    .target(
      name: "TerrainPages",
      dependencies: [
        "TerrainValues", "TerrainDocuments", "TerrainRules", "TerrainContent", "TerrainEngines", "TerrainOperations",
      ]),
    .target(
      name: "TerrainKit",
      dependencies: [
        "TerrainValues", "TerrainDocuments", "TerrainRules", "TerrainContent", "TerrainEngines", "TerrainOperations",
        "TerrainPages",
      ]),
    .target(
      name: "TerrainAnalysis",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules",
        "TerrainContent",
      ]),
    .target(
      name: "TerrainAuthoring",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TerrainExpressions",
        "TerrainRules", "TerrainContent", "TerrainEngines", "TerrainAnalysis", "TerrainForms",
      ]),
    .target(
      name: "TerrainOutcomes",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainExpressions",
        "TerrainRules", "TerrainContent", "TerrainEngines", "TerrainOperations", "TerrainForms", "TerrainAnalysis",
        "TerrainAuthoring",
        "TerrainPages",
      ]),
    .target(
      name: "TerrainEditor",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainExpressions", "TerrainRules",
        "TerrainContent", "TerrainAnalysis", "TerrainAuthoring",
      ]),
    .target(
      name: "TerrainServer",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules",
        "TerrainContent", "TerrainEngines", "TerrainOperations", "TerrainForms", "TerrainAnalysis", "TerrainAuthoring",
      ]),
    .executableTarget(
      name: "terrain",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules",
        "TerrainContent", "TerrainEngines", "TerrainOperations", "TerrainAnalysis", "TerrainAuthoring",
        "TerrainOutcomes",
        "TerrainPages",
        "TerrainEditor", "TerrainServer",
      ]),

    // Times the targets in-process. Not a product: `swift run -c release benchmarks` builds it.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules", "TerrainContent",
        "TerrainEngines", "TerrainOperations", "TerrainServer",
      ], path: "Benchmarks/Sources"),

    // CEL as plainly as can be: what the machine is compared with.
    .target(name: "ReferenceCEL", dependencies: ["TerrainValues", "TerrainExpressions"], path: "Tests/ReferenceCEL"),
    // What is fed to the readers of foreign input, and what must hold then: by fuzzers and by tests.
    .target(
      name: "TerrainFuzzing",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainPatterns", "TerrainSchemas",
        "TerrainExpressions", "TerrainRules", "TerrainContent", "TerrainEngines", "TerrainOperations",
        "TerrainAnalysis", "TerrainAuthoring", "TerrainEditor", "TerrainServer", "ReferenceCEL",
      ], path: "Fuzz/Targets"),
    .testTarget(name: "TerrainFuzzingTests", dependencies: ["TerrainFuzzing", "TestSupport"]),

    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "TerrainValuesTests", dependencies: ["TerrainPlatform", "TerrainValues", "TestSupport"]),
    .testTarget(name: "TerrainDocumentsTests", dependencies: ["TerrainValues", "TerrainDocuments", "TestSupport"]),
    .testTarget(
      name: "TerrainYAMLTests",
      dependencies: ["CLibYAML", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TestSupport"]),
    .testTarget(name: "TerrainPatternsTests", dependencies: ["TerrainValues", "TerrainPatterns", "TestSupport"]),
    .testTarget(
      name: "TerrainSchemasTests",
      dependencies: ["TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TestSupport"]),
    .testTarget(
      name: "TerrainExpressionsTests",
      dependencies: ["TerrainValues", "TerrainDocuments", "TerrainExpressions", "ReferenceCEL", "TestSupport"]),
    .testTarget(
      name: "TerrainRulesTests",
      dependencies: [
        "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules", "TestSupport",
      ]),
    .testTarget(
      name: "TerrainContentTests",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules",
        "TerrainContent", "TestSupport",
      ]),
    .testTarget(
      name: "TerrainEnginesTests",
      dependencies: [
        "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainExpressions", "TerrainRules", "TerrainContent",
        "TerrainEngines", "TerrainOperations", "TestSupport",
      ]),
    .testTarget(
      name: "TerrainKitTests",
      dependencies: [
        "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainContent", "TerrainOperations", "TerrainForms",
        "TerrainKit",
        "TerrainAnalysis", "TerrainAuthoring",
      ]),
    .testTarget(
      name: "TerrainAuthoringTests",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TerrainExpressions",
        "TerrainRules", "TerrainContent", "TerrainEngines", "TerrainOperations", "TerrainForms", "TerrainAnalysis",
        "TerrainAuthoring",
        "TestSupport",
      ]),
    .testTarget(
      name: "TerrainOutcomesTests",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TerrainExpressions",
        "TerrainRules", "TerrainContent", "TerrainEngines", "TerrainOperations", "TerrainAnalysis", "TerrainAuthoring",
        "TerrainOutcomes",
        "TestSupport",
      ], exclude: ["Fixtures"]),
    .testTarget(
      name: "TerrainPagesTests",
      dependencies: [
        "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainRules", "TerrainContent", "TerrainEngines",
        "TerrainPages", "TestSupport",
      ]),
    .testTarget(
      name: "TerrainEditorTests",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainRules", "TerrainContent",
        "TerrainAnalysis", "TerrainAuthoring", "TerrainOutcomes", "TerrainEditor", "TestSupport",
      ]),
    .testTarget(
      name: "TerrainServerTests",
      dependencies: [
        "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainSchemas", "TerrainRules",
        "TerrainContent", "TerrainEngines", "TerrainOperations", "TerrainAnalysis", "TerrainAuthoring", "TerrainServer",
        "TestSupport",
      ]),
    .testTarget(
      name: "TerrainCommandTests",
      dependencies: [
        "terrain", "TerrainPlatform", "TerrainValues", "TerrainDocuments", "TerrainYAML", "TerrainSchemas",
        "TerrainExpressions", "TerrainRules", "TerrainOperations", "TerrainForms", "TerrainAnalysis",
        "TerrainAuthoring",
        "TerrainServer", "TestSupport",
      ], exclude: ["Fixtures", "Transcripts"]),
  ]
)

// The program that bin/fuzz builds; it links libFuzzer, which only a sanitized build has.
if Context.environment["TERRAIN_FUZZ"] != nil {
  package.targets.append(.executableTarget(name: "fuzz", dependencies: ["TerrainFuzzing"], path: "Fuzz/Driver"))
}
