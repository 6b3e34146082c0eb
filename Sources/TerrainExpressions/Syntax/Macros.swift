import TerrainBase

/// A function call as written, before macros are expanded.
struct WrittenCall {
  var name: Text
  var target: Expression.ID?
  var arguments: [Expression.ID]
  /// Where its name and its opening parenthesis are.
  var top: Parser.Pending
  var start: Int
  var end: Int
}

/// The calls that are no functions: they take names and conditions unevaluated.
enum Macro {
  case has, all, exists, existsOne, map, filter, transformList, transformMap, transformMapEntry
  case bind, optMap, optFlatMap, sortBy
  /// `math.greatest` and `math.least` of more than two numbers.
  case extreme

  /// The macro called `name`: as `target.name(…)` where `isMember`.
  init?(_ name: Text, isMember: Bool) {
    switch name.string {
    case "has" where !isMember: self = .has
    case "all" where isMember: self = .all
    case "exists" where isMember: self = .exists
    case "exists_one" where isMember, "existsOne" where isMember: self = .existsOne
    case "map" where isMember: self = .map
    case "filter" where isMember: self = .filter
    case "transformList" where isMember: self = .transformList
    case "transformMap" where isMember: self = .transformMap
    case "transformMapEntry" where isMember: self = .transformMapEntry
    case "bind" where isMember: self = .bind
    case "optMap" where isMember: self = .optMap
    case "optFlatMap" where isMember: self = .optFlatMap
    case "sortBy" where isMember: self = .sortBy
    case "greatest" where isMember, "least" where isMember: self = .extreme
    default: return nil
    }
  }

  /// What those are called that are written `target.name(…)` where `isMember`, else those written `name(…)`.
  static func names(isMember: Bool) -> [String] {
    guard isMember else { return ["has"] }
    return [
      "all", "exists", "exists_one", "map", "filter", "transformList", "transformMap", "transformMapEntry", "optMap",
      "optFlatMap", "sortBy",
    ]
  }

  /// What ``Expression/Comprehension/macro`` records about its loop.
  var canonicalName: Text {
    switch self {
    case .has: "has"
    case .all: "all"
    case .exists: "exists"
    case .existsOne: "exists_one"
    case .map: "map"
    case .filter: "filter"
    case .transformList: "transformList"
    case .transformMap: "transformMap"
    case .transformMapEntry: "transformMapEntry"
    case .bind: "bind"
    case .optMap: "optMap"
    case .optFlatMap: "optFlatMap"
    case .sortBy: "sortBy"
    case .extreme: "greatest"
    }
  }

  /// How many arguments it takes.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .has: 1...1
    case .all, .exists, .existsOne, .map: 2...3
    case .filter, .optMap, .optFlatMap, .sortBy: 2...2
    case .transformList, .transformMap, .transformMapEntry: 3...4
    case .bind: 3...3
    case .extreme: 0...Int.max
    }
  }

  /// How it is written, for an author who wrote it otherwise.
  var form: String {
    switch self {
    case .has: "has(a.b)"
    case .all, .exists, .existsOne: "list.\(canonicalName)(x, condition)"
    case .map: "list.map(x, value)"
    case .filter: "list.filter(x, condition)"
    case .sortBy: "list.sortBy(x, key)"
    case .extreme: "math.greatest(a, b)"
    case .transformList, .transformMap: "map.\(canonicalName)(key, value, result)"
    case .transformMapEntry: "map.transformMapEntry(key, value, {newKey: newValue})"
    case .bind: "cel.bind(name, value, result)"
    case .optMap, .optFlatMap: "optional.\(canonicalName)(x, result)"
    }
  }

  /// The names that hold what a loop has so far. No author can write them.
  static let accumulator: Text = "@result"
  static let optionalTarget: Text = "@target"
  static let sortedList: Text = "@sorted"
  /// The loop variable of a loop over nothing.
  static let unusedVariable: Text = "#unused"
}
