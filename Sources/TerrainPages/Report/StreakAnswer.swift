import TerrainDocuments
import TerrainValues

/// What the method `streak` answered, as pages show it: read from the answer's document.
public struct StreakAnswer {
  /// What a day was.
  enum State: String {
    case kept, rest, missed, open, ahead
  }

  /// A month of the calendar.
  struct Month {
    let year: Int
    let month: Int
    let kept: Figure?
    let days: [(date: CalendarDate, state: State)]
  }

  let current: Figure?
  let longest: Figure?
  let total: Figure?
  let free: Figure?
  let of: Figure?
  let left: Figure?
  let said: SaidLine?
  let months: [Month]

  /// The answer that is the document `json`.
  public init(answered json: [UInt8]) throws(DiagnosticError) { self.init(try Document.answered(json).root) }

  /// The answer in the document at `node`.
  public init(_ node: Node) {
    let streak = node["streak"]
    current = Figure(streak?["current"])
    longest = Figure(streak?["longest"])
    total = Figure(streak?["total"])
    let rest = streak?["rest"]
    free = Figure(rest?["free"])
    of = Figure(rest?["of"])
    left = Figure(rest?["left"])
    said = SaidLine(node["said"])
    months = node["months"]?.elements.compactMap(Self.month) ?? []
  }

  private static func month(_ node: Node) -> Month? {
    let days = node["days"]?.elements.compactMap { day -> (CalendarDate, State)? in
      guard let date = day["date"]?.text.flatMap({ try? CalendarDate(parsing: $0) }),
        let state = day["state"]?.text.flatMap({ State(rawValue: $0.string) })
      else { return nil }
      return (date, state)
    }
    guard let days, let first = days.first else { return nil }
    return Month(year: first.0.year, month: first.0.month, kept: Figure(node["kept"]), days: days)
  }
}
