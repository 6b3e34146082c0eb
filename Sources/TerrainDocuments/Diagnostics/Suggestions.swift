import TerrainBase

/// The suggestions for one document: declared names near to those that are not declared.
///
/// Comparing a name with thousands of others takes a while, so for a request it is done for the first few distinct names
/// only, each once, and lists of declared names are cut. Names that nothing is near to are remembered like the others.
package final class Suggestions {
  /// Distinct names of one request for which suggestions are looked for.
  package static let mostNames = 10

  private struct Question: Hashable {
    let name: Text
    let kind: String
  }

  private let most: Int
  private var fixes: [Question: String?] = [:]

  /// Suggestions for up to `most` distinct names.
  init(_ most: Int) { self.most = most }

  /// True while suggestions are looked for.
  package var hasRoom: Bool { fixes.count < most }

  /// A fix for `name`: the nearest of `names`, else a list of them after `listing`; nil where there is neither.
  ///
  /// - Parameters:
  ///   - names: the declared names. Asked for only where they are needed.
  ///   - kind: distinguishes these names from others that the same name may be compared with.
  ///   - listing: the beginning of a sentence that lists all names, such as "its fields are"; nil: they are not listed.
  package func fix(
    _ name: Text?, among names: @autoclosure () -> [Text], kind: String, listing: String? = nil
  ) -> String? {
    let question = Question(name: name ?? "", kind: kind)
    if let fix = fixes[question] { return fix }
    guard fixes.count < most else { return nil }
    let names = names()
    var fix = Suggestion.fix(name, among: names)
    if fix == nil, let listing, !names.isEmpty { fix = "\(listing) \(names.quoted(near: name?.string ?? ""))" }
    fixes.updateValue(fix, forKey: question)
    return fix
  }
}
