import TerrainEditor
import TestSupport
import Testing

/// Messages come in pieces, and headers may be anything.
@Suite struct FramingTests {
  private func frames(_ text: String, limit: Int = 100, pieces: Int? = nil) -> [MessageReader.Frame] {
    var reader = MessageReader(limit: limit)
    let bytes = Array(text.utf8)
    let size = pieces ?? max(bytes.count, 1)
    return stride(from: 0, to: bytes.count, by: size).flatMap { start in
      reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
    }
  }

  private func message(_ text: String) -> MessageReader.Frame { .message(Array(text.utf8)) }

  @Test(arguments: [1, 2, 3, 7, 1000]) func piecesOfAnySize(_ size: Int) {
    let text = "Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:3\r\n\r\n[1]Content-Length: 0\r\n\r\n"
    #expect(frames(text, pieces: size) == [message("{}"), message("[1]"), message("")])
  }

  @Test(arguments: [1, 5, 1000]) func aMessageThatIsTooLargeIsSkipped(_ size: Int) {
    let text = "Content-Length: 12\r\n\r\n" + String(repeating: "x", count: 12) + "Content-Length: 2\r\n\r\n{}"
    #expect(frames(text, limit: 10, pieces: size) == [.tooLarge(12), message("{}")])
  }

  @Test(arguments: [
    "hello\r\n\r\n", "Content-Length: many\r\n\r\n", "Content-Length: -5\r\n\r\n", "\r\n\r\n",
    String(repeating: "x", count: 10_000) + "\r\n\r\n", String(repeating: "x: y\r\n", count: 2000),
  ]) func afterABadHeaderItGoesOn(_ bad: String) {
    for size in [1, 13, 100_000] {
      let read = frames(bad + "Content-Length: 2\r\n\r\n{}", pieces: size)
      #expect(read == [.badHeader, message("{}")])
    }
  }

  @Test func anyBytesAreSurvived() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      var reader = MessageReader(limit: 50)
      let alphabet = Array("Content-Length: 0123456789\r\n\r\n{}\u{E9}".utf8)
      for _ in 0..<50 {
        _ = reader.read((0..<20).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
      }
      // Whatever was begun ends, and the next message is read.
      _ = reader.read(Array(repeating: UInt8(ascii: "x"), count: 100_000) + Array("\r\n\r\n\n".utf8))
      let last = reader.read(Array("Content-Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n[]".utf8)).last
      #expect(last == .message(Array("[]".utf8)) || last == nil)
    }
  }

  @Test func whatIsWrittenIsRead() {
    var reader = MessageReader()
    #expect(reader.read(MessageWriter.frame(Array("{\"a\":1}".utf8))) == [message("{\"a\":1}")])
  }
}
