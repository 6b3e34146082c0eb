import TerrainDocuments

/// Pieces of text in one block of memory, written by their number.
final class TextPieces {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let starts: UnsafeMutablePointer<Int>
  let count: Int

  init(_ pieces: [[UInt8]]) {
    count = pieces.count
    bytes = .allocate(capacity: max(1, pieces.reduce(0) { $0 + $1.count }))
    starts = .allocate(capacity: pieces.count + 1)
    var offset = 0
    for (index, piece) in pieces.enumerated() {
      (starts + index).initialize(to: offset)
      for byte in piece {
        (bytes + offset).initialize(to: byte)
        offset += 1
      }
    }
    (starts + count).initialize(to: offset)
  }

  deinit {
    bytes.deallocate()
    starts.deallocate()
  }

  /// Writes the piece `index`, which is one of ``count``.
  @inline(__always)
  func write(_ index: Int, to output: inout OutputBytes) {
    output.append(bytes + starts[index], starts[index &+ 1] &- starts[index])
  }
}
