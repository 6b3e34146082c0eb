import TerrainDocuments

/// Reads a command line by the POSIX utility conventions with GNU's long options: `--name value`, `--name=value`, `-n value`,
/// options and operands in any order, `--` before operands that begin with a dash, `-` for standard input.
struct ArgumentParser {
  /// The meaning of a command line.
  enum Request {
    case run(Command, Arguments)
    case help([Command])
    case version
  }

  let root: Command

  /// Reads `words`, the command line without the program's own name.
  func parse(_ words: [String]) throws(UsageError) -> Request {
    var path = [root]
    var rest = words[...]
    while let command = path.last, !command.children.isEmpty, let word = rest.first, !word.hasPrefix("-") {
      if let joined = joined(rest, among: command.children) {
        path.append(joined)
        rest = rest.dropFirst(2)
        continue
      }
      guard let subcommand = command.children.first(where: { $0.name == word })?.command() else {
        throw .unknownCommand(
          word, path: path, nearest: Suggestion.nearest(to: word, among: command.children.map(\.name)))
      }
      path.append(subcommand)
      rest = rest.dropFirst()
    }
    return try parse(rest, path: path)
  }

  /// The command whose name is that of a method with a dot, which is written as two words, as its own command is.
  private func joined(_ words: ArraySlice<String>, among children: [Command.Child]) -> Command? {
    guard words.count > 1 else { return nil }
    let name = words.prefix(2).joined(separator: ".")
    return children.first { $0.name == name }?.command()
  }

  private func parse(_ words: ArraySlice<String>, path: [Command]) throws(UsageError) -> Request {
    guard let command = path.last else { return .help([root]) }
    var operands: [String] = []
    var options: [(name: String, value: String)] = []
    var rest = words
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
        continue
      }
      if word == "--" {
        optionsEnded = true
        continue
      }
      if word == "--help" || word == "-h" { return .help(path) }
      if word == "--version", path.count == 1 { return .version }
      let (name, attached) = split(word)
      guard let option = command.options.first(where: { matches($0, name) }) else {
        throw .unknownOption(name, path: path, nearest: nearestOption(to: name, of: command))
      }
      var value = ""
      if option.takesValue {
        guard let given = attached ?? rest.popFirst() else { throw .missingValue(option, path: path) }
        if case .choice(let words) = option.kind, !words.contains(given) {
          throw .notAChoice(given, option, path: path, nearest: Suggestion.nearest(to: given, among: words))
        }
        value = given
      } else if let attached {
        throw .unexpectedValue(attached, option, path: path)
      }
      if !option.repeats, option.takesValue, options.contains(where: { $0.name == option.name }) {
        throw .givenTwice(option, path: path)
      }
      if case .number(let range) = option.kind, Int(value).map(range.contains) != true {
        throw .notANumber(value, option, path: path)
      }
      options.append((option.name, value))
    }
    if command.run == nil { return .help(path) }
    try check(operands, path: path, command: command)
    return .run(command, Arguments(operands: operands, options: options))
  }

  private func check(_ operands: [String], path: [Command], command: Command) throws(UsageError) {
    let required = command.operands.filter { $0.arity == .required }
    if operands.count < required.count { throw .missingOperand(required[operands.count], path: path) }
    let most = command.operands.contains { $0.arity == .repeating } ? Int.max : command.operands.count
    if operands.count > most { throw .unexpectedOperand(operands[most], path: path) }
    if operands.count(where: { $0 == "-" }) > 1 { throw .standardInputTwice(path: path) }
  }

  /// `--name=value` in two; `-nvalue` likewise.
  private func split(_ word: String) -> (name: String, value: String?) {
    if word.hasPrefix("--") {
      guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
      return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }
    let value = word.dropFirst(2)
    return (String(word.prefix(2)), value.isEmpty ? nil : String(value))
  }

  private func matches(_ option: Option, _ name: String) -> Bool {
    "--\(option.name)" == name || option.letter.map { "-\($0)" == name } ?? false
  }

  private func nearestOption(to name: String, of command: Command) -> String? {
    let isRoot = command.name == root.name
    let known = command.options.map { "--\($0.name)" } + ["--help"] + (isRoot ? ["--version"] : [])
    return Suggestion.nearest(to: name, among: known)
  }
}
