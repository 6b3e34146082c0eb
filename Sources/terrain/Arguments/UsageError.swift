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
  /// The mistake in a sentence, the nearest right thing, and where to read on.
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
  /// The words that lead to the last command: `terrain rules check`.
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
