import Foundation
import TestSupport
import Testing

/// `terrain book`: the page as a file.
@Suite struct BookCommandTests {
  private static func book(_ arguments: [String]) throws -> String {
    let result = try runCommand(
      ["book"] + arguments, environment: ["TERRAIN_HOME": nil], directory: TranscriptTests.checkout, timeout: 120)
    #expect(result.exitCode == 0, "\(result.standardError)")
    return result.standardOutput
  }

  private static let embera = Result { try book(["embera"]) }

  @Test func everyLinkLeadsSomewhere() throws {
    let page = try Self.embera.get()
    let ids = page.matches(of: /\sid="([^"]+)"/).map { String($0.1) }
    #expect(ids.count > 300)
    let counts = Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts.filter { $0.value > 1 }.isEmpty, "ids that are there twice")
    let links = Set(page.matches(of: /\shref="#([^"]+)"/).map { String($0.1) })
    #expect(links.count > 200)
    #expect(links.subtracting(ids).sorted() == [])
  }

  /// Nothing is fetched: no address but those inside the page, and a policy that permits its own script only.
  @Test func nothingIsFetched() throws {
    let page = try Self.embera.get()
    #expect(page.matches(of: /(?:src|href)="(?!#)/).isEmpty)
    let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]+)"/)?.1)
    #expect(
      policy.hasPrefix(
        "default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:; script-src &#39;sha256-"))
    #expect(page.matches(of: /<script>/).count == 1 && page.matches(of: /\son[a-z]+="/).isEmpty)
  }

  @Test func everythingIsInIt() throws {
    let page = try Self.embera.get()
    // A row with its cells, a note in words, a text with the row that chooses it, a share.
    for id in [
      "module:embera.types", "embera.suggest.excluded/allergen", "message:products.none", "fact:palate", "enum:",
    ] {
      #expect(page.contains("id=\"\(id)"), "\(id)")
    }
    let text = try #require(page.firstMatch(of: /id="message:products.none".*?<\/article>/.dotMatchesNewlines())?.0)
    #expect(text.contains("href=\"#embera.suggest.fallback\""))
    // A message is its text, and many conditions of which a row has few are one column.
    let fallback = try #require(
      page.firstMatch(of: /id="embera.suggest.fallback".*?<\/article>/.dotMatchesNewlines())?.0)
    #expect(fallback.contains("<span lang=\"en-US\">Nothing we have is like that.</span>"))
    let voucher = try #require(
      page.firstMatch(of: /id="embera.loyalty.claims\/voucher".*?<\/tr>/.dotMatchesNewlines())?.0)
    #expect(voucher.matches(of: /<div class="condition">/).count == 3)
    #expect(page.contains("23.8 %"), "the share of a palate")
    #expect(page.matches(of: /<svg\s/).count >= 1)
  }

  @Test func textsAreInTheLocale() throws {
    let page = try Self.book(["terrain", "--locale", "zh-Hans"])
    #expect(page.contains("<h1 lang=\"zh-Hans\">体质日常</h1>"))
  }

  @Test func aFolderHasAPageForEachLocale() throws {
    try withTemporaryDirectory { folder in
      _ = try Self.book(["embera", "-o", folder.path])
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(files == ["en-US.html", "zh-Hans.html"])
    }
  }

  /// A pack without quiz, population or messages has a book too.
  @Test(arguments: ["yeetcard", "diamond-desk", "design", "quicksip"]) func everyPackHasABook(_ pack: String) throws {
    #expect(try Self.book([pack]).contains("<h2"))
  }

  /// The playground is in the book as data, byte for byte, and the policy permits its script by its hash, in a frame that the book makes.
  @Test func aPlaygroundIsInTheBook() throws {
    try withTemporaryDirectory { folder in
      let built = try runCommand(
        ["build", "quicksip"], environment: ["TERRAIN_HOME": nil],
        directory: TranscriptTests.checkout, timeout: 60)
      let versions = try #require(built.standardOutput.firstMatch(of: /"pack":\{[^}]*\},"rules":\{[^}]*\}/)?.0)
      let playground = """
        <!doctype html><p>&amp; "one" </p>
        <script type="application/json" id="data">
        { "versions": { \(versions) } }
        </script>
        <script>
        run("<b>")
        </script>

        """
      let file = folder.appending(path: "playground.html")
      try Data(playground.utf8).write(to: file)
      let page = try Self.book(["quicksip", "--interactive", file.path])
      let literal = try #require(
        page.firstMatch(of: /<script type="application\/json" id="playground">([^<]*)<\/script>/)?.1)
      let text = try JSONDecoder().decode(String.self, from: Data(literal.utf8))
      #expect(text == playground)
      let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]+)"/)?.1)
      #expect(policy.matches(of: /sha256-/).count == 3)
      #expect(policy.hasSuffix(" &#39;wasm-unsafe-eval&#39;; frame-src blob:"))
      #expect(page.contains("<section id=\"try\">") && page.contains("href=\"#try\""))
    }
  }
}
