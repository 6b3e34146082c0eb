// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Terrain {
  /// Shows the trends of two weeks of logs, and what went well.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/trend.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func trend(_ request: Request) throws -> TypedReply<Results.Trends> {
    try TypedReply(call(.trend, request))
  }

  /// Counts days in a row on which something was done, with their calendar.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/streak.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func streak(_ request: Request) throws -> TypedReply<Results.Streak> {
    try TypedReply(call(.streak, request))
  }

  /// Begins, follows and leaves a program of several days.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/program.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func program(_ request: Request) throws -> TypedReply<Results.Program> {
    try TypedReply(call(.program, request))
  }

  /// Reports the phase or state of something, and moves it to another.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/timeline.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func timeline(_ request: Request) throws -> TypedReply<Results.Timeline> {
    try TypedReply(call(.timeline, request))
  }

  /// Validates a filled-in form, and reports each problem at its field.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/check.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func check(_ request: Request) throws -> TypedReply<Results.Validation> {
    try TypedReply(call(.check, request))
  }

  /// Shows what an event would do to an account.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.quote.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func quote(_ request: Request) throws -> TypedReply<Results.Quote> {
    try TypedReply(call(.quote, request))
  }

  /// Lets an account earn what an event is worth.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.earn.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func earn(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.earn, request))
  }

  /// Sets aside what something costs.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.reserve.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func reserve(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.reserve, request))
  }

  /// Spends what was set aside, or lets what waits count.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.commit.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func commitReservation(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.commit, request))
  }

  /// Gives back what was set aside, or takes back what waits.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.cancel.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func cancelReservation(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.cancel, request))
  }

  /// Takes back what an event earned, or a part of it.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.refund.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func refund(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.refund, request))
  }

  /// Adds to an account, or takes from it.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.adjust.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func adjust(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.adjust, request))
  }

  /// Uses a benefit that an account has.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.use.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func useBenefit(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.use, request))
  }

  /// Sends an amount to another account.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.send.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func send(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.send, request))
  }

  /// Receives an amount from another account.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.receive.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func receive(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.receive, request))
  }

  /// Sets the rights of somebody who acts on an account.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.member.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func setMember(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.member, request))
  }

  /// Lets time pass, and lots expire.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.expire.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func expireAccount(_ request: Request) throws -> TypedReply<Results.Expiry> {
    try TypedReply(call(.expire, request))
  }

  /// Shows the state of an account, now or at another instant.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.status.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func accountStatus(_ request: Request) throws -> TypedReply<Results.AccountStatus> {
    try TypedReply(call(.status, request))
  }

  /// Folds events into an account, from nothing.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.replay.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func replayAccount(_ request: Request) throws -> TypedReply<Results.AccountReplay> {
    try TypedReply(call(.replay, request))
  }

  /// Compares an account with what its own events come to.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.verify.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func verifyAccount(_ request: Request) throws -> TypedReply<Results.AccountVerification> {
    try TypedReply(call(.verify, request))
  }
}
