import TerrainBase

/// What an operation has done to an account, or would do.
package struct LoyaltyResult: Sendable {
  /// What was done.
  package let operation: AccountOperation
  /// The account after it; of a quote, as it was.
  package let account: Account
  /// What it did.
  package let change: AccountChange
  /// The standing of the account, as the rules decide it.
  package let standing: Value?
  /// Messages to send.
  package let notifications: [RenderedMessage]
  /// The language they are in.
  package let locale: LanguageTag
  /// How many events were there more than once.
  package let duplicates: Int
  /// What was granted of budgets so far; nil where none were passed in.
  package let budgets: Budgets?
}
