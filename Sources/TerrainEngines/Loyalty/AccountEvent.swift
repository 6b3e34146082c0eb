import TerrainBase
import TerrainDocuments
import TerrainRules

/// An event of an account. Its id is permanent: applying the event again changes nothing.
///
/// A class, so that passing it on costs one reference.
package final class AccountEvent: Sendable {
  /// The kind of an event.
  package enum Kind: String, Sendable, CaseIterable {
    /// Lots come in.
    case earn
    /// A hold is made.
    case reserve
    /// A hold is spent, or lots that wait begin to count.
    case commit
    /// Gives a hold back, or takes waiting lots back.
    case cancel
    /// Takes back an amount that an event earned, or a part of it.
    case refund
    /// Adds or takes.
    case adjust
    /// A benefit is used.
    case use
    /// An amount goes to another account.
    case send
    /// An amount comes from another account.
    case receive
    /// Sets the rights of a member on the account.
    case member
    /// Sets the level that rules read.
    case level

    /// Its place among all.
    var position: Int {
      switch self {
      case .earn: 0
      case .reserve: 1
      case .commit: 2
      case .cancel: 3
      case .refund: 4
      case .adjust: 5
      case .use: 6
      case .send: 7
      case .receive: 8
      case .member: 9
      case .level: 10
      }
    }

    /// True if it has to name another event.
    var isAboutAnother: Bool { self == .commit || self == .cancel || self == .refund || self == .use }

    /// True if it requires fields that only its kind has.
    var needsDetails: Bool { self == .use || self == .send || self == .receive || self == .member }

    /// True if a new event must name the person who decided it, and the reason.
    var needsSignature: Bool { self == .adjust || self == .level }

    /// True if it may name the person who decided it.
    var isSigned: Bool { needsSignature || self == .member }
  }

  /// The caller's id.
  package let id: Text
  /// The kind of the event.
  package let kind: Kind
  /// The time of the event.
  package let time: Timestamp
  /// The event that it is about.
  package let of: Text?
  /// The money that it is about.
  package let amount: Money?
  /// The currency of its money, that in its facts included; nil if it has none.
  package let currency: Text?
  /// The amount that an ``Kind/adjust`` adds or takes, or that a ``Kind/send`` or ``Kind/receive`` moves.
  package let change: Int64?
  /// The unit of the amount; nil for the program's own unit.
  package let unit: Text?
  /// The person who adjusts or sets rights, and the reason; nil for other events, and for adjustments from before these were required.
  package let signature: Signature?
  /// The fields that only some events have.
  package let details: EventDetails?
  /// The amounts that the event may draw on budgets, and the claims that it was granted. They are granted once, when the event is accepted.
  /// The grants are not a part of the caller's content.
  package let grants: [Text: Int64]
  /// The facts as JSON with sorted keys, so that events with equal content have equal bytes.
  package let content: [UInt8]
  /// The facts of the event as values for rules; nil after reading it from a document, until it is folded again.
  let values: Values?
  /// A fingerprint of everything but the id.
  let hash: UInt64

  /// ``hash``, to compare events.
  package var fingerprint: UInt64 { hash }

  /// The person who decided an event, and the reason.
  package struct Signature: Sendable, Hashable {
    package let actor: Text?
    package let reason: Text?
  }

  /// Facts that were read for one pack and its rules, and are known to be of their types.
  struct Values: Sendable {
    let list: [(fact: Fact.ID, value: Value)]
    /// The ``LoyaltyEngine/fingerprint`` of the pack and the rules that the values were read for.
    let readFor: UInt64
  }

  init(
    id: Text, kind: Kind, time: Timestamp, of: Text?, amount: Money?, currency: Text?, change: Int64?, unit: Text?,
    signature: Signature?, details: EventDetails? = nil, grants: [Text: Int64], content: [UInt8], values: Values?
  ) {
    self.id = id
    self.kind = kind
    self.time = time
    self.of = of
    self.amount = amount
    self.currency = currency
    self.change = change
    self.unit = unit
    self.signature = signature
    self.details = details
    self.grants = grants
    self.content = content
    self.values = values
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count + 96)
    func add(_ number: Int64) { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
    func add(_ text: Text?) {
      bytes.append(contentsOf: (text?.string ?? "").utf8)
      bytes.append(text == nil ? 0xFE : 0xFF)
    }
    add(Text(kind.rawValue))
    add(time.seconds)
    add(Int64(time.nanoseconds))
    add(of)
    add(unit)
    add(amount?.currency)
    add(amount?.minor ?? 0)
    add(change ?? 0)
    if let signature {
      add(signature.actor)
      add(signature.reason)
    }
    if let details {
      for text in [details.benefit?.text, details.member, details.peer, details.cause] { add(text) }
      add(Int64(details.rights?.count ?? -1))
      for right in details.rights ?? [] { add(right) }
      if let level = details.level {
        add(level)
        add(details.until?.seconds ?? .max)
      }
    }
    bytes.append(contentsOf: content)
    hash = StableHash.xxHash64(bytes)
  }

  private init(_ other: AccountEvent, values: Values?, grants: [Text: Int64]) {
    id = other.id
    kind = other.kind
    time = other.time
    of = other.of
    amount = other.amount
    currency = other.currency
    change = other.change
    unit = other.unit
    signature = other.signature
    details = other.details
    self.grants = grants
    content = other.content
    hash = other.hash
    self.values = values
  }

  /// The event as accounts keep it.
  var kept: AccountEvent { values == nil ? self : with(values: nil) }

  func with(values: Values?) -> AccountEvent { AccountEvent(self, values: values, grants: grants) }

  /// The event with `grants`.
  func with(grants: [Text: Int64]) -> AccountEvent { AccountEvent(self, values: values, grants: grants) }

  /// The order in which events are folded: by time, then id.
  var key: Key { Key(time: time, id: id) }

  struct Key: Comparable, Sendable {
    let time: Timestamp
    let id: Text

    static func < (a: Key, b: Key) -> Bool { a.time != b.time ? a.time < b.time : a.id < b.id }
  }
}

