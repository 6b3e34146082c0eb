// swift-tools-version: 6.1
import PackageDescription

// An app that ships a built pack. It needs one product, and no C library.
let package = Package(
  name: "embedding",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "terrain", path: "../../..")],
  targets: [
    .executableTarget(name: "embedding", dependencies: [.product(name: "TerrainKit", package: "terrain")])
  ]
)
