import TerrainBase

/// Whose turn it is among choices of one layer and priority, by person and day.
///
/// Without a history they go round: each day begins where the day before ended, each person at another place, and nothing is
/// special about the end of a year. With one, what was shown in the last days comes after everything else, the longest ago
/// first; what was shown today already stays.
struct MessageRotation {
  private let turns: [UInt64]

  init(_ slot: SlotFilling.Slot, messages: Messages, request: DayRequest) {
    guard let window = slot.rule.rotation else {
      turns = []
      return
    }
    var groups: [[Int]] = []
    var turns = Array(repeating: UInt64(0), count: slot.choices.count)
    for index in slot.choices.indices {
      let (layer, priority) = (slot.choices[index].layer, slot.choices[index].priority)
      let known = groups.firstIndex { group in
        slot.choices[group[0]].layer == layer && slot.choices[group[0]].priority == priority
      }
      if let known { groups[known].append(index) } else { groups.append([index]) }
    }
    // The bucket of a person and a group, whatever the day.
    let buckets = request.buckets(day: CalendarDate(days: 0))
    for group in groups {
      let first = messages.all[slot.choices[group[0]].message].id
      let start = buckets.bucket(of: first) % UInt64(group.count)
      let steps = Int64(request.moment.date.days) * Int64(clamping: slot.rule.limit % group.count)
      let offset = (Int64(start) + steps) % Int64(group.count)
      for (place, index) in group.enumerated() {
        let distance = (Int64(place) - offset) % Int64(group.count)
        var turn = UInt64(distance < 0 ? distance + Int64(group.count) : distance)
        let id = messages.all[slot.choices[index].message].id
        if let days = request.history.days(since: id, on: request.moment.date), days > 0, days <= window {
          turn += UInt64(window - days + 1) << 32
        }
        turns[index] = turn
      }
    }
    self.turns = turns
  }

  /// The turn of `choice`: the lowest comes first.
  func turn(of choice: Int) -> UInt64 { turns.indices.contains(choice) ? turns[choice] : 0 }
}
