import TerrainBase
import TerrainEngines
import TestSupport

/// Random events of a world.
extension WindowWorld {
  /// An event of a random world.
  struct Made {
    let event: AccountEvent
    let isGift: Bool
    let isSlow: Bool
    let pieces: Int64
  }

  /// Where the calendar is unusual: both changes of clocks, one of them a minute after midnight, a day that there was not, 29 February.
  static let places: [(zone: String, around: String, calendar: String)] = [
    ("America/New_York", "2026-03-08T07:00:00Z", ""), ("America/New_York", "2026-11-01T06:00:00Z", ""),
    ("America/St_Johns", "2005-10-30T02:31:00Z", ""), ("Pacific/Apia", "2011-12-30T10:00:00Z", ""),
    ("Europe/Berlin", "2024-02-29T12:00:00Z", ""), ("UTC", "2026-12-31T23:00:00Z", ""),
    ("America/New_York", "2026-11-01T06:00:00Z", "day_ends: \"01:30\"\nweek_begins: sunday"),
    ("Asia/Riyadh", "2026-12-31T23:00:00Z", "day_ends: \"03:00\"\nweek_begins: saturday"),
  ]

  func events(around: Timestamp, _ dice: inout SplitMix64) throws -> [Made] {
    // Days, hours, or so long that anniversaries come by.
    let spread = [40 * 3600, 6 * 86_400, 40 * 86_400, 900 * 86_400].randomElement(using: &dice) ?? 86_400
    func time() -> String {
      let seconds = around.seconds + Int64.random(in: -Int64(spread)...Int64(spread), using: &dice)
      // Equal instants happen.
      let round: Int64 = Bool.random(using: &dice) ? 1800 : 60
      return (try? Timestamp(seconds: seconds - seconds % round)).map { "\($0)" } ?? "\(around)"
    }
    var made: [Made] = []
    var earns: [String] = []
    var reserves: [String] = []
    var adjusts: [String] = []
    var amounts: [String: Int] = [:]
    for number in 0..<Int.random(in: 5...40, using: &dice) {
      let id = "e\(number)"
      let isGift = Int.random(in: 0..<3, using: &dice) == 0
      let isSlow = Int.random(in: 0..<4, using: &dice) == 0
      let pieces = Int64.random(in: 0...4, using: &dice)
      var facts = "\"quantity\": \(pieces)"
      if isGift { facts += ", \"gift\": true" }
      if isSlow { facts += ", \"slow\": true" }
      let minor = Int.random(in: 0...3000, using: &dice)
      func amount(_ minor: Int) -> String { ", \"amount\": { \"currency\": \"USD\", \"minor\": \(minor) }" }
      let own = Int.random(in: 0..<5, using: &dice) == 0 ? "" : amount(minor)
      var rest = "\"type\": \"earn\"\(own)"
      switch Int.random(in: 0..<10, using: &dice) {
      case 0...3: earns.append(id)
      case 4...5:
        let of = earns.randomElement(using: &dice) ?? "e0"
        // Some return just what was paid.
        let whole = Int.random(in: 0..<3, using: &dice) == 0 ? amounts[of].map { amount($0) } : nil
        rest = "\"type\": \"refund\", \"of\": \"\(of)\"\(whole ?? own)"
      case 6:
        rest = "\"type\": \"reserve\""
        reserves.append(id)
      case 7:
        let of = (earns + reserves + adjusts).randomElement(using: &dice) ?? "e1"
        rest = "\"type\": \"\(Bool.random(using: &dice) ? "commit" : "cancel")\", \"of\": \"\(of)\""
      case 8:
        rest = "\"type\": \"adjust\", \"change\": \(Int.random(in: -20...30, using: &dice) * 2 + 1)"
        adjusts.append(id)
      default: earns.append(id)
      }
      if earns.last == id, !own.isEmpty { amounts[id] = minor }
      let json = "{ \"id\": \"\(id)\", \"time\": \"\(time())\", \(rest), \"facts\": { \(facts) } }"
      made.append(Made(event: try session.event(json), isGift: isGift, isSlow: isSlow, pieces: pieces))
    }
    return made
  }
}
