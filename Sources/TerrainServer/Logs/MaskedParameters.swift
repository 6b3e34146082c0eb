import TerrainDocuments
import TerrainValues

/// The parameters of a request as they were sent, without the values of secret facts.
struct MaskedParameters {
  /// What is written in place of a secret value.
  static let mask = Array(#""***""#.utf8)

  /// The names of secret facts.
  let secrets: Set<Text>

  /// Adds the JSON of `parameters` to `bytes`. The value of each member that has the name of a secret fact is masked, however deep it
  /// is: whatever contains facts contains them by name.
  ///
  /// - Returns: how many values are masked.
  func write(_ parameters: Node, to bytes: inout [UInt8]) -> Int {
    let source = parameters.document.source.bytes
    var at = Int(parameters.range.start)
    var count = 0
    if !secrets.isEmpty {
      mask(parameters) { value in
        bytes.append(contentsOf: source[at..<Int(value.range.start)])
        bytes.append(contentsOf: Self.mask)
        at = Int(value.range.end)
        count += 1
      }
    }
    bytes.append(contentsOf: source[at..<Int(parameters.range.end)])
    return count
  }

  /// Calls `found` for each secret value in `node`, in their order. Readers have bounded the depth.
  private func mask(_ node: Node, _ found: (Node) -> Void) {
    switch node.kind {
    case .map:
      for (key, value) in node.members {
        if let name = key.text, secrets.contains(name) { found(value) } else { mask(value, found) }
      }
    case .list: for element in node.elements { mask(element, found) }
    case .null, .bool, .number, .string: break
    }
  }
}
