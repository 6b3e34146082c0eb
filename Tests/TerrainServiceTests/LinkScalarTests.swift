import Foundation
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// Diamond Desk's links have ids with any characters: a link that was built is read back.
@Suite struct LinkScalarTests {
  private static let method = AnyOperation(Operations.decide)

  private func decided(
    _ decision: String, _ facts: [String: String], _ session: OperationSession
  ) throws -> Node? {
    let facts = String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
    let text = try MethodFixture.answer(
      Self.method, #"{"decision": "links.\#(decision)", "facts": \#(facts)}"#, session)
    return try MethodFixture.document(text).root["value"]
  }

  @Test func everyScalarComesBack() throws {
    let session = OperationSession(try MethodFixture.served("ContentPacks/diamond-desk"))
    let scalars = (UInt32(0)...0x10FFFF).compactMap { Unicode.Scalar($0) }
    let parts = stride(from: 0, to: scalars.count, by: 256).map { Array(scalars[$0..<min($0 + 256, scalars.count)]) }
    // Controls and what links are made of; noncharacters; the last of each plane.
    let edges =
      [parts[0], (UInt32(0xFDD0)...0xFDEF).compactMap { Unicode.Scalar($0) }]
      + [(UInt32(0)...16).flatMap { plane in [0xFFFE, 0xFFFF].compactMap { Unicode.Scalar(plane << 16 + $0) } }]
    for part in edges + TestExtent.sample(parts, oneOf: 200, of: "parts of 256 scalars in links") {
      var id = ""
      id.unicodeScalars.append(contentsOf: part)
      let link = try decided("live_link", ["activity": "kpiPulse", "activity_id": id], session)?.text?.string ?? ""
      #expect(!link.isEmpty && link.utf8.allSatisfy { $0 > 32 && $0 < 127 })
      let read = try decided("destination", ["link": link], session)?["activity_id"]?.text?.string ?? ""
      #expect(Array(read.utf8) == Array(id.utf8), "from U+\(String(part[0].value, radix: 16))")
    }
  }
}
