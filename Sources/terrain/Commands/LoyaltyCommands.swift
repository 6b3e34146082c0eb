import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain loyalty …`: an account in; the changed account, and what changed, out.
  static let loyalty = AccountOperation.allCases.filter { $0 != .replay }.map(loyalty)

  private static func loyalty(_ operation: AccountOperation) -> OperationCommand {
    let takesEvent = takesEvent(operation)
    var parts = [
      RequestArguments.Part(
        operand: Operand(name: "ACCOUNT", help: "The account, or a result with it; `-` is standard input"),
        role: .member("account"))
    ]
    if takesEvent {
      let help =
        "The event, as JSON or YAML" + (operation == .quote ? "; its `type` is an operation: earn, refund, …" : "")
      parts.append(.init(operand: Operand(name: "EVENT", help: help), role: .member("event")))
    }
    let summary = Operations.loyalty(operation).summary
    let files = takesEvent ? "account.json event.json" : "account.json"
    let instant = operation == .expire ? " --now 2027-01-01T00:00:00Z" : ""
    return OperationCommand(
      Operations.loyalty(operation), name: operation.rawValue,
      request: RequestArguments(parts: parts, options: options(of: operation)),
      alternative: takesEvent && operation != .quote
        ? (
          Option(
            name: "dry-run", kind: .flag, help: "Show what would happen, without the changed account: as `quote`"),
          Operations.loyalty(operation, isDryRun: true)
        ) : nil,
      examples: [.init(line: "terrain loyalty \(operation.rawValue) \(files)\(instant) --pack NAME", purpose: summary)]
    ) { result, _, _ in AccountPage(result.answer, engine: result.engine) }
  }

  private static func options(of operation: AccountOperation) -> [Option] {
    [instant(of: operation), .locale] + (takesEvent(operation) ? [budgets] : [])
  }

  private static func takesEvent(_ operation: AccountOperation) -> Bool { ![.expire, .status].contains(operation) }

  private static let budgets = Option(
    name: "budgets", kind: .path("FILE"),
    help: "What was granted of budgets so far, or a result with it; {} at first. The result has what is granted then")

  private static func instant(of operation: AccountOperation) -> Option {
    switch operation {
    case .status:
      Option(
        name: "at", kind: .value("INSTANT"),
        help: "The instant to show. Without it: the instant that the account shows")
    case .expire:
      Option(name: "now", kind: .value("INSTANT"), help: "The instant to which the account advances")
    default:
      Option(
        name: "now", kind: .value("INSTANT"),
        help: "The instant at which to view the account. Without it: when the event happened")
    }
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
