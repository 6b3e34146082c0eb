import Foundation
import TerrainDocuments
import TerrainOperations
import TerrainPlatform
import TerrainServer
import TestSupport
import Testing

/// One service with many clients on a socket.
@Suite struct SocketServiceTests {
  private static let decide = #"{"decision":"types.thermal","facts":{"cold_heat":-4}}"#

  /// Each client gets the responses to its own requests, whatever the number of threads.
  @Test(arguments: [1, 3]) func everyClientIsAnswered(_ threads: Int) throws {
    try SocketFixture.with(threads: threads) { fixture in
      let peers = try (0..<20).map { _ in try fixture.connect() }
      for (number, peer) in peers.enumerated() {
        try peer.send(
          (0..<40).map {
            SocketFixture.request(
              number * 1000 + $0, $0 % 8 == 0 ? "health" : "decide", $0 % 8 == 0 ? "{}" : Self.decide)
          })
      }
      for (number, peer) in peers.enumerated() {
        let ids = try peer.lines(40).map {
          try MethodFixture.document($0).root["id"].map { $0.document.source.text(of: $0.range) }
        }
        #expect(Set(ids) == Set((0..<40).map { "\(number * 1000 + $0)" }))
      }
      let metrics = fixture.state.metricsReport().text
      #expect(metrics.contains("terrain_accepted_clients_total 20\n"))
      #expect(fixture.end())
    }
  }

  /// The same bytes as over standard input and output.
  @Test func responsesAreThoseOfAPipe() throws {
    let lines = [
      SocketFixture.request(1, "decide", Self.decide), "{", SocketFixture.request(2, "helth"),
      "[\(SocketFixture.request(3, "decide", Self.decide)),\(SocketFixture.request(4, "score", "[1]"))]",
    ]
    let piped = try ServiceFixture.run(lines, threads: 1).answers
    try SocketFixture.with(threads: 1) { fixture in
      let peer = try fixture.connect()
      try peer.send(lines)
      #expect(try peer.lines(lines.count) == piped)
    }
  }

  /// What was sent before the client ended its side is answered, also a last line without an end.
  @Test func aClientThatSendsNoMoreIsAnswered() throws {
    try SocketFixture.with { fixture in
      let peer = try fixture.connect()
      let lines = (0..<300).map { SocketFixture.request($0, "decide", Self.decide) }
      try peer.send(Array(lines.joined(separator: "\n").utf8))
      peer.descriptor.endSending()
      #expect(try peer.allLines().count == 300)
    }
  }

  @Test func whatRunsApartIsAnsweredAfterTheClientsLastLine() throws {
    try ReloadTests.withCopy { copy in
      try SocketFixture.with(served: copy.served(), threads: 1) { fixture in
        let peer = try fixture.connect()
        try peer.send([SocketFixture.request(1, "pack.validate"), SocketFixture.request(2, "health")])
        peer.descriptor.endSending()
        let lines = try peer.allLines()
        #expect(lines.count == 2 && lines.contains { $0.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":"#) }, "\(lines)")
      }
    }
  }

  // MARK: The file