/// The outcome of an event.
package enum EventOutcome: Sendable, Hashable {
  /// The event was applied.
  case applied
  /// The rules or the balance refused it, and why.
  case refused(Text)
  /// The event that it is about is not there.
  case waits
  /// Its time has not come.
  case later

  /// The reason for the refusal; nil if the event was not refused.
  package var refusal: Text? {
    if case .refused(let reason) = self { reason } else { nil }
  }

  /// The word for it, as documents have it.
  package var word: Text {
    switch self {
    case .applied: "applied"
    case .refused: "refused"
    case .waits: "waits"
    case .later: "later"
    }
  }
}

extension Diagnostic {
  static var eventConflict: Diagnostic { conflict(at: nil, path: "event.id") }

  /// Another event has the same id, which is at `node`.
  package static func sameEventAnew(at node: Node) -> Diagnostic { conflict(at: node.place, path: node.path) }

  private static func conflict(at place: Place?, path: String) -> Diagnostic {
    Diagnostic(
      code: "account/event-conflict",
      message: "the account has an event of this id with other content: each event needs an id of its own",
      place: place, fix: "give the new event another id; a repeated one has to be passed in unchanged", path: path)
  }
}

/// The fields that only some events have. A class, so that other events need no memory for them.
package final class EventDetails: Sendable {
  /// The benefit that is used or cancelled.
  package let benefit: BenefitID?
  /// The member who acts; for a `member` event, the member whose rights are set.
  package let member: Text?
  /// The rights of a `member` from then on; nil if the person is no longer a member.
  package let rights: [Text]?
  /// The other account of a `send` or `receive`.
  package let peer: Text?
  /// The cause of a `receive`.
  package let cause: Text?
  /// True if a `receive` counts only after a commit, like the order that it belongs to; nil if the event does not say. Not a part of the
  /// event's content: the order may count by the time it is sent again.
  let waits: Bool?
  /// The level that a `level` sets; nil: it sets none any more.
  package let level: Text?
  /// The end of the level; nil if it stays until another event sets a level.
  package let until: Timestamp?

  init(
    benefit: BenefitID? = nil, member: Text? = nil, rights: [Text]? = nil, peer: Text? = nil, cause: Text? = nil,
    waits: Bool? = nil, level: Text? = nil, until: Timestamp? = nil
  ) {
    self.waits = waits
    self.level = level
    self.until = until
    self.benefit = benefit
    self.member = member
    self.rights = rights
    self.peer = peer
    self.cause = cause
  }

  /// The most rights that a member may have.
  static let mostRights = 100
}

/// The id of a benefit: the event that issued it, and its number among the benefits of that event, from 1.
package struct BenefitID: Sendable, Hashable, CustomStringConvertible {
  package let event: Text
  let number: Int

  init(event: Text, number: Int) {
    self.event = event
    self.number = number
  }

  /// The benefit id in `text`: an event's id, `#`, and a number; nil if `text` has another form.
  init?(_ text: Text) {
    guard let mark = text.string.lastIndex(of: "#"), mark > text.string.startIndex,
      let number = Int(text.string[text.string.index(after: mark)...]),
      1...AccountLimits.mostBenefits ~= number
    else { return nil }
    self.init(event: Text(String(text.string[..<mark])), number: number)
    if self.text != text { return nil }
  }

  /// The id as documents have it.
  package var text: Text { Text("\(event.string)#\(number)") }

  package var description: String { text.string }
}

extension AccountEvent {
  /// The event that has to be folded before this event, or nil.
  package var about: Text? { of ?? details?.benefit?.event }

  /// The member who acts; for a `member` event, the member who sets the rights.
  var acting: Text? { kind == .member ? signature?.actor : details?.member }
}
