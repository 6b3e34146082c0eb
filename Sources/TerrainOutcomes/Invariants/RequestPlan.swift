import TerrainDocuments
import TerrainBase

/// The requests over which invariants of one operation are checked.
struct RequestPlan {
  /// What every request has.
  let base: Value
  /// What varies.
  let factors: [RequestFactor]
  /// Whether the requests are all there are over the factors; else any three levels are in one, as far as ``missing`` is 0.
  let isExhaustive: Bool
  /// How many threes of levels are in no request.
  let missing: Int
  /// How many threes there are.
  let threes: Int
  private let rows: [[Int]]

  /// At most `limit` requests.
  init(base: Value, factors: [RequestFactor], limit: Int) {
    self.base = base
    self.factors = factors
    let levels = factors.map(\.levels.count)
    var product = 1
    for count in levels where product <= limit { product = product.multipliedReportingOverflow(by: count).partialValue }
    isExhaustive = product <= limit
    if isExhaustive {
      rows = levels.reduce([[]]) { rows, count in rows.flatMap { row in (0..<count).map { row + [$0] } } }
      (missing, threes) = (0, 0)
    } else {
      let array = CoveringArray(levels: levels, limit: limit)
      (rows, missing, threes) = (array.rows, array.missing, array.threes)
    }
  }

  /// How many requests there are.
  var count: Int { rows.count }

  /// The request at `index`.
  func request(_ index: Int) -> Value {
    var request = base
    for (factor, level) in zip(factors, rows[index]) {
      if let value = factor.levels[level] { request = request.replacing(factor.path, with: value) }
    }
    return request
  }

  /// The values of the member at `path` that come before `value`, the simplest first.
  func simpler(_ path: [Value], than value: Value) -> [Value] {
    let factor = factors.first { factor in
      factor.path.count == path.count && zip(factor.path, path).allSatisfy { $0.isIdentical(to: $1) }
    }
    return factor?.levels.compactMap { $0 }.prefix { !$0.isIdentical(to: value) }.map { $0 } ?? []
  }

  /// How the requests were chosen, in words.
  var words: String {
    if isExhaustive { return count == 1 ? "the one request" : "all \(count) requests" }
    if missing == 0 {
      return "\(count.counted("request")) with any three values of \(factors.count.counted("parameter"))"
    }
    let covered = (threes - missing) * 1000 / threes
    return "\(count.counted("request")) with \(covered / 10).\(covered % 10) % of any three values of "
      + factors.count.counted("parameter")
  }
}
