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

  /// The command named by two words that are joined with a dot, as in the name of its method.
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

/// A command line, parsed by a ``Command``'s description.
struct Arguments: Sendable {
  /// The operands, in order.
  let operands: [String]
  /// The options with their values, in the order they were given.
  let options: [(name: String, value: String)]

  /// True when `option` was given.
  func has(_ option: Option) -> Bool { options.contains { $0.name == option.name } }

  /// The value of `option`, or nil if it was not given.
  func value(of option: Option) -> String? { options.last { $0.name == option.name }?.value }

  /// Every value given to a repeating `option`, in order.
  func values(of option: Option) -> [String] { options.filter { $0.name == option.name }.map(\.value) }

  /// The operand at `index`, or nil.
  func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }
}

/// A mistake on the command line, with the typed word and without prose.
enum UsageError: Error {
  case unknownCommand(String, path: [Command], nearest: String?)
  case unknownOption(String, path: [Command], nearest: String?)
  case missingValue(Option, path: [Command])
  case unexpectedValue(String, Option, path: [Command])
  case notAChoice(String, Option, path: [Command], nearest: String?)
  case notANumber(String, Option, path: [Command])
  case givenTwice(Option, path: [Command])
  case missingOperand(Operand, path: [Command])
  case unexpectedOperand(String, path: [Command])
  case standardInputTwice(path: [Command])
}

extension UsageError: CustomStringConvertible {
  /// The error in a sentence, a suggestion, and the command for help.
  var description: String {
    "\(sentence)\(suggestion.map { "; did you mean `\($0)`?" } ?? "")\nTry `\(commandLine) --help`."
  }

  private var sentence: String {
    switch self {
    case .unknownCommand(let word, let path, _):
      "`\(word)` is not a command of `\(path.commandLine)`"
    case .unknownOption(let name, let path, let nearest):
      "`\(name)` is not an option of `\(path.commandLine)`"
        + (nearest == nil && path.last?.operands.isEmpty == false
          ? "; write `--` before an argument that begins with a dash" : "")
    case .missingValue(let option, _):
      "`--\(option.name)` needs a value: `--\(option.name) \(option.placeholder)`"
    case .unexpectedValue(let value, let option, _):
      "`--\(option.name)` takes no value, and was given `\(value)`"
    case .notAChoice(let value, let option, _, _):
      "`\(value)` is not a value of `--\(option.name)`, which takes \(option.placeholder)"
    case .notANumber(let value, let option, _):
      "`--\(option.name)` takes a whole number\(option.bounds), and was given `\(value)`"
    case .givenTwice(let option, _):
      "`--\(option.name)` was given twice, and has one value"
    case .missingOperand(let operand, let path):
      "`\(path.commandLine)` needs \(operand.name): \(operand.help)"
    case .unexpectedOperand(let word, let path):
      "`\(path.commandLine)` takes no argument `\(word)`"
    case .standardInputTwice:
      "`-` is standard input, and can be given once"
    }
  }

  private var suggestion: String? {
    switch self {
    case .unknownCommand(_, _, let nearest), .unknownOption(_, _, let nearest), .notAChoice(_, _, _, let nearest):
      nearest
    default: nil
    }
  }

  private var commandLine: String {
    switch self {
    case .unknownCommand(_, let path, _), .unknownOption(_, let path, _), .missingValue(_, let path),
      .unexpectedValue(_, _, let path), .notAChoice(_, _, let path, _), .notANumber(_, _, let path),
      .givenTwice(_, let path),
      .missingOperand(_, let path), .unexpectedOperand(_, let path), .standardInputTwice(let path):
      path.commandLine
    }
  }
}

extension [Command] {
  /// The words that lead to the last command: `terrain check`.
  var commandLine: String { map(\.name).joined(separator: " ") }
}

extension Option {
  /// The value's placeholder in help: `FILE`, or the words that it takes.
  var placeholder: String {
    switch kind {
    case .flag: ""
    case .value(let name), .path(let name): name
    case .choice(let words): words.joined(separator: "|")
    case .number: "N"
    }
  }

  /// The range of its numbers, for messages.
  fileprivate var bounds: String {
    guard case .number(let range) = kind else { return "" }
    return range.upperBound == .max ? " from \(range.lowerBound)" : " from \(range.lowerBound) to \(range.upperBound)"
  }
}
