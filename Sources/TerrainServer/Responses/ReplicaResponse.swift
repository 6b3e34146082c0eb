import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// A replica as a document: what it is handed in as the next time. The same knowledge gives the same bytes, in whatever
/// order it was learnt.
public struct MergeResult: Response {
  private let replica: Replica
  private let pack: Pack

  /// The document of `replica`, whose tables `pack` declares.
  public init(_ replica: Replica, pack: Pack) {
    self.replica = replica
    self.pack = pack
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.identity(pack)
      replica.writeTables(to: &writer)
    }
  }
}
