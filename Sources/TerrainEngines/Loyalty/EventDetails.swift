import TerrainBase

/// What only some events have. A class, so that the others are no larger for it.
package final class EventDetails: Sendable {
  /// The benefit that is used or cancelled.
  package let benefit: BenefitID?
  /// Who acts; of a `member`, whose rights are set.
  package let member: Text?
  /// The rights that a `member` has from now on; nil: it is a member no more.
  package let rights: [Text]?
  /// The other account of a `send` or `receive`.
  package let peer: Text?
  /// What a `receive` is for.
  package let cause: Text?

  init(
    benefit: BenefitID? = nil, member: Text? = nil, rights: [Text]? = nil, peer: Text? = nil, cause: Text? = nil
  ) {
    self.benefit = benefit
    self.member = member
    self.rights = rights
    self.peer = peer
    self.cause = cause
  }

  /// The most rights that a member may have.
  static let mostRights = 100
}

/// The event that issued a benefit, and its number among those of the event, from 1.
package struct BenefitID: Sendable, Hashable, CustomStringConvertible {
  package let event: Text
  let number: Int

  init(event: Text, number: Int) {
    self.event = event
    self.number = number
  }

  /// The id that `text` is: an event's id, `#` and a number; nil where it is none.
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
  /// The event that has to be folded before it; nil where none has.
  package var about: Text? { of ?? details?.benefit?.event }

  /// Who acts; of a `member`, who sets the rights.
  var acting: Text? { kind == .member ? signature?.actor : details?.member }
}
