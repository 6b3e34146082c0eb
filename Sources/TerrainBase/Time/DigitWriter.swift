/// Writes the digits and signs of dates and times, without a text for each of their parts.
struct DigitWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  private init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  /// The longest text: a local time of a year of seven digits, with nanoseconds and a sign.
  private static let capacity = 48

  /// The text that `write` writes.
  static func text(_ write: (inout DigitWriter) -> Void) -> String {
    String(unsafeUninitializedCapacity: capacity) { buffer in
      var writer = DigitWriter(buffer)
      write(&writer)
      return writer.count
    }
  }

  /// Writes one byte; nothing where the text is as long as it may be.
  mutating func sign(_ byte: UInt8) {
    guard count < buffer.count else { return }
    buffer[count] = byte
    count += 1
  }

  /// Writes `number` with `width` digits, more where it has more.
  mutating func digits(_ number: UInt, _ width: Int) {
    var unit: UInt = 1
    var places = 1
    while places < width || number / unit >= 10 {
      unit *= 10
      places += 1
    }
    while unit > 0 {
      sign(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }

  /// A fraction of a second as protobuf's JSON form writes it: nothing, or 3, 6 or 9 digits after a point.
  mutating func fraction(_ nanoseconds: UInt) {
    if nanoseconds == 0 { return }
    sign(UInt8(ascii: "."))
    if nanoseconds % 1_000_000 == 0 { return digits(nanoseconds / 1_000_000, 3) }
    if nanoseconds % 1000 == 0 { return digits(nanoseconds / 1000, 6) }
    digits(nanoseconds, 9)
  }
}
