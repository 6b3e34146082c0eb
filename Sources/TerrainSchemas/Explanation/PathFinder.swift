import TerrainDocuments

/// Finds the paths of nodes, asked for in the order of the document, in one walk over it.
struct PathFinder {
  /// What a message is about.
  enum Subject {
    case document
    case member(String)
    case element(Int, of: String?)
  }

  private struct Level {
    var end: Int
    var isMap: Bool
    /// The key or element the walk is at.
    var child: Int
    var position: Int
  }

  private let view: DocumentView
  private var levels: [Level] = []

  init(_ view: DocumentView) {
    self.view = view
    open(0)
  }

  private mutating func open(_ index: Int) {
    let raw = view.nodes[index]
    guard raw.holdsNodes else { return }
    levels.append(
      Level(end: Int(raw.link), isMap: raw.kindTag == NodeTag.map, child: index + 1, position: 0))
  }

  /// Goes on to `node`, which does not come before the one gone to last.
  mutating func go(to node: Int) {
    while let last = levels.last, node >= last.end { levels.removeLast() }
    while var level = levels.last {
      var value = level.isMap ? level.child + 1 : level.child
      while view.next(after: value) <= node, view.next(after: value) < level.end {
        level.child = view.next(after: value)
        level.position += 1
        value = level.isMap ? level.child + 1 : level.child
      }
      levels[levels.count - 1] = level
      guard node > value, view.nodes[value].holdsNodes else { return }
      open(value)
    }
  }

  /// The path of the node gone to, as ``Node/path`` writes it.
  func path(of node: Int) -> String {
    var path = ""
    for level in steps(to: node) {
      if level.isMap {
        Node.append(key: key(level), to: &path)
      } else {
        path += "[\(level.position)]"
      }
    }
    return path
  }

  /// What the node gone to is called in a sentence.
  func subject(of node: Int) -> Subject {
    let steps = steps(to: node)
    guard let last = steps.last else { return .document }
    if last.isMap { return .member(key(last)) }
    return .element(last.position, of: steps.dropLast().last(where: \.isMap).map(key))
  }

  /// The levels that lead to `node`; the innermost one is not part of the way to a container just opened.
  private func steps(to node: Int) -> ArraySlice<Level> {
    guard let last = levels.last, node < last.child else { return levels[...] }
    return levels.dropLast()
  }

  private func key(_ level: Level) -> String { String(decoding: view.text(at: level.child), as: UTF8.self) }
}
