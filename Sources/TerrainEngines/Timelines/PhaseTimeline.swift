import TerrainBase

/// Phases laid out in a window of time: when each begins and ends.
package struct PhaseTimeline: Sendable {
  /// How long a phase lasts.
  package enum Length: Hashable, Sendable {
    /// So long, or as much of it as the window has left.
    case lasts(ExactDuration)
    /// What the others leave of the window.
    case rest
    /// For ever: the last phase.
    case stays
  }

  /// A phase where it lies.
  package struct Span: Hashable, Sendable {
    /// The phase.
    package let id: Text
    /// When it begins.
    package let begins: Timestamp
    /// When it ends, the same as it begins where the window has no time for it; nil of the last one.
    package let ends: Timestamp?

    /// True where the window has no time for it.
    var isEmpty: Bool { ends.map { $0 <= begins } ?? false }
  }

  /// Something unexpected about the window.
  package enum Oddity: Hashable, Sendable {
    /// It ends before it begins, or with it.
    case emptyWindow
    /// It is shorter than the phases that are to lie in it.
    case shortWindow
  }

  /// In order.
  package let spans: [Span]
  /// What was unexpected; nil where nothing was.
  package let oddity: Oddity?

  /// The phases, of which the last one stays, from `begins` on.
  ///
  /// - Parameter ends: where the window ends. Phases that do not fit lose what is beyond it; nil: they take the time they need,
  ///   and a phase that has the rest gets none.
  /// - Throws: where a phase would end outside of the calendar.
  package init(
    _ phases: [(id: Text, length: Length)], begins: Timestamp, ends: Timestamp?
  ) throws(ArithmeticError) {
    var needed = ExactDuration.zero
    for case .lasts(let length) in phases.map({ $0.length }) { needed = try needed.adding(length) }
    let window = ends.map { max(.zero, $0.since(begins)) }
    let rest = try window.map { (window) throws(ArithmeticError) in max(.zero, try window.subtracting(needed)) }
    var left = window ?? needed
    var at = begins
    var spans: [Span] = []
    for (id, length) in phases {
      var takes = ExactDuration.zero
      switch length {
      case .lasts(let own): takes = min(own, left)
      case .rest: takes = min(rest ?? .zero, left)
      case .stays:
        spans.append(Span(id: id, begins: at, ends: nil))
        continue
      }
      let end = try at.adding(takes)
      spans.append(Span(id: id, begins: at, ends: end))
      at = end
      left = try left.subtracting(takes)
    }
    self.spans = spans
    if let ends, ends <= begins {
      oddity = .emptyWindow
    } else {
      oddity = window.map { $0 < needed } ?? false ? .shortWindow : nil
    }
  }

  /// The position of the phase at `now`; before the beginning, the first that has any time.
  package func position(at now: Timestamp) -> Int? {
    spans.firstIndex { span in span.ends.map { span.begins < $0 && now < $0 } ?? true }
  }

  /// How much of the time before the last phase is over at `now`: 0 to 1 with four places, rounded down.
  package func fraction(at now: Timestamp) -> ExactDecimal {
    guard let begins = spans.first?.begins, let over = spans.last?.begins, begins < over, now < over else { return 1 }
    let elapsed = max(.zero, now.since(begins)).nanosecondCount
    let whole = over.since(begins).nanosecondCount
    return (try? ExactDecimal(coefficient: elapsed * 10_000 / whole, exponent: -4)) ?? .zero
  }

  /// When the phase at `position` is over; nil of one that stays.
  package func change(after position: Int) -> Timestamp? { spans[position].ends }
}

extension ExactDuration {
  /// In all. A duration lies within some 320 billion seconds, so that this fits by far.
  fileprivate var nanosecondCount: Int128 { Int128(seconds) * 1_000_000_000 + Int128(nanoseconds) }
}
