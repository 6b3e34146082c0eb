import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainValues

/// The pages of some people in two versions of a pack and its rules, line by line.
package struct Preview: Sendable {
  /// Writes the page of an operation for a request.
  package typealias Page = (OperationSession, Node) throws(DiagnosticError) -> String

  /// A person's two pages.
  package struct Person: Sendable {
    /// Who it is: the request's id, or its number.
    package let name: String
    /// The tag of the language of the pages.
    let language: String
    /// The lines of both pages, in order.
    package let lines: [LineDifference.Line]

    /// Whether the pages differ.
    package var isChanged: Bool { lines.contains { $0.side != .both } }
  }

  /// The operation.
  package let operation: String
  /// Who they are, in words.
  package let sample: String
  /// The people, those whose pages differ first.
  package let people: [Person]

  /// How many of the pages differ.
  package var summary: String {
    let changed = people.count(where: \.isChanged)
    return "\(changed) of \(people.count.counted("page")) \(changed == 1 || people.count == 1 ? "differs" : "differ")"
  }

  /// Writes the pages of `operation` for `requests`.
  ///
  /// - Throws: what is wrong with the first request that neither version takes.
  package init(
    from old: ImpactVersion, to new: ImpactVersion, operation: AnyOperation, over requests: ImpactRequests, page: Page
  ) throws(DiagnosticError) {
    self.operation = operation.name
    sample = requests.sample
    let sessions = (
      old: OperationSession(SystemLoader(loaded: old.system, files: old.files)),
      new: OperationSession(SystemLoader(loaded: new.system, files: new.files))
    )
    let reader = ImpactRequestReader(requests, members: operation.parameters.memberNames)
    var people: [Person] = []
    for index in 0..<requests.count {
      let request = try reader.request(index)
      let before = Self.page(page, sessions.old, request.old.root)
      let after = Self.page(page, sessions.new, request.new.root)
      if case .failure(let error) = before, case .failure = after { throw error }
      let root = request.new.root
      people.append(
        Person(
          name: root["id"]?.text?.string ?? request.new.source.name,
          language: root["locale"]?.text?.string ?? new.system.pack.defaultLocale.description,
          lines: LineDifference.lines(Self.lines(before), Self.lines(after))))
    }
    self.people = people.filter(\.isChanged) + people.filter { !$0.isChanged }
  }

  private static func page(
    _ page: Page, _ session: OperationSession, _ request: Node
  ) -> Result<String, DiagnosticError> {
    do throws(DiagnosticError) { return .success(try page(session, request)) } catch { return .failure(error) }
  }

  /// The lines of a page without the empty ones at its ends; of a request that is refused, why it is.
  private static func lines(_ page: Result<String, DiagnosticError>) -> [String] {
    switch page {
    case .success(let text):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return Array(lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed())
    case .failure(let error):
      return error.diagnostics.map { "\($0.code): \($0.message)" }
    }
  }
}
