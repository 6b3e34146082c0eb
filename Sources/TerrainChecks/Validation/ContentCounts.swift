import TerrainDocuments
import TerrainBase

/// The records and texts of validated packs, in two lines for their author.
///
/// Records are counted by kind if there is one pack, and by pack if there are several.
struct ContentCounts {
  private var records: [(name: Text, count: Int)] = []
  private var texts: [(locale: Text, count: Int)] = []

  init(_ packs: [PackContents]) {
    for pack in packs {
      if packs.count == 1 {
        records = pack.kinds.map { ($0.name, $0.records.count) }
      } else {
        records.append((pack.manifest["id"]?.text ?? "", pack.kinds.reduce(0) { $0 + $1.records.count }))
      }
      for use in pack.fields.uses where use.roles.isLocalized {
        if use.node.kind == .string {
          if let locale = pack.defaultLocale { count(locale.text) }
        } else {
          for member in use.node.members { if let locale = pack.locales.locale(of: member.key) { count(locale.text) } }
        }
      }
    }
    records.removeAll { $0.count == 0 }
  }

  private mutating func count(_ locale: Text) {
    if let index = texts.firstIndex(where: { $0.locale == locale }) {
      texts[index].count += 1
    } else {
      texts.append((locale, 1))
    }
  }

  /// A line for the records and a line for the texts; empty if there are none.
  var lines: String {
    Self.line("records", records.map { "\($0.count) \($0.name)" })
      + Self.line("texts", texts.map { "\($0.count) \($0.locale)" })
  }

  private static func line(_ title: String, _ counts: [String]) -> String {
    counts.isEmpty ? "" : "\(title): \(counts.joined(separator: ", "))\n"
  }
}
