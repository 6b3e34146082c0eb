import TerrainDocuments
import TerrainValues

/// The form of a batch's results, which a record names: a replay gives results the same form.
enum BatchForm: String {
  /// Scores are their outcomes alone.
  case lean
  /// Scores are in full.
  case full
}

/// The hash by which a record knows the result that was given.
enum ResultHash {
  /// XXH64 of `bytes`, as 16 hexadecimal digits.
  static func text(of bytes: UnsafeRawBufferPointer) -> String {
    var hash = StableHash.XXHash64()
    hash.update(bytes)
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The members of a record that name the versions which answered.
struct RecordedVersions {
  /// An object with them.
  let json: [UInt8]

  /// The versions of `served`.
  init(_ served: ServedSystem) {
    let overrides = served.place.overrides.map { Text("\($0.name)=\($0.text)") }
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("pack", served.pack.hash)
      writer.member("rules", served.rules.hash)
      if !overrides.isEmpty { writer.member("set", overrides) }
    }
    json = writer.bytes
  }

  /// The versions that `record` names.
  init(of record: Node) {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      for name in ["pack", "rules", "set"] {
        guard let value = record[Text(name)] else { continue }
        writer.key(name)
        writer.raw(value.document.source.text(of: value.range))
      }
    }
    json = writer.bytes
  }
}

/// The rows that a result names as its reasons.
///
/// They are found in the result's bytes. `"decision":"` with both quotation marks is nowhere inside a text, where each of them has a
/// backslash before it.
enum FiredRows {
  private static let key = Array(#""decision":""#.utf8)
  private static let rowKeys = [Array(#","row":""#.utf8), Array(#","rule":""#.utf8)]

  /// `decision/row` as JSON has them between quotation marks, each once, in their order.
  static func names(in result: UnsafeRawBufferPointer) -> [String] {
    var names: [String] = []
    var at = 0
    let first = key.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    while at + key.count < result.count {
      guard result.loadUnaligned(fromByteOffset: at, as: UInt64.self) == first, matches(key, result, at) else {
        at += 1
        continue
      }
      at += key.count
      guard let end = quotationMark(in: result, from: at) else { break }
      let decision = at..<end
      at = end
      guard let rowKey = rowKeys.first(where: { matches($0, result, end + 1) }) else { continue }
      let start = end + 1 + rowKey.count
      guard let rowEnd = quotationMark(in: result, from: start) else { break }
      let name = "\(text(result, decision))/\(text(result, start..<rowEnd))"
      if !names.contains(name) { names.append(name) }
      at = rowEnd
    }
    return names
  }

  private static func matches(_ bytes: [UInt8], _ result: UnsafeRawBufferPointer, _ at: Int) -> Bool {
    at + bytes.count <= result.count && bytes.indices.allSatisfy { result[at + $0] == bytes[$0] }
  }

  /// Where the text that begins at `start` ends.
  private static func quotationMark(in result: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var at = start
    while at < result.count {
      if result[at] == UInt8(ascii: "\"") { return at }
      at += result[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private static func text(_ result: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: result[range]), as: UTF8.self)
  }
}
