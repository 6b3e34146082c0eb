import TerrainDocuments
import TerrainValues

extension [Text] {
  /// At most eight names in quotes, in the order they come, none twice.
  var quotedBriefly: String {
    var seen: Set<Text> = []
    let all = filter { seen.insert($0).inserted }
    return all.prefix(8).quoted + (all.count > 8 ? ", … (\(all.count))" : "")
  }
}
