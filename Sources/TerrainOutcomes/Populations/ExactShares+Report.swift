import TerrainChecks
import TerrainDocuments
import TerrainBase

extension ExactShares {
  /// For people: each outcome and axis with its shares in percent.
  package var text: String {
    var text = ""
    for part in outcomes + axes {
      text += "\(text.isEmpty ? "" : "\n")\(part.name)\n"
      let width = part.shares.map { $0.value.string.count }.max() ?? 0
      for (value, weight) in part.shares {
        let padding = String(repeating: " ", count: width - value.string.count)
        text += "  \(value)\(padding)  \(share(weight).percent) %\n"
      }
    }
    return text
  }

  /// For programs: the total weight, and each outcome and axis with its shares, exactly and as a fraction of 1.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.member("total", "\(total)")
      for (key, parts) in [("outcomes", outcomes), ("axes", axes)] {
        writer.object(key) { writer in
          for part in parts {
            writer.object(part.name.string) { writer in
              for (value, weight) in part.shares {
                writer.object(value.string) { writer in
                  writer.member("weight", "\(weight)")
                  writer.key("share")
                  try? writer.double(share(weight).fraction)
                }
              }
            }
          }
        }
      }
    }
    writer.newline()
    return writer.bytes
  }

  /// `weight` of all.
  package func share(_ weight: UInt128) -> Share { Share(weight, of: total) }
}
