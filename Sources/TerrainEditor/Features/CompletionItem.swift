import TerrainChecks

extension Completion {
  /// One thing that can be written.
  struct Item: Hashable {
    /// The protocol's numbers of kinds.
    enum Kind: Int {
      case function = 3
      case field = 5
      case variable = 6
      case module = 9
      case property = 10
      case value = 12
      case enumeration = 13
      case keyword = 14
      case reference = 18
      case constant = 21
    }

    let label: String
    let kind: Kind
    var detail: String?
    var doc: String?
    /// What is inserted, where that is not the label.
    var insertion: String?

    static func == (a: Item, b: Item) -> Bool { a.label == b.label }
    func hash(into hasher: inout Hasher) { hasher.combine(label) }
  }
}

extension Completion.Item {
  init(_ name: IndexedName, _ kind: Kind) {
    self.init(
      label: name.name.string, kind: kind, detail: name.type?.string ?? name.owner?.string, doc: name.doc?.string)
  }
}
