import TerrainBase
import TerrainDocuments

/// The lines of a text or a file that are not blank, each with its number.
///
/// A line of a file is read on demand, and only some positions are stored, so that memory does not grow with the file.
package struct SourceLines: Sendable {
  /// The name of the text or file.
  package let name: String
  /// The number of lines that are not blank.
  package private(set) var count = 0
  private let whole: Whole
  /// Marks at lines that are not blank, at least ``step`` bytes apart: the number of such lines before, the line number from 1, and the
  /// position.
  private var marks: [(index: Int, number: Int, start: Int)] = []
  /// The end of the last line.
  private var end: Int
  /// The number of the line at ``end``.
  private var number = 1
  /// The files that the text was made from, in order; empty for a single file.
  private var files: [File] = []

  /// A file whose lines are in a text.
  package struct File: Sendable {
    let name: String
    let first: Int

    /// The file `name`, whose first line is the line `first` of the text, from 1.
    package init(name: String, first: Int) { (self.name, self.first) = (name, first) }
  }

  /// The source of the lines.
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

  /// The minimum number of bytes between two marks, which are read for one line.
  private static let step = 16 << 10
  /// Bytes that are read at once to find lines.
  private static let block = 1 << 20

  /// The lines of `source`, which is made of `files` if that is not empty.
  package init(_ source: SourceText, of files: [File] = []) {
    name = source.name
    self.files = files
    whole = .text(source)
    end = source.byteOrderMarkLength
    add(source.bytes[end...])
  }

  /// The lines of the file at `path`.
  ///
  /// - Throws: as ``SourceText/load(path:limit:)``, but a size error only if a single line is too large.
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

  /// The text of `bytes`, which begin at ``end``.
  ///
  /// - Throws: an error if they are not UTF-8.
  private func checked(_ bytes: [UInt8]) throws(DiagnosticError) -> SourceText {
    guard end > 0 else { return try .checked(name: name, bytes: bytes) }
    let source = SourceText(name: name, bytes: bytes)
    guard let offset = source.firstInvalidByte else { return source }
    // A text with only this line, whose locations are those in the file.
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

  /// The line at `index`. Locations in it are locations in the whole.
  ///
  /// - Throws: an error if the file is no longer readable.
  package func source(_ index: Int) throws(DiagnosticError) -> SourceText {
    let (number, bytes) = try line(index)
    let file = files.last { $0.first <= number } ?? File(name: name, first: 1)
    return SourceText(name: file.name, bytes: bytes, origin: Self.origin(line: number - file.first + 1))
  }

  /// The line at `index`; empty if the file was truncated since.
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

/// Replacements in the bytes of a source, which preserve the rest: comments, order, quotes.
package struct SourceEdits: Sendable {
  /// The source as it is.
  package let source: SourceText
  private var replacements: [(range: Range<Int>, bytes: [UInt8])] = []

  /// No edits of `source`.
  package init(_ source: SourceText) { self.source = source }

  /// Replaces the bytes in `range`, which no other edit touches, with `text`. An empty range is an insertion, which comes after earlier
  /// insertions at the same position.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    replacements.append((range, Array(text.utf8)))
  }

  /// The bytes with all edits.
  package var bytes: [UInt8] {
    var bytes = source.bytes
    let sorted = replacements.enumerated().ordered {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in sorted.reversed() { bytes.replaceSubrange(edit.range, with: edit.bytes) }
    return bytes
  }
}

/// The difference between two texts of a file in the unified format, which `patch` and `git apply` read.
package enum UnifiedDifference {
  /// The number of equal lines around a change.
  private static let context = 3

  /// The difference between `source` and `bytes`; empty if they are equal.
  ///
  /// The lines of both texts are walked in step: a removed line advances the old text, an inserted line the new one. A change opens a hunk,
  /// and a hunk ends if twice the context follows without a change.
  package static func text(_ source: SourceText, _ bytes: [UInt8]) -> String {
    let (old, new) = (lines(source.bytes), lines(bytes))
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    if removed.isEmpty, inserted.isEmpty { return "" }
    var marked: [(mark: Character, text: String, old: Int, new: Int)] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removed.contains(i) {
        marked.append(("-", old[i], i, j))
        i += 1
      } else if inserted.contains(j) {
        marked.append(("+", new[j], i, j))
        j += 1
      } else {
        marked.append((" ", old[i], i, j))
        (i, j) = (i + 1, j + 1)
      }
    }
    var hunks: [Range<Int>] = []
    for index in marked.indices where marked[index].mark != " " {
      let hunk = max(0, index - context)..<min(marked.count, index + context + 1)
      if let last = hunks.last, hunk.lowerBound <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<hunk.upperBound
      } else {
        hunks.append(hunk)
      }
    }
    var text = "--- \(source.name)\n+++ \(source.name)\n"
    for hunk in hunks {
      let lines = marked[hunk]
      let (before, after) = (lines.count { $0.mark != "+" }, lines.count { $0.mark != "-" })
      guard let first = lines.first else { continue }
      text += "@@ -\(first.old + 1),\(before) +\(first.new + 1),\(after) @@\n"
      for line in lines { text += "\(line.mark)\(line.text)\n" }
    }
    return text
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}

// MARK: - YAML and JSON

extension SourceEdits {
  private static let lineEnd = UInt8(ascii: "\n")

  /// Gives the scalar at `node` the text `text`, in quotes like those it has.
  package mutating func set(_ node: Node, to text: String) {
    let range = source.clamped(node.range)
    let old = source.bytes[range]
    let written: String
    switch old.first {
    case UInt8(ascii: "'")? where text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) }:
      written = "'\(text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined())'"
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: written = YAMLText.quoted(text)
    default: written = YAMLText.text(text)
    }
    replace(range, with: written + Self.blankEnd(old))
  }

  /// Adds the member `key` with the text `text` at the end of the map at `map`, on its own line if other members have theirs.
  package mutating func append(_ key: String, _ text: String, to map: Node) {
    guard let last = map.members.reversed().first else { return }
    let bytes = source.bytes
    let start = source.clamped(last.key.range).lowerBound
    let isQuoted = bytes[start] == UInt8(ascii: "\"")
    let member = "\(isQuoted ? YAMLText.quoted(key) : YAMLText.text(key)): \(YAMLText.quoted(text))"
    var end = source.clamped(last.value.range).upperBound
    let isFlow = bytes[source.clamped(map.range).lowerBound] == UInt8(ascii: "{")
    let lineStart = bytes[..<start].lastIndex(of: Self.lineEnd).map { $0 + 1 } ?? 0
    let before = bytes[lineStart..<start]
    if isFlow {
      let indent = before.allSatisfy { $0 == 0x20 } ? "\n" + String(repeating: " ", count: before.count) : " "
      return replace(end..<end, with: ",\(indent)\(member)")
    }
    let indent = String(repeating: " ", count: source.position(at: start).column - 1)
    if end > 0, bytes[end - 1] == Self.lineEnd {
      while end > 1, bytes[end - 2] == Self.lineEnd { end -= 1 }
      return replace(end..<end, with: "\(indent)\(member)\n")
    }
    // Behind a comment on the line of the last value.
    end = bytes[end...].firstIndex(of: Self.lineEnd) ?? bytes.count
    if end > 0, bytes[end - 1] == 0x0D { end -= 1 }
    replace(end..<end, with: "\n\(indent)\(member)")
  }

  /// Makes the text at `node`, which is in `key`, a map that has `text` in `other` too.
  package mutating func spread(_ node: Node, _ key: String, _ other: String, _ text: String) {
    let range = source.clamped(node.range)
    let written = source.text(of: node.range)
    let isQuoted = (written.hasPrefix("\"") || written.hasPrefix("'")) && !written.utf8.contains(Self.lineEnd)
    let own = isQuoted ? written : YAMLText.quoted(node.text?.string ?? "")
    let keys = [key, other].map { source.name.hasSuffix(".json") ? YAMLText.quoted($0) : YAMLText.text($0) }
    let end = Self.blankEnd(source.bytes[range])
    replace(range, with: "{ \(keys[0]): \(own), \(keys[1]): \(YAMLText.quoted(text)) }\(end)")
  }

  /// The line ends at the end of a block text, which are part of it, and stay.
  private static func blankEnd(_ bytes: ArraySlice<UInt8>) -> String {
    String(repeating: "\n", count: bytes.reversed().prefix { $0 == lineEnd }.count)
  }
}
