import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Something that an event issued: a reward to collect, a voucher, an entitlement that runs.
package struct Benefit: Sendable {
  /// The stages in the life of a benefit.
  package enum Stage: String, Sendable, CaseIterable {
    /// The benefit can be used.
    case issued
    /// The benefit was used as often as permitted.
    case used
    /// Its time is over.
    case expired
    /// The benefit was taken back.
    case cancelled
  }

  package let id: BenefitID
  /// The benefit's name in rules.
  package let name: Text
  /// The time at which it was issued.
  package let since: Timestamp
  /// The time at which it expires; nil if it never does.
  package let expires: Timestamp?
  /// The number of permitted uses; nil for any number until it expires.
  package let uses: Int64?
  /// The number of uses until now.
  package internal(set) var used: Int64 = 0
  package internal(set) var stage = Stage.issued
  /// The time at which it was used up, expired, or was cancelled.
  package internal(set) var ended: Timestamp?
  /// The rule that issued it.
  package let reason: AccountReason?

  /// Ends the benefit with `stage` at `time`.
  fileprivate mutating func end(_ stage: Stage, at time: Timestamp) {
    self.stage = stage
    ended = time
  }

  fileprivate var order: (Timestamp, Text, Int) { (expires ?? .latest, id.event, id.number) }
}

/// The benefits of an account.
struct Benefits: Sendable {
  /// The benefits that can be used, in the order in which they expire.
  private var open = SortedRuns<Benefit>()
  /// The others, in the order in which they ended.
  private var ended = SortedRuns<Benefit>()

  /// All benefits; those that can be used come first.
  var all: [Benefit] { open.all + ended.all }

  /// The benefits that can be used, in the order in which they expire.
  var usable: [Benefit] { open.all }

  /// The time at which the next benefit expires.
  var nextEnd: Timestamp? { open.first?.expires }

  /// Adds one, as it was issued or read.
  mutating func insert(_ benefit: Benefit) {
    guard benefit.stage == .issued else { return ended.append(benefit) }
    open.insert(benefit, at: open.place { $0.order < benefit.order })
  }

  /// Uses the benefit `id` once; nil if it cannot be used.
  mutating func use(_ id: BenefitID, at time: Timestamp) -> Benefit? {
    guard var place = place(of: id), var benefit = open[place] else { return nil }
    benefit.used += 1
    if let uses = benefit.uses, benefit.used >= uses {
      benefit.end(.used, at: time)
      open.remove(at: &place)
      ended.append(benefit)
    } else {
      open.change(at: place) { $0.used += 1 }
    }
    return benefit
  }

  /// Cancels the benefit `id`; nil if it cannot be used any more.
  mutating func cancel(_ id: BenefitID, at time: Timestamp) -> Benefit? {
    guard var place = place(of: id) else { return nil }
    return end(&place, .cancelled, at: time)
  }

  /// Ends the first one, which has expired.
  mutating func expireFirst(at time: Timestamp) {
    var place = open.place { _ in false }
    _ = end(&place, .expired, at: time)
  }

  private mutating func end(
    _ place: inout SortedRuns<Benefit>.Place, _ stage: Benefit.Stage, at time: Timestamp
  ) -> Benefit? {
    guard var benefit = open.remove(at: &place) else { return nil }
    benefit.end(stage, at: time)
    ended.append(benefit)
    return benefit
  }

  /// A linear search: few benefits can be used at one time.
  private func place(of id: BenefitID) -> SortedRuns<Benefit>.Place? {
    var place = open.place { _ in false }
    while let benefit = open[place] {
      if benefit.id == id { return place }
      open.advance(&place)
    }
    return nil
  }
}

/// The declaration of a benefit in a row of `issued`.
struct BenefitTerms: Sendable {
  let name: Text
  let uses: Int64?
  let lasts: CalendarPeriod?
  let origin: Origin?
}

extension BenefitTerms {
  /// The terms in `value`, the result of `decision`, whose rows are `origins`.
  ///
  /// - Throws: an error if they cannot be read.
  static func read(_ value: Value, of decision: Decision, _ origins: [Origin]) throws(DiagnosticError) -> [Self] {
    guard case .list(let values)? = value.present else { throw DiagnosticError(.wrongBenefit(decision)) }
    guard values.count <= AccountLimits.mostBenefits else { throw DiagnosticError(.tooManyBenefits(decision)) }
    var all: [Self] = []
    for (element, value) in values.enumerated() {
      guard case .map(let map)? = value.present else { throw DiagnosticError(.wrongBenefit(decision)) }
      var name: Text?
      var uses: Int64?
      var lasts: CalendarPeriod?
      for (key, value) in map.entries {
        guard case .string(let key) = key, let value = value.present else { continue }
        switch (key.string, value) {
        case ("benefit", .string(let text)): name = text
        case ("uses", .int(let number)) where 1...AccountLimits.largestAmount ~= number: uses = number
        case ("lasts", _):
          guard let period = PeriodReader.period(value) else { throw DiagnosticError(.notAPeriod(decision)) }
          lasts = period
        default: throw DiagnosticError(.wrongBenefit(decision))
        }
      }
      guard let name else { throw DiagnosticError(.wrongBenefit(decision)) }
      all.append(
        BenefitTerms(
          name: name, uses: uses, lasts: lasts, origin: origins.indices.contains(element) ? origins[element] : nil))
    }
    return all
  }
}

extension BenefitTerms {
  /// The benefits that `decision` can issue; nil if they can be any text.
  static func names(of decision: Decision) -> [Text]? {
    guard case .list(.record(let record)) = decision.type, let place = record.index(of: "benefit"),
      case .enumeration(let words) = record.fields[place].type
    else { return nil }
    return words.cases
  }
}

extension Diagnostic {
  static func wrongBenefit(_ decision: Decision) -> Diagnostic {
    rule(
      "account/benefit", "`\(decision.name)` has to yield a list of benefits", decision,
      fix: "use `hit: collect`, and rows such as `then: { benefit: coupon, uses: 1, lasts: { days: 30 } }`")
  }

  static func tooManyBenefits(_ decision: Decision) -> Diagnostic {
    rule(
      "account/benefit",
      "`\(decision.name)` yields more than \(AccountLimits.mostBenefits) benefits for one event (`mostBenefits`)",
      decision)
  }
}
