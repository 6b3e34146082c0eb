/// Breaks long lines of JSON at their members, so that a difference between two can be read.
///
/// Text is only moved to lines of its own and indented: nothing is parsed, and nothing inside quotes changes.
enum JSONLayout {
  /// What fits in so many characters stays on one line.
  private static let width = 100

  /// Returns the lines of `line`: itself, where it is short or not JSON.
  static func lines(_ line: Substring) -> [String] {
    let scalars = Array(line.unicodeScalars)
    guard scalars.count > width, scalars.first == "{" || scalars.first == "[" else { return [String(line)] }
    var lines: [String] = []
    lay(scalars[...], indent: 0, into: &lines)
    return lines
  }

  private static func lay(_ text: ArraySlice<Unicode.Scalar>, indent: Int, into lines: inout [String]) {
    let margin = String(repeating: "  ", count: indent)
    guard text.count > width, let open = opening(of: text), let close = text.lastIndex(where: { "]}".contains($0) })
    else { return lines.append(margin + string(text)) }
    lines.append(margin + string(text[...open]))
    let members = split(text[(open + 1)..<close])
    for member in members { lay(member, indent: indent + 1, into: &lines) }
    lines.append(margin + string(text[close...]))
  }

  /// The first bracket outside of quotes; nil where there is none.
  private static func opening(of text: ArraySlice<Unicode.Scalar>) -> Int? {
    var scan = Scan()
    for index in text.indices where scan.take(text[index]) && "[{".contains(text[index]) { return index }
    return nil
  }

  /// The members between brackets, each with the comma after it.
  private static func split(_ text: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>] {
    var members: [ArraySlice<Unicode.Scalar>] = []
    var scan = Scan()
    var depth = 0
    var start = text.startIndex
    for index in text.indices where scan.take(text[index]) {
      switch text[index] {
      case "{", "[": depth += 1
      case "}", "]": depth -= 1
      case "," where depth == 0:
        members.append(text[start...index])
        start = index + 1
      default: break
      }
    }
    if start < text.endIndex { members.append(text[start...]) }
    return members
  }

  private static func string(_ text: ArraySlice<Unicode.Scalar>) -> String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: text)
    return String(string)
  }

  /// Follows quotes and escapes.
  private struct Scan {
    private var isQuoted = false
    private var isEscaped = false

    /// Whether `scalar` is outside of quotes.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      if isEscaped {
        isEscaped = false
      } else if scalar == "\"" {
        isQuoted.toggle()
      } else if isQuoted, scalar == "\\" {
        isEscaped = true
      }
      return !isQuoted
    }
  }
}

extension String {
  /// Whether `scalar` is in it.
  fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool { unicodeScalars.contains(scalar) }
}
