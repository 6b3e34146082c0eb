import Foundation
import TerrainDocuments
import TestSupport
import Testing

@Suite struct SourceTextTests {
  @Test func columnsCountCharactersInTextAndBytesForPrograms() {
    let marked = MarkedText("ab\n生姜1️⃣: 👩‍👩‍👧 2️⃣x\r\n\te\u{301}3️⃣y\rz4️⃣")
    let source = SourceText(name: "x", text: marked.text)
    let cases: [(mark: Int, line: Int, column: Int, byteColumn: Int)] = [
      (1, 2, 3, 7), (2, 2, 7, 28), (3, 3, 3, 5), (4, 4, 2, 2),
    ]
    for (mark, line, column, byteColumn) in cases {
      #expect(source.position(at: marked[mark]) == (line, column))
      #expect(source.bytePosition(at: marked[mark]) == (line, byteColumn))
    }
    #expect(source.range(ofLine: 2).map(source.text) == "生姜: 👩‍👩‍👧 x")
    #expect(source.range(ofLine: 4) != nil)
    #expect(source.range(ofLine: 5) == nil)
  }

  @Test func aByteOrderMarkIsNoColumn() {
    let source = SourceText(name: "x", text: "\u{FEFF}ab\ncd")
    #expect(source.position(at: 4) == (1, 2))
    #expect(source.bytePosition(at: 4) == (1, 2))
    #expect(source.position(at: 0) == (1, 1))
    #expect(source.position(at: 6) == (2, 1))
  }

  @Test func offsetsOutsideAreDrawnIn() {
    let source = SourceText(name: "x", text: "ab")
    #expect(source.position(at: 99) == (1, 3))
    #expect(source.position(at: -1) == (1, 1))
    #expect(SourceText(name: "x", bytes: []).position(at: 0) == (1, 1))
  }

  @Test func everyBadByteIsFoundWhereItIs() {
    let bad: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x8C],
    ]
    for before in [0, 1, 31, 32, 33, 100] {
      let prefix = [UInt8](repeating: 0x61, count: before) + Array("é€🌿".utf8)
      for bytes in bad {
        #expect(SourceText(name: "x", bytes: prefix + bytes).firstInvalidByte == prefix.count)
        #expect(SourceText(name: "x", bytes: prefix + bytes + [0x61]).firstInvalidByte == prefix.count)
      }
      #expect(SourceText(name: "x", bytes: prefix).firstInvalidByte == nil)
    }
  }

  // MARK: Loading

  private func diagnostic(_ body: () throws(DiagnosticError) -> SourceText) -> String {
    do throws(DiagnosticError) {
      return "read \(try body().bytes.count) bytes"
    } catch {
      return DiagnosticRenderer.text(error.diagnostics)
    }
  }

  @Test func filesThatCannotBeReadSayWhy() throws {
    try withTemporaryDirectory { folder in
      let cases: [(name: String, bytes: [UInt8]?, expected: String)] = [
        ("none.yaml", nil, "error[file/not-found]: there is no file `none.yaml`\n --> none.yaml\n"),
        ("empty.yaml", [], "error[file/empty]: `empty.yaml` is empty\n --> empty.yaml\n"),
        ("mark.yaml", [0xEF, 0xBB, 0xBF], "error[file/empty]: `mark.yaml` is empty\n --> mark.yaml\n"),
        ("fine.yaml", [0xEF, 0xBB, 0xBF, 0x61], "read 4 bytes"),
        (
          "large.yaml", [UInt8](repeating: 0x20, count: 101),
          "error[file/too-large]: `large.yaml` has 101 bytes, more than the limit `sourceSize` of 100 bytes\n"
            + " --> large.yaml\n"
        ),
        (
          "wide.yaml", [0xFF, 0xFE, 0x61, 0],
          "error[file/not-utf8]: `wide.yaml` is UTF-16, and only UTF-8 is read\n --> wide.yaml\n"
            + "help: save the file as UTF-8\n"
        ),
        (
          "wide2.yaml", [0x61, 0, 0x3A, 0, 0x20, 0],
          "error[file/not-utf8]: `wide2.yaml` is UTF-16 without a byte order mark, and only UTF-8 is read\n"
            + " --> wide2.yaml\nhelp: save the file as UTF-8\n"
        ),
        (
          "latin.yaml", Array("a: 1\nb: caf".utf8) + [0xE9, 0x0A],
          """
          error[file/not-utf8]: the byte 0xE9 here is not UTF-8
           --> latin.yaml:2:7
            |
          2 | b: caf\u{FFFD}
            |       ^
          help: save the file as UTF-8

          """
        ),
      ]
      for (name, bytes, expected) in cases {
        if let bytes { try folder.write(bytes, to: name) }
        let path = folder.appendingPathComponent(name).path
        #expect(diagnostic { () throws(DiagnosticError) in try .load(path: path, name: name, limit: 100) } == expected)
      }
      #expect(
        diagnostic { () throws(DiagnosticError) in try .load(path: folder.path, name: "folder") }
          == "error[file/is-a-directory]: `folder` is a folder, not a file\n --> folder\n")
    }
  }

  @Test func endlessInputIsRefusedAtTheLimit() {
    #expect(
      diagnostic { () throws(DiagnosticError) in try .load(path: "/dev/zero", limit: 1 << 20) }
        == "error[file/too-large]: `/dev/zero` goes on, more than the limit `sourceSize` of 1 MiB\n --> /dev/zero\n")
  }

  @Test func aHugeFileIsRefusedUnread() throws {
    try withTemporaryDirectory { folder in
      let path = try folder.write("a", to: "huge.json")
      #expect(truncate(path, 300_000_000) == 0)
      #expect(
        diagnostic { () throws(DiagnosticError) in try .load(path: path, name: "huge.json") }
          == "error[file/too-large]: `huge.json` has 300000000 bytes, more than the limit `sourceSize` of 64 MiB\n"
          + " --> huge.json\n")
    }
  }
}
