import TerrainDocuments

/// What came of evaluating a log of decisions again.
package struct ReplayReport: Sendable {
  /// Why a record cannot be evaluated again.
  package enum Gap: String, Sendable, CaseIterable {
    /// It was removed (`terrain log forget`).
    case forgotten
    /// Values of secret facts are masked in it.
    case masked
    /// The request was refused, and its parameters are not recorded.
    case refused
    /// Another version of the pack, its rules or their parameters answered.
    case otherVersion = "other_version"
    /// It has no hash of its result: an earlier version of the program wrote it.
    case withoutResult = "without_result"
  }

  /// Records of operations that evaluate something, those that were removed included.
  package internal(set) var records = 0
  /// Records of other operations: of the service, and of the pack as a whole.
  package internal(set) var others = 0
  /// Records with the same outcome and the same bytes.
  package internal(set) var identical = 0
  /// Records with another outcome or other bytes.
  package internal(set) var different = 0
  /// Records that cannot be evaluated again.
  package internal(set) var gaps: [Gap: Int] = [:]

  /// Nothing, so far.
  package init() {}

  /// For people.
  package var text: String {
    var text = "\(records.counted("record")): \(identical) identical, \(different) different"
    for gap in Gap.allCases {
      guard let count = gaps[gap], count > 0 else { continue }
      text += "\n  not evaluated, \(gap.rawValue.split(separator: "_").joined(separator: " ")): \(count)"
    }
    if others > 0 { text += "\n  records of other operations: \(others)" }
    return text + "\n"
  }

  /// For programs.
  package var json: String {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("records", records)
      writer.member("identical", identical)
      writer.member("different", different)
      writer.object("gaps") { writer in
        for gap in Gap.allCases { writer.member(gap.rawValue, gaps[gap] ?? 0) }
      }
      writer.member("other_operations", others)
    }
    writer.newline()
    return writer.string
  }
}
