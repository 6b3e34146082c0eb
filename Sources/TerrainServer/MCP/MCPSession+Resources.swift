import TerrainDocuments
import TerrainOperations
import TerrainValues

extension MCPSession {
  private static let files = "terrain://files/"
  private static let diagnostics = "terrain://diagnostics/"

  func listResources(_ request: MCPRequest, to writer: inout JSONWriter) throws(MCPError) {
    try request.checkPage()
    let files = files(request)
    writer.array("resources") { writer in
      Self.write(
        String(Self.diagnostics.dropLast()), "diagnostics", "The codes of all diagnostics", "text/plain", to: &writer)
      for file in files {
        Self.write(Self.address(file), file, "A file of the pack or its rules", Self.type(file), to: &writer)
      }
    }
  }

  func listTemplates(_ request: MCPRequest, to writer: inout JSONWriter) throws(MCPError) {
    try request.checkPage()
    writer.array("resourceTemplates") { writer in
      let templates: [(address: String, name: String, description: String, type: String?)] = [
        (Self.files + "{+path}", "file", "A file of the pack or its rules, by its path", nil),
        (Self.diagnostics + "{+code}", "diagnostic", "What a code of a diagnostic means", "text/markdown"),
      ]
      for (template, name, description, type) in templates {
        writer.object { writer in
          writer.member("uriTemplate", template)
          writer.member("name", name)
          writer.member("description", description)
          writer.member("mimeType", ifAny: type)
        }
      }
    }
  }

  func readResource(_ request: MCPRequest, to writer: inout JSONWriter) throws(MCPError) {
    let address = try request.required("uri")
    guard let (type, text) = try content(of: address.string, request) else {
      throw MCPError(.invalidParameters, [.unknownResource(request["uri"] ?? request.node)])
    }
    writer.array("contents") { writer in
      writer.object { writer in
        writer.member("uri", address)
        writer.member("mimeType", type)
        writer.member("text", text)
      }
    }
  }

  /// The media type and the text of the resource at `address`; nil where there is none.
  private func content(of address: String, _ request: MCPRequest) throws(MCPError) -> (type: String, text: String)? {
    if Text(address) == Text(String(Self.diagnostics.dropLast())) {
      return ("text/plain", setup.codes.map { "\($0)\n" }.joined())
    }
    if address.hasPrefix(Self.diagnostics) {
      guard let page = setup.explanation(String(address.dropFirst(Self.diagnostics.count))) else { return nil }
      return ("text/markdown", page)
    }
    // What is read is one of the files that are listed, whatever else the address leads to.
    guard let file = files(request).first(where: { Text(Self.address($0)) == Text(address) }) else { return nil }
    do throws(DiagnosticError) {
      return (Self.type(file), try author.text(of: file))
    } catch {
      throw MCPError(.internal, error.diagnostics)
    }
  }

  private func files(_ request: MCPRequest) -> [String] { (try? author.files()) ?? [] }

  private static func type(_ file: String) -> String {
    file.hasSuffix(".json") ? "application/json" : "application/yaml"
  }

  /// The address of the file at `path`, with what an address cannot hold as percent and two digits.
  private static func address(_ path: String) -> String {
    var address = files
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80, scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar) {
        address.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += digits.count < 2 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return address
  }

  private static func write(
    _ address: String, _ name: String, _ description: String, _ type: String, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("uri", address)
      writer.member("name", name)
      writer.member("description", description)
      writer.member("mimeType", type)
    }
  }
}
