import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@testable import TerrainService

/// The requests of a batch are answered one after another, and no more of their responses is kept than has to be.
@Suite struct BatchStreamTests {
  /// `fill` gives as many bytes of text as its parameter `bytes` says.
  private static var methods: [RPCMethod] {
    [
      RPCMethod(name: "fill", isQuick: true) { parameters, writer in
        let count = parameters?["bytes"]?.int ?? 0
        // In pieces, as engines write lists.
        writer.array { writer in
          for _ in 0..<(count / 1000) { writer.string(String(repeating: "x", count: 997)) }
        }
        return []
      }
    ]
  }

  private static func fill(_ id: Int?, bytes: Int) -> String {
    let id = id.map { #""id":\#($0),"# } ?? ""
    return #"{"jsonrpc":"2.0",\#(id)"method":"fill","params":{"bytes":\#(bytes)}}"#
  }

  /// All that is written for `line`, and the most that was kept at once.
  private static func answer(_ line: String, limits: RequestLimits = RequestLimits()) -> (text: [UInt8], most: Int) {
    let dispatcher = RPCDispatcher(methods, limits: limits)
    var writer = JSONWriter(.compact)
    var text: [UInt8] = []
    var most = 0
    Array(line.utf8).withUnsafeBufferPointer { line in
      dispatcher.answer(
        line, to: &writer,
        spill: { writer in
          most = max(most, writer.bytes.count)
          text += writer.bytes
          writer.forgetBytes()
          return true
        })
    }
    return (text + writer.bytes, max(most, writer.bytes.count))
  }

  @Test func aBatchIsWrittenInParts() throws {
    let size = RPCDispatcher.mostKept / 3
    let line = "[" + (0..<12).map { Self.fill($0 % 3 == 0 ? nil : $0, bytes: size) }.joined(separator: ",") + "]"
    let (text, most) = Self.answer(line)
    #expect(text.count > 8 * (size - 1000))
    #expect(most <= RPCDispatcher.mostKept + size + 1000)
    #expect(text.last == 0x0A && !text.dropLast().contains(0x0A))
    let (document, found) = JSONReader.read(SourceText(name: "answer", bytes: text))
    #expect(found.isEmpty)
    let ids = document?.root.elements.map { Int($0["id"]?.int ?? -1) } ?? []
    let expected = (0..<12).filter { $0 % 3 != 0 }
    #expect(ids == expected)
  }

  /// Not even a bracket is written where there is nothing to answer, however much was thought about.
  @Test func notificationsAreSilent() {
    let line = "[" + Array(repeating: Self.fill(nil, bytes: 3_000_000), count: 5).joined(separator: ",") + "]"
    #expect(Self.answer(line).text.isEmpty)
  }

  /// What is longer than the limit becomes the error of its own request.
  @Test func oneResponseHasALimit() throws {
    var limits = RequestLimits()
    limits.responseSize = 50_000
    let sizes = [10_000, 60_000, 10_000, 5_000_000, 49_000]
    let lines = sizes.enumerated().map { Self.fill($0, bytes: $1) }
    for line in ["[" + lines.joined(separator: ",") + "]"] {
      let (text, most) = Self.answer(line, limits: limits)
      // What is too long was not kept either.
      #expect(most < 250_000)
      let batch = try MethodFixture.document(String(decoding: text, as: UTF8.self)).root
      #expect(batch.elements.map { $0["id"]?.int } == [0, 1, 2, 3, 4])
      #expect(batch.elements.map { $0["error"]?["code"]?.int } == [nil, -32002, nil, -32002, nil])
      let refused = try #require(batch.element(at: 1)?["error"]?["data"]?["diagnostics"]?.element(at: 0))
      #expect(refused["code"]?.text == "rpc/response-size")
      #expect(refused["message"]?.text?.string.contains("the limit `response-size` of 50000 bytes") == true)
    }
    let (text, _) = Self.answer(Self.fill(7, bytes: 51_000), limits: limits)
    #expect(String(decoding: text, as: UTF8.self).hasPrefix(#"{"jsonrpc":"2.0","id":7,"error":{"code":-32002"#))
    #expect(Self.answer(Self.fill(nil, bytes: 51_000), limits: limits).text.isEmpty)
  }

  /// Batches that are written in parts by some threads, and single responses by others: every line is whole.
  @Test(arguments: [1, 4]) func linesOfSeveralThreadsStayWhole(_ threads: Int) throws {
    try withTemporaryDirectory { folder in
      var lines: [String] = []
      for number in 0..<40 {
        lines.append(Self.fill(number, bytes: 2000))
        if number % 10 == 0 {
          let batch = (0..<4).map { Self.fill(1000 + number * 10 + $0, bytes: 400_000) }
          lines.append("[" + batch.joined(separator: ",") + "]")
        }
        if number % 13 == 0 { lines.append("[" + Self.fill(nil, bytes: 1_200_000) + "]") }
      }
      let input = try FileHandle(
        forReadingFrom: URL(fileURLWithPath: folder.write(lines.joined(separator: "\n") + "\n", to: "in")))
      let path = URL(fileURLWithPath: try folder.write([UInt8](), to: "out"))
      let output = try FileHandle(forWritingTo: path)
      let server = try #require(
        LineServer(
          [LineInput(Descriptor(number: input.fileDescriptor))],
          output: LineOutput(Descriptor(number: output.fileDescriptor)), threads: threads, limits: RequestLimits()))
      let isTaken = server.run {
        let dispatcher = RPCDispatcher(Self.methods, limits: RequestLimits())
        return LineWorker(
          // As if every method were slow, so that lines are given back before a batch.
          answer: { dispatcher.answer($0, from: $1, to: &$2, beforeSlow: $3, spill: $4) },
          refuseLongLine: { dispatcher.refuseLongLine($0, to: &$1) })
      }
      #expect(isTaken)
      let answers = try Data(contentsOf: path).split(separator: 0x0A)
      #expect(answers.count == 40 + 4)
      var ids: Set<Int64> = []
      for answer in answers {
        let (document, found) = JSONReader.read(SourceText(name: "answer", bytes: Array(answer)))
        let root = try #require(document?.root, "\(found.map(\.message))")
        for response in root.kind == .list ? Array(root.elements) : [root] { ids.insert(response["id"]?.int ?? -1) }
      }
      #expect(ids.count == 40 + 4 * 4)
      #expect(server.unanswered == 0 && server.output.undelivered == 0)
    }
  }

