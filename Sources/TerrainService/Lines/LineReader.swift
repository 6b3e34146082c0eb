import TerrainBase
import TerrainDocuments

/// A source of lines: a file, standard input, or an open descriptor.
package struct LineInput: Sendable {
  /// The path, or `-` for standard input and open descriptors.
  package let name: String
  private let descriptor: Descriptor?

  /// The file at `path`; `-` is standard input.
  package init(_ path: String) { (name, descriptor) = (path, path == "-" ? .standardInput : nil) }

  /// The open descriptor `descriptor`, which stays open.
  package init(_ descriptor: Descriptor) { (name, self.descriptor) = ("-", descriptor) }

  /// The bytes of the file, or nil if they are not known.
  var size: Int? {
    guard descriptor == nil, let file = try? Descriptor.reading(name) else { return nil }
    defer { file.close() }
    return file.size
  }

  func open() throws(DiagnosticError) -> Descriptor {
    if let descriptor { return descriptor }
    do throws(SystemError) {
      let file = try Descriptor.reading(name)
      if file.isFolder {
        file.close()
        throw SystemError.isFolder
      }
      return file
    } catch {
      throw DiagnosticError(.inputUnreadable(name, because: error.message))
    }
  }

  /// Closes the descriptor that ``open()`` has opened.
  func close(_ opened: Descriptor) { if descriptor == nil { opened.close() } }
}

/// Memory that lines are read into.
final class LineBuffer: @unchecked Sendable {
  fileprivate(set) var base: UnsafeMutablePointer<UInt8>
  fileprivate(set) var capacity: Int
  /// Pieces that threads are working on; guarded by the server's monitor.
  var users = 0

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  fileprivate func grow(keeping count: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}

/// Reads whole lines from inputs, one input after another, in large pieces. Only one thread may use it at a time.
final class LineReader: @unchecked Sendable {
  /// The result of a read.
  enum Piece {
    /// Lines of one input, ends included; the last line of an input may have none.
    case lines(Int)
    /// A line exceeds the limit. The buffer holds its first bytes, in the number given, and the rest is skipped.
    case tooLong(Int)
    /// The input has ended, reading was stopped, or an input cannot be read.
    case end
  }

  /// The number of bytes per read.
  static let chunk = 256 << 10
  private let inputs: [LineInput]
  private let wake: WakePipe
  private let limit: Int
  private var opened = 0
  private var current: Descriptor?
  /// The beginning of a line whose end has not come.
  private var rest: [UInt8] = []
  private var isSkipping = false
  private var isAtEnd = false
  private var bytesRead = 0
  /// The error of an input that could not be opened or read; nil if none failed.
  private(set) var failure: DiagnosticError?

  /// The position of the last piece's input among the inputs.
  var inputNumber: Int { max(0, opened - 1) }
  /// The bytes of all inputs up to the end of the last piece.
  var position: Int { bytesRead - rest.count }

  /// A reader of `inputs`, which ends when `wake` is woken.
  init(inputs: [LineInput], wake: WakePipe, limit: Int) {
    self.inputs = inputs
    self.wake = wake
    self.limit = limit
  }

  /// Reads at least one line into `buffer`, waiting for it.
  func read(into buffer: LineBuffer) -> Piece {
    if isAtEnd { return .end }
    var filled = rest.count
    while buffer.capacity < filled + 1 { buffer.grow(keeping: 0) }
    rest.withUnsafeBufferPointer { if let from = $0.baseAddress { buffer.base.update(from: from, count: $0.count) } }
    rest.removeAll(keepingCapacity: true)
    while true {
      if filled == buffer.capacity { buffer.grow(keeping: filled) }
      guard let input = open(), let count = readMore(input, buffer.base + filled, buffer.capacity - filled) else {
        isAtEnd = true
        return .end
      }
      if count == 0 {
        closeCurrent()
        // A last line without a line end is a line, too.
        if filled > 0, !isSkipping { return .lines(filled) }
        (filled, isSkipping) = (0, false)
        continue
      }
      let from = filled
      filled += count
      if isSkipping {
        guard let end = memchr(buffer.base, 0x0A, filled) else {
          filled = 0
          continue
        }
        let skipped = end - UnsafeMutableRawPointer(buffer.base) + 1
        memmove(buffer.base, buffer.base + skipped, filled - skipped)
        filled -= skipped
        isSkipping = false
        if filled == 0 { continue }
        if let lines = lines(buffer, filled, from: 0) { return .lines(lines) }
      } else if let lines = lines(buffer, filled, from: from) {
        return .lines(lines)
      }
      if filled > limit {
        isSkipping = true
        return .tooLong(filled)
      }
    }
  }

  /// The number of bytes of whole lines; the bytes after them are kept. nil without a line end.
  private func lines(_ buffer: LineBuffer, _ filled: Int, from: Int) -> Int? {
    var end = filled
    while end > from, buffer.base[end - 1] != 0x0A { end -= 1 }
    guard end > from else { return nil }
    rest.append(contentsOf: UnsafeBufferPointer(start: buffer.base + end, count: filled - end))
    return end
  }

  /// The input to read from; nil if none is left, or if it cannot be opened.
  private func open() -> Descriptor? {
    if let current { return current }
    guard opened < inputs.count else { return nil }
    do throws(DiagnosticError) { current = try inputs[opened].open() } catch { failure = error }
    opened += 1
    return current
  }

  private func closeCurrent() {
    if let current { inputs[opened - 1].close(current) }
    current = nil
  }

  /// Bytes read, 0 at the end of the input; nil when nothing more is wanted or can be read.
  private func readMore(_ input: Descriptor, _ at: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int? {
    while true {
      guard case .readable = wake.wait(for: input) else { return nil }
      do throws(SystemError) {
        let count = try input.read(into: at, room)
        bytesRead += count
        return count
      } catch {
        if error.isTemporary { continue }
        failure = DiagnosticError(.inputUnreadable(inputs[opened - 1].name, because: error.message))
        return nil
      }
    }
  }

  /// Calls `body` with pieces of whole lines until the end of the file at `path`; `-` is standard input.
  static func forEachPiece(
    of path: String, longestLine: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(DiagnosticError) -> Void
  ) throws(DiagnosticError) {
    guard let wake = WakePipe() else { throw DiagnosticError(.noThread()) }
    let reader = LineReader(inputs: [LineInput(path)], wake: wake, limit: longestLine)
    let buffer = LineBuffer(capacity: chunk)
    while true {
      switch reader.read(into: buffer) {
      case .lines(let count), .tooLong(let count): try body(UnsafeBufferPointer(start: buffer.base, count: count))
      case .end:
        if let failure = reader.failure { throw failure }
        return
      }
    }
  }
}
