import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainPages

/// The pages of people whose results differ, in two versions of a pack and its rules, line by line.
package struct ImpactPages: Sendable {
  /// Writes the page of an operation for a request.
  package typealias Page = (OperationSession, Node) throws(DiagnosticError) -> String

  /// A person's two pages.
  struct Person: Sendable {
    /// The request's id, or its number.
    let name: String
    /// The tag of the language of the pages.
    let language: String
    /// The lines of both pages, in order.
    let lines: [LineDifference.Line]
  }

  /// The width of a page, in columns of a terminal.
  package static let columns = 60
  /// The maximum number of people shown.
  private static let mostPeople = 12

  /// The people whose pages differ, those of the most frequent changes first.
  let people: [Person]

  /// Writes the pages of the examples of `impact`, which compared the results of `operation` for `requests`.
  package init(
    of impact: Impact, from old: ImpactVersion, to new: ImpactVersion, operation: AnyOperation,
    over requests: ImpactRequests, page: Page
  ) throws(DiagnosticError) {
    let sessions = (
      old: OperationSession(SystemLoader(loaded: old.system, files: old.files)),
      new: OperationSession(SystemLoader(loaded: new.system, files: new.files))
    )
    let reader = ImpactRequestReader(requests, members: operation.parameters.memberNames)
    var people: [Person] = []
    for index in impact.examples where people.count < Self.mostPeople {
      let request = try reader.request(index)
      let lines = LineDifference.lines(
        Self.lines(page, sessions.old, request.old.root), Self.lines(page, sessions.new, request.new.root))
      guard lines.contains(where: { $0.side != .both }) else { continue }
      let root = request.new.root
      people.append(
        Person(
          name: root["person_id"]?.text?.string ?? request.new.source.name,
          language: root["locale"]?.text?.string ?? new.system.pack.defaultLocale.description, lines: lines))
    }
    self.people = people
  }

  /// The lines of a page without the empty ones at its ends; of a request that is refused, the diagnostics.
  private static func lines(_ page: Page, _ session: OperationSession, _ request: Node) -> [String] {
    do throws(DiagnosticError) {
      let lines = try page(session, request).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return Array(lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed())
    } catch {
      return error.diagnostics.map { "\($0.code): \($0.message)" }
    }
  }
}

extension Impact {
  /// The numbers of the requests that show changes, each once: first the most frequent change of each place, then the second, …
  fileprivate var examples: [Int] {
    var seen: Set<Int> = []
    let depth = differences.map(\.changes.count).max() ?? 0
    return (0..<depth).flatMap { rank in
      differences.compactMap { rank < $0.changes.count ? $0.changes[rank].example.index : nil }
    }.filter { seen.insert($0).inserted }
  }
}

// MARK: - HTML

extension ImpactPages {
  static let style: StaticString = """

    pre.page { font-size: .8125rem; line-height: 1.5; background: none; padding: 0; }
    .page del, .page ins { display: block; border: 0; margin: 0 -8px; padding: 0 8px; border-radius: 4px; }
    .page del { background: var(--tint-care); box-shadow: inset 3px 0 var(--mark-third); }
    .page ins { background: var(--tint-good); box-shadow: inset 3px 0 var(--mark-second); }
    .sides { display: grid; gap: 16px; margin-bottom: 24px; }
    .sides > * { min-width: 0; }
    .sides .card + .card { margin-top: 0; }
    @media (min-width: 900px), print { .sides { grid-template-columns: 1fr 1fr; } }
    """

  /// Writes the old and the new page of each person in two columns.
  func write(_ old: String, _ new: String, to page: inout Markup) {
    for person in people {
      page.element("h3", person.name)
      page.element("div", ["class": "sides"]) { page in
        for (side, title) in [(LineDifference.Side.old, "Before: \(old)"), (.new, "After: \(new)")] {
          page.element("div", ["class": "card"]) { page in
            page.element("h4", title)
            Self.write(person, side, to: &page)
          }
        }
      }
      page.lineEnd()
    }
  }

  /// Writes the page of one version; the lines that only it has are marked.
  private static func write(_ person: Person, _ side: LineDifference.Side, to page: inout Markup) {
    page.element("pre", ["class": "page", "lang": person.language]) { page in
      for line in person.lines where line.side == .both || line.side == side {
        switch line.side {
        case .both:
          page.words(line.text)
          page.lineEnd()
        case .old: page.element("del", line.text.isEmpty ? " " : line.text)
        case .new: page.element("ins", line.text.isEmpty ? " " : line.text)
        }
      }
    }
  }
}

/// The common and different lines of two texts.
package enum LineDifference {
  /// The text that has a line.
  package enum Side: Sendable {
    case old, new, both
  }

  /// A line, and which text has it.
  package struct Line: Sendable, Equatable {
    package let side: Side
    package let text: String
  }

  /// Longer texts are compared as a whole: time grows with the product of their lengths.
  private static let mostLines = 1000

  /// The lines of `old` and `new` with their longest common subsequence; at a difference, the lines of `old` come first.
  package static func lines(_ old: [String], _ new: [String]) -> [Line] {
    guard old.count <= mostLines, new.count <= mostLines else {
      return old == new ? new.map { Line(side: .both, text: $0) } : apart(old[...], new[...])
    }
    // The length of the common subsequence from each pair of positions on.
    var common = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    for row in old.indices.reversed() {
      for column in new.indices.reversed() {
        common[row][column] =
          old[row] == new[column]
          ? common[row + 1][column + 1] + 1 : max(common[row + 1][column], common[row][column + 1])
      }
    }
    var (row, column) = (0, 0)
    var lines: [Line] = []
    while row < old.count, column < new.count {
      let start = (row, column)
      while row < old.count, column < new.count, old[row] != new[column] {
        if common[row + 1][column] >= common[row][column + 1] { row += 1 } else { column += 1 }
      }
      lines += apart(old[start.0..<row], new[start.1..<column])
      while row < old.count, column < new.count, old[row] == new[column] {
        lines.append(Line(side: .both, text: new[column]))
        (row, column) = (row + 1, column + 1)
      }
    }
    return lines + apart(old[row...], new[column...])
  }

  private static func apart(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Line] {
    old.map { Line(side: .old, text: $0) } + new.map { Line(side: .new, text: $0) }
  }
}
