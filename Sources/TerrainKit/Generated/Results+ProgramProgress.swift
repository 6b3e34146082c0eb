// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The progress in the program that a person follows.
  public struct ProgramProgress: Codable, Sendable {
    /// The program's id.
    public let program: String
    /// The day it is; `nil` before the first.
    public let day: Int?
    /// How many days it has. At least 0.
    public let dayCount: Int
    /// How many days are done. At least 0.
    public let daysDone: Int
    /// Why it is nothing for this person any more; its items are not named then.
    public let leftOut: LeftOut?
    /// Every day.
    public let days: [Day]

    /// Why it is nothing for this person any more; its items are not named then.
    public struct LeftOut: Codable, Sendable {
      /// What the rules say.
      public let why: String
      /// The rule that chose it.
      public let rule: Results.Origin?
      /// OpenFeature's word for it: a row fired, or what is used otherwise.
      public let reason: Results.Reason?
    }

    /// An element of `days`.
    public struct Day: Codable, Sendable {
      /// The day, from 1.
      public let day: Int
      /// Whether it has come.
      public let isUnlocked: Bool
      /// Whether everything of it is done.
      public let isDone: Bool
      /// Its items, and whether each is done.
      public let items: [String: Bool]
      /// What takes the place of what is nothing for this person.
      public let swaps: [Swap]?

      /// An element of `swaps`.
      public struct Swap: Codable, Sendable {
        /// The item of the day.
        public let item: String
        /// The kind of record it is.
        public let kind: String?
        /// What people call it.
        public let label: String?
        /// Its language, where that is not `locale`.
        public let labelLocale: String?
        /// What its kind shows of it wherever it is offered, by name.
        public let card: [String: Value]?
        /// What the program has there.
        public let insteadOf: String
        /// What the rules say against that.
        public let why: String
        /// The rule that chose it.
        public let rule: Results.Origin?
        /// OpenFeature's word for it: a row fired, or what is used otherwise.
        public let reason: Results.Reason?

        private enum CodingKeys: String, CodingKey {
          case item
          case kind
          case label
          case labelLocale = "label_locale"
          case card
          case insteadOf = "instead_of"
          case why
          case rule
          case reason
        }
      }

      private enum CodingKeys: String, CodingKey {
        case day
        case isUnlocked = "unlocked"
        case isDone = "done"
        case items
        case swaps
      }
    }

    private enum CodingKeys: String, CodingKey {
      case program
      case day
      case dayCount = "of"
      case daysDone = "days_done"
      case leftOut = "left_out"
      case days
    }
  }
}
