import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService
import TerrainYAML
import Testing

/// A request that a pack has as an example: `examples/requests/METHOD.json`, or a file whose first lines are the command that
/// takes it (`# terrain page wallet FILE`).
struct ExampleRequest: Sendable, CustomTestStringConvertible {
  let pack: String
  let file: String
  let method: AnyOperation
  /// The parameters, as JSON.
  let parameters: String

  var testDescription: String { "\(file): \(method.name)" }

  /// Every example of the packs that are shipped.
  static let all: [ExampleRequest] = MethodFixture.packs.flatMap { pack in
    let folder = MethodFixture.checkout.appending(path: "ContentPacks/\(pack)/examples")
    let requests = AnyOperation.all.compactMap { method -> ExampleRequest? in
      let file = "requests/\(method.name).json"
      guard let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8) else { return nil }
      return ExampleRequest(pack: pack, file: "\(pack)/\(file)", method: method, parameters: text)
    }
    let others = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    return requests + others.compactMap { ExampleRequest(file: $0, in: folder, of: pack) }
  }

  private init(pack: String, file: String, method: AnyOperation, parameters: String) {
    self.pack = pack
    self.file = file
    self.method = method
    self.parameters = parameters
  }

  /// The request that the file `file` is by its command; nil where it names none.
  private init?(file: String, in folder: URL, of pack: String) {
    guard let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8),
      let root = SourceReader.read(SourceText(name: file, text: text)).documents.first?.root
    else { return nil }
    let isAnswers = text.contains("answers.schema.json")
    let command = text.split(separator: "\n").first { $0.hasPrefix("# terrain ") }
    guard let words = command?.split(separator: " ").dropFirst(2).map(String.init) ?? (isAnswers ? ["score"] : nil),
      let name = words.first, let method = AnyOperation.named(name),
      case .map(let map) = root.value(fractions: .decimal)
    else { return nil }
    var parameters = map
    func option(_ name: String) -> Value? {
      words.firstIndex(of: name).flatMap { $0 + 1 < words.count ? .string(Text(words[$0 + 1])) : nil }
    }
    switch name {
    case "decide":
      parameters = ValueMap()
      parameters.insert(.string("decision"), .string(Text(words[1])))
      parameters.insert(.string("facts"), .map(map))
    case "check" where root["form"] == nil:
      parameters = ValueMap()
      if let kind = option("--kind") { parameters.insert(.string("kind"), kind) }
      parameters.insert(.string("form"), .map(map))
    case "page": parameters.insert(.string("page"), .string(Text(words[1])))
    default: if let module = option("--ranking") { parameters.insert(.string("ranking"), module) }
    }
    var writer = JSONWriter(.compact)
    guard (try? writer.value(.map(parameters))) != nil else { return nil }
    self.init(pack: pack, file: "\(pack)/\(file)", method: method, parameters: writer.string)
  }
}
