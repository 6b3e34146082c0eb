import TerrainBase
import TerrainDocuments

/// The parts of a template to copy.
///
/// A mark `# part: NAME`, or with several names between commas, at the end of a line says that the line and the more deeply indented lines
/// below it belong to these parts. A copy with none of these parts has neither those lines nor the comment above them. A mark on its own
/// line is about the whole file. In JSON a mark is the member `"$comment": "part: NAME"` of a value on one line.
struct TemplateParts {
  private let wanted: Set<String>
  /// The words of the lines that were left out.
  private var leftOut: Set<Substring> = []

  private static let mark = "# part: "
  private static let memberStart = "\"$comment\": \"part: "
  private static let memberEnd = "\", "

  /// The parts `wanted`.
  init(_ wanted: [String]) { self.wanted = Set(wanted) }

  /// The names in the marks of `text`.
  static func names(in text: String) -> [String] { lines(of: text).flatMap { read($0).names } }

  /// The copy of `text`; nil if all of it belongs to other parts.
  mutating func copied(_ text: String) -> String? {
    var copy: [Substring] = []
    // The indentation of a line that was left out, as long as the more deeply indented lines below it are left out too, and the last of
    // these.
    var outside: (depth: Int, last: Substring)?
    for line in Self.lines(of: text) {
      let indentation = line.prefix { $0 == " " }.count
      if let block = outside {
        if line.isEmpty || indentation > block.depth {
          note(line)
          outside?.last = line
          continue
        }
        if block.last.isEmpty, copy.last?.isEmpty == false { copy.append("") }
        outside = nil
      }
      let (content, names) = Self.read(line)
      let isWhole = content.isEmpty && !names.isEmpty
      if names.isEmpty || !wanted.isDisjoint(with: names) {
        if !isWhole { copy.append(content) }
        continue
      }
      if isWhole { return nil }
      note(line)
      outside = (indentation, line)
      // The first line names the file's schema.
      while copy.count > 1, let comment = copy.last,
        comment.hasPrefix(String(repeating: " ", count: indentation) + "# ")
      {
        copy.removeLast()
      }
    }
    while copy.last?.isEmpty == true { copy.removeLast() }
    return copy.joined(separator: "\n") + "\n"
  }

  /// Returns true if lines that were left out name the file `path`.
  func leavesOut(_ path: String) -> Bool { leftOut.contains(path[...]) }

  private mutating func note(_ line: Substring) {
    for word in line.split(whereSeparator: { " ,{}[]:".contains($0) }) { leftOut.insert(word) }
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// A line without its mark, and the names in that.
  private static func read(_ line: Substring) -> (content: Substring, names: [String]) {
    func names(_ list: Substring) -> [String] { list.split { $0 == "," || $0 == " " }.map(String.init) }
    if let start = line.firstRange(of: mark) {
      var content = line[..<start.lowerBound]
      while content.last == " " { content.removeLast() }
      return (content, names(line[start.upperBound...]))
    }
    guard let start = line.firstRange(of: memberStart),
      let end = line[start.upperBound...].firstRange(of: memberEnd)
    else { return (line, []) }
    return (line[..<start.lowerBound] + line[end.upperBound...], names(line[start.upperBound..<end.lowerBound]))
  }
}
