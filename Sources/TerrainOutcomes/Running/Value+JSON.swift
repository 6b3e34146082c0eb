import TerrainDocuments
import TerrainBase

extension Value {
  /// As JSON on one line; nil where JSON cannot hold it.
  var jsonBytes: [UInt8]? {
    var writer = JSONWriter(.compact)
    guard (try? writer.value(self)) != nil else { return nil }
    return writer.bytes
  }

  /// As JSON on one line; nil where JSON cannot hold it.
  var json: String? { jsonBytes.map { String(decoding: $0, as: UTF8.self) } }
}
