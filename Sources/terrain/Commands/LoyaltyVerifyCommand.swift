import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain loyalty verify`: compares an account with the result of its own events.
  static let verify = OperationCommand(
    Operations.verify, name: "verify",
    discussion: """
      The events of the account are folded again with the current rules. Where the account is
      not what they come to, the first event that differs is printed, with what was expected
      and what was found, and the exit status is 1.
      """,
    request: RequestArguments(
      parts: [
        .init(
          operand: Operand(name: "ACCOUNT", help: "The account, or a result with it; `-` is standard input"),
          role: .member("account"))
      ], options: []),
    examples: [.init(line: "terrain loyalty verify account.json --pack NAME", purpose: Operations.verify.summary)],
    page: { result, _, _ in VerifiedAccountPage(result) },
    status: { result, _ in result.difference == nil ? .success : .failure })
}
