/// Takes one character that is not ASCII from UTF-8 at `position`, which it moves past it.
///
/// Bytes that are not UTF-8 are taken one at a time and are no character: `nil`.
func decodeBeyondASCII(_ bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) -> UInt32? {
  let start = position
  position += 1
  let first = UInt32(bytes[start])
  let length: Int
  let smallest: UInt32
  switch first {
  case 0xC2...0xDF: (length, smallest) = (2, 0x80)
  case 0xE0...0xEF: (length, smallest) = (3, 0x800)
  case 0xF0...0xF4: (length, smallest) = (4, 0x10000)
  default: return nil
  }
  guard bytes.count - start >= length else { return nil }
  var value = first & (0x7F >> UInt32(length))
  for offset in 1..<length {
    let byte = UInt32(bytes[start + offset])
    guard byte & 0xC0 == 0x80 else { return nil }
    value = value << 6 | (byte & 0x3F)
  }
  guard value >= smallest, value <= ScalarSet.maximum, !(0xD800...0xDFFF).contains(value) else { return nil }
  position = start + length
  return value
}
