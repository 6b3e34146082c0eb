/// A command of the program: its help page, its arguments, and the function that runs it.
///
/// Parsing, help and completion scripts are all read off this one description.
struct Command: Sendable {
  /// The word that is typed.
  let name: String
  /// One line for the list of the parent's help page.
  let summary: String
  /// Paragraphs for its own help page; may be empty.
  var discussion: String = ""
  var operands: [Operand] = []
  var options: [Option] = []
  var examples: [Example] = []
  /// The commands below it, by name.
  var children: [Child] = []
  /// Runs it; nil for a command that only groups others.
  var run: (@Sendable (Arguments, Console) throws -> ExitStatus)?

  /// A command below another one. It is described when it is looked at: describing all of them takes longer than most runs.
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

/// An argument that is known by its position.
struct Operand: Sendable {
  enum Arity: Sendable { case required, optional, repeating }

  /// In capitals, as help shows it.
  let name: String
  let help: String
  var arity: Arity = .required
}

/// An argument that is known by its name.
struct Option: Sendable {
  enum Kind: Sendable {
    /// Given or not.
    case flag
    /// Takes one value, shown as the placeholder.
    case value(String)
    /// Takes the path of a file or folder, shown as the placeholder.
    case path(String)
    /// Takes one of these words.
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
