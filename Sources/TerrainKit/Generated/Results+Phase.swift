// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// A phase of a timeline.
  public struct Phase: Codable, Sendable {
    /// The phase's id.
    public let id: String
    /// Its name for people.
    public let label: String?
    /// Its language, where that is not `locale`.
    public let labelLocale: String?
    /// When it begins or began.
    public let begins: Date
    /// Whether it is over, current or ahead at this moment.
    public let standing: Standing
    /// The messages when it begins.
    public let notices: [Results.Notice]?

    /// Whether it is over, current or ahead at this moment.
    public enum Standing: String, Codable, Sendable, CaseIterable {
      /// `done`.
      case done
      /// `now`.
      case now
      /// `ahead`.
      case ahead
    }

    private enum CodingKeys: String, CodingKey {
      case id
      case label
      case labelLocale = "label_locale"
      case begins
      case standing
      case notices
    }
  }
}
