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
    if !command.children.isEmpty { words.append("COMMAND") }
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
