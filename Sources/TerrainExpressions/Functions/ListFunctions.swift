import TerrainBase

/// Functions of lists: Kubernetes' `sum`, `min` and `max`, cel-go's `lists` extension, and `first` and `last`.
package enum ListFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "sum",
      summable.map { kind in
        Overload(
          "list_\(kind.name)_sum", member: true, [.list(kind.type)], kind.type, cost: .scaled(6),
          .unary { list throws(FunctionFailure) in
            try sum(list, zero: kind.zero)
          })
      }),
    FunctionDeclaration(
      "min",
      comparable.map { name, type in
        Overload("list_\(name)_min", member: true, [.list(type)], type, cost: .deep(6), .unary(min))
      }),
    FunctionDeclaration(
      "max",
      comparable.map { name, type in
        Overload("list_\(name)_max", member: true, [.list(type)], type, cost: .deep(6), .unary(max))
      }),
    FunctionDeclaration(
      "sort",
      comparable.map { name, type in
        Overload("list_\(name)_sort", member: true, [.list(type)], .list(type), cost: .sorting, .unary(sort))
      }),
    FunctionDeclaration(
      "@sortByAssociatedKeys",
      comparable.map { name, type in
        Overload(
          "list_\(name)_sortByAssociatedKeys", member: true, [.listOfT, .list(type)], .listOfT, cost: .sorting,
          .binary(sort))
      }),
    FunctionDeclaration(
      "slice", [Overload("list_slice", member: true, [.listOfT, .int, .int], .listOfT, cost: .linear, .ternary(slice))]),
    FunctionDeclaration(
      "flatten",
      [
        Overload("list_flatten", member: true, [.list(.listOfT)], .listOfT, cost: .deep(4), .bounded(flatten)),
        Overload(
          "list_flatten_int", member: true, [.list(.dyn), .int], .list(.dyn), cost: .deep(4), .bounded(flatten)),
      ]),
    FunctionDeclaration(
      "distinct", [Overload("list_distinct", member: true, [.listOfT], .listOfT, cost: .deep(12), .unary(distinct))]),
    FunctionDeclaration(
      "reverse", [Overload("list_reverse", member: true, [.listOfT], .listOfT, cost: .copying(2), .unary(reverse))]),
    FunctionDeclaration("lists.range", [Overload("lists_range", [.int], .list(.int), cost: .linear, .bounded(range))]),
    FunctionDeclaration("first", [Overload("list_first", member: true, [.listOfT], .optional(.anyT), .unary(first))]),
    FunctionDeclaration("last", [Overload("list_last", member: true, [.listOfT], .optional(.anyT), .unary(last))]),
  ]

  private static let summable: [(name: String, type: CELType, zero: Value)] = [
    ("int", .int, .int(0)), ("uint", .uint, .uint(0)), ("double", .double, .double(0)),
    ("decimal", .decimal, .decimal(.zero)), ("duration", .duration, .duration(.zero)),
  ]

  private static let comparable: [(name: String, type: CELType)] = [
    ("int", .int), ("uint", .uint), ("double", .double), ("decimal", .decimal), ("bool", .bool), ("string", .string),
    ("bytes", .bytes), ("timestamp", .timestamp), ("duration", .duration),
  ]

  // MARK: One value of many

  /// The sum of `zero` and all elements, which must be of one type; overflow fails as for `+`.
  package static func sum(_ list: Value, zero: Value) throws(FunctionFailure) -> Value {
    let elements = try list.asList
    guard var total = elements.first else { return zero }
    for element in elements.dropFirst() { total = try add(total, element) }
    // The type of a single element has not been checked yet.
    return try elements.count == 1 ? add(total, zeroLike(total)) : total
  }

  private static func zeroLike(_ value: Value) -> Value {
    summable.first { $0.zero.typeName == value.typeName }?.zero ?? .null
  }

  private static func add(_ a: Value, _ b: Value) throws(FunctionFailure) -> Value {
    switch (a, b) {
    case (.int(let a), .int(let b)):
      let (sum, overflow) = a.addingReportingOverflow(b)
      guard !overflow else { throw .overflow("the sum does not fit an int") }
      return .int(sum)
    case (.uint(let a), .uint(let b)):
      let (sum, overflow) = a.addingReportingOverflow(b)
      guard !overflow else { throw .overflow("the sum does not fit a uint") }
      return .uint(sum)
    case (.double(let a), .double(let b)): return .double(a + b)
    case (.decimal(let a), .decimal(let b)):
      do throws(ArithmeticError) { return .decimal(try a.adding(b)) } catch {
        throw .overflow("the sum does not fit a decimal")
      }
    case (.duration(let a), .duration(let b)):
      do throws(ArithmeticError) { return .duration(try a.adding(b)) } catch {
        throw .overflow("the sum does not fit a duration")
      }
    case (.int, _), (.uint, _), (.double, _), (.decimal, _), (.duration, _):
      throw FunctionFailure(
        .noSuchOverload, "only elements of one type can be added up, not \(a.shownType) and \(b.shownType)")
    default: throw .wrongType(a, expected: "list of numbers")
    }
  }

  package static func min(_ list: Value) throws(FunctionFailure) -> Value { try extreme(list, .less) }

  package static func max(_ list: Value) throws(FunctionFailure) -> Value { try extreme(list, .greater) }

  private static func extreme(_ list: Value, _ expected: Ordering) throws(FunctionFailure) -> Value {
    let elements = try list.asList
    guard var best = elements.first else { throw .invalid("an empty list has no smallest or largest element") }
    try requireOrder(elements)
    for element in elements.dropFirst() where element.compare(to: best) == expected { best = element }
    return best
  }

  /// Checks that the elements are of one type with an order.
  private static func requireOrder(_ elements: [Value]) throws(FunctionFailure) {
    guard let first = elements.first else { return }
    for element in elements {
      // Most lists contain one of these types.
      switch (first, element) {
      case (.int, .int), (.string, .string), (.decimal, .decimal), (.bool, .bool): continue
      default: break
      }
      guard element.typeName == first.typeName else {
        throw FunctionFailure(
          .noSuchOverload, "only elements of one type can be compared, not \(first.shownType) and \(element.shownType)")
      }
      guard element.compare(to: element) != nil else {
        throw FunctionFailure(.noSuchOverload, "\(element.shownType) cannot be compared")
      }
    }
  }

  // MARK: Lists of lists

  package static func sort(_ list: Value) throws(FunctionFailure) -> Value { try sort(list, list) }

  /// The elements in the order of `keys`, one key for each; elements with equal keys keep their order.
  package static func sort(_ list: Value, _ keys: Value) throws(FunctionFailure) -> Value {
    let elements = try list.asList
    let keys = try keys.asList
    guard keys.count == elements.count else { throw .invalid("there must be as many keys as elements") }
    try requireOrder(keys)
    let order = elements.indices.sorted { a, b in
      switch keys[a].compare(to: keys[b]) {
      case .less: true
      case .greater: false
      default: a < b
      }
    }
    return .list(order.map { elements[$0] })
  }

  /// The elements from index `start` up to `end`, excluding `end`.
  package static func slice(_ list: Value, _ start: Value, _ end: Value) throws(FunctionFailure) -> Value {
    let elements = try list.asList
    let (start, end) = (try start.asInt, try end.asInt)
    guard start >= 0, start <= end, end <= Int64(elements.count) else {
      throw FunctionFailure(.indexOutOfRange, "the part does not lie within the list")
    }
    return .list(Array(elements[Int(start)..<Int(end)]))
  }

  /// The list with nested lists replaced by their elements, down to the number of levels in the second argument (one by default).
  package static func flatten(_ arguments: [Value], _ limit: Int) throws(FunctionFailure) -> Value {
    let depth = arguments.count > 1 ? try arguments[1].asInt : 1
    guard depth >= 0 else { throw .invalid("a list cannot be flattened by a negative number of levels") }
    let most = limit / Value.elementSize
    var result: [Value] = []
    // The values still to be visited, last first, with the number of levels that may be flattened.
    var open = try arguments[0].asList.reversed().map { (value: $0, depth: depth) }
    while let next = open.popLast() {
      guard case .list(let inner) = next.value, next.depth > 0 else {
        guard result.count < most else { throw .tooLarge(limit: limit) }
        result.append(next.value)
        continue
      }
      guard open.count + inner.count <= most else { throw .tooLarge(limit: limit) }
      for value in inner.reversed() { open.append((value, next.depth - 1)) }
    }
    return .list(result)
  }

  /// The list with only the first of equal elements.
  package static func distinct(_ list: Value) throws(FunctionFailure) -> Value {
    var seen = ValueSet()
    return .list(try list.asList.filter { seen.insert($0) })
  }

  package static func reverse(_ list: Value) throws(FunctionFailure) -> Value { .list(try list.asList.reversed()) }

  /// The ints from 0 up to the argument, excluding it.
  package static func range(_ arguments: [Value], _ limit: Int) throws(FunctionFailure) -> Value {
    let count = try arguments[0].asInt
    guard count >= 0 else { throw .invalid("a range cannot have a negative length") }
    guard count <= Int64(limit / Value.elementSize) else { throw .tooLarge(limit: limit) }
    return .list((0..<count).map { .int($0) })
  }

  package static func first(_ list: Value) throws(FunctionFailure) -> Value { .optional(try list.asList.first) }

  package static func last(_ list: Value) throws(FunctionFailure) -> Value { .optional(try list.asList.last) }
}

