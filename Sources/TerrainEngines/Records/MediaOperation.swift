import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// A file that records of the pack name, for example a picture.
  package static var media: Operation<MediaResult> {
    let path = Parameter<Text>.text("path", pathDoc)
    return Operation(
      name: "media", summary: "Get a picture or another file that records name",
      parameters: .object([.required("path", .text, pathDoc)]), result: .media, isQuick: true
    ) { parameters, session, notes throws(DiagnosticError) in
      var reader = ParameterReader(parameters)
      let name = reader.optional(path) ?? ""
      try reader.finish()
      let pack = try session.kept(.media) { () throws(DiagnosticError) in try session.loader.pack([]) }
      let place = parameters["path"] ?? parameters
      guard let type = MediaResult.types[MediaResult.ending(of: name.string)] else {
        throw DiagnosticError(.unknownMediaType(at: place))
      }
      guard let bytes = try session.loader.files().media(name.string, ofPackIn: pack.path) else {
        throw DiagnosticError(.noSuchMedia(at: place))
      }
      if session.isRecording { notes.explanation = Explanation(.decisions([]), try session.everything()) }
      return MediaResult(pack: pack, path: name, type: type, bytes: bytes)
    }
  }

  private static let pathDoc = "The file, as a record names it: relative to the pack's folder."
}

/// A file that comes with a pack.
package struct MediaResult {
  /// The pack.
  package let pack: Pack
  /// The file, relative to the pack's folder.
  package let path: Text
  /// Its media type.
  package let type: Text
  /// The content of the file.
  package let bytes: [UInt8]

  /// Media types by the endings of names, as IANA registers them. The formats of pack sources are not among them.
  fileprivate static let types: [String: Text] = [
    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
    "avif": "image/avif", "gif": "image/gif", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
    "wav": "audio/wav", "mp4": "video/mp4", "webm": "video/webm", "pdf": "application/pdf",
  ]

  fileprivate static func ending(of path: String) -> String {
    guard let dot = path.lastIndex(of: ".") else { return "" }
    return path[path.index(after: dot)...].lowercased()
  }
}

extension ResultType where Content == MediaResult {
  fileprivate static var media: ResultType {
    object {
      requiredField("pack", .version, "The pack that this comes from.") { Versions.Version($0.pack) }
      requiredField("path", .text, "The file, relative to the pack's folder.") { $0.path }
      requiredField("media_type", .text, "The media type of the file.") { $0.type }
      requiredField("size", .count, "How many bytes the file has.") { $0.bytes.count }
      requiredField("base64", .text, "The bytes in base 64, with padding (RFC 4648, 4).") {
        Text(decoding: Base64.encode($0.bytes))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func noSuchMedia(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "media/not-found", message: "the pack has no such file", at: node,
      fix: "a path as records have it, such as `media/a.svg`; `records` shows them")
  }

  fileprivate static func unknownMediaType(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "media/unknown-type", message: "only pictures, sounds, films and PDF files are given out", at: node,
      fix: "a name that ends in `.svg`, `.png`, `.jpg`, `.webp`, `.mp3`, `.mp4` or the like")
  }
}

extension SessionKey<Pack> {
  fileprivate static let media = SessionKey()
}
