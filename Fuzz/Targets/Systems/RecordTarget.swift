import TerrainDocuments
import TerrainService

extension FuzzTarget {
  /// Records beside the output of a batch: what is read, written and read again is the same.
  static let record = FuzzTarget(
    "record",
    dictionary: ["\"lines\":", "\"inputBytes\":", "\"inputHash\":\"", "\"outputLines\":", "\"errorLines\":", "}\n{"]
  ) {
    [
      """
      {"method":"score","pack":"terrain 1.0.0 ab","options":"{}"}
      {"lines":12,"inputBytes":345,"outputLines":11,"outputBytes":678,"errorLines":1,"inputHash":"ab12","outputHash":"ffffffffffffffff"}
      {"lines":24,"inputBytes":690,"outputLines":22,"outputBytes":1356,"errorLines":2,"inputHash":"1","outputHash":"0"}

      """
    ].map { Array($0.utf8) }
  } body: { input throws(FuzzFailure) in
    guard let record = BatchRecord(input) else { return }
    let written = BatchRecord.head(record.origin) + record.checkpoints.flatMap(BatchRecord.line)
    guard let again = BatchRecord(written) else { throw FuzzFailure("written it is not read again") }
    try require(again.checkpoints == record.checkpoints, "written and read again there are other checkpoints")
    let same = again.origin.elementsEqual(record.origin) { $0 == $1 }
    try require(same, "written and read again it has another origin: \(record.origin), \(again.origin)")
  }
}