/// cel-go's `sets` extension: lists used as sets, under CEL's equality.
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

  /// True if every element of the second list is in the first.
  package static func contains(_ list: Value, _ part: Value) throws(FunctionFailure) -> Value {
    let set = ValueSet(try list.asList)
    return .bool(try part.asList.allSatisfy(set.contains))
  }

  /// True if each list contains the other.
  package static func equivalent(_ a: Value, _ b: Value) throws(FunctionFailure) -> Value {
    let (first, second) = (try a.asList, try b.asList)
    let (firstSet, secondSet) = (ValueSet(first), ValueSet(second))
    return .bool(first.allSatisfy(secondSet.contains) && second.allSatisfy(firstSet.contains))
  }

  /// True if some element is in both lists.
  package static func intersects(_ a: Value, _ b: Value) throws(FunctionFailure) -> Value {
    let set = ValueSet(try b.asList)
    return .bool(try a.asList.contains(where: set.contains))
  }
}

/// The functions by which `transformMap` and `transformMapEntry` build their maps. Authors cannot write their names.
package enum MapFunctions {
  private static let map = CELType.map(key: .parameter("K"), value: .parameter("V"))

  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "cel.@mapInsert",
      [
        Overload(
          "@mapInsert_map_key_value", [map, .parameter("K"), .parameter("V")], map, cost: .deep(12), .ternary(insert)),
        Overload("@mapInsert_map_map", [map, map], map, cost: .deep(12), .binary(insert)),
      ])
  ]

  /// `map` with one more entry.
  package static func insert(_ map: Value, _ key: Value, _ value: Value) throws(FunctionFailure) -> Value {
    var result = try map.asMap
    try add(key, value, to: &result)
    return .map(result)
  }

  /// `map` with the entries of `other` added.
  package static func insert(_ map: Value, _ other: Value) throws(FunctionFailure) -> Value {
    var result = try map.asMap
    for entry in try other.asMap.entries { try add(entry.key, entry.value, to: &result) }
    return .map(result)
  }

  /// Adds an entry. The key must be new and of a type that maps allow.
  package static func add(_ key: Value, _ value: Value, to map: inout ValueMap) throws(FunctionFailure) {
    guard key.isMapKey else {
      throw .invalid("a key of a map is a bool, an int, a uint or a string, not \(key.shownType)")
    }
    guard map.insert(key, value) else { throw FunctionFailure(.duplicateKey, "the map has this key already") }
  }
}

