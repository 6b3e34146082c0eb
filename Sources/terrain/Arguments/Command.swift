/// A command of the program: its help page, its arguments, and the function that runs it.
///
/// Parsing, help, and completion scripts are all derived from this description.
struct Command: Sendable {
  /// The word that is typed.
  let name: String
  /// The line in the list of the parent's help page.
  let summary: String
  /// Paragraphs for its own help page; may be empty.
  var discussion: String = ""
  var operands: [Operand] = []
  var options: [Option] = []
  var examples: [Example] = []
  /// The commands below it, by name.
  var children: [Child] = []
  /// Runs the command; nil for a command that only groups others. Thrown errors are reported.
  var run: (@Sendable (Arguments, Console) throws -> ExitStatus)?

  /// A subcommand. It is created on demand: creating all commands takes longer than most runs.
  struct Child: Sendable {
    /// The command's name.
    let name: String
    /// The reader in whose section the help page lists it; nil if all commands are in one section.
    let reader: Reader?
    /// Describes the command.
    let command: @Sendable () -> Command

    /// The command called `name`.
    init(_ name: String, for reader: Reader? = nil, _ command: @escaping @Sendable () -> Command) {
      self.name = name
      self.reader = reader
      self.command = command
    }

    /// A command that is described already.
    init(_ command: Command) { self.init(command.name) { command } }
  }

  /// The readers of the program's help page, in the order of its sections.
  enum Reader: String, CaseIterable {
    case person = "COMMANDS FOR RESULTS OF A PERSON"
    case author = "COMMANDS FOR AUTHORS OF PACKS AND RULES"
    case loyaltyTeam = "COMMANDS FOR LOYALTY TEAMS"
    case service = "COMMANDS FOR SERVICES AND TOOLS"
  }

  /// The commands below it.
  var subcommands: [Command] { children.map { $0.command() } }

  /// A command line to copy, and its purpose.
  struct Example: Sendable {
    let line: String
    let purpose: String
  }
}

/// A positional argument.
struct Operand: Sendable {
  enum Arity: Sendable { case required, optional, repeating }

  /// In capitals, as help shows it.
  let name: String
  let help: String
  var arity: Arity = .required
}

/// A named argument.
struct Option: Sendable {
  enum Kind: Sendable {
    /// Given or not.
    case flag
    /// Takes one value, shown as the placeholder.
    case value(String)
    /// Takes the path of a file or folder, shown as the placeholder.
    case path(String)
    /// Takes one of the words.
    case choice([String])
    /// Takes a whole number of this range.
    case number(ClosedRange<Int>)
  }

  /// Without the two dashes.
  let name: String
  var letter: Character?
  let kind: Kind
  /// May be given several times.
  var repeats = false
  let help: String

  var takesValue: Bool {
    if case .flag = kind { false } else { true }
  }
}

/// A command's help page, read off its description.
struct HelpPage {
  /// Lines are wrapped here, so that a page is the same on every terminal and in every test.
  static let width = 80

  /// From the program to the command the page is about.
  let path: [Command]

  var text: String {
    guard let command = path.last else { return "" }
    var sections = [command.summary]
    sections.append("USAGE\n  \(usage(command))")
    if !command.discussion.isEmpty { sections.append(command.discussion) }
    for reader in [nil] + Command.Reader.allCases.map(Optional.some) {
      let children = command.children.filter { $0.reader == reader }.map { $0.command() }
      guard !children.isEmpty else { continue }
      sections.append(section(reader?.rawValue ?? "COMMANDS", children.map { ($0.name, $0.summary) }))
    }
    if !command.operands.isEmpty {
      sections.append(section("ARGUMENTS", command.operands.map { ($0.name, $0.help) }))
    }
    sections.append(section("OPTIONS", optionRows(command)))
    if !command.examples.isEmpty {
      sections.append(
        "EXAMPLES\n" + command.examples.map { "  \($0.purpose):\n    \($0.line)" }.joined(separator: "\n"))
    }
    if path.count == 1 {
      sections.append(
        "EXIT STATUS\n  0  success\n  1  the data has errors (diagnostics, refused requests, failed tests)\n"
          + "  2  could not run (usage, an unreadable file, an internal error)")
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private func usage(_ command: Command) -> String {
    var words = [path.commandLine]
    if !command.children.isEmpty { words.append(command.run == nil || path.count == 1 ? "COMMAND" : "[COMMAND]") }
    words += command.operands.map { operand in
      switch operand.arity {
      case .required: operand.name
      case .optional: "[\(operand.name)]"
      case .repeating: "[\(operand.name) …]"
      }
    }
    words.append("[OPTIONS]")
    return words.joined(separator: " ")
  }

  private func optionRows(_ command: Command) -> [(String, String)] {
    var rows = command.options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? ""
      let value = option.takesValue ? " \(option.placeholder)" : ""
      return ("\(letter)--\(option.name)\(value)", option.help + (option.repeats ? " (may be repeated)" : ""))
    }
    rows.append(("-h, --help", "Show this page"))
    if path.count == 1 { rows.append(("--version", "Show the program's version")) }
    return rows
  }

  private func section(_ title: String, _ rows: [(String, String)]) -> String {
    let column = min(rows.map(\.0.count).max() ?? 0, 24) + 4
    let lines = rows.map { name, help in
      let wrapped = wrap(help, to: Self.width - column).joined(separator: "\n" + String(repeating: " ", count: column))
      let gap =
        name.count + 4 <= column
        ? String(repeating: " ", count: column - name.count - 2) : "\n" + String(repeating: " ", count: column)
      return "  \(name)\(gap)\(wrapped)"
    }
    return ([title] + lines).joined(separator: "\n")
  }

  private func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}

/// Scripts that let a shell complete commands, options and their values, read off the commands' descriptions.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The script for the program whose top command is `root`.
  func text(for root: Command) -> String {
    switch self {
    case .bash: bash(root)
    case .zsh: "#compdef \(root.name)\nautoload -U +X bashcompinit && bashcompinit\n" + bash(root)
    case .fish: fish(root)
    }
  }

