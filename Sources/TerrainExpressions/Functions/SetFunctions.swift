import TerrainBase

/// cel-go's `sets` extension: lists taken as sets, under CEL's equality.
package enum SetFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "sets.contains",
      [Overload("sets_contains_list_list", [.listOfT, .listOfT], .bool, cost: .deep(12), .binary(contains))]),
    FunctionDeclaration(
      "sets.equivalent",
      [Overload("sets_equivalent_list_list", [.listOfT, .listOfT], .bool, cost: .deep(12), .binary(equivalent))]),
    FunctionDeclaration(
      "sets.intersects",
      [Overload("sets_intersects_list_list", [.listOfT, .listOfT], .bool, cost: .deep(12), .binary(intersects))]),
  ]

  /// True when every element of the second list is in the first.
  package static func contains(_ list: Value, _ part: Value) throws(FunctionFailure) -> Value {
    let set = ValueSet(try list.asList)
    return .bool(try part.asList.allSatisfy(set.contains))
  }

  /// True when each contains the other.
  package static func equivalent(_ a: Value, _ b: Value) throws(FunctionFailure) -> Value {
    let (first, second) = (try a.asList, try b.asList)
    let (firstSet, secondSet) = (ValueSet(first), ValueSet(second))
    return .bool(first.allSatisfy(secondSet.contains) && second.allSatisfy(firstSet.contains))
  }

  /// True when some element is in both.
  package static func intersects(_ a: Value, _ b: Value) throws(FunctionFailure) -> Value {
    let set = ValueSet(try b.asList)
    return .bool(try a.asList.contains(where: set.contains))
  }
}
