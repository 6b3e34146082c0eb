import TerrainBase

/// Reduces a request with a certain effect until no part can be removed: delta debugging, from the outer parts to the inner parts.
struct RequestShrinker {
  /// Simpler values for the value at a path, the simplest first.
  typealias Simpler = (_ path: [Value], _ value: Value) -> [Value]

  /// The number of remaining tries.
  private(set) var triesLeft: Int
  private let simpler: Simpler
  private let shows: (Value) -> Bool
  private var smallest: Value

  /// Shrinks `request`, for which `shows` holds.
  ///
  /// - Parameters:
  ///   - tries: the maximum number of calls of `shows`; after that the smallest request found is the result.
  ///   - simpler: simpler values that may take the place of one.
  static func shrunk(
    _ request: Value, tries: Int, simpler: @escaping Simpler = { _, _ in [] }, shows: @escaping (Value) -> Bool
  ) -> Value {
    var shrinker = RequestShrinker(triesLeft: tries, simpler: simpler, shows: shows, smallest: request)
    shrinker.run()
    return shrinker.smallest
  }

  private mutating func run() {
    var changed = true
    while changed, triesLeft > 0 {
      changed = false
      var depth = 1
      while true {
        let parts = smallest.parts(depth: depth)
        if parts.isEmpty { break }
        if removeSome(of: parts) { changed = true }
        depth += 1
      }
      if simplify() { changed = true }
    }
  }

  /// Removes parts from `parts`: large groups first, then smaller groups, and finally single parts.
  private mutating func removeSome(of parts: [[Value]]) -> Bool {
    var kept = parts
    var size = kept.count
    var hasRemoved = false
    while size > 0, triesLeft > 0 {
      var start = 0
      var hasRemovedAny = false
      while start < kept.count, triesLeft > 0 {
        let group = Array(kept[start..<min(start + size, kept.count)])
        if tries(smallest.removing(group)) {
          // The positions of later elements of the same lists have changed.
          kept = smallest.parts(depth: group[0].count)
          (hasRemovedAny, hasRemoved) = (true, true)
        } else {
          start += size
        }
      }
      size = size == 1 && hasRemovedAny ? 1 : size / 2
    }
    return hasRemoved
  }

  /// Gives each value the simplest one with which the request still shows it.
  private mutating func simplify() -> Bool {
    var changed = false
    var depth = 1
    while true {
      let parts = smallest.parts(depth: depth)
      if parts.isEmpty { return changed }
      for path in parts {
        guard let value = smallest.at(path) else { continue }
        for candidate in simpler(path, value) {
          if candidate.isIdentical(to: value) { break }
          if tries(smallest.replacing(path, with: candidate)) {
            changed = true
            break
          }
        }
      }
      depth += 1
    }
  }

  /// Takes `request` as the smallest if `shows` holds for it.
  private mutating func tries(_ request: Value) -> Bool {
    guard triesLeft > 0 else { return false }
    triesLeft -= 1
    guard shows(request) else { return false }
    smallest = request
    return true
  }
}

extension Value {
  /// The paths of all members and elements that are `depth` deep, in order. Requests nest as deep as a document may.
  func parts(depth: Int) -> [[Value]] {
    let own: [(Value, Value)]
    switch self {
    case .map(let map): own = map.entries.map { ($0.key, $0.value) }
    case .list(let elements): own = elements.enumerated().map { (.int(Int64($0.offset)), $0.element) }
    default: return []
    }
    if depth == 1 { return own.map { [$0.0] } }
    return own.flatMap { key, value in value.parts(depth: depth - 1).map { [key] + $0 } }
  }

  /// The member or element at `path`, or nil.
  func at(_ path: some Collection<Value>) -> Value? {
    guard let key = path.first else { return self }
    switch (self, key) {
    case (.map(let map), _): return map[key]?.at(path.dropFirst())
    case (.list(let elements), .int(let index)):
      guard let index = Int(exactly: index), elements.indices.contains(index) else { return nil }
      return elements[index].at(path.dropFirst())
    default: return nil
    }
  }

  /// The value without the members and elements at `paths`, which are equally long.
  func removing(_ paths: some Collection<[Value]>, at depth: Int = 0) -> Value {
    /// The paths to remove under a key; an empty path if the whole value is removed.
    func rest(_ key: Value) -> [[Value]] { paths.filter { $0[depth].isIdentical(to: key) } }
    func kept(_ key: Value, _ value: Value) -> Value? {
      let rest = rest(key)
      if rest.isEmpty { return value }
      return rest[0].count == depth + 1 ? nil : value.removing(rest, at: depth + 1)
    }
    switch self {
    case .map(let map):
      return .map(
        ValueMap(distinct: map.entries.compactMap { key, value in kept(key, value).map { (key: key, value: $0) } }))
    case .list(let elements):
      return .list(elements.enumerated().compactMap { kept(.int(Int64($0.offset)), $0.element) })
    default: return self
    }
  }

  /// The value with `value` at `path`; a missing member is added, with the maps around it.
  func replacing(_ path: some Collection<Value>, with value: Value) -> Value {
    guard let key = path.first else { return value }
    let rest = path.dropFirst()
    switch (self, key) {
    case (.list(var elements), .int(let index)):
      guard let index = Int(exactly: index), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(rest, with: value)
      return .list(elements)
    case (.map(var map), _):
      map.replace(key, with: (map[key] ?? .map([:])).replacing(rest, with: value))
      return .map(map)
    default: return Value.map([:]).replacing(path, with: value)
    }
  }
}
