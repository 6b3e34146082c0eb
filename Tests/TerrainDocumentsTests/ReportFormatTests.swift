import TerrainDocuments
import TestSupport
import Testing

/// Reports for code hosts and continuous integration, as whole texts.
@Suite struct ReportFormatTests {
  /// What stands between the marks 1 and 2, and between 3 and 4 where they are there.
  private func source(_ marked: String, name: String = "packs/a b.yaml") -> (first: Place, second: Place) {
    let text = MarkedText(marked)
    let source = SourceText(name: name, text: text.text)
    func place(_ range: Range<Int>) -> Place {
      Place(
        source: source,
        range: SourceRange(start: UInt32(clamping: range.lowerBound), end: UInt32(clamping: range.upperBound)))
    }
    return (place(text.range(1, 2)), place(text.range(3, 4)))
  }

  private var diagnostics: [Diagnostic] {
    let (typo, first) = source("生姜: 😀\ntags: [3️⃣warm4️⃣, \"é\", 1️⃣colling2️⃣]\n")
    return [
      Diagnostic(
        code: "pack/unknown-value", message: "`colling` is not a value of `tag`", place: typo,
        related: [.init(message: "others come from it", place: first)], fix: "did you mean `cooling`?",
        path: "tags[2]"),
      Diagnostic(
        code: "file/not-found", severity: .warning, message: "there is no file \u{1b}[2J`100% <x> & y`", place: nil),
    ]
  }

  @Test func sarif() {
    let expected = #"""
      {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
          {
            "tool": {
              "driver": {
                "name": "terrain",
                "semanticVersion": "1.2.3",
                "rules": [
                  {
                    "id": "file/not-found"
                  },
                  {
                    "id": "pack/unknown-value",
                    "shortDescription": {
                      "text": "a value"
                    },
                    "helpUri": "https://example.org/pack/unknown-value.md"
                  }
                ]
              }
            },
            "columnKind": "unicodeCodePoints",
            "newlineSequences": [
              "\r\n",
              "\n",
              "\r"
            ],
            "results": [
              {
                "ruleId": "pack/unknown-value",
                "ruleIndex": 1,
                "level": "error",
                "message": {
                  "text": "`colling` is not a value of `tag`; did you mean `cooling`?"
                },
                "locations": [
                  {
                    "physicalLocation": {
                      "artifactLocation": {
                        "uri": "packs/a%20b.yaml"
                      },
                      "region": {
                        "startLine": 2,
                        "startColumn": 19,
                        "endLine": 2,
                        "endColumn": 26,
                        "byteOffset": 32,
                        "byteLength": 7
                      }
                    },
                    "logicalLocations": [
                      {
                        "fullyQualifiedName": "tags[2]"
                      }
                    ]
                  }
                ],
                "relatedLocations": [
                  {
                    "physicalLocation": {
                      "artifactLocation": {
                        "uri": "packs/a%20b.yaml"
                      },
                      "region": {
                        "startLine": 2,
                        "startColumn": 8,
                        "endLine": 2,
                        "endColumn": 12,
                        "byteOffset": 20,
                        "byteLength": 4
                      }
                    },
                    "message": {
                      "text": "others come from it"
                    }
                  }
                ],
                "fixes": [
                  {
                    "description": {
                      "text": "did you mean `cooling`?"
                    },
                    "artifactChanges": [
                      {
                        "artifactLocation": {
                          "uri": "packs/a%20b.yaml"
                        },
                        "replacements": [
                          {
                            "deletedRegion": {
                              "startLine": 2,
                              "startColumn": 19,
                              "endLine": 2,
                              "endColumn": 26,
                              "byteOffset": 32,
                              "byteLength": 7
                            },
                            "insertedContent": {
                              "text": "cooling"
                            }
                          }
                        ]
                      }
                    ]
                  }
                ]
              },
              {
                "ruleId": "file/not-found",
                "ruleIndex": 0,
                "level": "warning",
                "message": {
                  "text": "there is no file \u001b[2J`100% <x> & y`"
                }
              }
            ]
          }
        ]
      }

