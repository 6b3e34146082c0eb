// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `streak`.
  public struct Streak: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// The local day.
    public let date: LocalDay
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// The numbers.
    public let streak: Counts
    /// The words beside them.
    public let message: Results.Message?
    /// The calendar, the oldest month first.
    public let months: [Month]
    /// Problems of single records: their locations, never their values. A wrong value is ignored.
    public let warnings: [Results.Problem]

    /// The numbers.
    public struct Counts: Codable, Sendable {
      /// The kept days of the streak that goes on. At least 0.
      public let current: Int
      /// Its first day.
      public let since: LocalDay?
      /// The kept days of the longest one. At least 0.
      public let longest: Int
      /// All kept days. At least 0.
      public let total: Int
      /// Whether the day asked for is kept.
      public let today: Today
      /// Rest days.
      public let rest: Rest

      /// Whether the day asked for is kept.
      public enum Today: String, Codable, Sendable, CaseIterable {
        /// `kept`.
        case kept
        /// `open`.
        case open
      }

      /// Rest days.
      public struct Rest: Codable, Sendable {
        /// The days that may be missed in each stretch without ending a streak. At least 0.
        public let free: Int
        /// How many days such a stretch has. At least 0.
        public let stretch: Int
        /// Those that are left, were nothing done today. At least 0.
        public let left: Int

        private enum CodingKeys: String, CodingKey {
          case free
          case stretch = "of"
          case left
        }
      }
    }

    /// An element of `months`.
    public struct Month: Codable, Sendable {
      /// `2026-02`.
      public let month: String
      /// Its kept days. At least 0.
      public let kept: Int
      /// Every day.
      public let days: [Day]

      /// An element of `days`.
      public struct Day: Codable, Sendable {
        /// The day.
        public let date: LocalDay
        /// What became of it.
        public let state: State

        /// What became of it.
        public enum State: String, Codable, Sendable, CaseIterable {
          /// `kept`.
          case kept
          /// `rest`.
          case rest
          /// `neutral`.
          case neutral
          /// `missed`.
          case missed
          /// `open`.
          case open
          /// `ahead`.
          case ahead
          /// `before`.
          case before
        }
      }
    }

    private enum CodingKeys: String, CodingKey {
      case pack
      case rules
      case date
      case locale
      case streak
      case message = "said"
      case months
      case warnings
    }
  }
}
