import TerrainRules
import TerrainDocuments
import TerrainBase

extension Operations {
  /// Compares an account with the one that its own events result in.
  package static var verify: Operation<VerifiedAccount> {
    Operation(
      name: "loyalty.verify", summary: "Compare an account with what its own events come to",
      parameters: .object([
        .required("account", .either(.text, .anything), "The account, the answer that it came in, or its id.")
      ]),
      result: .verified, checksParameters: false
    ) { parameters, session, notes throws(DiagnosticError) in
      let accounts = try session.accounts()
      for events in LoyaltyRequest.events(in: parameters) { try session.check(events.count, .events, at: events) }
      let account = try LoyaltyRequest.account(in: parameters, engine: accounts.engine)
      func verified(_ accounts: LoyaltySession) throws(DiagnosticError) -> VerifiedAccount {
        VerifiedAccount(
          account: account,
          difference: try accounts.verify(account, readFrom: LoyaltyRequest.document(in: parameters)),
          foldedBy: LoyaltyRequest.rules(in: parameters), engine: accounts.engine)
      }
      guard session.isRecording else { return try verified(accounts) }
      let (result, traces) = try accounts.recorded { recording throws(DiagnosticError) in try verified(recording) }
      notes.explanation = Explanation(.decisions(traces), accounts.engine.system)
      return result
    }
  }
}

/// An account that was compared with the one that its own events result in.
package struct VerifiedAccount {
  /// The account.
  package let account: Account
  /// The first difference; nil where there is none.
  package let difference: AccountDifference?
  /// The hash of the rules that the account was folded by last; nil where its document has none.
  let foldedBy: Text?
  let engine: LoyaltyEngine

  /// Names in it that the pack or the rules no longer have.
  package var unknownNames: [UnknownName] { engine.unknownNames(in: account) }

  /// Whether it was folded by other rules than the present ones, which may be why it differs.
  package var isOfOtherRules: Bool { foldedBy.map { $0.string != engine.system.rules.hash } ?? false }
}

extension ResultType where Content == VerifiedAccount {
  fileprivate static var verified: ResultType {
    object {
      fields(of: versionFields) { Versions($0.engine.system) }
      requiredField("account", .text, "The caller's name for it.") { $0.account.id }
      requiredField("agrees", .flag, "Whether it is what its own events come to.") { $0.difference == nil }
      requiredField("events", .count, "How many events were folded.") { $0.account.events.count }
      requiredField("other_rules", .flag, "Whether other rules than the present ones folded it last.") {
        $0.isOfOtherRules
      }
      fields(of: unknownFields) { $0.unknownNames }
      optionalField("difference", .difference, "The first difference, by time and id of events.") { $0.difference }
    }
  }
}

extension ResultType where Content == AccountDifference {
  fileprivate static var difference: ResultType {
    object {
      optionalField("event", .text, "The event of which something differs.") { $0.event }
      requiredField("path", .text, "What differs, as a path in the account.") { $0.path }
      optionalField("expected", .text, "What its events come to.") { $0.expected }
      optionalField("found", .text, "What the account has.") { $0.found }
    }
  }
}
