// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `records`.
  public struct Records: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The kind of record.
    public let kind: String
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// How many records there are that were asked for, whatever the limit. At least 0.
    public let count: Int
    /// The records.
    public let records: [Record]

    /// An element of `records`.
    public struct Record: Codable, Sendable {
      /// The record's id.
      public let id: String
      /// What people call it.
      public let label: String?
      /// Its language, where that is not `locale`.
      public let labelLocale: String?
      /// Its fields, as the schema of its kind describes them, texts in the language.
      public let fields: Value

      private enum CodingKeys: String, CodingKey {
        case id
        case label
        case labelLocale = "label_locale"
        case fields
      }
    }
  }
}
