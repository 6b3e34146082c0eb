import TerrainDocuments
import TerrainValues

/// What differs between a result that was given and the one that a shadow evaluates to: names of fields, never their values.
///
/// Both are compact JSON of a ``JSONWriter``. Where they have the same keys in the same order, which is nearly always, they are compared
/// as bytes; otherwise as documents.
enum ShadowComparison {
  /// The members of a result that name its versions, which differ by themselves, in their order.
  private static let versions = ["pack", "rules"]
  private static let versionKeys = versions.map { Array("\"\($0)\"".utf8) }
  private static let versionNames = Set(versions.map { Text($0) })
  /// The members beside the name of a decision that contain where it is written.
  private static let places = ["file", "line"]
  private static let placeNames = Set(places.map { Text($0) })
  private static let decision = "decision"
  /// The most fields that are named.
  private static let mostFields = 20

  /// The fields that differ: members of the result, and members of those that are objects (`type.id`); the first ones in the order of the
  /// given result. Empty where the results are the same but for their versions and for the files and lines of rules.
  static func fields(_ given: UnsafeRawBufferPointer, _ shadow: UnsafeRawBufferPointer) -> [String] {
    let fields = fieldsOfBytes(given, shadow) ?? fieldsOfDocuments(given, shadow)
    return Array(fields.prefix(mostFields))
  }

  // MARK: - As bytes

  /// The fields that differ; nil where the results do not have the same keys in the same order.
  static func fieldsOfBytes(_ given: UnsafeRawBufferPointer, _ shadow: UnsafeRawBufferPointer) -> [String]? {
    guard var members = PairedMembers(given, shadow) else { return nil }
    var fields: [String] = []
    var isBehindVersions = false
    while let pair = members.next() {
      if let index = versionKeys.firstIndex(where: { pair.key.elementsEqual($0) }) {
        // What follows is nearly all of the result, and the same most of the time.
        guard index == versionKeys.count - 1, !isBehindVersions, fields.isEmpty else { continue }
        isBehindVersions = true
        let rest = members.rest
        if PlacelessComparison.areSame(rest.first, rest.second) { return [] }
      } else if PlacelessComparison.areSame(pair.first, pair.second) {
        continue
      } else if var inner = PairedMembers(pair.first, pair.second) {
        guard let names = names(of: &inner) else { return nil }
        fields += names.map { "\(pair.name).\($0)" }
      } else if !isSame(pair) {
        fields.append(pair.name)
      }
    }
    return members.isAligned ? fields : nil
  }

  /// The names of the members of two objects that differ; nil where these do not have the same keys in the same order.
  private static func names(of members: inout PairedMembers) -> [String]? {
    var names: [String] = []
    var isRule = false
    while let pair = members.next() {
      let name = pair.name
      if name == decision { isRule = true }
      if !isSame(pair) { names.append(name) }
    }
    guard members.isAligned else { return nil }
    return isRule ? names.filter { !places.contains($0) } : names
  }

  private static func isSame(_ pair: PairedMembers.Pair) -> Bool {
    if PlacelessComparison.areSame(pair.first, pair.second) { return true }
    guard PlacelessComparison.mayHavePlaces(pair.first) || PlacelessComparison.mayHavePlaces(pair.second),
      let first = read(pair.first), let second = read(pair.second)
    else { return false }
    return isSame(first, second)
  }

  // MARK: - As documents

  /// The fields that differ, whatever keys the results have; `result` where one of them is no object.
  static func fieldsOfDocuments(_ given: UnsafeRawBufferPointer, _ shadow: UnsafeRawBufferPointer) -> [String] {
    guard let given = read(given), let shadow = read(shadow), given.kind == .map, shadow.kind == .map else {
      return ["result"]
    }
    var fields: [String] = []
    compare(given, shadow, ignoring: versionNames, prefix: "", into: &fields)
    return fields
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) -> Node? {
    JSONReader.read(SourceText(name: "result", bytes: Array(bytes))).document?.root
  }

  private static func compare(
    _ a: Node, _ b: Node, ignoring ignored: Set<Text>, prefix: String, into fields: inout [String]
  ) {
    let isResult = prefix.isEmpty
    var names: Set<Text> = []
    for (key, value) in a.members {
      guard let name = key.text, !ignored.contains(name) else { continue }
      names.insert(name)
      let other = b[name]
      if let other, isSame(value, other) { continue }
      if isResult, let other, value.kind == .map, other.kind == .map {
        compare(value, other, ignoring: ignoredMembers(of: value), prefix: "\(name).", into: &fields)
      } else {
        fields.append(prefix + name.string)
      }
    }
    for (key, _) in b.members {
      guard let name = key.text, !ignored.contains(name), !names.contains(name) else { continue }
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
      return a.count == b.count && zip(a.elements, b.elements).allSatisfy { isSame($0, $1) }
    default: return false
    }
  }

  private static func membersWithoutPlaces(_ node: Node) -> [(key: Node, value: Node)] {
    let ignored = ignoredMembers(of: node)
    return node.members.filter { key, _ in !(key.text.map { ignored.contains($0) } ?? false) }
  }

  private static func ignoredMembers(of node: Node) -> Set<Text> { node[decision] == nil ? [] : placeNames }

  private static func text(_ node: Node) -> ArraySlice<UInt8> {
    node.document.source.bytes[Int(node.range.start)..<Int(node.range.end)]
  }
}