  /// Every command with the words that lead to it, parents first.
  private func walk(_ command: Command, _ words: [String] = []) -> [(words: [String], command: Command)] {
    [(words, command)] + command.subcommands.flatMap { walk($0, words + [$0.name]) }
  }

  private func bash(_ root: Command) -> String {
    let commands = walk(root)
    let steps = commands.dropFirst().map { words, command in
      "      '\((["."] + words.dropLast()).joined(separator: "/")) \(command.name)') path=\((["."] + words).joined(separator: "/")) ;;"
    }
    let values = commands.flatMap { words, command in
      command.options.compactMap { option -> String? in
        let key = "\((["."] + words).joined(separator: "/")) --\(option.name)"
        switch option.kind {
        case .flag: return nil
        case .value, .number: return "    '\(key)') return ;;"
        case .path: return "    '\(key)') COMPREPLY=($(compgen -f -- \"$word\")); return ;;"
        case .choice(let words):
          return "    '\(key)') COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\")); return ;;"
        }
      }
    }
    let offers = commands.map { words, command in
      let offered = command.children.map(\.name) + command.options.map { "--\($0.name)" } + ["--help"]
      let files = command.operands.isEmpty ? "" : " files=yes"
      return "    \((["."] + words).joined(separator: "/"))) offer='\(offered.joined(separator: " "))'\(files) ;;"
    }
    return """
      _\(root.name)() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} path=. offer= files= index
        for ((index = 1; index < COMP_CWORD; index++)); do
          case "$path ${COMP_WORDS[index]}" in
      \(steps.joined(separator: "\n"))
          esac
        done
        case "$path $before" in
      \(values.joined(separator: "\n"))
        esac
        case $path in
      \(offers.joined(separator: "\n"))
        esac
        COMPREPLY=($(compgen -W "$offer" -- "$word"))
        [[ -z $files || $word == -* ]] || COMPREPLY+=($(compgen -f -- "$word"))
      }
      complete -o filenames -F _\(root.name) \(root.name)

      """
  }

  private func fish(_ root: Command) -> String {
    var lines = ["complete -c \(root.name) -f"]
    for (words, command) in walk(root) {
      let seen = words.map { "__fish_seen_subcommand_from \($0)" }
      let unseen =
        command.children.isEmpty
        ? [] : ["not __fish_seen_subcommand_from \(command.children.map(\.name).joined(separator: " "))"]
      let condition = (seen + unseen).joined(separator: "; and ")
      let here = "complete -c \(root.name)" + (condition.isEmpty ? "" : " -n '\(condition)'")
      for subcommand in command.subcommands {
        lines.append("\(here) -a \(subcommand.name) -d '\(quoted(subcommand.summary))'")
      }
      for option in command.options {
        let value =
          switch option.kind {
          case .flag: ""
          case .value, .number: " -x"
          case .path: " -r -F"
          case .choice(let words): " -x -a '\(words.joined(separator: " "))'"
          }
        let letter = option.letter.map { " -s \($0)" } ?? ""
        lines.append("\(here) -l \(option.name)\(letter)\(value) -d '\(quoted(option.help))'")
      }
      if !command.operands.isEmpty { lines.append("\(here) -F") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
