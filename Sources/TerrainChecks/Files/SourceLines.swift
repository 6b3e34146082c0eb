import TerrainDocuments
import TerrainBase

/// The lines of a text or a file that are not blank, each with its number.
///
/// A line of a file is read when it is needed, and only some places are kept: memory does not grow with the file.
package struct SourceLines: Sendable {
  /// The name of the text or file.
  package let name: String
  /// How many lines are not blank.
  package private(set) var count = 0
  private let whole: Whole
  /// Of some lines that are not blank, at least ``step`` apart: how many are before, their number, from 1, and where they begin.
  private var marks: [(index: Int, number: Int, start: Int)] = []
  /// Where the last line ends.
  private var end: Int
  /// The number of the line at ``end``.
  private var number = 1
  /// The files that a text was put together from, in order; empty where it is one itself.
  private var files: [File] = []

  /// A file whose lines are in a text.
  package struct File: Sendable {
    let name: String
    let first: Int

    /// The file `name`, whose first line is the line `first` of the text, from 1.
    package init(name: String, first: Int) { (self.name, self.first) = (name, first) }
  }

  /// What the lines are of.
  private enum Whole: Sendable {
    case text(SourceText)
    case file(OpenFile)
  }

  /// A file that is open as long as its lines are needed.
  private final class OpenFile: Sendable {
    let descriptor: Descriptor
    init(_ descriptor: Descriptor) { self.descriptor = descriptor }
    deinit { descriptor.close() }
  }

  /// Bytes from one mark to the next, at least: what is read for one line.
  private static let step = 16 << 10
  /// Bytes that are read at once to find lines.
  private static let block = 1 << 20

  /// The lines of `source`, which are those of `files` where it was put together from some.
  package init(_ source: SourceText, of files: [File] = []) {
    name = source.name
    self.files = files
    whole = .text(source)
    end = source.byteOrderMarkLength
    add(source.bytes[end...])
  }

  /// The lines of the file at `path`.
  ///
  /// - Throws: as ``SourceText/load(path:limit:)``, but only where a single line is too large.
  package init(path: String) throws(DiagnosticError) {
    name = path
    let file: Descriptor
    do throws(SystemError) { file = try .reading(path) } catch {
      throw DiagnosticError(error.isMissing ? .fileNotFound(path) : .fileUnreadable(path, error))
    }
    whole = .file(OpenFile(file))
    end = 0
    var rest: [UInt8] = []
    var isLast = false
    while !isLast {
      do throws(SystemError) {
        let piece = try file.read(atMost: Self.block)
        isLast = piece.count < Self.block
        rest += piece
      } catch {
        throw DiagnosticError(.fileUnreadable(path, error))
      }
      let length = isLast ? rest.count : rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      if length == 0, !isLast {
        if rest.count > SourceText.sizeLimit { _ = try SourceText.checked(name: name, bytes: rest) }
        continue
      }
      let lines = try checked(Array(rest[..<length]))
      add(lines.bytes[(end == 0 ? lines.byteOrderMarkLength : 0)...])
      rest.removeFirst(length)
    }
  }

  /// `bytes`, which begin at ``end``, as a text.
  ///
  /// - Throws: where they are not UTF-8.
  private func checked(_ bytes: [UInt8]) throws(DiagnosticError) -> SourceText {
    guard end > 0 else { return try .checked(name: name, bytes: bytes) }
    let source = SourceText(name: name, bytes: bytes)
    guard let offset = source.firstInvalidByte else { return source }
    // Its line alone: places in that are places in the file.
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
    let origin = Self.origin(line: number + bytes[..<start].count { $0 == 0x0A })
    throw DiagnosticError(
      .notUTF8(SourceText(name: name, bytes: Array(bytes[start..<end]), origin: origin), at: offset - start))
  }

  /// Adds the lines of `bytes`, which begin at ``end`` or after a byte order mark.
  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    let start = end == 0 ? bytes.startIndex : end
    for (line, isBlank) in Lines(bytes) {
      if !isBlank {
        let place = start + line.startIndex - bytes.startIndex
        if place >= (marks.last?.start).map({ $0 + Self.step }) ?? 0 { marks.append((count, number, place)) }
        count += 1
      }
      number += 1
    }
    end = start + bytes.count
  }

  /// The line at `index`. Places in it are places in the whole.
  ///
  /// - Throws: where the file cannot be read any more.
  package func source(_ index: Int) throws(DiagnosticError) -> SourceText {
    let (number, bytes) = try line(index)
    let file = files.last { $0.first <= number } ?? File(name: name, first: 1)
    return SourceText(name: file.name, bytes: bytes, origin: Self.origin(line: number - file.first + 1))
  }

  /// The line at `index`; an empty one where the file was cut since.
  private func line(_ index: Int) throws(DiagnosticError) -> (number: Int, bytes: [UInt8]) {
    // The first mark that is behind it.
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].index <= index { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return (number, []) }
    let mark = marks[low - 1]
    var (current, number) = (mark.index, mark.number)
    for (line, isBlank) in Lines(try bytes(mark.start..<(low < marks.count ? marks[low].start : end))) {
      if !isBlank {
        if current == index { return (number, Array(line)) }
        current += 1
      }
      number += 1
    }
    return (number, [])
  }

  private func bytes(_ range: Range<Int>) throws(DiagnosticError) -> ArraySlice<UInt8> {
    switch whole {
    case .text(let source): return source.bytes[range]
    case .file(let file):
      do throws(SystemError) { return try file.descriptor.read(range)[...] } catch {
        throw DiagnosticError(.fileUnreadable(name, error))
      }
    }
  }

  private static func origin(line: Int) -> SourceOrigin {
    SourceOrigin([SourceOrigin.Point(offset: 0, line: UInt32(clamping: line), column: 1, byteColumn: 1)])
  }

  /// The lines of some bytes, without their ends.
  private struct Lines: Sequence, IteratorProtocol {
    private let bytes: ArraySlice<UInt8>
    private var start: Int

    init(_ bytes: ArraySlice<UInt8>) { (self.bytes, start) = (bytes, bytes.startIndex) }

    mutating func next() -> (line: ArraySlice<UInt8>, isBlank: Bool)? {
      guard start < bytes.endIndex else { return nil }
      let (first, end, isBlank) = bytes.withUnsafeBufferPointer { all in
        let first = start - bytes.startIndex
        var end = first
        var isBlank = true
        while end < all.count, all[end] != 0x0A {
          if all[end] > 0x20 { isBlank = false }
          end += 1
        }
        return (first, end, isBlank)
      }
      defer { start += end - first + 1 }
      return (bytes[start..<start + end - first], isBlank)
    }
  }
}
