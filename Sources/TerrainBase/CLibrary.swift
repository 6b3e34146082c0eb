// Functions of the C library whose results depend only on their arguments, for every target: searching and moving bytes. Only this target
// uses other parts of the C library. No target uses its mathematics: see ``Mathematics``.

#if canImport(Glibc)
  import Glibc
  @_exported import func Glibc.free
  @_exported import func Glibc.memchr
  @_exported import func Glibc.memcmp
  @_exported import func Glibc.memmove
  @_exported import func Glibc.realloc
#elseif canImport(Musl)
  import Musl
  @_exported import func Musl.free
  @_exported import func Musl.memchr
  @_exported import func Musl.memcmp
  @_exported import func Musl.memmove
  @_exported import func Musl.realloc
#elseif canImport(Darwin)
  import Darwin
  @_exported import func Darwin.free
  @_exported import func Darwin.memchr
  @_exported import func Darwin.memcmp
  @_exported import func Darwin.memmove
  @_exported import func Darwin.realloc
#elseif canImport(CBare)
  import CBare
  @_exported import func CBare.free
  @_exported import func CBare.memchr
  @_exported import func CBare.memcmp
  @_exported import func CBare.memmove
  @_exported import func CBare.realloc
#endif

/// The offset of the next line end within the `count` bytes at `start`, or nil if these have none.
package func offsetOfLineEnd(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int? {
  guard let end = memchr(start, 0x0A, count) else { return nil }
  return UnsafeRawPointer(end) - UnsafeRawPointer(start)
}

/// Writes `double` into `buffer` by `format`, whose only conversion takes the number of decimal places first. Returns the number of
/// characters that the text needs, or a negative number on failure.
package func printDouble(
  into buffer: UnsafeMutableBufferPointer<CChar>, _ format: String, places: Int, _ double: Double
) -> Int32 {
  #if canImport(CBare)
    print_double(buffer.baseAddress, buffer.count, format, Int32(truncatingIfNeeded: places), double)
  #else
    withVaList([Int32(truncatingIfNeeded: places), double]) { vsnprintf(buffer.baseAddress, buffer.count, format, $0) }
  #endif
}
