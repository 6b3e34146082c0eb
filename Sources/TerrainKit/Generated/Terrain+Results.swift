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

  /// Applys an event to an account, or lets time pass.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.apply.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func apply(_ request: Request) throws -> TypedReply<Results.AccountChange> {
    try TypedReply(call(.apply, request))
  }

  /// Shows what an event would do to an account.
  ///
  /// - Parameter request: The members that `ContentPacks/Schemas/requests/loyalty.quote.schema.json` describes.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the request; errors of the rules' evaluation.
  public func quote(_ request: Request) throws -> TypedReply<Results.Quote> {
    try TypedReply(call(.quote, request))
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
