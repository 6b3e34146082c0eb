import TerrainValues

/// What an operation has done to an account, or would do.
public struct LoyaltyResult: Sendable {
  /// What was done.
  public let operation: AccountOperation
  /// The account after it; of a quote, as it was.
  public let account: Account
  /// What it did.
  public let change: AccountChange
  /// The standing of the account, as the rules decide it.
  public let standing: Value?
  /// Messages to send.
  public let notifications: [RenderedMessage]
  /// The language they are in.
  public let locale: LanguageTag
  /// How many events were there more than once.
  public let duplicates: Int
}
