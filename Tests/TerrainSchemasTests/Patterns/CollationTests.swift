import Foundation
import TerrainSchemas
import TestSupport
import Testing

/// Order and folding of texts by Unicode.
@Suite struct CollationTests {
  /// Each line is in order.
  @Test(arguments: [
    "a A á Á à b", "resume Resume résumé Résumé resumes", "cote coté côte côté", "arena Ärger arm", "étoile Eton",
    "- 1 10 2 a", "ss ß st", "ad ae æ af", "o ø oz p", "z α β а б あ 一 丁", "a ａ A", "iv ⅳ Ⅳ v", "cafe Cafe café",
  ])
  func isInOrder(line: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(words.reversed().sorted { Collation.Key($0) < Collation.Key($1) } == words)
  }

  @Test(arguments: [
    ("Crème Brûlée", "creme brulee"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("Łódź", "lodz"), ("Øre", "ore"),
    ("Ærø", "aero"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ёлка", "елка"), ("ＣＡＦＥ", "cafe"), ("ﬁnal", "final"), ("½", "1⁄2"),
    ("咖啡", "咖啡"), ("커피", "커피"), ("e\u{301}", "e"), ("", ""), ("a b-c_d", "a b-c_d"), ("Kɐ", "kɐ"), ("x²", "x2"),
  ])
  func isFolded(text: String, folded: String) {
    #expect(Collation.folded(text) == folded)
    #expect(Collation.folded(folded) == folded)
  }

  @Test(arguments: [
    ("Diyarbakır", "diyarbakir"), ("Đorđe", "dorde"), ("Ħamrun", "hamrun"), ("ŁÓDŹ", "lodz"),
    ("Sønderjylland", "sonderjylland"),
    ("ԵՐԵՎԱՆ", "երեվան"), ("ᲗᲑᲘᲚᲘᲡᲘ", "თბილისი"), ("שָׁלוֹם", "שלומ"), ("مُحَمَّد", "محمد"), ("𝐇𝐞𝐥𝐥𝐨", "hello"), ("⼀㊀", "一一"),
  ])
  func isFoldedAsTyped(text: String, folded: String) { #expect(Collation.folded(text) == folded) }

  /// Code points with the same primary weights in the default table, which Perl has, are folded alike.
  @Test func equalAtPrimaryStrengthIsFoldedAlike() throws {
    let file = "/usr/share/perl/5.36.0/Unicode/Collate/allkeys.txt"
    guard let table = try? String(contentsOfFile: file, encoding: .utf8) else {
      print("SKIPPED: \(file) is not there: nobody else judges which letters are equal")
      return
    }
    var folded: [String: (letter: Unicode.Scalar, text: [UInt8])] = [:]
    var count = 0
    for line in table.split(separator: "\n") {
      let parts = line.prefix { $0 != "#" }.split(separator: ";")
      guard parts.count == 2, let code = UInt32(parts[0].trimmingCharacters(in: .whitespaces), radix: 16),
        let scalar = Unicode.Scalar(code), !scalar.isASCII
      else { continue }
      let primaries = parts[1].split(separator: "[").compactMap { element -> String? in
        let weights = element.dropFirst().split(separator: ".")
        return weights.count > 1 && weights[0] != "0000" ? String(weights[0]) : nil
      }
      let text = Array(Collation.folded("\(scalar)").utf8)
      let key = primaries.joined(separator: " ")
      count += 1
      if let known = folded[key] {
        #expect(known.text == text, "U+\(String(code, radix: 16)) and U+\(String(known.letter.value, radix: 16))")
      } else {
        folded[key] = (scalar, text)
      }
    }
    #expect(count > 30_000)
  }

  /// Composed or not, a text is the same.
  @Test func decomposedTextsAreTheSame() {
    for scalar in 0xC0...0x52F {
      guard let scalar = Unicode.Scalar(scalar) else { continue }
      let text = "\(scalar)"
      let apart = text.decomposedStringWithCanonicalMapping
      #expect(Collation.folded(text) == Collation.folded(apart), "\(text)")
      for other in ["a", "o", "z", "э", "ω"] {
        #expect(
          (Collation.Key(text) < Collation.Key(other)) == (Collation.Key(apart) < Collation.Key(other)), "\(text)")
      }
    }
    // Marks in another order are the same letter.
    #expect(Collation.folded("e\u{323}\u{302}") == "e")
    let marks = ["e\u{323}\u{302}f", "e\u{302}\u{323}f", "ệf"]
    for text in marks { #expect(!(Collation.Key(text) < Collation.Key("ệe"))) }
  }

  /// A total order of any text: antisymmetric, transitive, equal to itself only.
  @Test func isATotalOrder() {
    var dice = SplitMix64(seed: 1)
    func text() -> String {
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0...3, using: &dice)).compactMap { _ in
            let most = [0x7F, 0x250, 0x10FFFF].randomElement(using: &dice) ?? 0x7F
            return Unicode.Scalar(UInt32.random(in: 0...UInt32(most), using: &dice))
          }))
    }
    for _ in 0..<2000 {
      let keys = (0..<3).map { _ in Collation.Key(text()) }.sorted()
      for key in keys { #expect(!(key < key) && key == key) }
      for (low, high) in [(0, 1), (1, 2), (0, 2)] {
        #expect(!(keys[high] < keys[low]))
        #expect((keys[low] == keys[high]) == !(keys[low] < keys[high]))
      }
    }
  }

  /// PyPI's pyuca has the same order.
  @Test func pyucaAgrees() throws {
    let python = URL(fileURLWithPath: "/usr/bin/env")
    guard (try? runCommand(["python3", "-c", "import pyuca"], program: python).exitCode) == 0 else {
      print("SKIPPED: python3 with `pyuca` is not installed: nobody else judges the order of texts")
      return
    }
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x24F, 0x250...0x2AF, 0x386...0x3CE, 0x400...0x52F, 0x1E00...0x1EFF, 0x2010...0x203A,
      0x2150...0x2188, 0x3041...0x3096, 0x30A1...0x30F6, 0xFF01...0xFF5E, 0x300...0x30F, 0x4E00...0x9FA5,
    ]
    var dice = SplitMix64(seed: 7)
    let texts = (0..<TestExtent.count(4000, long: 100_000, of: "texts that pyuca sorts")).map { _ in
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 1...5, using: &dice)).compactMap { _ in
            (ranges.randomElement(using: &dice)?.randomElement(using: &dice)).flatMap { Unicode.Scalar($0) }
          }.filter { $0.properties.generalCategory != .unassigned }))
    }
    let script = """
      import json, sys, pyuca
      key = pyuca.Collator().sort_key
      # What is equal is ordered by its bytes.
      json.dump(sorted(json.load(sys.stdin), key=lambda t: (key(t), t.encode())), sys.stdout)
      """
    let run = try runCommand(
      ["python3", "-c", script], program: python, input: Array(JSONEncoder().encode(texts)), timeout: 120)
    #expect(run.exitCode == 0, "\(run.standardError)")
    let expected = try JSONDecoder().decode([String].self, from: Data(run.standardOutput.utf8))
    let sorted = texts.map { ($0, Collation.Key($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    let differing = zip(sorted, expected).filter { !$0.utf8.elementsEqual($1.utf8) }
    #expect(differing.isEmpty, "\(differing.count) of \(texts.count): \(differing.prefix(5))")
  }
}
