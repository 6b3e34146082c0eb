import Foundation
import Synchronization
import TerrainDocuments
import TerrainOperations
import TerrainPlatform
import Testing

@testable import TerrainServer

/// When a shadow begins with what has gathered, and what becomes of it at the end.
@Suite struct ShadowGatheringTests {
  /// Comparisons that were recorded, which somebody can wait for.
  private final class Records: @unchecked Sendable {
    private let monitor = Monitor()
    private var texts: [String] = []
    private var count = 0

    func add(_ records: [UInt8], _ count: Int) {
      monitor.locked {
        texts.append(String(decoding: records, as: UTF8.self))
        self.count += count
        monitor.broadcast()
      }
    }

    func wait(for count: Int) {
      monitor.lock()
      while self.count < count { monitor.wait() }
      monitor.unlock()
    }

    var lines: [Substring] { monitor.locked { texts.flatMap { $0.split(separator: "\n") } } }
  }

  private static let hours = 3_600_000

  /// Requests for the season of each month, with their results.
  private static func requests(_ served: ServedSystem, _ count: Int) throws -> [Shadow.Request] {
    let method = try #require(AnyOperation.named("decide"))
    let position = try #require(Shadow.position(of: method.name))
    let session = MethodFixture.session(served)
    return try (0..<count).map { number in
      let document = try MethodFixture.document(
        #"{"id":\#(number),"params":{"decision":"clock.season","facts":{"month":\#(number % 12 + 1)}}}"#)
      let parameters = try #require(document.root["params"])
      var writer = JSONWriter(.compact)
      try method.run(session, parameters, to: &writer)
      return Shadow.Request(
        operation: position, parameters: parameters, result: writer.bytes, id: RequestID(of: document.root),
        versions: RecordedVersions(served).json)
    }
  }

  private static func with(
    _ gathering: Shadow.Gathering, limits: RequestLimits = RequestLimits(), requests count: Int,
    _ body: (Shadow, [Shadow.Request], Records) throws -> Void
  ) throws {
    try ReloadTests.withCopy { copy in
      let served = try copy.served()
      let records = Records()
      let shadow = Shadow(served, share: 100, limits: limits, gathering: gathering) { records.add($0, $1) }
      try body(shadow, try requests(served, count), records)
    }
  }

  /// Enough requests wake the thread, however they come; nobody has to wait for more, or for the time to pass.
  @Test(arguments: [1, 5, 20, 40]) func whatHasGatheredIsCompared(_ atOnce: Int) throws {
    try Self.with(Shadow.Gathering(count: 20, milliseconds: Self.hours), requests: 40) { shadow, requests, records in
      for start in stride(from: 0, to: 40, by: atOnce) {
        shadow.add(Array(requests[start..<min(start + atOnce, 40)]))
        if (start + atOnce) % 20 == 0 { records.wait(for: start + atOnce) }
      }
      records.wait(for: 40)
      shadow.finish(discarding: true)
      #expect(shadow.reading.total.same == 40 && shadow.reading.total.dropped == 0)
      // In the order in which they were answered.
      let ids = try records.lines.map { try MethodFixture.document(String($0)).root["id"]?.int }
      #expect(ids == (0..<40).map { $0 })
    }
  }

  /// A few requests do not wait for others.
  @Test func afterAWhileAFewAreCompared() throws {
    try Self.with(Shadow.Gathering(count: 20, milliseconds: 1), requests: 1) { shadow, requests, records in
      shadow.add(requests)
      records.wait(for: 1)
      shadow.finish(discarding: false)
      #expect(shadow.reading.total.same == 1)
    }
  }

  /// The end does not wait for others either: what was added is compared, or dropped where nobody wants it.
  @Test(arguments: [false, true]) func nothingIsLeftAtTheEnd(_ isDiscarding: Bool) throws {
    try Self.with(Shadow.Gathering(count: 20, milliseconds: Self.hours), requests: 12) { shadow, requests, records in
      shadow.add(Array(requests.prefix(7)))
      shadow.finish(discarding: isDiscarding)
      shadow.add(Array(requests.suffix(5)))
      let total = shadow.reading.total
      #expect((total.same, total.dropped) == (isDiscarding ? (0, 12) : (7, 5)))
      #expect(total.different == 0 && records.lines.count == total.same)
    }
  }

  /// Where more come than can wait, the rest is dropped and counted.
  @Test func whatIsTooMuchIsDropped() throws {
    try Self.with(Shadow.Gathering(count: .max, milliseconds: Self.hours), requests: 300) { shadow, requests, _ in
      shadow.add(requests)
      shadow.finish(discarding: false)
      #expect(shadow.reading.total.same == 256 && shadow.reading.total.dropped == 44)
    }
  }

  /// Documents that many requests share count once, and others as much as they take.
  @Test func whatWaitsIsLimited() throws {
    try Self.with(Shadow.Gathering(count: .max, milliseconds: Self.hours), requests: 1) { shadow, requests, _ in
      let request = try #require(requests.first)
      func large() throws -> Document {
        try MethodFixture.document(
          #"{"decision":"clock.season","facts":{"month":1},"x":["# + String(repeating: "0,", count: 200_000) + "0]}")
      }
      func copies(_ document: Document, _ count: Int) -> [Shadow.Request] {
        (0..<count).map { _ in
          Shadow.Request(
            operation: request.operation, parameters: document.root, result: nil, id: .none, versions: request.versions)
        }
      }
      let shared = try large()
      // 3.6 MB with its nodes: four of these may wait.
      #expect(3_600_000..<3_700_000 ~= shared.size)
      shadow.add(try copies(shared, 100) + (0..<10).flatMap { _ in copies(try large(), 1) })
      #expect(shadow.reading.total.dropped == 7)
      shadow.finish(discarding: true)
    }
  }

  /// A result of the shadow that is too large is not kept.
  @Test func aResultMayBeTooLarge() throws {
    var limits = RequestLimits()
    limits.responseSize = 100
    try Self.with(Shadow.Gathering(), limits: limits, requests: 2) { shadow, requests, records in
      shadow.add(requests)
      shadow.finish(discarding: false)
      #expect(shadow.reading.total.different == 2 && shadow.reading.fields == ["outcome": 2])
      #expect(records.lines.allSatisfy { $0.contains(#""outcome":"limit_exceeded","same":false"#) })
    }
  }
}
