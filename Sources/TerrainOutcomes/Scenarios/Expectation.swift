import TerrainDocuments
import TerrainBase

/// What must be at a path of a result.
struct Expectation {
  /// What a word of an expectation demands.
  enum Word: String, CaseIterable {
    case `is`
    case contains, excludes, before, count
    case atLeast = "at_least"
    case atMost = "at_most"
    case absent
  }

  /// A demand: a word, and what it is about.
  struct Demand {
    let word: Word
    let value: Node
  }

  let path: ResultPath
  /// The value in the file.
  let node: Node
  /// What it demands; nothing where the author leaves the value to `--accept`.
  private(set) var demands: [Demand] = []

  /// The expectation `value` of `path`.
  ///
  /// - Throws: where it is not one.
  init(_ path: Node, _ value: Node) throws(DiagnosticError) {
    self.path = try ResultPath(path)
    node = value
    if value.kind == .null, value.range.start == value.range.end { return }
    guard value.kind == .map else {
      demands = [Demand(word: .is, value: value)]
      return
    }
    for (key, value) in value.members {
      guard let word = Word(rawValue: key.text?.string ?? "") else {
        throw DiagnosticError(.unknownExpectation(key))
      }
      demands.append(Demand(word: word, value: value))
    }
  }

  /// The texts of the file that have to be ids, where the result has ids at the path.
  var texts: [Node] {
    demands.flatMap { demand -> [Node] in
      switch demand.word {
      case .is, .contains, .excludes, .before: demand.values.filter { $0.text != nil }
      case .count, .atLeast, .atMost, .absent: []
      }
    }
  }
}

extension Expectation.Demand {
  /// The values that it is about: the elements of a list, or one.
  var values: [Node] { value.kind == .list ? Array(value.elements) : [value] }
}
