import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  /// `terrain loyalty`: accounts in, changed ones and what changed out.
  static let loyalty = Command(
    name: "loyalty", summary: "Keep accounts: earn, spend, take back, expire, replay",
    discussion: """
      An account is a JSON document that you keep; {"account": "ID"} is a new one. What
      an operation answers can be handed in as the account the next time.
      Documentation/reference/accounts.md says what events are and which rules decide.
      """,
    subcommands: AccountOperation.allCases.map { $0 == .replay ? loyaltyReplay : loyalty($0) })

  private static let now = Option(
    name: "now", kind: .value("INSTANT"),
    help: "The instant that the account is looked at. Without it: when the event happened")
  private static let at = Option(
    name: "at", kind: .value("INSTANT"), help: "The instant to show. Without it: where the account stands")
  private static let locale = Option(name: "locale", kind: .value("TAG"), help: "The language of messages")
  private static let dryRun = Option(
    name: "dry-run", kind: .flag, help: "Say what would happen, without the changed account: as `quote`")

  private static func loyalty(_ operation: AccountOperation) -> Command {
    let takesEvent = ![.expire, .status, .replay].contains(operation)
    var operands = [Operand(name: "ACCOUNT", help: "The account, or an answer with one in it; `-` is standard input")]
    var options: [Option] = [.pack, .set, operation == .status ? at : now, locale]
    if takesEvent { operands.append(Operand(name: "EVENT", help: "What happened, as JSON or YAML")) }
    if takesEvent, operation != .quote { options.append(dryRun) }
    let event = takesEvent ? " event.json" : ""
    return Command(
      name: operation.rawValue, summary: operation.summary, operands: operands, options: options + [.json],
      examples: [
        .init(
          line: "terrain loyalty \(operation.rawValue) account.json\(event) --pack NAME", purpose: operation.summary)
      ],
      run: { arguments, console in
        do throws(DiagnosticError) {
          let session = LoyaltySession(try Workspace(arguments).accountEngine())
          let account = try Workspace.document(at: arguments.operand(0) ?? "-")
          let event = takesEvent ? try Workspace.document(at: arguments.operand(1) ?? "-") : nil
          let request = try LoyaltyRequest(
            operation, account: account.root, event: event?.root,
            now: try argument(operation == .status ? at : now, arguments), locale: try argument(locale, arguments),
            engine: session.engine, isDryRun: arguments.has(dryRun))
          let answer = try request.result(session)
          let response = AccountResult(answer, engine: session.engine)
          try console.answer(arguments, response, page: AccountPage(answer, engine: session.engine))
          return .fine
        } catch {
          return console.report(error)
        }
      })
  }

  /// The value of `option`, as if it stood in a document.
  private static func argument(
    _ option: Option, _ arguments: Arguments
  ) throws(DiagnosticError) -> (text: Text, node: Node)? {
    guard let value = arguments.value(of: option) else { return nil }
    var writer = JSONWriter()
    writer.string(value)
    let (document, found) = JSONReader.read(SourceText(name: "--\(option.name)", bytes: writer.bytes))
    guard let document else { throw DiagnosticError(found) }
    return (Text(value), document.root)
  }
}