  /// A client that goes away ends a batch, and does not leave other threads waiting.
  @Test func aClientThatGoesAwayEndsIt() throws {
    try withTemporaryDirectory { folder in
      signal(SIGPIPE, SIG_IGN)
      let batch = "[" + (0..<100).map { Self.fill($0, bytes: 400_000) }.joined(separator: ",") + "]"
      let input = try FileHandle(
        forReadingFrom: URL(
          fileURLWithPath: folder.write(Array(repeating: batch, count: 6).joined(separator: "\n"), to: "in")))
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let server = try #require(
        LineServer(
          [LineInput(Descriptor(number: input.fileDescriptor))],
          output: LineOutput(Descriptor(number: pipe.fileHandleForWriting.fileDescriptor)), threads: 3,
          limits: RequestLimits()))
      let answered = BatchFixture.Counter()
      let isTaken = server.run {
        let methods = Self.methods.map { method in
          RPCMethod(name: method.name, isQuick: false) { parameters, writer throws(DiagnosticError) in
            answered.add()
            return try method.run(parameters, &writer)
          }
        }
        let dispatcher = RPCDispatcher(methods, limits: RequestLimits())
        return LineWorker(
          answer: { dispatcher.answer($0, from: $1, to: &$2, beforeSlow: $3, spill: $4) },
          refuseLongLine: { dispatcher.refuseLongLine($0, to: &$1) })
      }
      #expect(!isTaken)
      #expect(answered.value < 600, "the rest of a batch is not worked on")
    }
  }
}
