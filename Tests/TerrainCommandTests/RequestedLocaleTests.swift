import Foundation
import TerrainEngines
import TestSupport
import Testing

@testable import terrain

/// Which of a pack's languages serves a request: for every operation that takes a language, over the examples of all packs.
@Suite struct RequestedLocaleTests {
  /// Tags that the same language of a pack serves, in a pack that offers American English and simplified Chinese.
  private static let same: [(served: String, requested: [String])] = [
    ("en-US", ["en", "en-GB", "EN-us", "en-Latn", "fr", "und", "x-own"]),
    ("zh-Hans", ["zh", "zh-CN", "zh-SG", "cmn", "zh-Hans-CN", "zh-cmn-hans"]),
    // Traditional Chinese is not served by simplified: the default language is.
    ("en-US", ["zh-TW", "zh-HK", "zh-Hant", "zh-Hant-SG"]),
  ]

  @Test func everyOperationMatchesTheLocale() throws {
    let examples = Dictionary(grouping: OperationExample.all, by: \.pack)
    var count = 0
    for (pack, examples) in examples {
      let manifest = try String(
        contentsOf: TranscriptTests.checkout.appending(path: "ContentPacks/\(pack)/pack.yaml"), encoding: .utf8)
      let offersChinese = manifest.contains("supported_locales: [en-US, zh-Hans]")
      var requests: [(name: String, tag: String, json: String)] = []
      for example in examples {
        guard example.operation?.parameters.fields.contains(where: { $0.name == "locale" }) == true else { continue }
        let members = try example.request().members.filter { $0.name != "locale" }
        for tag in Self.same.flatMap({ [$0.served] + $0.requested }) + ["not a locale!"] {
          let json = (members + [("locale", "\"\(tag)\"")]).map { "\"\($0.name)\": \($0.json)" }
          requests.append((example.name, tag, "{\(json.joined(separator: ", "))}"))
        }
      }
      let lines = requests.map {
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"\($0.name)\", \"params\": \($0.json)}\n"
      }
      let run = try runCommand(
        ["serve", "--pack", pack, "--threads", "1", "--log-level", "error"], input: Array(lines.joined().utf8),
        environment: ["TERRAIN_HOME": nil], directory: TranscriptTests.checkout, timeout: 120)
      let responses = run.standardOutput.split(separator: "\n")
      try #require(responses.count == requests.count, "\(run.standardError)")
      let answered = zip(requests, responses).map { (name: $0.name, tag: $0.tag, response: $1) }
      for (name, list) in Dictionary(grouping: answered, by: \.name) {
        for (served, requested) in Self.same {
          let expected = list.first { $0.tag == (offersChinese ? served : "en-US") }?.response
          for tag in requested {
            #expect(list.first { $0.tag == tag }?.response == expected, "\(pack) \(name) \(tag)")
            count += 1
          }
        }
        let refused = list.first { $0.tag == "not a locale!" }?.response
        #expect(refused?.contains("\"error\"") == true, "\(pack) \(name)")
      }
    }
    #expect(count > 500)
  }
}
