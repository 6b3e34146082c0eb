import Foundation
import TerrainDocuments
import TestSupport
import Testing

/// Archives are written for every reader, and read with their limits.
@Suite struct ZipTests {
  private static let entries: [(String, [UInt8])] = [
    ("a.txt", Array("hello".utf8)), ("folder/ü.txt", []), ("b.bin", [0, 255, 80, 75, 5, 6]),
  ]

  private var archive: [UInt8] {
    var writer = ZipWriter()
    for (name, bytes) in Self.entries { writer.add(name, bytes) }
    return writer.bytes
  }

  private func code(_ bytes: [UInt8], _ name: String = "a.txt", sizeLimit: Int = 1000) -> String? {
    do throws(DiagnosticError) {
      _ = try ZipReader(bytes, file: "x.zip", sizeLimit: sizeLimit).bytes(of: name)
      return nil
    } catch { return error.diagnostics.first?.code }
  }

  @Test func whatIsWrittenIsRead() throws {
    let reader = try ZipReader(archive, file: "x.zip")
    for (name, bytes) in Self.entries { #expect(try reader.bytes(of: name) == bytes) }
    #expect(try reader.bytes(of: "c") == nil)
    #expect(archive == archive)
  }

  @Test func checksums() {
    #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.checksum([UInt8]()) == 0)
  }

  /// Every byte changed and every length cut: a diagnostic or the content, never a crash, and never other content.
  @Test func damageIsReported() throws {
    let whole = archive
    for length in whole.indices { #expect(code(Array(whole[..<length])) == "archive/damaged", "\(length)") }
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << bit
        guard let reader = try? ZipReader(bytes, file: "x.zip") else { continue }
        for (name, content) in Self.entries {
          if let read = try? reader.bytes(of: name) { #expect(read == content) }
        }
      }
    }
  }

  @Test func limitsHaveNames() throws {
    #expect(code(archive, sizeLimit: 4) == "archive/too-large")
    var bytes = archive
    let end = bytes.count - 22
    (bytes[end + 10], bytes[end + 11]) = (0x11, 0x27)
    #expect(code(bytes) == "archive/too-large")
    (bytes[end + 10], bytes[end + 11]) = (0xFF, 0xFF)
    #expect(code(bytes) == "archive/unsupported")
    // The first entry of the directory is encrypted, or compressed in another way.
    let directory = try #require(archive.firstRange(of: [0x50, 0x4B, 1, 2] as [UInt8])?.lowerBound)
    for (offset, value) in [(8, UInt8(1)), (10, 12)] {
      var bytes = archive
      bytes[directory + offset] = value
      #expect(code(bytes) == "archive/unsupported")
    }
  }

  /// Python reads what is written, and what it writes is read; its bomb is refused at its limit.
  @Test func readsAsPythonDoes() throws {
    let script = """
      import sys, io, zipfile, base64, json
      theirs = zipfile.ZipFile(io.BytesIO(base64.b64decode(sys.stdin.read())))
      assert theirs.testzip() is None
      names = [[i.filename, base64.b64encode(theirs.read(i)).decode(), list(i.date_time)] for i in theirs.infolist()]
      class Unseekable(io.RawIOBase):
          def __init__(self): self.data = b""
          def writable(self): return True
          def write(self, b): self.data += bytes(b); return len(b)
      ours = Unseekable()
      with zipfile.ZipFile(ours, "w", zipfile.ZIP_DEFLATED) as z:
          z.writestr("a.txt", "hello" * 1000); z.comment = b"PK\\5\\6 comment"
      bomb = io.BytesIO()
      with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as z: z.writestr("a.txt", b"0" * 5_000_000)
      lie = bytearray(bomb.getvalue())
      at = lie.rindex(b"PK\\1\\2") + 24
      lie[at:at + 4] = (100).to_bytes(4, "little")
      json.dump([names] + [base64.b64encode(x).decode() for x in (ours.data, bomb.getvalue(), lie)], sys.stdout)
      """
    let result = try runCommand(
      ["python3", "-c", script], program: URL(fileURLWithPath: "/usr/bin/env"),
      input: Array(Data(archive).base64EncodedString().utf8))
    if result.standardError.contains("No such file") {
      print("SKIPPED: python3 is not installed: zipfile does not judge archives: \(result.standardError)")
      return
    }
    #expect(result.exitCode == 0, "\(result.standardError)")
    let answer = try #require(JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8)) as? [Any])
    let names = try #require(answer[0] as? [[Any]])
    #expect(names.map { $0[0] as? String } == Self.entries.map(\.0))
    #expect(names.map { ($0[1] as? String).flatMap { Data(base64Encoded: $0) } } == Self.entries.map { Data($0.1) })
    #expect(names.allSatisfy { $0[2] as? [Int] == [1980, 1, 1, 0, 0, 0] })
    let files = try answer[1...].map { try Array(#require(($0 as? String).flatMap { Data(base64Encoded: $0) })) }
    #expect(
      try ZipReader(files[0], file: "x.zip").bytes(of: "a.txt") == Array(String(repeating: "hello", count: 1000).utf8))
    #expect(code(files[1]) == "archive/too-large")
    // A size that is not true: no more than that is written.
    #expect(code(files[2]) == "archive/damaged")
  }
}
