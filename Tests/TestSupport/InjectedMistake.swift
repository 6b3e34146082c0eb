/// Mistakes as people make them while they type.
public enum InjectedMistake {
  /// `text` with one mistake: a word misspelled, left out or written twice, a line removed, a bracket opened.
  public static func into(_ text: String, _ random: inout SplitMix64) -> String {
    let words = text.matches(of: /[A-Za-z_][A-Za-z_0-9.-]{2,}|[0-9]+/)
    guard !words.isEmpty else { return text + "x" }
    let word = words[Int(random.next() % UInt64(words.count))]
    var result = text
    switch random.next() % 7 {
    case 0: result.replaceSubrange(word.range, with: "")
    case 1: result.replaceSubrange(word.range, with: "\(word.output)x")
    case 2: result.replaceSubrange(word.range, with: "\(word.output.dropLast())")
    case 3: result.replaceSubrange(word.range, with: "\(words[Int(random.next() % UInt64(words.count))].output)")
    case 4: result.replaceSubrange(word.range, with: "[\(word.output)")
    case 5:
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let gone = Int(random.next() % UInt64(lines.count))
      result = lines.enumerated().filter { $0.offset != gone }.map(\.element).joined(separator: "\n")
    default: result.replaceSubrange(word.range, with: "é中😀\(word.output)")
    }
    return result
  }
}
