import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension Expression {
  /// Calls `body` with every name that is not a loop's variable: plain names, and dotted ones with each of their
  /// beginnings (`a.b.c`, `a.b` and `a`).
  func forEachMention(_ body: (Text, ID) -> Void) {
    // Loop variables in force, as a chain: each entry points to the one around it.
    var scopes: [(name: Text, outer: Int)] = []
    var waiting: [(id: ID, scope: Int)] = [(root, -1)]
    func isLocal(_ name: Text, _ scope: Int) -> Bool {
      var scope = scope
      while scope >= 0 {
        if scopes[scope].name == name { return true }
        scope = scopes[scope].outer
      }
      return false
    }
    func firstName(_ id: ID) -> Text? {
      var current = id
      while case .select(let operand, _, _, _) = kind(of: current) { current = operand }
      if case .identifier(let name) = kind(of: current) { return name }
      return nil
    }
    while let (id, scope) = waiting.popLast() {
      switch kind(of: id) {
      case .identifier(let name):
        if !isLocal(name, scope) { body(name.withoutLeadingDot, id) }
      case .select:
        if let name = qualifiedName(of: id), let first = firstName(id), !isLocal(first, scope) {
          body(name.withoutLeadingDot, id)
        }
        forEachChild(of: id) { waiting.append(($0, scope)) }
      case .comprehension(let loop):
        waiting.append((loop.range, scope))
        waiting.append((loop.initial, scope))
        var inner = scope
        for name in [loop.variable, loop.variable2, loop.accumulator] {
          guard let name else { continue }
          scopes.append((name, inner))
          inner = scopes.count - 1
        }
        for part in [loop.condition, loop.step, loop.result] { waiting.append((part, inner)) }
      default:
        forEachChild(of: id) { waiting.append(($0, scope)) }
      }
    }
  }
}

extension Text {
  /// `.name` looks a name up from the root; all names here are full ones.
  fileprivate var withoutLeadingDot: Text {
    string.utf8.first == UInt8(ascii: ".") ? Text(String(string.dropFirst())) : self
  }
}
