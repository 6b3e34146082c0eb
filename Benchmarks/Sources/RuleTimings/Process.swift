#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

func exitProcess(_ code: Int32) -> Never { exit(code) }

/// Sends what has been printed on its way, also into a pipe.
func flush() { fflush(nil) }

func printError(_ message: String) {
  let bytes = Array("benchmarks: \(message)\n".utf8)
  _ = write(2, bytes, bytes.count)
}
