@testable import terrain

/// `Documentation/reference/commands.md`: every command with its arguments and options, each option in one place.
struct CommandPage {
  let root: Command

  /// The pages with the rules of what commands do, by the command line without the program.
  static let topics: [String: [(title: String, path: String)]] = [
    "quiz": [("scoring", "scoring.md"), ("further quizzes", "programs.md#further-quizzes")],
    "score": [("scoring", "scoring.md")],
    "page": [("pages", "pages.md"), ("requests", "requests.md")],
    "suggest": [("rankings", "rankings.md"), ("requests", "requests.md")],
    "trend": [("trends", "trends.md"), ("logs", "logs.md")],
    "run streak": [("streaks", "streaks.md"), ("logs", "logs.md")],
    "report": [("the report", "report.md")],
    "run program": [("programs", "programs.md")],
    "run merge": [("merging two replicas", "merge.md")],
    "loyalty": [("accounts", "accounts.md")],
    "run timeline": [("timelines", "timelines.md")],
    "run check": [("form validation", "forms.md")],
    "run decide": [("decisions", "rule-language.md#decisions")],
    "diagnostics": [("all diagnostics", "diagnostics.md")],
    "validate": [
      ("diagnostics", "diagnostics.md"), ("which pack and rules are used", "locating.md"),
      ("in CI", "../how-to/validate-in-ci.md"),
    ],
    "check": [("analysis", "rule-language.md#analysis")],
    "test": [
      ("tests", "rule-language.md#tests"), ("scenarios", "scenarios.md"), ("invariants", "invariants.md"),
    ],
    "eval": [("functions", "functions.md")],
    "init": [("new systems and modules", "new-files.md")],
    "diff": [("differences of rules", "rules-diff.md"), ("versions of packs", "packs.md")],
    "population": [("populations", "populations.md")],
    "quality": [("quality", "quality.md")],
    "impact": [("impact", "impact.md")],
    "book": [("reviewing a rule book", "../how-to/review-a-rule-book.md")],
    "build": [("built packs", "packs.md#built-packs")],
    "batch": [("batch", "batch.md")],
    "serve": [("the service", "service.md")],
    "log": [("the log of decisions", "decisions.md")],
    "log replay": [("replay", "decisions.md#replay")],
    "schema": [("operations", "service.md#operations")],
  ]

  /// A command and the words that are typed for it, without the program.
  private struct Entry {
    var line: String
    var command: Command
  }

  /// An option with its meaning, which several commands may have.
  private struct Meaning: Hashable {
    var option: String
    var help: String

    init(_ option: Option) {
      let letter = option.letter.map { "-\($0), " } ?? ""
      let value = option.takesValue ? " \(option.placeholder)" : ""
      self.option = "\(letter)--\(option.name)\(value)"
      help = option.help + (option.repeats ? " (may be repeated)" : "")
    }
  }

  /// Every command below the program, in the order of help. The commands of `explain` are described once, since they
  /// take what the command of the operation takes.
  private var entries: [Entry] {
    func below(_ command: Command, _ line: String) -> [Entry] {
      command.subcommands.flatMap { command in
        let line = line.isEmpty ? command.name : "\(line) \(command.name)"
        return [Entry(line: line, command: command)] + (command.name == "explain" ? [] : below(command, line))
      }
    }
    return below(root, "")
  }

