import Foundation

/// Public conformance suites beside the project: in `TERRAIN_CONFORMANCE` where it is set, else in `../shared/conformance` from
/// the package's root.
public enum Conformance: String {
  case cel
  /// General Decimal Arithmetic test cases.
  case decimal
  /// Unicode's test table of UTS 46.
  case idna
  case jsonParsing = "json-parsing"
  case jsonSchema = "json-schema"
  /// Schemas of revisions of the Model Context Protocol.
  case mcp
  /// parse-number-fxx-test-data.
  case numbers
  /// RE2's search and exhaustive results.
  case re2
  /// Schemas of documents that other programs read.
  case schemas
  /// Unleash's client specification.
  case unleash
  case yaml

  /// Whether the suite is there; tests that need it are skipped where it is not.
  public var isInstalled: Bool { folder != nil }

  /// The suite's folder; nil where it is missing.
  public var folder: URL? {
    let root: URL
    if let set = ProcessInfo.processInfo.environment["TERRAIN_CONFORMANCE"], !set.isEmpty {
      root = URL(fileURLWithPath: set, isDirectory: true)
    } else {
      root = Self.packageRoot.deletingLastPathComponent()
        .appendingPathComponent("shared/conformance", isDirectory: true)
    }
    let folder = root.appendingPathComponent(rawValue, isDirectory: true)
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isDirectory)
    return exists && isDirectory.boolValue ? folder : nil
  }

  /// The names in a folder, in the order of their bytes.
  public static func entries(of folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  /// The package's root folder.
  public static var packageRoot: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }
}

/// Counts a suite's cases and says how it went.
public struct ConformanceReport {
  /// The suite's name.
  public let name: String
  /// How many cases passed.
  public private(set) var passed = 0
  /// Cases that do not pass for a reason that is not ours to mend.
  public private(set) var known: [(id: String, reason: String)] = []
  /// Cases that should have passed.
  public private(set) var failed: [(id: String, reason: String)] = []

  /// A report on the suite `name`.
  public init(_ name: String) { self.name = name }

  /// Counts a case that passed.
  public mutating func pass() { passed += 1 }
  /// A case that does not pass for a reason that is not ours to mend.
  public mutating func know(_ id: String, _ reason: String) { known.append((id, reason)) }
  /// A case that should have passed.
  public mutating func fail(_ id: String, _ reason: String) { failed.append((id, reason)) }

  /// How many cases there were.
  public var total: Int { passed + known.count + failed.count }

  /// `conformance NAME: passed P of N, known K`, then a line for each reason of known cases, with their names, and for each
  /// failed case.
  public var summary: String {
    var lines = ["conformance \(name): passed \(passed) of \(total), known \(known.count)"]
    let byReason = Dictionary(grouping: known) { $0.reason }.sorted { $0.key < $1.key }
    lines += byReason.map { reason, cases in
      "  known, \(reason): \(cases.count): \(cases.map(\.id).joined(separator: " "))"
    }
    lines += failed.map { "  FAILED \($0.id): \($0.reason)" }
    return lines.joined(separator: "\n")
  }
}
