import Foundation
import TerrainPages
import TestSupport
import Testing

/// The report in a browser: quiet, alone, complete, and on a few pages of paper.
@Suite(.serialized, .enabled(if: Browser() != nil, "Chromium is missing")) struct ReportBrowserTests {
  static let browser = Browser()

  private func withPage<R>(_ html: String, _ body: (String, URL) throws -> R) throws -> R {
    try withTemporaryDirectory { folder in try body(folder.write(html, to: "page.html"), folder) }
  }

  /// What a browser that is asked for something says, so that silence means something.
  @Test func theBrowserWouldTell() throws {
    let browser = try #require(Self.browser)
    try withPage("<!doctype html><script>console.log('hello')</script><img src='http://127.0.0.1:9/x.png'>") {
      path, _ in
      let seen = try browser.open(path, ["--dump-dom"])
      #expect(seen.console.contains { $0.contains("hello") }, "\(seen.console)")
      #expect(seen.requests.contains { $0.contains("127.0.0.1:9") }, "\(seen.requests.prefix(5))")
    }
  }

  @Test func isQuiet() throws {
    let browser = try #require(Self.browser)
    try withPage(ReportPageTests.page()) { path, _ in
      let seen = try browser.open(path, ["--dump-dom"])
      #expect(seen.console == [])
      #expect(seen.requests == [])
    }
  }

  @Test func whatIsHostileIsText() throws {
    let browser = try #require(Self.browser)
    let hostile = ReportPageTests.hostile.joined(separator: " ")
    let page = try ReportFixture.page(
      trend: ReportPageTests.poisoned(ReportFixture.text("trend-answer.json"), with: hostile),
      streak: ReportPageTests.poisoned(ReportFixture.text("streak-answer.json"), with: hostile))
    try withPage(page) { path, _ in
      let seen = try browser.open(path, ["--dump-dom"])
      #expect(seen.console == [])
      #expect(seen.requests == [])
      #expect(!seen.output.contains("<script") && !seen.output.contains("<img") && !seen.output.contains(" onload="))
    }
  }

  /// What a doctor reads is on one sheet.
  @Test func printsOnOnePage() throws {
    let browser = try #require(Self.browser)
    try withPage(ReportPageTests.page()) { path, folder in
      let pdf = folder.appending(path: "page.pdf")
      _ = try browser.open(path, ["--no-pdf-header-footer", "--print-to-pdf=\(pdf.path)"])
      let text = String(decoding: try Data(contentsOf: pdf), as: UTF8.self)
      #expect(text.matches(of: /\/Type \/Page[^s]/).count == 1)
    }
  }

  /// Nothing reaches over the edge of a phone: a page that is as wide as the window has no bar to scroll sideways.
  @Test(arguments: [320, 390, 1280]) func fitsTheWindow(_ width: Int) throws {
    let browser = try #require(Self.browser)
    // A frame of the width, asked from outside: a window without a screen may be wider than what was asked for.
    try withPage(ReportPageTests.page()) { path, folder in
      let frame = """
        <!doctype html><iframe id="f" src="page.html" style="width:\(width)px;height:800px;border:0"></iframe>
        <script>
          document.getElementById('f').onload = () => {
            const page = document.getElementById('f').contentDocument.documentElement
            document.title = 'wide ' + page.scrollWidth
          }
        </script>
        """
      let outer = try folder.write(frame, to: "frame.html")
      let seen = try browser.open(outer, ["--allow-file-access-from-files", "--dump-dom"])
      #expect(seen.output.contains("<title>wide \(width)</title>"), "\(seen.output.prefix(400))")
    }
  }
}
