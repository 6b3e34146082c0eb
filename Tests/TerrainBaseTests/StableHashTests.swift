import Testing

@testable import TerrainBase

@Suite struct StableHashTests {
  static let murmur: [(Text, UInt32, UInt32)] = [
    ("", 0, 0), ("", 1, 0x514E_28B7), ("", 0xFFFF_FFFF, 0x81F1_6F39), ("test", 0, 0xBA6B_D213),
    ("test", 0x9747_B28C, 0x704B_81DC),
    ("Hello, world!", 0, 0xC036_3E43), ("Hello, world!", 0x9747_B28C, 0x2488_4CBA),
    ("The quick brown fox jumps over the lazy dog", 0, 0x2E4F_F723),
    ("The quick brown fox jumps over the lazy dog", 0x9747_B28C, 0x2FA8_26CD), ("aaaa", 0x9747_B28C, 0x5A97_808A),
    ("aaa", 0x9747_B28C, 0x283E_0130), ("aa", 0x9747_B28C, 0x5D21_1726), ("a", 0x9747_B28C, 0x7FA0_9EA6),
  ]

  @Test(arguments: murmur) func murmurHasItsVectors(text: Text, seed: UInt32, hash: UInt32) {
    #expect(StableHash.murmur3x86(text, seed: seed) == hash)
  }

  /// smhasher's `VerificationTest`, and the value its table has for this hash.
  @Test func murmurIsVerifiedAsSmhasherDoes() {
    var hashes: [UInt8] = []
    for length in 0..<256 {
      let key = (0..<length).map { UInt8($0) }
      let hash = StableHash.murmur3x86(key, seed: UInt32(256 - length))
      hashes += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: hash >> $0) }
    }
    #expect(StableHash.murmur3x86(hashes, seed: 0) == 0xB0F5_7EE3)
  }

  /// xxHash's own `sanity_test`: its buffer, lengths and seeds.
  static let xxHash: [(Int, UInt64, UInt64)] = [
    (0, 0, 0xEF46_DB37_51D8_E999), (0, 0x9E37_79B1, 0xAC75_FDA2_929B_17EF), (1, 0, 0xE934_A84A_DB05_2768),
    (1, 0x9E37_79B1, 0x5014_6076_43A9_B4C3), (14, 0, 0x8282_DCC4_994E_35C8),
    (14, 0x9E37_79B1, 0xC3BD_6BF6_3DEB_6DF0), (222, 0, 0xB641_AE8C_B691_C174),
    (222, 0x9E37_79B1, 0x20CB_8AB7_AE10_C14A),
  ]

  @Test(arguments: xxHash) func xxHashHasItsVectors(length: Int, seed: UInt64, hash: UInt64) {
    var generator: UInt64 = 0x9E37_79B1
    var buffer: [UInt8] = []
    for _ in 0..<length {
      buffer.append(UInt8(generator >> 56))
      generator &*= 0x9E37_79B1_85EB_CA8D
    }
    #expect(StableHash.xxHash64(buffer, seed: seed) == hash)
  }

  @Test(
    arguments: [
      ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(Text, UInt64)]) func xxHashOfTexts(text: Text, hash: UInt64)
  {
    #expect(StableHash.xxHash64(text) == hash)
  }

  /// FIPS 180-2, appendix B, and NIST's example messages.
  static let sha256: [(String, String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ]

  @Test(arguments: sha256) func sha256HasItsVectors(text: String, digest: String) {
    #expect(SHA256.hexDigest(of: text.utf8).string == digest)
  }

  @Test func sha256OfAMillionLetters() {
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(SHA256.hexDigest(of: [UInt8](repeating: 97, count: 1_000_000)).string == digest)
  }

  @Test func piecesDoNotMatter() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = SHA256.digest(of: bytes)
    for size in [1, 3, 63, 64, 65, 128, 299] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(bytes[start..<min(start + size, bytes.count)])
        _ = hash.digest
      }
      #expect(hash.digest == whole)
    }
    #expect(SHA256.digest(of: AnySequence(bytes)) == whole)
    #expect(StableHash.xxHash64(AnySequence(bytes)) == StableHash.xxHash64(bytes))
  }
}

extension StableHashTests {
  @Test func piecesHashAsTheWhole() {
    var random = SeededGenerator(seed: 5)
    for length in [0, 1, 31, 32, 33, 63, 64, 100, 1000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      for _ in 0..<20 {
        var hash = StableHash.XXHash64(seed: 9)
        var rest = bytes[...]
        while !rest.isEmpty {
          let piece = rest.prefix(Int.random(in: 0...70, using: &random))
          piece.withUnsafeBytes { hash.update($0) }
          rest = rest.dropFirst(piece.count)
        }
        #expect(hash.value == StableHash.xxHash64(bytes, seed: 9))
      }
    }
  }
}
