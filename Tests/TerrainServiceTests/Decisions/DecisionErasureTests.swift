import Foundation
import TerrainDocuments
import TerrainService
import TestSupport
import Testing

/// A person's records are removed, and nobody else's.
@Suite struct DecisionErasureTests {
  /// Whether a record with these parameters is about `anna` or about `7`.
  @Test(arguments: [
    (#"{"id":"anna"}"#, "anna", true), (#"{"id":"anna2"}"#, "anna", false), (#"{"id":7}"#, "7", true),
    (#"{"person_id":"anna"}"#, "anna", true),
    (#"{"person_id":"anna2"}"#, "anna", false),
    (#"{"id":"7"}"#, "7", true), (#"{"id":70}"#, "7", false), (#"{"account":"anna"}"#, "anna", true),
    (#"{"account":{"account":"anna","rules":{"id":"x"}}}"#, "anna", true),
    (#"{"account":{"account":{"account":"anna"}}}"#, "anna", true),
    (#"{"account":{"account":"x","rules":{"id":"anna"}}}"#, "anna", false),
    (#"{"event":{"id":"anna","account":"x"}}"#, "anna", false), (#"{"event":{"account":"anna"}}"#, "anna", true),
    (#"{"events":[{"account":"x"},{"account":"anna"}]}"#, "anna", true),
    (#"{"method":"page","params":{"page":"today","person_id":"anna"}}"#, "anna", true),
    (#"{"facts":{"id":"anna","person_id":"anna"}}"#, "anna", false),
    (#"{"items":[{"id":"anna"}]}"#, "anna", false),
  ]) func aRecordIsAboutWhomItsParametersName(_ parameters: String, _ id: String, _ isAbout: Bool) throws {
    try withTemporaryDirectory { folder in
      let record = #"{"operation":"page","params":\#(parameters),"outcome":"ok"}"# + "\n"
      let path = try folder.write(record, to: "log")
      let erasure = try DecisionErasure(of: id, in: path)
      #expect(erasure.records == (isAbout ? 1 : 0))
      let left = try String(contentsOfFile: path, encoding: .utf8)
      #expect(left == (isAbout ? "{\"forgotten\":1}\n" : record))
    }
  }

  /// The number of a request's line is not a person.
  @Test func idsOfRequestsAreNotPeople() throws {
    try withTemporaryDirectory { folder in
      let path = try folder.write(#"{"id":7,"params":{"id":"x"}}"# + "\n", to: "log")
      #expect(try DecisionErasure(of: "7", in: path).records == 0)
    }
  }

  @Test func allFilesOfALogAreChanged() throws {
    try withTemporaryDirectory { folder in
      let (anna, ben) = (#"{"params":{"id":"anna"}}"# + "\n", #"{"params":{"id":"ben"}}"# + "\n")
      let path = try folder.write(ben + anna + anna, to: "log")
      _ = try folder.write(anna, to: "log.2")
      _ = try folder.write(ben, to: "log.10")
      _ = try folder.write(anna, to: "log.old")
      let erasure = try DecisionErasure(of: "anna", in: path)
      #expect(erasure.records == 3 && erasure.files == 2)
      func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      }
      #expect(try text("log") == "{\"forgotten\":2}\n" + ben)
      #expect(try text("log.2") == "{\"forgotten\":1}\n" && text("log.10") == ben && text("log.old") == anna)
      #expect(try DecisionErasure(of: "anna", in: path).records == 0)
    }
  }

  /// Nothing is changed where something cannot be read.
  @Test func aLineThatIsNoRecordIsAnError() throws {
    try withTemporaryDirectory { folder in
      let anna = #"{"params":{"id":"anna"}}"# + "\n"
      let path = try folder.write(anna + "{\"params\":\n", to: "log")
      _ = try folder.write(anna, to: "log.1")
      let error = #expect(throws: DiagnosticError.self) { try DecisionErasure(of: "anna", in: path) }
      #expect(error?.diagnostics.map(\.code) == ["decisions/not-a-record"])
      #expect(error?.diagnostics.first?.message == "this line is not a record of a decision")
      #expect(error?.diagnostics.first?.place?.fileAndLine == "\(path):2")
      #expect(try String(contentsOf: folder.appending(path: "log.1"), encoding: .utf8) == anna)
    }
  }

  @Test func aLogThatIsWrittenIsNotChanged() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending(path: "log").path
      let log = try DecisionLog(path, limit: 1 << 20)
      let error = #expect(throws: DiagnosticError.self) { try DecisionErasure(of: "anna", in: path) }
      #expect(error?.diagnostics.map(\.code) == ["decisions/in-use"])
      withExtendedLifetime(log) {}
      let missing = #expect(throws: DiagnosticError.self) { try DecisionErasure(of: "anna", in: path + "x") }
      #expect(missing?.diagnostics.map(\.code) == ["file/unreadable"])
    }
  }
}
