import TerrainDocuments

/// JSON Schema's equality: numbers by value, maps whatever their order, text by its bytes.
///
/// Recursion is as deep as documents nest, which their readers bound.
enum NodeEquality {
  static func areEqual(_ a: Int, in left: DocumentView, _ b: Int, in right: DocumentView) -> Bool {
    let (a, b) = (left.resolved(a), right.resolved(b))
    let (x, y) = (left.nodes[a], right.nodes[b])
    guard x.kindTag == y.kindTag else { return false }
    switch x.kindTag {
    case NodeTag.null: return true
    case NodeTag.bool: return x.writtenForm == y.writtenForm
    case NodeTag.number: return areEqualNumbers(x, in: left, y, in: right)
    case NodeTag.string: return left.text(of: x).equals(right.text(of: y))
    case NodeTag.list: return areEqualLists(a, in: left, b, in: right)
    default: return areEqualMaps(a, in: left, b, in: right)
    }
  }

  private static func areEqualNumbers(
    _ x: RawNode, in left: DocumentView, _ y: RawNode, in right: DocumentView
  ) -> Bool {
    let (text, other) = (left.text(of: x), right.text(of: y))
    if text.equals(other), x.writtenForm == y.writtenForm { return true }
    if x.writtenForm == NodeForm.special || y.writtenForm == NodeForm.special { return false }
    return left.withDecimal(x) { a in right.withDecimal(y) { b in a.compare(to: b) == 0 } }
  }

  private static func areEqualLists(_ a: Int, in left: DocumentView, _ b: Int, in right: DocumentView) -> Bool {
    let (x, y) = (left.nodes[a], right.nodes[b])
    guard left.count(of: x, at: a) == right.count(of: y, at: b) else { return false }
    var (i, j) = (a + 1, b + 1)
    while i < Int(x.link), j < Int(y.link) {
      guard areEqual(i, in: left, j, in: right) else { return false }
      i = left.next(after: i)
      j = right.next(after: j)
    }
    return true
  }

  private static func areEqualMaps(_ a: Int, in left: DocumentView, _ b: Int, in right: DocumentView) -> Bool {
    let (x, y) = (left.nodes[a], right.nodes[b])
    let count = left.count(of: x, at: a)
    guard count == right.count(of: y, at: b) else { return false }
    if count > smallMap { return areEqualLargeMaps(a, in: left, b, in: right) }
    var key = a + 1
    while key < Int(x.link) {
      guard let other = right.value(ofKey: left.text(at: key), hash: left.nodes[key].hashOrCount, inMapAt: b),
        areEqual(key + 1, in: left, other, in: right)
      else { return false }
      key = left.next(after: key + 1)
    }
    return true
  }

  /// Keys that are looked for one by one; those of larger maps are sorted.
  private static let smallMap = 16

  private static func areEqualLargeMaps(_ a: Int, in left: DocumentView, _ b: Int, in right: DocumentView) -> Bool {
    let (keys, others) = (left.keysByHash(ofMapAt: a), right.keysByHash(ofMapAt: b))
    var start = 0
    for key in keys {
      while start < others.count, others[start].hash < key.hash { start += 1 }
      var place = start
      var found: Int?
      while place < others.count, others[place].hash == key.hash {
        if right.text(at: others[place].index).equals(left.text(at: key.index)) {
          found = others[place].index
          break
        }
        place += 1
      }
      guard let found, areEqual(key.index + 1, in: left, found + 1, in: right) else { return false }
    }
    return true
  }

  /// A number equal for equal values, for finding those worth comparing.
  static func hash(_ index: Int, in view: DocumentView) -> UInt64 {
    let at = view.resolved(index)
    let node = view.nodes[at]
    switch node.kindTag {
    case NodeTag.null: return 1
    case NodeTag.bool: return 2 + UInt64(node.writtenForm)
    case NodeTag.string: return UInt64(KeyHash.hash(view.text(of: node), seed: KeyHash.seed)) << 8 | 5
    case NodeTag.number: return view.withDecimal(node) { KeyHash.mix($0.hash) }
    case NodeTag.list:
      var hash: UInt64 = 7
      var child = at + 1
      while child < Int(node.link) {
        hash = KeyHash.mix(hash &* 31 &+ self.hash(child, in: view))
        child = view.next(after: child)
      }
      return hash
    default:
      // The same whatever the order.
      var hash: UInt64 = 11
      var key = at + 1
      while key < Int(node.link) {
        hash = hash &+ KeyHash.mix(UInt64(view.nodes[key].hashOrCount) &* 31 &+ self.hash(key + 1, in: view) &+ 1)
        key = view.next(after: key + 1)
      }
      return hash
    }
  }
}

extension DocumentView {
  /// The keys of a map, sorted by their hashes.
  fileprivate func keysByHash(ofMapAt index: Int) -> [(hash: UInt32, index: Int)] {
    var keys: [(hash: UInt32, index: Int)] = []
    let end = Int(nodes[index].link)
    var key = index + 1
    while key < end {
      keys.append((nodes[key].hashOrCount, key))
      key = next(after: key + 1)
    }
    return keys.sorted { ($0.hash, $0.index) < ($1.hash, $1.index) }
  }

  /// The value under a key of a map, the first if it is there twice.
  func value(ofKey name: Bytes, hash: UInt32, inMapAt index: Int) -> Int? {
    let map = nodes[index]
    var key = index + 1
    while key < Int(map.link) {
      if nodes[key].hashOrCount == hash, text(at: key).equals(name) { return key + 1 }
      key = next(after: key + 1)
    }
    return nil
  }

  /// Calls `body` with a number in tens. One of YAML's other notations is written anew; `.inf` and `.nan` have no digits
  /// and so are zero here, whoever cares asks before.
  func withDecimal<R>(_ node: RawNode, _ body: (DecimalText) -> R) -> R {
    let text = text(of: node)
    guard node.writtenForm == NodeForm.hexadecimal || node.writtenForm == NodeForm.octal else {
      return body(DecimalText(text))
    }
    let whole = NumberText.whole(text, form: node.writtenForm) ?? .max
    return Array(String(whole).utf8).withUnsafeBufferPointer { body(DecimalText($0)) }
  }
}

extension DecimalText {
  /// Equal for equal numbers.
  var hash: UInt64 {
    var hash = UInt64(bitPattern: Int64(power)) &* 2 &+ (isNegative ? 1 : 0)
    forEachDigit { hash = hash &* 0x100_0000_01B3 ^ UInt64($0) }
    return hash
  }
}
