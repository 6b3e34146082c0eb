import TerrainDocuments
import TerrainPlatform

/// Looks for requests to cancel among lines that were just read: they are to be known before the lines ahead of them are answered.
struct CancellationScan {
  private static let name = Array("cancelRequest".utf8)
  /// Where the letter that other requests have least is in the name.
  private static let rare = 6
  /// Longer lines are looked at when they have their turn: nobody needs more to name a request.
  private static let longestLine = 1024

  /// Cancels in `requests` what the lines `bytes` ask to cancel; the first of them has the number `first`.
  static func run(_ bytes: UnsafeBufferPointer<UInt8>, first: Int, in requests: ClientRequests) {
    guard let base = bytes.baseAddress, contains(base, bytes.count) else { return }
    var at = 0
    var number = first
    while at < bytes.count {
      let length = offsetOfLineEnd(base + at, bytes.count - at) ?? bytes.count - at
      if length <= longestLine, contains(base + at, length) {
        let line = UnsafeBufferPointer(start: base + at, count: length)
        if let id = cancelled(by: line) { _ = requests.cancel(id, line: number) }
      }
      at += length + 1
      number += 1
    }
  }

  private static func contains(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var at = rare
    while at < count, let found = memchr(start + at, Int32(name[rare]), count - at) {
      let begin = UnsafeRawPointer(found) - UnsafeRawPointer(start) - rare
      if begin + name.count <= count, memcmp(start + begin, name, name.count) == 0 { return true }
      at = begin + rare + 1
    }
    return false
  }

  /// The id of the request that `line` asks to cancel, as it is written; nil where it does not, or is not right.
  private static func cancelled(by line: UnsafeBufferPointer<UInt8>) -> String? {
    guard let root = JSONReader.read(SourceText(name: "request", bytes: Array(line))).document?.root,
      root.kind == .map, root["method"]?.text?.string == RPCMethod.cancelRequestName,
      let parameters = root["params"], parameters.kind == .map, let id = parameters["id"],
      id.kind == .string || id.kind == .number
    else { return nil }
    return id.document.source.text(of: id.range)
  }
}
