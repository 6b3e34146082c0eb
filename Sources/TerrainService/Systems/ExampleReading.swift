import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules

extension Validator {
  /// Makes the example requests of packs be read by the methods they are for.
  ///
  /// - Parameter locator: finds the rules of packs.
  package mutating func readExamples(locator: PackLocator) {
    readRequests = { examples in
      do throws(DiagnosticError) {
        let place = SystemPlace(pack: examples.pack, locator: locator)
        return try ExampleReading(ServedSystem(place, files: examples.files)).findings(in: examples)
      } catch {
        return error.diagnostics
      }
    }
  }
}

/// Reads example requests as a service would, and reports errors at their location in the example.
struct ExampleReading {
  private let session: OperationSession
  private let declarations: Declarations

  init(_ served: ServedSystem) throws(DiagnosticError) {
    session = OperationSession(served)
    declarations = Declarations(try session.everything())
  }

  func findings(in examples: ExampleRequests) -> [Diagnostic] {
    examples.requests.flatMap { example -> [Diagnostic] in
      let root = example.document.root
      guard let name = ExampleRequests.method(of: example.file), let operation = AnyOperation.named(name) else {
        return [.noSuchMethod(example.file, at: root)]
      }
      return findings(of: operation, root)
    }
  }

  private func findings(of operation: AnyOperation, _ root: Node) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    // A method without parameters has no request to read, and may be about a service.
    if !operation.parameters.fields.isEmpty {
      do throws(DiagnosticError) {
        var writer = JSONWriter(.compact)
        let notes = try operation.run(session, root, to: &writer)
        diagnostics = notes.warnings + notes.findings + Self.unknownFields(of: root, in: writer.bytes)
      } catch {
        diagnostics = error.diagnostics
      }
    }
    // The schema also checks the parts that readers leave to their callers: the goals of an answers file, and facts that no rule of a page
    // needs.
    if diagnostics.isEmpty {
      diagnostics = operation.parameters.diagnostics(about: root, what: "the request", declarations: declarations)
    }
    return diagnostics.map { Self.placed($0, in: root) }
  }

  /// The fields of a form that no form of its kind has. Other errors in a form may be the purpose of the example.
  private static func unknownFields(of root: Node, in response: [UInt8]) -> [Diagnostic] {
    guard let form = root["form"], form.kind == .map,
      let result = JSONReader.read(SourceText(name: "response", bytes: response)).document?.root
    else { return [] }
    return result["problems"]?.elements.compactMap { problem -> Diagnostic? in
      guard problem["code"]?.text?.string == unknownKeyCode, let name = problem["at"]?.text, let key = form.key(name)
      else { return nil }
      return Diagnostic(
        code: unknownKeyCode, message: problem["text"]?.text?.string ?? "this is not a field of the form", at: key,
        fix: problem["help"]?.text?.string)
    } ?? []
  }

  private static let unknownKeyCode = "schema/unknown-key"

  /// `diagnostic` with a location in the example: a location in the rules becomes a related location.
  private static func placed(_ diagnostic: Diagnostic, in root: Node) -> Diagnostic {
    guard diagnostic.place?.source.name != root.place.source.name else { return diagnostic }
    var diagnostic = diagnostic
    if diagnostic.place == nil {
      diagnostic.place = root.place
    } else {
      diagnostic.related.append(.init(message: "the request that leads to it", place: root.place))
    }
    return diagnostic
  }
}

extension Diagnostic {
  fileprivate static func noSuchMethod(_ file: String, at node: Node) -> Diagnostic {
    let names = AnyOperation.all.map(\.name)
    let near = Suggestion.nearest(to: file.split(separator: ".").dropLast().joined(separator: "."), among: names)
    return Diagnostic(
      code: "examples/unknown-method", message: "`\(file)` is not the name of a method's example", at: node,
      fix: near.map { "did you mean `\($0).json`?" }
        ?? "call it `METHOD.json`, after one of \(names.map { Text($0) }.quoted)")
  }
}
