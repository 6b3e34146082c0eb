import TerrainBase
import TerrainDocuments
import TerrainEngines

/// The content of a page for a terminal.
package protocol TerminalContent {
  /// Writes it to `page`.
  func write(to page: inout TerminalPage)
}

extension TerminalContent {
  /// The page, for a terminal of `width` columns; with emphasis, if it has `color`.
  package func text(width: Int, color: Bool) -> String {
    var page = TerminalPage(width: width, color: color)
    write(to: &page)
    return page.text
  }
}

/// A page of text for a terminal: headings, wrapped paragraphs, columns that line up under wide characters too.
///
/// Texts from packs are escaped on input: none of their escape sequences reaches the terminal.
package struct TerminalPage {
  /// Lines are wrapped here.
  let width: Int
  /// True if emphasis may use escape sequences. Color alone carries no meaning.
  let color: Bool
  private(set) var text = ""

  init(width: Int, color: Bool) {
    // Lines much longer than this are hard to read.
    self.width = min(max(width, 40), 88)
    self.color = color
  }

  /// An empty line.
  mutating func gap() { text += "\n" }

  /// The page's title.
  mutating func title(_ title: Text) { text += "  \(bold(TerminalText.harmless(title.string)))\n" }

  /// A heading for the following text.
  mutating func heading(_ heading: Text) {
    gap()
    text += "  \(bold(TerminalText.harmless(heading.string)))\n"
  }

  /// A paragraph, wrapped; `mark` precedes its first line ("• ").
  mutating func paragraph(_ paragraph: Text, mark: String = "", indent: Int = 4) {
    let hanging = String(repeating: " ", count: indent + TerminalText.width(mark))
    var lead = String(repeating: " ", count: indent) + mark
    for line in wrap(TerminalText.harmless(paragraph.string), to: width - hanging.count) {
      text += "\(lead)\(line)\n"
      lead = hanging
    }
  }

  /// A line that is laid out already.
  mutating func line(_ line: String) { text += "\(line)\n" }

  /// `text` filled up with spaces to `columns`, on its left if `right` is true.
  func padded(_ text: String, to columns: Int, right: Bool = false) -> String {
    let gap = String(repeating: " ", count: max(0, columns - TerminalText.width(text)))
    return right ? gap + text : text + gap
  }

  /// `text` in bold, if the terminal has color.
  func bold(_ text: String) -> String { color ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// `text` in a faint color, if the terminal has color.
  func faint(_ text: String) -> String { color ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  /// Lines of at most `columns`, broken at spaces and around full-width characters (Chinese has no spaces). Text between spaces is not
  /// broken, for example a telephone number or an address, unless it is longer than a line.
  private func wrap(_ text: String, to columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      var gap = used > 0 ? 1 : 0
      for unit in Self.units(of: word) {
        let size = TerminalText.width(unit)
        if used > 0, used + gap + size > columns {
          lines.append(line)
          (line, used, gap) = ("", 0, 0)
        }
        line += gap > 0 ? " " : ""
        used += gap
        gap = 0
        for character in unit {
          let size = TerminalText.width(String(character))
          if used + size > columns, used > 0 {
            lines.append(line)
            (line, used) = ("", 0)
          }
          line.append(character)
          used += size
        }
      }
    }
    return used > 0 ? lines + [line] : lines
  }

  /// The parts of `word` between which a line may end: each full-width character with the marks that follow it, and each run of other
  /// characters.
  private static func units(of word: Substring) -> [String] {
    var units: [String] = []
    var isOpen = false
    for character in word {
      let scalar = character.unicodeScalars.first
      let isMark = scalar?.isFullWidth ?? false
      let isWide = scalar?.isIdeograph ?? false
      if let last = units.indices.last, isMark || (isOpen && !isWide) {
        units[last].append(character)
      } else {
        units.append(String(character))
      }
      isOpen = !isMark && !isWide
    }
    return units
  }
}

extension [Text] {
  /// The sentences as one paragraph. After a full-width mark (`。`) no space is added, because the mark includes its own.
  var asParagraph: Text {
    var paragraph = ""
    for sentence in self {
      if let last = paragraph.unicodeScalars.last, !last.isFullWidth { paragraph += " " }
      paragraph += sentence.string
    }
    return Text(paragraph)
  }
}

extension Text {
  /// A name and its text, on one line; either may be missing.
  static func line(_ title: Text?, _ text: Text?) -> Text {
    guard let title, let text else { return text ?? title ?? "" }
    let colon = text.string.unicodeScalars.first?.isIdeograph ?? false ? "：" : ": "
    return "\(title)\(colon)\(text)"
  }
}

extension Unicode.Scalar {
  /// CJK symbols and punctuation, and the full-width forms.
  fileprivate var isFullWidth: Bool { (0x3000...0x303F).contains(value) || (0xFF00...0xFF60).contains(value) }

  /// A character of Chinese writing.
  fileprivate var isIdeograph: Bool { properties.isIdeographic }
}

extension TerminalPage {
  /// Writes `names`, which an account has and the pack no longer declares.
  mutating func write(_ names: [UnknownName]) {
    if names.isEmpty { return }
    heading("No longer in the pack")
    for name in names {
      line(
        "    \(padded(name.kind.rawValue, to: 10))\(padded(TerminalText.harmless(name.id.string), to: 20))"
          + faint(TerminalText.harmless(name.path.string)))
    }
  }
}