  @Test(arguments: [0o600, 0o660, 0o666]) func theSocketHasItsPermissionsAndIsRemoved(_ mode: Int) throws {
    let path = try SocketFixture.with(mode: mode) { fixture in
      let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path)
      #expect(attributes[.posixPermissions] as? Int == mode)
      #expect(attributes[.type] as? FileAttributeType == .typeSocket)
      fixture.end()
      #expect(!FileManager.default.fileExists(atPath: fixture.path))
      return fixture.path
    }
    #expect(throws: (any Error).self) { try SocketPeer(path) }
  }

  @Test func aSocketThatIsAnsweredIsNotReplaced() throws {
    try SocketFixture.with { fixture in
      let error = #expect(throws: DiagnosticError.self) { try ListeningSocket(fixture.path, mode: 0o600) }
      #expect(error?.diagnostics.map(\.code) == ["socket/in-use"])
      let peer = try fixture.connect()
      try peer.send([SocketFixture.request(1, "health")])
      #expect(try peer.line()?.contains(#""status":"ok""#) == true)
    }
  }

  /// A process that is killed leaves its file.
  @Test func aSocketThatNobodyAnswersIsReplaced() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending(path: "s").path
      let old = try LocalSocket(at: path, mode: 0o600)
      old.descriptor.close()
      #expect(FileManager.default.fileExists(atPath: path))
      let new = try LocalSocket(at: path, mode: 0o600)
      _ = try LocalSocket.connect(to: path)
      new.close()
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  /// The file of a service that began later is not removed by one that ends.
  @Test func onlyItsOwnFileIsRemoved() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending(path: "s").path
      let old = try LocalSocket(at: path, mode: 0o600)
      try FileManager.default.removeItem(atPath: path)
      let new = try LocalSocket(at: path, mode: 0o600)
      old.close()
      #expect(FileManager.default.fileExists(atPath: path))
      new.close()
    }
  }

  @Test(arguments: [
    ("f", "socket/not-a-socket"), ("no/such/s", "socket/cannot-listen"),
    (String(repeating: "s", count: 200), "socket/name-too-long"),
  ])
  func whatCannotBeListenedOnIsRefused(_ name: String, _ code: String) throws {
    try withTemporaryDirectory { folder in
      _ = try folder.write([UInt8]("a file".utf8), to: "f")
      let path = folder.appending(path: name).path
      let error = #expect(throws: DiagnosticError.self) { try ListeningSocket(path, mode: 0o600) }
      #expect(error?.diagnostics.map(\.code) == [code])
      #expect(try String(contentsOf: folder.appending(path: "f"), encoding: .utf8) == "a file")
    }
  }

  // MARK: Bounds

  @Test func moreClientsThanTheLimitAreRefused() throws {
    var limits = RequestLimits()
    limits.clients = 2
    try SocketFixture.with(limits: limits) { fixture in
      let peers = try (0..<2).map { _ in try fixture.connect() }
      for peer in peers {
        try peer.send([SocketFixture.request(1, "health")])
        #expect(try peer.line()?.contains(#""clients":2"#) == true)
      }
      let third = try fixture.connect()
      let lines = try third.allLines()
      #expect(lines.count == 1 && lines.first?.contains("rpc/clients") == true, "\(lines)")
      #expect(lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32002"#) == true)
      // When one has gone there is room again.
      peers[0].close()
      var last: String?
      repeat {
        let next = try fixture.connect()
        try? next.send([SocketFixture.request(2, "health")])
        last = try next.line()
      } while last?.contains("rpc/clients") == true
      #expect(last?.contains(#""status":"ok""#) == true)
    }
  }

  /// A client that sends and never reads is not read from, and others are answered meanwhile.
  @Test(arguments: [1, 2]) func aClientThatDoesNotReadHarmsNobody(_ threads: Int) throws {
    try SocketFixture.with(threads: threads) { fixture in
      let silent = try fixture.connect()
      let line = Array((SocketFixture.request(1, "pack.describe") + "\n").utf8)
      let many = Array(repeating: line, count: 2000).flatMap(\.self)
      // Until nothing more is taken: the service is behind, or everything is sent.
      var sent = 0
      while sent < many.count {
        let count = try silent.sendSome(Array(many[sent...]))
        if count == 0 { break }
        sent += count
        let other = try fixture.connect()
        try other.send([SocketFixture.request(2, "health")])
        #expect(try other.line()?.contains(#""status":"ok""#) == true)
      }
      for _ in 0..<20 {
        let other = try fixture.connect()
        try other.send([SocketFixture.request(3, "decide", Self.decide)])
        #expect(try other.line()?.contains(#""id":3,"result""#) == true)
      }
      // It gets its responses when it reads at last.
      #expect(try silent.line()?.contains(#""id":1,"result""#) == true)
      silent.close()
    }
  }

  /// A batch is one line, and cannot wait in the middle: a client that reads none of a long one is no longer served.
  @Test func aClientThatKeepsTooMuchUnreadIsDropped() throws {
    var limits = RequestLimits()
    limits.unread = 1 << 20
    try SocketFixture.with(threads: 1, limits: limits) { fixture in
      let greedy = try fixture.connect()
      let batch = "[" + (0..<500).map { SocketFixture.request($0, "pack.describe") }.joined(separator: ",") + "]"
      try greedy.send([batch])
      let other = try fixture.connect()
      try other.send([SocketFixture.request(2, "health")])
      #expect(try other.line()?.contains(#""status":"ok""#) == true)
      // Its connection ends within the batch.
      let text = (try? greedy.allLines()) ?? []
      #expect(text.isEmpty)
      #expect(fixture.log.text.contains("client-dropped"))
      #expect(fixture.state.metricsReport().text.contains("terrain_dropped_clients_total 1\n"))
      #expect(fixture.end(), "it was not at the end")
    }
  }

  /// A client that goes away in the middle leaves nothing behind.
  @Test func clientsThatGoAwayAreForgotten() throws {
    try SocketFixture.with(threads: 2) { fixture in
      for number in 0..<30 {
        let peer = try fixture.connect()
        try peer.send((0..<20).map { SocketFixture.request($0, "pack.describe") })
        if number % 3 == 0 { _ = try peer.line() }
        if number % 3 == 1 { try peer.send(Array("{\"jsonrpc\":".utf8)) }
        peer.close()
      }
      let peer = try fixture.connect()
      var clients = ""
      repeat {
        try peer.send([SocketFixture.request(1, "metrics")])
        clients = try #require(try peer.line())
      } while !clients.contains(#"terrain_clients 1\n"#)
      #expect(fixture.end())
    }
  }

  @Test func aLineThatIsTooLongIsRefusedAndSkipped() throws {
    var limits = RequestLimits()
    limits.lineLength = 1000
    try SocketFixture.with(limits: limits) { fixture in
      let peer = try fixture.connect()
      try peer.send([
        SocketFixture.request(1, "health"),
        SocketFixture.request(2, "health", "\"\(String(repeating: "x", count: 300_000))\""),
        SocketFixture.request(3, "health"),
      ])
      let lines = try peer.lines(3)
      #expect(lines.filter { $0.contains("\"result\"") }.count == 2)
      #expect(lines.contains { $0.hasPrefix(#"{"jsonrpc":"2.0","id":2,"error":{"code":-32002"#) }, "\(lines)")
    }
  }

  /// Batches that are written in parts by some threads, and single responses by others: every line is whole.
  @Test func linesOfSeveralThreadsStayWhole() throws {
    try SocketFixture.with(threads: 4) { fixture in
      let peer = try fixture.connect()
      let batch = "[" + (0..<60).map { SocketFixture.request(1000 + $0, "pack.describe") }.joined(separator: ",") + "]"
      let lines = (0..<40).map { $0 % 10 == 0 ? batch : SocketFixture.request($0, "decide", Self.decide) }
      try peer.send(lines)
      peer.descriptor.endSending()
      let answers = try peer.allLines()
      #expect(answers.count == 40)
      for answer in answers { #expect(JSONReader.read(SourceText(name: "answer", text: answer)).document != nil) }
    }
  }

  // MARK: The end

  /// What was read is answered, and a client that waits for nothing is not waited for.
  @Test func theEndAnswersWhatWasRead() throws {
    // Its time stands still: everything that was read is answered, however long that takes.
    try SocketFixture.with(threads: 1, clock: MonotonicClock { 1 }) { fixture in
      let (busy, idle) = (try fixture.connect(), try fixture.connect())
      try busy.send(
        (0..<200).map { SocketFixture.request($0, $0 == 0 ? "shutdown" : "decide", $0 == 0 ? "{}" : Self.decide) })
      let lines = try busy.allLines()
      #expect(lines.count == 200)
      #expect(try idle.line() == nil)
      #expect(fixture.end())
    }
  }

  /// A client that does not read is given up, and what it did not get is counted.
  @Test func theEndDoesNotWaitForAClientThatDoesNotRead() throws {
    try SocketFixture.with(threads: 1) { fixture in
      let silent = try fixture.connect()
      // Made once, it is at hand.
      try silent.send([SocketFixture.request(1, "rpc.discover")])
      #expect(try silent.line() != nil)
      try silent.send((0..<200).map { SocketFixture.request($0, "rpc.discover") })
      let other = try fixture.connect()
      try other.send([SocketFixture.request(1, "health")])
      #expect(try other.line() != nil)
      #expect(!fixture.end())
      let dropped = try #require(fixture.log.text.split(separator: "\n").first { $0.contains("client-dropped") })
      let event = try MethodFixture.document(String(dropped)).root
      // How many are answered depends on the time that takes.
      #expect((event["undelivered"]?.int ?? 0) + (event["unanswered"]?.int ?? 0) >= 199, "\(dropped)")
      #expect(!FileManager.default.fileExists(atPath: fixture.path))
    }
  }
}
