import TerrainBase

extension FactDeclaration {
  /// The range and size of its values, in words.
  package var limits: String {
    var limits: [String] = []
    if let minimum { limits.append("at least \(minimum)") }
    if let maximum { limits.append("at most \(maximum)") }
    if let maximumSize { limits.append("no longer than \(maximumSize)") }
    return limits.isEmpty ? "a number" : limits.joined(separator: ", ")
  }

  /// Whether `value`, of its type, is within its range and size.
  package func admits(_ value: Value) -> Bool {
    if let minimum, minimum.compare(to: value) == .greater { return false }
    if let maximum, value.compare(to: maximum) == .greater { return false }
    guard let maximumSize, let count = value.elementCount else { return true }
    return count <= maximumSize
  }
}

extension Value {
  /// Elements of a list or map, characters of a string, bytes; nil of what has none.
  var elementCount: Int? {
    switch self {
    case .list(let elements): elements.count
    case .map(let map): map.count
    case .string(let text): text.string.unicodeScalars.count
    case .bytes(let bytes): bytes.count
    default: nil
    }
  }
}
