import TerrainDocuments
import TerrainBase

extension Diagnostic {
  /// How many locations are listed.
  private static let mostRelated = 5

  static func severalNames(_ text: Text, _ names: [IndexedName]) -> Diagnostic {
    let spellings = names.map { name in
      let isEnough = name.owner != nil && name.kind != .part && names.count { $0.fullName == name.fullName } == 1
      return isEnough && name.fullName != text ? name.fullName : Text("\(name.kind.rawValue):\(name.fullName)")
    }
    return Diagnostic(
      code: "rename/several-names", message: "`\(text)` is the name of several things", place: nil,
      related: names.compactMap { name in
        name.declarations.first.map { .init(message: "the \(name.kind.rawValue) is declared here", place: $0) }
      }, fix: "write one of \(spellings.map { "`\($0)`" }.joined(separator: ", "))")
  }

  static func fixedName(_ name: IndexedName) -> Diagnostic {
    Diagnostic(
      code: "rename/fixed-name", message: "the program evaluates the decision `\(name.fullName)` by its name",
      place: name.declarations.first, fix: "keep the name")
  }

  static func rulesHaveMistakes(_ problem: Diagnostic) -> Diagnostic {
    Diagnostic(
      code: "rename/rules-have-mistakes",
      message: "the rules have mistakes, so that not all uses of names are known: \(problem.message)",
      place: problem.place, fix: "fix what `terrain validate` reports first")
  }

  static func notAName(_ new: Text, for name: IndexedName) -> Diagnostic {
    Diagnostic(
      code: "rename/bad-name", message: "`\(new)` cannot be the name of a \(name.kind.rawValue)", place: nil,
      fix: "begin with a letter, and use letters, digits and `_`, in ids also `-` and `.`")
  }

  static func nameTaken(_ new: Text, by other: IndexedName) -> Diagnostic {
    Diagnostic(
      code: "rename/name-taken", message: "`\(new)` is the name of a \(other.kind.rawValue) already",
      place: other.declarations.first, fix: "choose another name")
  }

  static func notWritten(_ name: IndexedName, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "rename/not-written", message: "`\(name.name)` is meant here, and is not written as one word", place: place,
      fix: "write the name out here first")
  }

  static func newProblems(_ name: IndexedName, _ problems: [Diagnostic]) -> Diagnostic {
    Diagnostic(
      code: "rename/new-problems",
      message: "after renaming `\(name.name)` there would be new diagnostics: \(problems.first?.message ?? "")",
      place: problems.first?.place,
      related: problems.dropFirst().prefix(mostRelated).compactMap { problem in
        problem.place.map { .init(message: problem.message, place: $0) }
      }, fix: "rename by hand what is in these locations, or keep the name")
  }
}
