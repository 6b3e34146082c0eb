/// SHA-256 (FIPS 180-4), computed incrementally.
package struct SHA256: Sendable {
  private var state = State()
  /// The bytes after the last complete block, fewer than 64.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// The hash of the empty input.
  package init() {}

  /// Appends `bytes` to the hashed input.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    StableHash.withBytes(of: bytes) { update($0) }
  }

  /// Appends `bytes` to the hashed input.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let filling = rest.prefix(64 - pending.count)
      pending += filling
      rest = rest.dropFirst(filling.count)
      guard pending.count == 64 else { return }
      pending.withUnsafeBytes { state.absorb($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let blocks = rest.prefix(rest.count & ~63)
    state.absorb(UnsafeRawBufferPointer(rebasing: blocks))
    pending += rest.dropFirst(blocks.count)
  }

  /// The 32 bytes of the hash of all input added until now. More input may follow.
  package var digest: [UInt8] {
    var last = pending
    last.append(0x80)
    while last.count % 64 != 56 { last.append(0) }
    for shift in stride(from: 56 as UInt64, through: 0, by: -8) {
      last.append(UInt8(truncatingIfNeeded: (byteCount &* 8) &>> shift))
    }
    var final = state
    last.withUnsafeBytes { final.absorb($0) }
    return final.bytes
  }

  /// The digest as 64 hexadecimal digits, in lowercase letters.
  package var hexDigest: Text {
    let digits = Array("0123456789abcdef".utf8)
    return Text(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The digest of `bytes`.
  package static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }

  /// The digest of `bytes` as 64 hexadecimal digits.
  package static func hexDigest(of bytes: some Sequence<UInt8>) -> Text {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexDigest
  }
}

extension SHA256 {
  /// The eight words, with the names of FIPS 180-4, 6.2.2.
  fileprivate struct State {
    var a: UInt32 = 0x6A09_E667
    var b: UInt32 = 0xBB67_AE85
    var c: UInt32 = 0x3C6E_F372
    var d: UInt32 = 0xA54F_F53A
    var e: UInt32 = 0x510E_527F
    var f: UInt32 = 0x9B05_688C
    var g: UInt32 = 0x1F83_D9AB
    var h: UInt32 = 0x5BE0_CD19

    var bytes: [UInt8] {
      [a, b, c, d, e, f, g, h].flatMap { word in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
      }
    }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  fileprivate static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]
}

extension SHA256.State {
  /// Processes complete blocks of 64 bytes.
  fileprivate mutating func absorb(_ blocks: UnsafeRawBufferPointer) {
    SHA256.constants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        for start in stride(from: 0, to: blocks.count, by: 64) {
          for place in 0..<16 {
            schedule[place] =
              UInt32(
                bigEndian: blocks.loadUnaligned(fromByteOffset: start + place * 4, as: UInt32.self)) as UInt32
          }
          for place in 16..<64 {
            let (early, late) = (schedule[place - 15], schedule[place - 2])
            let sigma0 = early.rotatedLeft(25) ^ early.rotatedLeft(14) ^ early &>> 3
            let sigma1 = late.rotatedLeft(15) ^ late.rotatedLeft(13) ^ late &>> 10
            schedule[place] = schedule[place - 16] &+ sigma0 &+ schedule[place - 7] &+ sigma1
          }
          absorb(UnsafeBufferPointer(schedule), constants)
        }
      }
    }
  }

  /// Processes one block, eight rounds at a time, so that no word has to move to its neighbor's place.
  private mutating func absorb(_ schedule: UnsafeBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>) {
    let before = self
    for place in stride(from: 0, to: 64, by: 8) {
      SHA256.State.round(a, b, c, &d, e, f, g, &h, schedule[place] &+ constants[place])
      SHA256.State.round(h, a, b, &c, d, e, f, &g, schedule[place + 1] &+ constants[place + 1])
      SHA256.State.round(g, h, a, &b, c, d, e, &f, schedule[place + 2] &+ constants[place + 2])
      SHA256.State.round(f, g, h, &a, b, c, d, &e, schedule[place + 3] &+ constants[place + 3])
      SHA256.State.round(e, f, g, &h, a, b, c, &d, schedule[place + 4] &+ constants[place + 4])
      SHA256.State.round(d, e, f, &g, h, a, b, &c, schedule[place + 5] &+ constants[place + 5])
      SHA256.State.round(c, d, e, &f, g, h, a, &b, schedule[place + 6] &+ constants[place + 6])
      SHA256.State.round(b, c, d, &e, f, g, h, &a, schedule[place + 7] &+ constants[place + 7])
    }
    a &+= before.a
    b &+= before.b
    c &+= before.c
    d &+= before.d
    e &+= before.e
    f &+= before.f
    g &+= before.g
    h &+= before.h
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ word: UInt32
  ) {
    let sum1 = e.rotatedLeft(26) ^ e.rotatedLeft(21) ^ e.rotatedLeft(7)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ sum1 &+ choice &+ word
    let sum0 = a.rotatedLeft(30) ^ a.rotatedLeft(19) ^ a.rotatedLeft(10)
    let majority = (a & b) | (c & (a | b))
    d &+= first
    h = first &+ sum0 &+ majority
  }
}
