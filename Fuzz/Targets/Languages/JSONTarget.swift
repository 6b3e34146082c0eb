import TerrainBase
import TerrainDocuments

extension FuzzTarget {
  /// JSON: what is read, written and read again is the same value.
  static let json = FuzzTarget(
    "json",
    dictionary: [
      "{", "}", "[", "]", ":", ",", "true", "null", "1e400", "-0", "\\u", "\\uD83D", "\\\"", "0.1", "0.1e-2147483647",
      "e2147483647",
    ]
  ) {
    SeedFiles.files(under: SeedFiles.suite("json-parsing"), endings: [".json"])
      + SeedFiles.files(under: SeedFiles.root.appending(path: "ContentPacks"), endings: [".json"], oneOf: 8)
  } body: { input throws(FuzzFailure) in
    let source = SourceText(name: "input.json", bytes: input)
    let (document, diagnostics) = JSONReader.read(source)
    try DiagnosticCheck.check(diagnostics)
    guard let root = document?.root else { return try DiagnosticCheck.checkErrors(diagnostics, "nothing was read") }
    try JSONCheck.check(root)
  }
}

/// What holds for a document that was read, from whatever it was read.
enum JSONCheck {
  /// Checks that `root` written as JSON is read as the same value.
  static func check(_ root: Node) throws(FuzzFailure) {
    let value = root.value
    let exact = root.value(fractions: .decimal)
    for layout in [JSONWriter.Layout.compact, .pretty] {
      var writer = JSONWriter(layout)
      do throws(JSONWriterError) { try writer.value(value) } catch { return }
      let (again, diagnostics) = JSONReader.read(SourceText(name: "again.json", bytes: writer.bytes))
      try require(!diagnostics.hasErrors, "written JSON is not read: \(diagnostics.map(\.message))")
      let same = again?.root.value.isIdentical(to: value) ?? false
      try require(same, "written and read again is another value: \(writer.string)")
      guard isExact(exact) else { continue }
      writer.clear()
      do throws(JSONWriterError) { try writer.value(exact) } catch { return }
      let exactly = JSONReader.read(SourceText(name: "again.json", bytes: writer.bytes)).document?.root
      // A decimal without a fraction is written, and read, as a whole number.
      try require(
        exactly?.value(fractions: .decimal).isEqual(to: exact) ?? false,
        "its decimals written and read again are others: \(writer.string)")
    }
  }

  /// Whether no number in `value` is rounded: a `double` is read as the decimal that it is written as.
  private static func isExact(_ value: Value) -> Bool {
    switch value {
    case .double: false
    case .list(let elements): elements.allSatisfy(isExact)
    case .map(let map): map.values.allSatisfy(isExact)
    default: true
    }
  }
}