/// CEL's optionals.
package enum OptionalFunctions {
  private static let optional = CELType.optional(.anyT)

  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration("optional.of", [Overload("optional_of", [.anyT], optional, .unary(of))]),
    FunctionDeclaration(
      "optional.ofNonZeroValue", [Overload("optional_ofNonZeroValue", [.anyT], optional, .unary(ofNonZeroValue))]),
    FunctionDeclaration("optional.none", [Overload("optional_none", [], optional, .variadic(none))]),
    FunctionDeclaration("hasValue", [Overload("optional_hasValue", member: true, [optional], .bool, .unary(hasValue))]),
    FunctionDeclaration("value", [Overload("optional_value", member: true, [optional], .anyT, .unary(value))]),
    FunctionDeclaration(
      "or", [Overload("optional_or_optional", member: true, [optional, optional], optional, .binary(or))]),
    FunctionDeclaration(
      "orValue", [Overload("optional_orValue_value", member: true, [optional, .anyT], .anyT, .binary(orValue))]),
    FunctionDeclaration(
      "optional.unwrap", [Overload("optional_unwrap", [.list(optional)], .listOfT, cost: .linear, .unary(unwrap))]),
    FunctionDeclaration(
      "unwrapOpt",
      [Overload("optional_unwrapOpt", member: true, [.list(optional)], .listOfT, cost: .linear, .unary(unwrap))]),
  ]

  package static func of(_ value: Value) throws(FunctionFailure) -> Value { .optional(value) }

  package static func none(_ arguments: [Value]) throws(FunctionFailure) -> Value { .optional(nil) }

  /// The value as an optional, which is absent for the default value of its type: `null`, `false`, zero, or an empty value.
  package static func ofNonZeroValue(_ value: Value) throws(FunctionFailure) -> Value {
    .optional(isZero(value) ? nil : value)
  }

  private static func isZero(_ value: Value) -> Bool {
    switch value {
    case .null: true
    case .bool(let bool): !bool
    case .int(let int): int == 0
    case .uint(let uint): uint == 0
    case .double(let double): double == 0
    case .decimal(let decimal): decimal.signum == 0
    case .string(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .timestamp(let timestamp): timestamp == .epoch
    case .duration(let duration): duration == .zero
    case .list(let elements): elements.isEmpty
    case .map(let map): map.isEmpty
    case .type: false
    case .optional(let value): value == nil
    }
  }

  package static func hasValue(_ optional: Value) throws(FunctionFailure) -> Value {
    .bool(try optional.asOptional != nil)
  }

  package static func value(_ optional: Value) throws(FunctionFailure) -> Value {
    guard let value = try optional.asOptional else {
      throw FunctionFailure(
        .absentValue, "the optional is empty: test `hasValue()` first, or give a default: `orValue(…)`")
    }
    return value
  }

  /// The first of the two that has a value. (The planner evaluates the second only if necessary.)
  package static func or(_ optional: Value, _ other: Value) throws(FunctionFailure) -> Value {
    try optional.asOptional != nil ? optional : .optional(try other.asOptional)
  }

  /// The value, or `other`. (The planner evaluates `other` only if necessary.)
  package static func orValue(_ optional: Value, _ other: Value) throws(FunctionFailure) -> Value {
    try optional.asOptional ?? other
  }

  /// The values of the present optionals in the list.
  package static func unwrap(_ list: Value) throws(FunctionFailure) -> Value {
    var values: [Value] = []
    for element in try list.asList {
      if let value = try element.asOptional { values.append(value) }
    }
    return .list(values)
  }
}
