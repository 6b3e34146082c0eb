import TerrainBase

/// cel-go's `encoders` extension: base 64 (RFC 4648, 4).
package enum EncoderFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "base64.encode", [Overload("base64_encode_bytes", [.bytes], .string, cost: .scaled(4), .unary(encode))]),
    FunctionDeclaration(
      "base64.decode", [Overload("base64_decode_string", [.string], .bytes, cost: .scaled(4), .unary(decode))]),
  ]

  /// With padding.
  package static func encode(_ value: Value) throws(FunctionFailure) -> Value {
    .string(Text(decoding: Base64.encode(try value.asBytes)))
  }

  /// With padding or without.
  package static func decode(_ value: Value) throws(FunctionFailure) -> Value {
    guard let bytes = Base64.decode(try value.asText.utf8) else { throw .invalid("this text is not base 64") }
    return .bytes(bytes)
  }
}
