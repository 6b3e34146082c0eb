import TerrainDocuments
import TerrainValues

/// Turns a source into its documents. How YAML is read is the business of those who can.
public typealias DocumentReader = @Sendable (SourceText) -> (documents: [Document], diagnostics: [Diagnostic])

/// Reads a pack from its folder: `pack.yaml`, and the files of the kinds that are asked for.
public struct PackReader: Sendable {
  /// The file that makes a folder a pack.
  public static let manifest = "pack.yaml"
  /// The endings of files that hold content.
  static let endings = [".yaml", ".yml", ".json"]

  private let read: DocumentReader

  /// A reader that leaves the reading of documents to `read`.
  public init(documents read: @escaping DocumentReader) { self.read = read }

  /// The pack in the folder `path`, with the records of `kinds` (nil: of all kinds).
  ///
  /// Files of other kinds are read for the pack's hash, and not looked into.
  public func pack(at path: String, kinds wanted: [Text]?) -> (pack: Pack?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    guard let manifest = document("\(path)/\(Self.manifest)", into: &diagnostics),
      let description = ManifestReader.read(manifest.root, into: &diagnostics)
    else { return (nil, diagnostics) }

    var digest = FolderHash()
    digest.add(Self.manifest, manifest.source.bytes)
    var records: [Text: [Pack.Record]] = [:]
    for kind in description.kinds {
      for file in files(of: kind, in: path, into: &diagnostics) {
        let source: SourceText
        do throws(DiagnosticError) {
          source = try SourceText.load(path: file)
        } catch {
          diagnostics += error.diagnostics
          continue
        }
        digest.add(String(file.dropFirst(path.count + 1)), source.bytes)
        if wanted?.contains(kind.name) ?? true {
          records[kind.name, default: []] += self.records(of: kind, in: source, into: &diagnostics)
        }
      }
    }
    for kind in description.kinds { reportRepeats(records[kind.name] ?? [], of: kind, into: &diagnostics) }
    if diagnostics.hasErrors { return (nil, diagnostics) }
    return (description.pack(hash: digest.finish(), path: path, records: records), diagnostics)
  }

  private func document(_ path: String, into diagnostics: inout [Diagnostic]) -> Document? {
    do throws(DiagnosticError) {
      let (documents, found) = read(try SourceText.load(path: path))
      diagnostics += found
      return documents.first
    } catch {
      diagnostics += error.diagnostics
      return nil
    }
  }

  private func files(of kind: Pack.Kind, in path: String, into diagnostics: inout [Diagnostic]) -> [String] {
    if kind.path.hasPrefix("/") || kind.path.split(separator: "/").contains("..") {
      diagnostics.append(.pathLeavesPack(at: kind.place))
      return []
    }
    let place = "\(path)/\(kind.path)"
    switch Folder.kind(of: place) {
    case .file: return [place]
    case .folder: return Folder.files(under: place, endings: Self.endings)
    default:
      diagnostics.append(.missingContent(kind.path, at: kind.place))
      return []
    }
  }

  /// A file of content has `kind:` and either `items:`, a list of records, or the fields of one record itself.
  private func records(
    of kind: Pack.Kind, in source: SourceText, into diagnostics: inout [Diagnostic]
  ) -> [Pack.Record] {
    let (documents, found) = read(source)
    diagnostics += found
    guard let root = documents.first?.root else { return [] }
    guard root.kind == .map else {
      diagnostics.append(.wrongKind(root, expected: .map, what: "a file of content"))
      return []
    }
    if let name = root["kind"], name.text != kind.name {
      diagnostics.append(.otherKind(at: name, expected: kind.name))
    }
    guard let items = root["items"] else {
      return [Pack.Record(id: root["id"]?.text ?? kind.name, node: root)]
    }
    guard items.kind == .list else {
      diagnostics.append(.wrongKind(items, expected: .list, what: "`items`"))
      return []
    }
    return items.elements.compactMap { item in
      guard item.kind == .map, let id = item["id"]?.text else {
        diagnostics.append(.missingField("id", of: item, what: "a record"))
        return nil
      }
      return Pack.Record(id: id, node: item)
    }
  }

  private func reportRepeats(_ records: [Pack.Record], of kind: Pack.Kind, into diagnostics: inout [Diagnostic]) {
    var first: [Text: Node] = [:]
    for record in records {
      if let earlier = first[record.id] {
        diagnostics.append(.repeatedRecord(record.id, kind: kind.name, at: record.node, first: earlier))
      } else {
        first[record.id] = record.node
      }
    }
  }
}
