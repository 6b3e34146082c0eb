import TerrainAuthoring
import TerrainDocuments
import TerrainOperations
import TerrainOutcomes
import TerrainPages
import TerrainRules
import TerrainValues

extension Command {
  /// The width of the pages beside each other.
  private static let columns = 60
  /// The number of people where the command line gives none.
  private static let few = 12

  private static let operation = Option(
    name: "for", kind: .value("OPERATION"), help: "The operation whose pages are written. Without it: today")
  private static let people = Option(
    name: "people", kind: .number(1...1000), help: "How many people. Without it: \(few), or all of a file")
  private static let output = Option(
    name: "output", letter: "o", kind: .path("FILE"), help: "Write the page to this file instead of standard output")

  /// `terrain preview`: pages of some people, before and after a change.
  static let preview = Command(
    name: "preview", summary: "Write the pages of some people beside each other, before and after a change",
    discussion: """
      OLD and NEW are as in `terrain impact`: folders or built packs; with --against there is
      no OLD. The result is one HTML page that fetches nothing: for each person the page that a
      terminal shows, before and after, with the lines that differ marked; people whose pages
      differ come first.
      """,
    operands: [
      Operand(name: "OLD", help: "The version as it is", arity: .optional),
      Operand(name: "NEW", help: "The version as it would be; `--set` changes this one", arity: .optional),
    ],
    options: [.pack, .set, .against, operation, .peopleFrom, people, .seed, output],
    examples: [
      .init(
        line: "terrain preview --against HEAD -o preview.html", purpose: "What uncommitted changes do to twelve people"),
      .init(
        line: "terrain preview OLD NEW --for suggest --people 40 -o preview.html",
        purpose: "Two checkouts, the suggestions of forty people"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let name = arguments.value(of: operation) ?? "today"
        let commands = OperationCommand.all.filter { $0.page != nil }
        guard let command = commands.first(where: { $0.operation.name == name }), let page = command.page else {
          throw DiagnosticError(.previewOperation(name, among: commands.map(\.operation.name)))
        }
        let (old, new) = try impactVersions(arguments, for: "preview")
        let preview = try Preview(
          from: old, to: new.version, operation: command.operation,
          over: try impactRequests(arguments, old, new, people: few)
        ) { (session, request) throws(DiagnosticError) in
          try page(session, request).text(width: columns, color: false)
        }
        let (before, after) = arguments.versionTitles
        let bytes = Array(preview.html(before, after).utf8)
        guard let path = arguments.value(of: output) else {
          console.write(bytes)
          return .success
        }
        try OutputFile.write(bytes, to: path)
        console.report("\(preview.summary): \(path)\n")
        return .success
      } catch {
        return console.report(error)
      }
    })
}

extension Diagnostic {
  fileprivate static func previewOperation(_ name: String, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "preview/unknown-operation", message: "`\(name)` is not an operation that has a page", place: nil,
      fix: Suggestion.fix(Text(name), among: names.map { Text($0) }) ?? "they are \(names.quoted)")
  }
}
