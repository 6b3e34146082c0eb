import TerrainDocuments
import TestSupport
import Testing

@Suite struct DiagnosticRendererTests {
  /// A diagnostic about what is between the marks 1 and 2.
  private func example(_ marked: String, severity: Severity = .error, fix: String? = nil) -> Diagnostic {
    let marked = MarkedText(marked)
    return Diagnostic(
      code: "test/it", severity: severity, message: "it is wrong", place: place(marked, "x.yaml", 1, 2), fix: fix)
  }

  private func place(_ marked: MarkedText, _ name: String, _ from: Int, _ to: Int) -> Place {
    let range = marked.range(from, to)
    return Place(
      source: SourceText(name: name, text: marked.text),
      range: SourceRange(start: UInt32(range.lowerBound), end: UInt32(range.upperBound)))
  }

  @Test func caretsStandUnderTheirColumns() {
    let cases: [(marked: String, line: String, marks: String, position: String)] = [
      ("a: 1️⃣b2️⃣", "a: b", "   ^", "1:4"),
      ("生姜: 1️⃣热2️⃣ x", "生姜: 热 x", "      ^^", "1:5"),
      ("\ta: 1️⃣b2️⃣", "    a: b", "       ^", "1:5"),
      ("ab\tc: 1️⃣b2️⃣", "ab  c: b", "       ^", "1:7"),
      ("🌿: 1️⃣b2️⃣", "🌿: b", "    ^", "1:4"),
      ("👩‍👩‍👧: 1️⃣b2️⃣", "👩‍👩‍👧: b", "    ^", "1:4"),
      ("🇨🇳: 1️⃣b2️⃣", "🇨🇳: b", "    ^", "1:4"),
      ("🌶️👍🏽: 1️⃣b2️⃣", "🌶️👍🏽: b", "      ^", "1:5"),
      ("e\u{301}: 1️⃣b2️⃣", "e\u{301}: b", "   ^", "1:4"),
      ("ｱＡ: 1️⃣b2️⃣", "ｱＡ: b", "     ^", "1:5"),
      ("한국: 1️⃣b2️⃣", "한국: b", "      ^", "1:5"),
      ("x1️⃣2️⃣", "x", " ^", "1:2"),
      ("1️⃣abc\ndef2️⃣", "abc", "^^^", "1:1"),
      ("x\r\n1️⃣y2️⃣\r\nz", "y", "^", "2:1"),
      ("\u{FEFF}1️⃣y2️⃣", "y", "^", "1:1"),
    ]
    for (marked, line, marks, position) in cases {
      let number = position.prefix { $0 != ":" }
      #expect(
        DiagnosticRenderer.text(example(marked))
          == "error[test/it]: it is wrong\n --> x.yaml:\(position)\n  |\n\(number) | \(line)\n  | \(marks)\n")
    }
  }

  @Test func everythingADiagnosticCanHave() {
    let first = MarkedText("1️⃣a2️⃣: 1\n" + String(repeating: "x: 0\n", count: 98) + "3️⃣a4️⃣: 2\n")
    let other = MarkedText("b: 1️⃣生姜2️⃣\n")
    let diagnostic = Diagnostic(
      code: "test/twice", severity: .warning, message: "`a` is written twice", place: place(first, "x.yaml", 3, 4),
      related: [
        .init(message: "first written here", place: place(first, "x.yaml", 1, 2)),
        .init(message: "and meant here", place: place(other, "folder/y.yaml", 1, 2)),
      ], fix: "remove one of them")
    #expect(
      DiagnosticRenderer.text([diagnostic, example("1️⃣z2️⃣", severity: .info)]) == """
        warning[test/twice]: `a` is written twice
           --> x.yaml:100:1
            |
        100 | a: 2
            | ^
        note: first written here
           --> x.yaml:1:1
            |
          1 | a: 1
            | ^
        note: and meant here
           --> folder/y.yaml:1:4
            |
          1 | b: 生姜
            |    ^^^^
        help: remove one of them

        info[test/it]: it is wrong
         --> x.yaml:1:1
          |
        1 | z
          | ^

        """)
  }

  @Test func aDiagnosticWithoutAFileShowsItsPath() {
    let diagnostic = Diagnostic(code: "test/it", message: "it is wrong", place: nil, path: "answers.q4")
    #expect(DiagnosticRenderer.text(diagnostic) == "error[test/it]: it is wrong\n --> answers.q4\n")
    #expect(
      DiagnosticRenderer.text(Diagnostic(code: "test/it", message: "it is wrong", place: nil))
        == "error[test/it]: it is wrong\n")
    #expect(DiagnosticRenderer.text([]) == "")
  }

  @Test func longLinesAreCutAroundWhatIsMarked() {
    let long = String(repeating: "abcdefghi ", count: 40)
    let shown = DiagnosticRenderer.text(example(long + "1️⃣HERE2️⃣" + long))
    let lines = shown.split(separator: "\n").map(String.init)
    #expect(lines[1] == " --> x.yaml:1:401")
    #expect(lines[3] == "1 | …" + String(long.suffix(48)) + "HERE" + String(long.prefix(48)).trimmed + "…")
    #expect(lines[4] == "  | " + String(repeating: " ", count: 49) + "^^^^")
    let longer = String(repeating: long, count: 100)
    let cut = DiagnosticRenderer.text(example(longer + "1️⃣HERE2️⃣" + longer)).split(separator: "\n").map(String.init)
    #expect(cut[1] == " --> x.yaml:1:40001" && cut[3] == lines[3] && cut[4] == lines[4])
    let whole = DiagnosticRenderer.text(example("1️⃣" + String(repeating: "生", count: 300) + "2️⃣"))
    #expect(whole.contains("1 | " + String(repeating: "生", count: 50) + "…\n"))
    #expect(whole.contains("  | " + String(repeating: "^", count: 100) + "\n"))
  }

  @Test func nothingInAFileReachesTheTerminalRaw() {
    let diagnostic = Diagnostic(
      code: "test/it", message: "`\u{1b}[2J\u{202e}x\u{7}\ny` is wrong",
      place: place(
        MarkedText("a\u{1b}[31m\u{202e}\u{200b}\u{9b}\u{feff}: 1️⃣b\u{0}2️⃣"), "\u{1b}]0;x\u{7}.yaml", 1, 2),
      fix: "not \u{2066}this")
    let shown = DiagnosticRenderer.text(diagnostic)
    #expect(
      shown == #"""
        error[test/it]: `\u{1b}[2J\u{202e}x\u{7} y` is wrong
         --> \u{1b}]0;x\u{7}.yaml:1:13
          |
        1 | a\u{1b}[31m\u{202e}\u{200b}\u{9b}\u{feff}: b\u{0}
          |                                            ^^^^^^
        help: not \u{2066}this

        """#)
  }

  @Test func aPileOfMarksIsCut() {
    let shown = DiagnosticRenderer.text(example("a" + String(repeating: "\u{301}", count: 500) + "1️⃣b2️⃣"))
    #expect(shown.unicodeScalars.count < 200)
  }

  @Test func colourOnlyWhenAsked() {
    let plain = DiagnosticRenderer.text(example("1️⃣b2️⃣", fix: "mend it"))
    let colored = DiagnosticRenderer.text(example("1️⃣b2️⃣", fix: "mend it"), color: true)
    #expect(!plain.contains("\u{1b}"))
    #expect(colored.hasPrefix("\u{1b}[1;31merror[test/it]\u{1b}[0m"))
    #expect(colored.replacing(#/\u{1b}\[[0-9;]*m/#, with: "") == plain)
  }

  @Test func asJSON() {
    let marked = MarkedText("生: 1️⃣热2️⃣\n3️⃣x4️⃣\n")
    let source = SourceText(name: "x.yaml", text: marked.text)
    func place(_ from: Int, _ to: Int) -> Place {
      Place(source: source, range: SourceRange(start: UInt32(marked[from]), end: UInt32(marked[to])))
    }
    let diagnostic = Diagnostic(
      code: "test/it", message: "it is \"wrong\"", place: place(1, 2),
      related: [.init(message: "see", place: place(3, 4))], fix: "mend it", path: "生")
    let bare = Diagnostic(code: "test/bare", severity: .info, message: "m", place: nil)
    #expect(
      String(decoding: DiagnosticRenderer.json([diagnostic, bare]), as: UTF8.self) == #"""
        {
          "columnUnit": "utf8",
          "diagnostics": [
            {
              "code": "test/it",
              "severity": "error",
              "message": "it is \"wrong\"",
              "file": "x.yaml",
              "line": 1,
              "column": 6,
              "endLine": 1,
              "endColumn": 9,
              "start": 5,
              "end": 8,
              "path": "生",
              "related": [
                {
                  "message": "see",
                  "file": "x.yaml",
                  "line": 2,
                  "column": 1,
                  "endLine": 2,
                  "endColumn": 2,
                  "start": 9,
                  "end": 10
                }
              ],
              "fix": "mend it"
            },
            {
              "code": "test/bare",
              "severity": "info",
              "message": "m"
            }
          ]
        }

        """#)
  }

  @Test func sortedByFilePlaceAndCodeEachOnce() {
    func diagnostic(_ file: String, _ start: UInt32, _ code: String) -> Diagnostic {
      let source = SourceText(name: file, text: "0123456789")
      return Diagnostic(
        code: code, message: "m", place: Place(source: source, range: SourceRange(start: start, end: start + 1)))
    }
    let loose = Diagnostic(code: "z", message: "m", place: nil)
    let sorted = [
      loose, diagnostic("a", 1, "x"), diagnostic("a", 1, "y"), diagnostic("a", 5, "x"), diagnostic("b", 0, "a"),
    ]
    var random = SplitMix64(seed: 1)
    for _ in 0..<20 { #expect((sorted + sorted).shuffled(using: &random).sortedForReport() == sorted) }
    #expect(sorted.hasErrors && ![Diagnostic(code: "w", severity: .warning, message: "m", place: nil)].hasErrors)
  }
}

extension String {
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }

  /// JSON escapes what is below U+0020 and no more: a terminal obeys some of the rest.
  @Test(arguments: [
    ("{\"a\": \"生 – “é”\"}", "{\"a\": \"生 – “é”\"}"), ("\"\u{9b}31m\"", "\"\\u009b31m\""),
    ("\"x\u{202e}y\u{2069}\"", "\"x\\u202ey\\u2069\""), ("\u{7f}", "\\u007f"),
    ("\u{200f}\u{a0}", "\u{200f}\u{a0}"), ("\u{1b}[1mbold\u{1b}[0m\n", "\u{1b}[1mbold\u{1b}[0m\n"),
  ]) func whatATerminalGets(_ output: String, _ shown: String) {
    #expect(String(decoding: TerminalText.escaped(Array(output.utf8)), as: UTF8.self) == shown)
  }
}
