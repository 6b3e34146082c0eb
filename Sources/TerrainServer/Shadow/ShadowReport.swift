import TerrainOperations

/// What comparing a shadow with what is served came to.
struct ShadowReport: Sendable {
  /// The counts of one method.
  struct Counts: Sendable {
    /// Requests with the same result.
    var same = 0
    /// Requests with another result.
    var different = 0
    /// Requests that were chosen and not compared, because too many waited.
    var dropped = 0

    /// Whether there was any request.
    fileprivate var isEmpty: Bool { same == 0 && different == 0 && dropped == 0 }
  }

  /// The versions of the shadow.
  let versions: Versions
  /// The percentage of requests that are compared.
  let share: Int
  /// By the method.
  let methods: [String: Counts]
  /// How often each field differed, by its name; `outcome` where one has a result and the other one an error.
  let fields: [String: Int]

  /// All methods together.
  var total: Counts {
    methods.values.reduce(into: Counts()) {
      $0.same += $1.same
      $0.different += $1.different
      $0.dropped += $1.dropped
    }
  }

  /// The fields that differed, the most frequent first.
  var fieldsByCount: [(name: String, count: Int)] {
    fields.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}

/// The numbers of a ``ShadowReport``, while they grow.
struct ShadowCounts: Sendable {
  /// By the position of the method.
  private var methods: [ShadowReport.Counts]
  private var fields: [String: Int] = [:]

  /// The most names of fields that are counted by themselves.
  private static let mostFields = 100
  /// Counts the fields that there is no room for.
  private static let others = "others"

  /// No requests of `methods` methods.
  init(methods: Int) { self.methods = Array(repeating: ShadowReport.Counts(), count: methods) }

  /// Counts a request of the method at `position` in which the fields `names` differ.
  mutating func add(_ position: Int, _ names: [String]) {
    if names.isEmpty { methods[position].same += 1 } else { methods[position].different += 1 }
    for name in names {
      fields[fields[name] != nil || fields.count < Self.mostFields ? name : Self.others, default: 0] += 1
    }
  }

  /// Counts a request of the method at `position` that is not compared.
  mutating func drop(_ position: Int) { methods[position].dropped += 1 }

  /// A report, of the methods that had requests; `names` are those of all.
  func report(_ names: [String], versions: Versions, share: Int) -> ShadowReport {
    let counted = zip(names, methods).filter { !$0.1.isEmpty }
    return ShadowReport(
      versions: versions, share: share, methods: Dictionary(counted, uniquingKeysWith: { a, _ in a }), fields: fields)
  }
}
