import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain loyalty …`: reads an account, and prints the changed account and the changes.
  static let loyalty = AccountOperation.allCases.filter { $0 != .replay }.map(loyalty)

  private static func loyalty(_ operation: AccountOperation) -> OperationCommand {
    var parts = [
      RequestArguments.Part(
        operand: Operand(name: "ACCOUNT", help: "The account, or a result with it; `-` is standard input"),
        role: .member("account"))
    ]
    if operation.takesEvent {
      let isOptional = operation == .apply
      parts.append(
        .init(
          operand: Operand(
            name: "EVENT",
            help: "The event, as JSON or YAML\(isOptional ? ". Without it, time passes to `--now`" : "")",
            arity: isOptional ? .optional : .required),
          role: .member("event")))
    }
    let (summary, files) = (operation.summary, operation.takesEvent ? "account.json event.json" : "account.json")
    return OperationCommand(
      Operations.loyalty(operation), name: operation.rawValue,
      request: RequestArguments(
        parts: parts, options: [now(of: operation), .locale] + (operation.takesEvent ? [budgets] : [])),
      examples: [.init(line: "terrain loyalty \(operation.rawValue) \(files) --pack NAME", purpose: summary)]
    ) { result, _, _ in AccountPage(result.answer, engine: result.engine) }
  }

  private static let budgets = Option(
    name: "budgets", kind: .path("FILE"),
    help: "What was granted of budgets so far, or a result with it; {} at first. The result has what is granted then")

  private static func now(of operation: AccountOperation) -> Option {
    Option(
      name: "now", kind: .value("INSTANT"),
      help: operation.takesEvent
        ? "The instant at which to view the account. Without it: when the event happened"
        : "The instant to show. Without it: the instant that the account shows")
  }
}

extension Command {
  /// `terrain loyalty`: operations on accounts.
  static let loyalty = Command(
    name: "loyalty", summary: "Keep accounts: earn, spend, take back, expire, verify, replay, report",
    discussion: """
      An account is a JSON document that you keep; {"account": "ID"} is a new one. Pass
      the result of an operation as the account of the next one.
      Documentation/reference/accounts.md describes events, and the rules that decide.
      """,
    children: (OperationCommand.loyalty.map(\.command) + [
      OperationCommand.verify.command, loyaltyReplay, loyaltyReport,
    ])
    .map {
      Child($0)
    })
}
