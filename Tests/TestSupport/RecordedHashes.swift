import Foundation
import Testing

/// A golden file with one line per case: the hash of an output that is too large to keep, and the name of the case.
///
/// With `TERRAIN_RECORD=1` in the environment the file is written instead of compared; review its difference.
public struct RecordedHashes {
  private var lines: [String] = []

  /// No cases yet.
  public init() {}

  /// Adds the hash of `output`, the result of the case `name`.
  public mutating func add(_ name: String, _ output: some Sequence<UInt8>) {
    // FNV-1a, 64 bits: a difference has to be noticed, not resisted.
    let hash = output.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    let digits = String(hash, radix: 16)
    lines.append("\(String(repeating: "0", count: 16 - digits.count))\(digits) \(name)")
  }

  /// Compares the cases with the file at `url`, and names each case whose output changed, is new, or is gone.
  public func check(against url: URL) throws {
    if ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil {
      return try (lines.joined(separator: "\n") + "\n").write(to: url, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(!recorded.isEmpty)
    let changes = lines.difference(from: recorded).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
    #expect(changes.isEmpty, "\(url.lastPathComponent) differs:\n\(changes.joined(separator: "\n"))")
  }
}
