import TerrainEngines
import TerrainRules
import TerrainBase

// The versions, diagnostics of records, and the rows that chose what the page shows.

extension ReportPage {
  func footer(to page: inout Markup) {
    page.element("footer") { page in
      for source in versions { page.element("p", "\(source.id) \(source.version)") }
      for finding in findings {
        page.element("p") { page in
          if let path = finding.path { page.element("code", path) }
          page.words(" ")
          page.words(Wording(finding.message, ReportWords.languageOfNames))
        }
      }
      page.element("details") { page in
        page.element("summary", [:], words.wording(.sources))
        page.element("table", ["class": "data"]) { page in
          columns([.said, .rule, .file].map { (words.wording($0), false) }, to: &page)
          page.element("tbody") { page in
            for (subject, origin) in origins {
              page.element("tr") { page in
                page.element("td", subject.string)
                page.element("td", origin?.row?.string ?? "")
                page.element("td") { page in
                  guard let place = origin?.place else { return }
                  page.words("\(place.source.name):")
                  page.figure(place.line)
                }
              }
            }
          }
        }
        page.element("table", ["class": "data"]) { page in
          page.element("tbody") { page in
            for (name, count) in [("days", trend.days), ("half", trend.days / 2), ("logged", trend.loggedDays)] {
              page.element("tr") { page in
                page.element("th", ["scope": "row"], Wording(name, ReportWords.languageOfNames))
                page.element("td", ["class": "right"]) { $0.figure(count) }
              }
            }
            for source in versions {
              page.element("tr") { page in
                page.element("th", ["scope": "row"], source.id)
                page.element("td", ["class": "right"], "\(source.version) \(source.hash)")
              }
            }
          }
        }
      }
    }
  }

  /// The pack and the rules that the results came from.
  private var versions: [(id: String, version: String, hash: String)] {
    let (pack, rules) = (system.pack, system.rules)
    return [
      (pack.id.string, pack.version.description, pack.hash),
      (rules.ruleSet.id.string, rules.ruleSet.version.string, rules.hash),
    ]
  }

  /// Every message on the page, and every value that rules decided, with the row that chose it.
  private var origins: [(subject: Text, origin: Origin?)] {
    let series = (trend.trends + trend.insufficient).map(\.note)
    let effects = (trend.effects + trend.unknownEffects).map(\.note)
    let messages = [trend.pulse?.rendered] + series + effects + [streak?.rendered]
    return (messages.compactMap(\.self) + trend.messages()).map { ($0.message, $0.origin) }
      + trend.decided.map { ($0.part, $0.origin) }
  }
}
