import TerrainDocuments
import TerrainEngines

/// A result of an operation as it is written. Who only compares results need not read them.
struct WrittenResult {
  let operation: String
  let bytes: [UInt8]

  /// The result as a document.
  func read() throws(DiagnosticError) -> Document {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "the result of \(operation)", bytes: bytes))
    guard let document else { throw DiagnosticError(diagnostics) }
    return document
  }

  /// The members with which results name the versions of `system`, as they are written.
  static func versions(of system: LoadedSystem) -> [UInt8] {
    let type = ResultType<Versions>.object { versionFields }
    guard let object = try? type.json(Versions(system)) else { return [] }
    return Array(object.dropFirst().dropLast())
  }

  /// Whether `other` is written with the same bytes, but for the versions that each of them names.
  func isWritten(like other: WrittenResult, besides own: [UInt8], and others: [UInt8]) -> Bool {
    guard let place = place(of: own), place == other.place(of: others) else { return bytes == other.bytes }
    return bytes[..<place] == other.bytes[..<place]
      && bytes[(place + own.count)...] == other.bytes[(place + others.count)...]
  }

  /// Results name their versions at their beginning.
  private static let farthest = 256

  /// Where the members `versions` are; nil where they are not at the beginning.
  private func place(of versions: [UInt8]) -> Int? {
    let last = min(Self.farthest, bytes.count - versions.count)
    guard last >= 0 else { return nil }
    return (0...last).first { bytes[$0...].starts(with: versions) }
  }
}
