import TerrainBase
import TerrainDocuments
import TerrainEngines

/// An output that an earlier run may have begun.
///
/// What is there already is not trusted: bytes up to the last checkpoint are held against its hash, and all that comes after
/// is computed again and compared. So nothing is ever added to what this run would not have written itself; half a line at
/// the end is simply the beginning of what comes next.
final class ResumedOutput {
  /// A checkpoint is written after so many bytes of input.
  private let distance: Int
  private let name: String
  private let file: Descriptor
  private let recordName: String
  private let record: Descriptor
  private var recordSize = 0
  /// How much there was when this run began.
  private let existing: Int
  private let buffer: UnsafeMutableRawPointer
  private var hash = StableHash.XXHash64()
  private var position = 0
  private var lines = 0

  /// Up to here everything is there and right; this run begins behind it.
  private(set) var checkpoint: BatchRecord.Checkpoint

  /// Opens `name`, and finds out how far it is.
  ///
  /// - Throws: `batch/other-run` where it was made by something else, `batch/other-output` where it was changed since,
  ///   `batch/output-in-use`; what the system will not do.
  init(
    _ name: String, origin: [(name: String, value: String)], checkpointDistance: Int
  ) throws(DiagnosticError) {
    self.name = name
    distance = checkpointDistance
    recordName = BatchRecord.path(for: name)
    let nothing = StableHash.XXHash64().value
    checkpoint = BatchRecord.Checkpoint(
      lines: 0, inputBytes: 0, inputHash: nothing, outputLines: 0, outputBytes: 0, outputHash: nothing,
      errorLines: 0)
    buffer = .allocate(byteCount: LineBlock.size, alignment: 8)
    file = try Self.named(name) { () throws(SystemError) in try Descriptor.changing(name) }
    let recordName = recordName
    record = try Self.named(recordName) { () throws(SystemError) in try Descriptor.changing(recordName) }
    existing = file.size ?? 0
    guard file.size != nil else { throw DiagnosticError(.outputUnwritable(name, because: "it is no regular file")) }
    guard file.hold() else { throw DiagnosticError(.outputHeld(name)) }
    var kept = BatchRecord.head(origin)
    // Of an empty output it does not matter what made it.
    if existing > 0, let known = BatchRecord(try recorded()) {
      let differences = known.differences(from: origin)
      guard differences.isEmpty else {
        throw DiagnosticError(.otherRun(name, record: recordName, differs: differences))
      }
      kept += try go(to: known.checkpoints)
    }
    try rewriteRecord(kept)
  }

  deinit {
    buffer.deallocate()
    file.closeHeld()
    record.close()
  }

  private static func named<T>(
    _ name: String, _ body: () throws(SystemError) -> T
  ) throws(DiagnosticError) -> T {
    do throws(SystemError) { return try body() } catch {
      throw DiagnosticError(.outputUnwritable(name, because: error.message))
    }
  }

  /// Goes to the last checkpoint that the output reaches; the lines of the record up to there.
  private func go(to checkpoints: [BatchRecord.Checkpoint]) throws(DiagnosticError) -> [UInt8] {
    var kept: [UInt8] = []
    for next in checkpoints where next.outputBytes >= position && next.outputBytes <= existing {
      while position < next.outputBytes {
        let got = try read(min(LineBlock.size, next.outputBytes - position), at: position)
        guard got > 0 else { break }
        hash.update(UnsafeRawBufferPointer(start: buffer, count: got))
        position += got
      }
      guard hash.value == next.outputHash else {
        throw DiagnosticError(.otherOutput(name, from: lines + 1, to: next.outputLines))
      }
      (checkpoint, lines) = (next, next.outputLines)
      kept += BatchRecord.line(next)
    }
    return kept
  }

  /// Writes what comes next: `count` lines in `bytes`. As far as something is there already, it has to be the same.
  func write(_ bytes: UnsafeRawBufferPointer, lines count: Int) throws(DiagnosticError) {
    var done = 0
    while done < bytes.count, position + done < existing {
      let wanted = min(LineBlock.size, bytes.count - done, existing - position - done)
      let got = try read(wanted, at: position + done)
      guard got > 0 else { break }
      let expected = UnsafeRawBufferPointer(rebasing: bytes[done..<done + got])
      if !expected.elementsEqual(UnsafeRawBufferPointer(start: buffer, count: got)) {
        throw DiagnosticError(.otherOutput(name, line: lines + 1 + Self.lineOfDifference(bytes, done, buffer, got)))
      }
      done += got
    }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
    let offset = position + done
    try Self.named(name) { () throws(SystemError) in try file.write(rest, at: offset) }
    hash.update(bytes)
    position += bytes.count
    lines += count
  }

  private static func lineOfDifference(
    _ bytes: UnsafeRawBufferPointer, _ done: Int, _ there: UnsafeMutableRawPointer, _ count: Int
  ) -> Int {
    var same = 0
    while same < count, bytes[done + same] == there.load(fromByteOffset: same, as: UInt8.self) { same += 1 }
    return bytes[..<(done + same)].count { $0 == UInt8(ascii: "\n") }
  }

  /// Notes how far the run is, where that is far enough from the last time, or the end.
  ///
  /// - Parameter errorLines: how many lines of output so far are errors, those of earlier runs too.
  func note(
    inputLines: Int, inputBytes: Int, inputHash: UInt64, errorLines: Int, isEnd: Bool
  ) throws(DiagnosticError) {
    guard inputBytes - checkpoint.inputBytes >= distance || isEnd && inputBytes > checkpoint.inputBytes else {
      return
    }
    checkpoint = BatchRecord.Checkpoint(
      lines: inputLines, inputBytes: inputBytes, inputHash: inputHash, outputLines: lines, outputBytes: position,
      outputHash: hash.value, errorLines: errorLines)
    try addToRecord(BatchRecord.line(checkpoint))
  }

  /// The run is at the end of its input, and nothing more may be there.
  func finish() throws(DiagnosticError) {
    if position < existing { throw DiagnosticError(.outputTooLong(name, lines: lines)) }
  }

  // MARK: The record

  private func recorded() throws(DiagnosticError) -> [UInt8] {
    let size = record.size ?? 0
    guard size <= SourceText.sizeLimit else { return [] }
    var bytes: [UInt8] = []
    while bytes.count < size {
      let offset = bytes.count
      let got = try Self.named(recordName) { () throws(SystemError) in
        try record.read(into: buffer, LineBlock.size, at: offset)
      }
      guard got > 0 else { break }
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: buffer, count: got))
    }
    return bytes
  }

  private func rewriteRecord(_ bytes: [UInt8]) throws(DiagnosticError) {
    try Self.named(recordName) { () throws(SystemError) in try record.cut(to: 0) }
    recordSize = 0
    try addToRecord(bytes)
  }

  private func addToRecord(_ bytes: [UInt8]) throws(DiagnosticError) {
    var added = OutputBytes(capacity: bytes.count)
    added.append(bytes)
    let (all, size) = (added.bytes, recordSize)
    try Self.named(recordName) { () throws(SystemError) in try record.write(all, at: size) }
    recordSize += bytes.count
  }

  private func read(_ count: Int, at offset: Int) throws(DiagnosticError) -> Int {
    try Self.named(name) { () throws(SystemError) in try file.read(into: buffer, count, at: offset) }
  }
}
