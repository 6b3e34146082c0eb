import TerrainOperations

/// What the shape of a result says about comparing two of them.
struct ResultLayout: Sendable {
  /// The paths of members that name versions of packs and rules, which differ between any two versions.
  private(set) var versions: Set<String> = []
  /// The paths of accounts in full, with the lines and events from which everything else in the result is computed.
  private var records: Set<String> = []
  /// The named shapes that are being read: one that mentions itself adds nothing.
  private var open: Set<String> = []

  /// The layout of results of an unknown shape.
  init() { versions = ["pack", "rules"] }

  /// The layout of results of `shape`.
  init(of shape: Shape) {
    self.init()
    read(shape, at: "")
  }

  /// Whether what is at `path` is a detail: inside of an account in full. The figures of an account are beside it as well.
  func isDetail(_ path: String) -> Bool {
    records.contains { path == $0 || path.hasPrefix("\($0).") || path.hasPrefix("\($0)[") }
  }

  private mutating func read(_ shape: Shape, at path: String) {
    switch shape.form {
    case .object(let fields):
      if Self.isVersion(fields) { versions.insert(path) }
      for field in fields { read(field.shape, at: path.isEmpty ? field.name : "\(path).\(field.name)") }
    case .list(let element, _): read(element, at: "\(path)[]")
    case .either(let shapes): for shape in shapes { read(shape, at: path) }
    case .named(let name, let shape):
      guard open.insert(name).inserted else { return }
      if name == AccountDocument.shapeName { records.insert(path) }
      read(shape(), at: path)
      open.remove(name)
    // The keys of a map are data.
    case .map, .anything, .null, .flag, .integer, .number, .text, .words, .enumeration, .declared, .id, .record: break
    }
  }

  /// Whether an object of `fields` names a version: by an id, a version and a hash.
  private static func isVersion(_ fields: [Shape.Field]) -> Bool {
    let required = Set(fields.filter(\.isRequired).map(\.name))
    return required == ["id", "version", "hash"]
  }
}
