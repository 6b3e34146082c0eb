import Foundation
import TerrainDocuments
import TestSupport
import Testing

/// Deflated bytes are read as zlib reads them.
@Suite struct InflateTests {
  private func inflated(_ hex: String, limit: Int = 1 << 20) throws(InflateError) -> [UInt8] {
    let digits = Array(hex.utf8.filter { $0 != 0x20 }).map { Int(UInt8(ascii: "9") < $0 ? $0 - 87 : $0 - 48) }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    return try Inflate.bytes(of: bytes[...], limit: limit).bytes
  }

  @Test(arguments: [
    ("01 0000 ffff", ""), ("03 00", ""), ("01 0100 feff 61", "a"), ("4b 04 00", "a"), ("4b 84 03 00", "aaaaaaaaaa"),
  ]) func blocks(_ hex: String, _ text: String) throws {
    #expect(try inflated(hex) == Array(text.utf8))
  }

  @Test(arguments: [
    ("", InflateError.isCut), ("01 0200 fdff 61", .isCut), ("4b", .isCut), ("07", .isWrong),
    ("01 0100 ffff 61", .isWrong),
    // A copy from before the beginning.
    ("03 02 00", .isWrong),
  ]) func mistakes(_ hex: String, _ error: InflateError) {
    #expect(throws: error) { try inflated(hex) }
  }

  @Test func whatIsLongerThanAllowedIsNotWritten() {
    #expect(throws: InflateError.isTooLong) { try inflated("4b 84 03 00", limit: 9) }
    #expect(throws: InflateError.isTooLong) { try inflated("01 0100 feff 61", limit: 0) }
    #expect(throws: InflateError.isTooLong) { try inflated("4b 04 00", limit: 0) }
  }

  /// Compressed, then cut and changed, by a seeded script; zlib has the last word on each.
  private static let script = """
    import json, random, sys, zlib, base64
    random.seed(20261125)
    cases = []
    def bits(pairs):
        value = length = 0
        for number, count in pairs:
            value |= number << length; length += count
        return value.to_bytes((length + 7) // 8, "little")
    def judged(data):
        inflate = zlib.decompressobj(-15)
        try: text = inflate.decompress(data, 1 << 20)
        except zlib.error: return None
        if not inflate.eof: return None
        return [base64.b64encode(text).decode(), len(data) - len(inflate.unused_data)]
    def add(data): cases.append([base64.b64encode(data).decode(), judged(data)])
    texts = [b"", b"a", b"a" * 70000, bytes(range(256)) * 20, b"id,when,then\\n" * 500]
    for size in (3, 100, 5000, 40000):
        texts.append(bytes(random.getrandbits(8) for _ in range(size)))
        texts.append(bytes(random.choice(b"abcd\\n") for _ in range(size)))
    whole = []
    for text in texts:
        for level in range(10):
            for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED):
                deflate = zlib.compressobj(level, zlib.DEFLATED, -random.randint(9, 15), 8, strategy)
                half = len(text) // 2
                data = deflate.compress(text[:half])
                if level % 3 == 0: data += deflate.flush(zlib.Z_FULL_FLUSH)
                data += deflate.compress(text[half:]) + deflate.flush()
                whole.append(data); 
                if len(data) < 3000 or level in (0, 6): add(data)
    short = [data for data in whole if 0 < len(data) < 400]
    for data in random.sample(short, 60):
        add(data[:random.randrange(len(data))]); add(data + b"rest")
    for _ in range(4000):
        data = bytearray(random.choice(short))
        for _ in range(random.randint(1, 3)): data[random.randrange(min(len(data), 60))] ^= 1 << random.randrange(8)
        add(bytes(data))
    for _ in range(3000):
        add(bytes([random.choice((0, 1, 2, 3, 4, 5, 6, 7))]) + bytes(random.getrandbits(8) for _ in range(random.randint(0, 60))))
    # Blocks with codes of their own: as many lengths as there may be, too few, too many, or none at all.
    order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for _ in range(3000):
        used = random.sample(order, random.randint(1, 6))
        size = {1: 1, 2: 1}.get(len(used), 3 if len(used) > 4 else 2)
        own = {symbol: random.choice((size, size, size, 1, 2, 3)) if random.random() < 0.3 else size for symbol in used}
        pairs = [(1, 1), (2, 2), (random.randint(0, 31), 5), (random.randint(0, 31), 5), (15, 4)]
        pairs += [(own.get(symbol, 0), 3) for symbol in order]
        pairs += [(random.getrandbits(8), 8) for _ in range(random.randint(0, 120))]
        add(bits(pairs))
    # Complete codes of which one was chosen: distances with one code, with none, and copies from far away.
    def block(lengths, distances, rest):
        pairs = [(1, 1), (2, 2), (len(lengths) - 257, 5), (len(distances) - 1, 5), (15, 4)]
        pairs += [({0: 4, 8: 4, 9: 4, 1: 4, 2: 4, 7: 4, 5: 4, 15: 4, 6: 4, 3: 4, 4: 4, 10: 4, 11: 4, 12: 4, 13: 4, 14: 4}.get(symbol, 0), 3) for symbol in order]
        used = sorted([0, 8, 9, 1, 2, 7, 5, 15, 6, 3, 4, 10, 11, 12, 13, 14])
        for length in lengths + distances:
            code = used.index(length)
            pairs.append((int(format(code, "04b")[::-1], 2), 4))
        return bits(pairs + rest)
    for _ in range(600):
        lengths = [0] * random.choice((257, 258, 270, 286))
        lengths[97] = 1; lengths[256] = 2; lengths[-1] = 2
        distances = random.choice(([0], [1], [0, 1], [1, 1], [2, 2, 1], [15, 15], [1, 2], [0] * 29 + [1], [0] * 30, [2] * 4, [1, 1, 1]))
        add(block(lengths, list(distances), [(random.getrandbits(8), 8) for _ in range(random.randint(0, 12))]))
    json.dump(cases, sys.stdout)
    """

  @Test func readsAsZlibDoes() throws {
    let result = try runCommand(
      ["python3", "-c", Self.script], program: URL(fileURLWithPath: "/usr/bin/env"), timeout: 120)
    guard result.exitCode == 0 else {
      print("SKIPPED: python3 is not installed: zlib does not judge inflate: \(result.standardError)")
      return
    }
    let cases = try #require(JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8)) as? [[Any]])
    var good = 0
    for (number, each) in cases.enumerated() {
      let data = try #require((each[0] as? String).flatMap { Data(base64Encoded: $0) })
      let expected = each[1] as? [Any]
      let outcome = try? Inflate.bytes(of: Array(data)[...], limit: 1 << 20)
      let text = (expected?[0] as? String).flatMap { Data(base64Encoded: $0) }.map(Array.init)
      #expect(
        outcome?.bytes == text && outcome?.length == expected?[1] as? Int, "case \(number): \(Array(data.prefix(80)))")
      if expected != nil { good += 1 }
    }
    print("inflate: \(cases.count) inputs judged by zlib, \(good) of them whole")
    #expect(good > 500 && cases.count - good > 3000)
  }
}