  /// The Markdown of the page.
  var text: String {
    let entries = entries
    var uses: [Meaning: [String]] = [:]
    var order: [Meaning] = []
    for entry in entries {
      for meaning in entry.command.options.map(Meaning.init) {
        if uses[meaning] == nil { order.append(meaning) }
        uses[meaning, default: []].append(entry.line)
      }
    }
    let shared = order.filter { uses[$0, default: []].count > 1 }
    let names = shared.map(Self.name)
    var blocks = [
      "# Commands", Self.introduction,
      Self.table(
        ["exit status", ""],
        [
          ["0", "success"], ["1", "the data has errors: diagnostics, refused requests, failed tests"],
          ["2", "the command could not run: usage, an unreadable file, an internal error"],
        ]),
      "## Options of several commands",
      Self.table(
        ["option", "means", ""],
        shared.map { meaning in
          let isAmbiguous = names.count { $0 == Self.name(meaning) } > 1
          return [
            "`\(meaning.option)`", meaning.help,
            isAmbiguous ? uses[meaning, default: []].map { "`\($0)`" }.joined(separator: ", ") : "",
          ]
        } + [["`-h, --help`", "Show the help of the command", ""], ["`--version`", "Show the program's version", ""]]),
    ]
    for entry in entries { blocks += self.blocks(entry, shared: Set(shared)) }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static let introduction = """
    Every command of `terrain` with its arguments and options, as `--help` prints them. A test writes this page from the descriptions of the
    commands (`TERRAIN_RECORD=1 bin/test --filter CommandPageTests`), and compares it with them.

    `-` in place of a file is standard input. On a terminal most commands print a page, into a pipe or a file JSON.
    """

  private func blocks(_ entry: Entry, shared: Set<Meaning>) -> [String] {
    let command = entry.command
    let level = entry.line.contains(" ") ? "###" : "##"
    var blocks = ["\(level) \(root.name) \(entry.line)", "\(command.summary)."]
    if !command.discussion.isEmpty { blocks.append(Self.prose(command.discussion)) }
    if !command.subcommands.isEmpty {
      blocks.append("Commands: \(command.subcommands.map { "`\($0.name)`" }.joined(separator: ", ")).")
    }
    if !command.operands.isEmpty {
      blocks.append(Self.table(["argument", "means"], command.operands.map { ["`\(Self.usage($0))`", $0.help] }))
    }
    let meanings = command.options.map(Meaning.init)
    let own = meanings.filter { !shared.contains($0) }
    if !own.isEmpty { blocks.append(Self.table(["option", "means"], own.map { ["`\($0.option)`", $0.help] })) }
    let others = meanings.filter { shared.contains($0) }.map { "`\(Self.name($0))`" }
    if !others.isEmpty {
      blocks.append("[Options of several commands](#options-of-several-commands): \(others.joined(separator: ", ")).")
    }
    if !command.examples.isEmpty {
      blocks.append(
        "```sh\n" + command.examples.map { "# \($0.purpose)\n\($0.line)\n" }.joined(separator: "\n") + "```")
    }
    if let topics = Self.topics[entry.line] {
      blocks.append("See \(topics.map { "[\($0.title)](\($0.path))" }.joined(separator: ", ")).")
    }
    return blocks
  }

  private static func name(_ meaning: Meaning) -> String {
    String(meaning.option.split(separator: " ").first { $0.hasPrefix("--") } ?? "")
  }

  private static func usage(_ operand: Operand) -> String {
    switch operand.arity {
    case .required: operand.name
    case .optional: "[\(operand.name)]"
    case .repeating: "[\(operand.name) …]"
    }
  }

  /// The discussion of a help page: paragraphs without their line breaks, and what is indented as a block of text.
  private static func prose(_ discussion: String) -> String {
    var lines: [String] = []
    var paragraph: [Substring] = []
    var block: [Substring] = []
    func end() {
      if !paragraph.isEmpty { lines.append(paragraph.joined(separator: " ")) }
      if !block.isEmpty { lines.append("```text\n\(block.joined(separator: "\n"))\n```") }
      (paragraph, block) = ([], [])
    }
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") {
        if !paragraph.isEmpty { end() }
        block.append(line.dropFirst(2))
      } else if line.isEmpty {
        end()
      } else {
        if !block.isEmpty { end() }
        paragraph.append(line)
      }
    }
    end()
    return lines.joined(separator: "\n\n")
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String {
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return ([line(head), "|" + head.map { _ in "---|" }.joined()] + rows.map(line)).joined(separator: "\n")
  }
}