      """#
    let tool = SARIFTool(name: "terrain", version: "1.2.3") { code in
      code == "file/not-found"
        ? nil
        : SARIFTool.Rule(summary: "a value", page: "https://example.org/\(code).md")
    }
    #expect(String(decoding: DiagnosticRenderer.sarif(diagnostics, tool: tool), as: UTF8.self) == expected)
  }

  @Test func aQuotedWordIsReplacedInItsQuotes() {
    let (place, _) = source("tag: 1️⃣\"colling\"2️⃣ 3️⃣4️⃣")
    let found = Diagnostic(code: "a/b", message: "c", place: place, fix: "did you mean `cooling`?")
    let report = DiagnosticRenderer.sarif([found], tool: SARIFTool(name: "t", version: "1.0.0"), layout: .compact)
    #expect(String(decoding: report, as: UTF8.self).contains(#""insertedContent":{"text":"\"cooling\""}"#))
  }

  @Test(arguments: ["1️⃣two words2️⃣", "1️⃣{ a: b }2️⃣", "1️⃣\"a\\nb\"2️⃣", "1️⃣2️⃣"])
  func whatIsNoWordIsNotReplaced(marked: String) {
    let found = Diagnostic(
      code: "a/b", message: "c", place: source(marked).first, fix: "did you mean `cooling`?")
    let report = DiagnosticRenderer.sarif([found], tool: SARIFTool(name: "t", version: "1.0.0"))
    #expect(!String(decoding: report, as: UTF8.self).contains("fixes"))
  }

  @Test func anAbsolutePathIsAFileURI() {
    let found = Diagnostic(code: "a/b", message: "c", place: source("1️⃣x2️⃣", name: "/packs/ü.yaml").first)
    let report = DiagnosticRenderer.sarif([found], tool: SARIFTool(name: "t", version: "1.0.0"), layout: .compact)
    #expect(String(decoding: report, as: UTF8.self).contains(#""uri":"file:///packs/%C3%BC.yaml""#))
  }

  @Test func junit() {
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="terrain" tests="3" failures="1" errors="0">
        <testsuite name="packs/fine.yaml" tests="1" failures="0" errors="0" skipped="0">
          <testcase classname="packs/fine.yaml" name="no problems found"/>
        </testsuite>
        <testsuite name="packs/a b.yaml" tests="1" failures="1" errors="0" skipped="0">
          <testcase classname="packs/a b.yaml" name="pack/unknown-value at 2:19">
            <failure type="pack/unknown-value" message="`colling` is not a value of `tag`">error[pack/unknown-value]: `colling` is not a value of `tag`
       --&gt; packs/a b.yaml:2:19
        |
      2 | tags: [warm, "é", colling]
        |                   ^^^^^^^
      note: others come from it
       --&gt; packs/a b.yaml:2:8
        |
      2 | tags: [warm, "é", colling]
        |        ^^^^
      help: did you mean `cooling`?
      </failure>
          </testcase>
        </testsuite>
        <testsuite name="terrain" tests="1" failures="0" errors="0" skipped="0">
          <testcase classname="terrain" name="file/not-found">
            <system-out>warning[file/not-found]: there is no file \\u{1b}[2J`100% &lt;x&gt; &amp; y`
      </system-out>
          </testcase>
        </testsuite>
      </testsuites>

      """
    let report = DiagnosticRenderer.junit(diagnostics, files: ["packs/fine.yaml", "packs/a b.yaml"])
    #expect(String(decoding: report, as: UTF8.self) == expected)
    let strict = DiagnosticRenderer.junit(diagnostics, files: [], failingFrom: .warning)
    #expect(String(decoding: strict, as: UTF8.self).contains("tests=\"2\" failures=\"2\""))
  }

  @Test func github() {
    let expected = """
      ::error file=packs/a b.yaml,line=2,col=19,endLine=2,endColumn=26,title=pack/unknown-value::`colling` is not a value of \
      `tag`%0Adid you mean `cooling`?
      ::warning title=file/not-found::there is no file \\u{1b}[2J`100%25 <x> & y`

      """
    #expect(DiagnosticRenderer.github(diagnostics) == expected)
  }

  @Test func aNameCannotBeginAnotherCommand() {
    let place = source("1️⃣x\ny2️⃣", name: "a,line=9::error b%\n::x").first
    let report = DiagnosticRenderer.github([
      Diagnostic(code: "a/b", severity: .info, message: "m\r:\n::error::n", place: place)
    ])
    #expect(
      report
        == "::notice file=a%2Cline=9%3A%3Aerror b%25%0A%3A%3Ax,line=1,col=1,endLine=2,title=a/b::m\\u{d}:%0A::error::n\n"
    )
  }
}
