import TerrainBase

/// Functions of the members of an ordered vocabulary. The planner knows the vocabulary, and writes the functions as tables and codes.
package enum VocabularyFunctions {
  static let next: Text = "next"
  static let previous: Text = "previous"
  static let position: Text = "position"
  /// The names of all of them.
  static let names = [next, previous, position]

  static let declarations: [FunctionDeclaration] = names.map { name in
    FunctionDeclaration(
      name,
      [
        Overload(
          Text("enum_\(name)"), member: true, [.anyT], name == position ? .int : .optional(.anyT), .unary(untyped))
      ])
  }

  /// The result of `function` for each member except the last (for ``previous``: except the first).
  static func steps(_ function: Text, through vocabulary: EnumerationType) -> ValueMap {
    let members = vocabulary.cases.map { Value.string($0) }
    let pairs = zip(members, members.dropFirst())
    return ValueMap(function == next ? pairs.map { ($0, $1) } : pairs.map { ($1, $0) })
  }

  /// A value whose type is known only at run time is a text without vocabulary.
  private static func untyped(_ value: Value) throws(FunctionFailure) -> Value {
    throw FunctionFailure(.noSuchOverload, "this is a text here, not a value of an ordered enum")
  }
}
