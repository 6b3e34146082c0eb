import TerrainBase
import TerrainDocuments

/// What stands beside an output that can be gone on with: what made it, and how far it was at some times.
///
/// A line of JSON each, added to and never changed: a run that is killed leaves at most its last line unfinished.
package struct BatchRecord {
  /// How far a run was.
  package struct Checkpoint: Equatable {
    /// Lines of input, and bytes of it.
    var lines: Int
    var inputBytes: Int
    var inputHash: UInt64
    /// Lines of output, and bytes of it.
    var outputLines: Int
    var outputBytes: Int
    var outputHash: UInt64
    /// Lines of output that are errors.
    var errorLines: Int
  }

  /// What made the output, name by name: the method, its options, pack and rules.
  package let origin: [(name: String, value: String)]
  /// From the first to the last.
  package private(set) var checkpoints: [Checkpoint] = []

  /// The record's file for the output at `path`.
  static func path(for output: String) -> String { output + ".batch" }

  // MARK: Writing

  /// The first line.
  package static func head(_ origin: [(name: String, value: String)]) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      for (name, value) in origin {
        writer.key(name)
        writer.string(value)
      }
    }
    writer.newline()
    return writer.bytes
  }

  /// A line for `checkpoint`.
  package static func line(_ checkpoint: Checkpoint) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      for (name, number) in [
        ("lines", checkpoint.lines), ("inputBytes", checkpoint.inputBytes), ("outputLines", checkpoint.outputLines),
        ("outputBytes", checkpoint.outputBytes), ("errorLines", checkpoint.errorLines),
      ] {
        writer.key(name)
        writer.int(number)
      }
      for (name, hash) in [("inputHash", checkpoint.inputHash), ("outputHash", checkpoint.outputHash)] {
        writer.key(name)
        writer.string(String(hash, radix: 16))
      }
    }
    writer.newline()
    return writer.bytes
  }

  // MARK: Reading

  /// Reads a record; nil where `bytes` are none. A last line that is not whole is skipped.
  package init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // After the last line end stands nothing, or an unfinished line.
    lines.removeLast()
    guard let first = lines.first, let head = Self.document(first)?.root, head.kind == .map else { return nil }
    var origin: [(name: String, value: String)] = []
    for (key, value) in head.members {
      guard let key = key.text, let value = value.text else { return nil }
      origin.append((key.string, value.string))
    }
    self.origin = origin
    for line in lines.dropFirst() {
      guard let node = Self.document(line)?.root, let checkpoint = Checkpoint(node) else { break }
      checkpoints.append(checkpoint)
    }
  }

  private static func document(_ line: ArraySlice<UInt8>) -> Document? {
    JSONReader.read(SourceText(name: "<record>", bytes: Array(line))).document
  }

  /// What of `origin` is other here.
  func differences(from origin: [(name: String, value: String)]) -> [String] {
    var names: [String] = []
    for (name, value) in origin where self.origin.first(where: { $0.name == name })?.value != value {
      names.append(name)
    }
    for (name, _) in self.origin where !origin.contains(where: { $0.name == name }) { names.append(name) }
    return names
  }
}

extension BatchRecord.Checkpoint {
  fileprivate init?(_ node: Node) {
    func number(_ name: Text) -> Int? { node[name]?.int.flatMap { $0 < 0 ? nil : Int($0) } }
    func hash(_ name: Text) -> UInt64? { node[name]?.text.flatMap { UInt64($0.string, radix: 16) } }
    guard node.kind == .map, let lines = number("lines"), let inputBytes = number("inputBytes"),
      let inputHash = hash("inputHash"), let outputLines = number("outputLines"),
      let outputBytes = number("outputBytes"), let outputHash = hash("outputHash"),
      let errorLines = number("errorLines")
    else { return nil }
    self.init(
      lines: lines, inputBytes: inputBytes, inputHash: inputHash, outputLines: outputLines, outputBytes: outputBytes,
      outputHash: outputHash, errorLines: errorLines)
  }
}
