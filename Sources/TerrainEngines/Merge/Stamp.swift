import TerrainBase

/// When something was written, and by which replica: what decides between two writers.
///
/// Stamps are totally ordered, by instant and then by the replica's id, so that every replica decides alike.
package struct Stamp: Hashable, Sendable {
  /// When, to the microsecond.
  package let instant: Timestamp
  /// Who: a word without blanks, other for every device.
  package let replica: Text

  /// What `replica` wrote at `instant`.
  package init(instant: Timestamp, replica: Text) {
    self.instant = instant
    self.replica = replica
  }

  /// A stamp as it is kept beside a field: an instant (RFC 3339 or PostgreSQL's form), a blank, a replica's id. nil for
  /// anything else.
  package init?(_ text: Text) {
    guard let blank = text.string.utf8.lastIndex(of: UInt8(ascii: " ")) else { return nil }
    let replica = Text(String(text.string[text.string.utf8.index(after: blank)...]))
    guard Self.isReplica(replica),
      let instant = try? Timestamp(exchanged: Text(String(text.string[..<blank])))
    else { return nil }
    self.init(instant: instant, replica: replica)
  }

  /// The most bytes of a replica's id.
  package static let longestReplica = 64

  /// Whether `text` can be a replica's id: 1 to ``longestReplica`` visible characters of ASCII.
  static func isReplica(_ text: Text) -> Bool {
    (1...longestReplica).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}

extension Stamp: Comparable {
  /// Earlier; of the same instant, the smaller id.
  package static func < (lhs: Stamp, rhs: Stamp) -> Bool {
    lhs.instant == rhs.instant ? lhs.replica < rhs.replica : lhs.instant < rhs.instant
  }
}

extension Stamp: CustomStringConvertible {
  /// As it is kept: `2026-02-05T06:54:06.536161Z phone`.
  package var description: String { "\(instant.exchanged) \(replica.string)" }
}
