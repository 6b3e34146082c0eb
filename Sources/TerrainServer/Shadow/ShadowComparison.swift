import TerrainDocuments
import TerrainValues

/// What differs between a result that was given and the one that a shadow evaluates to: names of fields, never their values.
struct ShadowComparison {
  /// The members of a result that name its versions, which differ by themselves.
  private static let versions: Set<String> = ["pack", "rules"]
  /// The members beside the name of a decision that contain where it is written.
  private static let places: Set<Text> = ["file", "line"]
  /// The most fields that are named.
  private static let mostFields = 20

  /// The fields that differ: members of the result, and members of those that are objects (`type.id`); the first ones in the order of the
  /// given result. Empty where the results are the same but for their versions and for the files and lines of rules.
  static func fields(_ given: [UInt8], _ shadow: [UInt8]) -> [String] {
    let (first, second) = (withoutVersions(given), withoutVersions(shadow))
    let isSame = first.withUnsafeBytes { first in second.withUnsafeBytes { PlacelessComparison.areSame(first, $0) } }
    if isSame { return [] }
    guard let given = read(given), let shadow = read(shadow), given.kind == .map, shadow.kind == .map else {
      return ["result"]
    }
    var fields: [String] = []
    compare(given, shadow, prefix: "", depth: 0, into: &fields)
    return Array(fields.prefix(mostFields))
  }

  private static func read(_ bytes: [UInt8]) -> Node? {
    JSONReader.read(SourceText(name: "result", bytes: bytes)).document?.root
  }

  private static func compare(_ a: Node, _ b: Node, prefix: String, depth: Int, into fields: inout [String]) {
    var names: [Text] = []
    for (key, value) in a.members {
      guard let name = key.text, depth > 0 || !versions.contains(name.string) else { continue }
      names.append(name)
      let other = b[name]
      if let other, isSame(value, other) { continue }
      if depth == 0, let other, value.kind == .map, other.kind == .map {
        compare(value, other, prefix: "\(name).", depth: 1, into: &fields)
      } else {
        fields.append(prefix + name.string)
      }
    }
    let known = Set(names)
    for (key, _) in b.members {
      guard let name = key.text, depth > 0 || !versions.contains(name.string), !known.contains(name) else { continue }
      fields.append(prefix + name.string)
    }
  }

  /// Whether two values are the same but for where their rules are written: a shadow's are in other files.
  private static func isSame(_ a: Node, _ b: Node) -> Bool {
    if text(a) == text(b) { return true }
    guard a.kind == b.kind else { return false }
    switch a.kind {
    case .map:
      let (first, second) = (membersWithoutPlaces(a), membersWithoutPlaces(b))
      return first.count == second.count
        && zip(first, second).allSatisfy { $0.key.text == $1.key.text && isSame($0.value, $1.value) }
    case .list:
      let (first, second) = (Array(a.elements), Array(b.elements))
      return first.count == second.count && zip(first, second).allSatisfy { isSame($0, $1) }
    default: return false
    }
  }

  private static func membersWithoutPlaces(_ node: Node) -> [(key: Node, value: Node)] {
    let isRule = node["decision"] != nil
    return node.members.compactMap { key, value in
      if isRule, let name = key.text, places.contains(name) { return nil }
      return (key, value)
    }
  }

  private static func text(_ node: Node) -> ArraySlice<UInt8> {
    node.document.source.bytes[Int(node.range.start)..<Int(node.range.end)]
  }

  /// The result from the first member on that does not name a version: results begin with those.
  private static func withoutVersions(_ result: [UInt8]) -> ArraySlice<UInt8> {
    var at = 0
    for name in ["{\"pack\":{", ",\"rules\":{"] {
      guard result[at...].starts(with: name.utf8), let end = endOfObject(result, from: at + name.utf8.count) else {
        return result[at...]
      }
      at = end
    }
    return result[at...]
  }

  /// Where the object ends that is open at `start`.
  private static func endOfObject(_ bytes: [UInt8], from start: Int) -> Int? {
    var (at, depth, isText) = (start, 1, false)
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\") where isText: at += 1
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "{") where !isText: depth += 1
      case UInt8(ascii: "}") where !isText:
        depth -= 1
        if depth == 0 { return at + 1 }
      default: break
      }
      at += 1
    }
    return nil
  }
}
