import Foundation
import Synchronization
import TerrainBase
import TerrainDocuments
import TestSupport

@testable import TerrainService

/// A batch whose answers are plain to see: each line in brackets, and wrong where it says so.
struct BatchFixture {
  let folder: URL
  let input: String
  let output: String
  /// How many lines were answered, by all runs.
  let answered = Counter()

  final class Counter: Sendable {
    private let count = Mutex(0)
    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
  }

  init(_ folder: URL, lines: String) throws {
    self.folder = folder
    input = try folder.write(lines, to: "input.ndjson")
    output = folder.appending(path: "output.ndjson").path
  }

  /// Lines of many lengths, some of them empty and a few wrong.
  static func lines(_ count: Int, seed: UInt64, longest: Int = 300) -> String {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { number in
      switch Int.random(in: 0..<50, using: &random) {
      case 0: "\n"
      case 1: "wrong \(number)\n"
      default: "\(number) \(String(repeating: "x", count: Int.random(in: 1..<longest, using: &random)))\n"
      }
    }.joined()
  }

  /// What has to come out for `lines`.
  static func expected(_ lines: String) -> String {
    lines.split(separator: "\n").map { $0.hasPrefix("wrong") ? "no\n" : "[\($0)]\n" }.joined()
  }

  func batch(_ inputs: [String]? = nil, rules: String = "1") -> Batch {
    let answered = answered
    var batch = Batch(
      (inputs ?? [input]).map { LineInput($0) }, origin: [("method", "echo"), ("rules", rules)]
    ) { () throws(DiagnosticError) in
      LineHandler { line, output in
        answered.add()
        if line.starts(with: "wrong".utf8) {
          output.append(Array("no".utf8))
          return .wrong(["test/wrong"])
        }
        output.append(Array("[".utf8) + Array(line) + Array("]".utf8))
        return .answered(warnings: line.count % 7 == 0 ? 1 : 0)
      }
    }
    batch.write(to: output)
    batch.threads = 4
    return batch
  }

  var result: String {
    String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: output))) ?? Data(), as: UTF8.self)
  }

  /// Whether the output is `expected`; what it is would be too long to show.
  func gives(_ expected: String) -> Bool { Array(result.utf8) == Array(expected.utf8) }
}

extension Batch {
  /// Makes the run write to the file `path` in place of standard output.
  mutating func write(to path: String) {
    stop = BatchStop(Descriptor(number: open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)))
  }
}
