import TerrainBase
import TerrainDocuments

/// The records in the files of a log of decisions: the current file and numbered files.
struct RecordedDecisions {
  /// The largest file that is read whole, in bytes.
  private static let sizeLimit = 4 << 30

  /// The files of the log at `path`, the oldest first.
  ///
  /// - Throws: `file/unreadable` if none exists.
  static func files(of path: String) throws(DiagnosticError) -> [String] {
    do throws(SystemError) {
      let files = try RotatedFile.files(of: path)
      if !files.isEmpty { return files }
    } catch {
      throw DiagnosticError(.inputUnreadable(path, because: error.message))
    }
    throw DiagnosticError(.inputUnreadable(path, because: "there is no such log"))
  }

  /// A line of a log.
  struct Line {
    let bytes: ArraySlice<UInt8>
    /// From 1.
    let number: Int
  }

  /// Calls `body` with each record of `file` and its line. Returns the number of lines, including empty lines.
  ///
  /// - Throws: `decisions/not-a-record` for an invalid line, `file/…`.
  @discardableResult
  static func each(in file: String, _ body: (_ record: Node, _ line: Line) -> Void) throws(DiagnosticError) -> Int {
    try eachLine(of: file) { line throws(DiagnosticError) in
      let text = SourceText(name: file, bytes: Array(line.bytes))
      guard let record = JSONReader.read(text).document?.root, record.kind == .map else {
        throw DiagnosticError(.notARecord(file, line: line))
      }
      body(record, line)
      return true
    }
  }

  /// Calls `body` with each line of `file` that is not blank, until it returns false. Returns the number of lines until then.
  private static func eachLine(
    of file: String, _ body: (Line) throws(DiagnosticError) -> Bool
  ) throws(DiagnosticError) -> Int {
    let source = try SourceText.load(path: file, limit: sizeLimit)
    var lines = source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    for (index, line) in lines.enumerated() where line.contains(where: { $0 > UInt8(ascii: " ") }) {
      guard try body(Line(bytes: line, number: index + 1)) else { return index + 1 }
    }
    return lines.count
  }

  /// The diagnostic for the line `number`, from 1, of `files` read one after another, which is not a record.
  static func notARecord(onLine number: Int, of files: [String]) throws(DiagnosticError) -> Diagnostic? {
    var before = 0
    for file in files {
      var diagnostic: Diagnostic?
      let count = try eachLine(of: file) { line in
        if before + line.number == number { diagnostic = .notARecord(file, line: line) }
        return diagnostic == nil
      }
      if let diagnostic { return diagnostic }
      before += count
    }
    return nil
  }
}

extension Diagnostic {
  /// The line `line` of the log `path` is not a record. The line may be about a person, and is not shown.
  fileprivate static func notARecord(_ path: String, line: RecordedDecisions.Line) -> Diagnostic {
    let source = SourceText(name: path, hiddenLine: line.bytes, number: line.number)
    return Diagnostic(
      code: "decisions/not-a-record", message: "this line is not a record of a decision",
      place: Place(source: source, range: source.wholeRange),
      fix: "name a file that `--log-decisions` wrote, or remove the line")
  }
}

/// The form of a batch's results, which a record names so that a replay uses the same form.
enum BatchForm: String {
  /// Scores contain only their outcomes.
  case lean
  /// Scores are in full.
  case full
}

/// The hash by which a record knows the result that was given.
enum ResultHash {
  /// Adds `hash` to `bytes` as 16 hexadecimal digits.
  static func write(_ hash: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 60, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: hash >> UInt64(shift)) & 15
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// `hash` as 16 hexadecimal digits.
  static func text(_ hash: UInt64) -> Text {
    var digits: [UInt8] = []
    write(hash, to: &digits)
    return Text(String(decoding: digits, as: UTF8.self))
  }
}

/// The members of a record that name the versions which answered.
struct RecordedVersions {
  /// An object with them.
  let json: [UInt8]

  /// The versions of `served`.
  init(_ served: ServedSystem) {
    let overrides = served.place.overrides.map { Text("\($0.name)=\($0.text)") }
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("pack", served.pack.hash)
      writer.member("rules", served.rules.hash)
      if !overrides.isEmpty { writer.member("set", overrides) }
    }
    json = writer.bytes
  }

  /// The versions that `record` names.
  init(of record: Node) {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      for name in ["pack", "rules", "set"] {
        guard let value = record[Text(name)] else { continue }
        writer.key(name)
        writer.raw(value.document.source.text(of: value.range))
      }
    }
    json = writer.bytes
  }
}

/// The rows that a result names as its reasons.
///
/// The search works on the bytes of the result. `"decision":` cannot occur inside a text, where each quotation mark has a backslash before
/// it.
enum FiredRows {
  // The key ends before the quotation mark that follows it, because a search is fast if its last byte is rare.
  private static let key = ByteSearch(#""decision":"#)
  private static let rowKeys = [Array(#","row":""#.utf8), Array(#","rule":""#.utf8)]

  /// Adds `decision/row`, in the JSON notation of the result, to `names`: in quotation marks, separated by commas, each once, in their
  /// order.
  static func write(of result: UnsafeRawBufferPointer, to names: inout [UInt8]) {
    var known: [Range<Int>] = []
    var next = 0
    while let found = key.first(in: result, from: next) {
      let value = found + key.count
      guard value < result.count, result[value] == UInt8(ascii: "\"") else {
        next = value
        continue
      }
      guard let end = add(result, from: value + 1, to: &names, &known) else { return }
      next = end
    }
  }

  /// Adds the name of the decision at `start` and of its row, if that follows. Returns the offset to continue from, or nil at the end.
  private static func add(
    _ result: UnsafeRawBufferPointer, from start: Int, to names: inout [UInt8], _ known: inout [Range<Int>]
  ) -> Int? {
    guard let end = quotationMark(in: result, from: start) else { return nil }
    guard let rowKey = rowKeys.first(where: { matches($0, result, end + 1) }) else { return end }
    let row = end + 1 + rowKey.count
    guard let rowEnd = quotationMark(in: result, from: row) else { return nil }
    let begin = names.count
    if begin > 0 { names.append(UInt8(ascii: ",")) }
    let text = names.count
    names.append(UInt8(ascii: "\""))
    names.append(contentsOf: result[start..<end])
    names.append(UInt8(ascii: "/"))
    names.append(contentsOf: result[row..<rowEnd])
    names.append(UInt8(ascii: "\""))
    let name = text..<names.count
    // The comparison of lengths comes first, because many names begin alike.
    if known.contains(where: { $0.count == name.count && names[$0].elementsEqual(names[name]) }) {
      names.removeLast(names.count - begin)
    } else {
      known.append(name)
    }
    return rowEnd
  }

  private static func matches(_ bytes: [UInt8], _ result: UnsafeRawBufferPointer, _ at: Int) -> Bool {
    at + bytes.count <= result.count && bytes.indices.allSatisfy { result[at + $0] == bytes[$0] }
  }

  /// The end of the text that begins at `start`.
  private static func quotationMark(in result: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var at = start
    while at < result.count {
      if result[at] == UInt8(ascii: "\"") { return at }
      at += result[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}

/// A search for a sequence of bytes that skips most positions (Horspool's algorithm).
struct ByteSearch: Sendable {
  private let key: [UInt8]
  /// For each byte at the end position, the distance to the next possible position.
  private let shifts: [Int]

  /// A search for `text`, which is not empty.
  init(_ text: String) {
    key = Array(text.utf8)
    var shifts = [Int](repeating: key.count, count: 256)
    for (index, byte) in key.dropLast().enumerated() { shifts[Int(byte)] = key.count - 1 - index }
    self.shifts = shifts
  }

  /// The number of bytes that are searched for.
  var count: Int { key.count }

  /// The first position of the sequence in `bytes`, from `start` on; nil if it does not occur.
  func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let last = key.last else { return nil }
    return shifts.withUnsafeBufferPointer { shifts in
      var end = start + key.count - 1
      while end < bytes.count {
        let byte = bytes[end]
        let begin = end + 1 - key.count
        if byte == last, key.indices.allSatisfy({ bytes[begin + $0] == key[$0] }) { return begin }
        end += shifts[Int(byte)]
      }
      return nil
    }
  }
}

/// The folders of a pack and its rules as results name them (`file`), and the common paths that replace them, so that a log can be replayed
/// in other folders with equal results.
struct ResultFolders: Sendable {
  private struct Folder {
    /// The beginning of a JSON text that is a path in it.
    let written: [UInt8]
    /// The common path that replaces it.
    let common: [UInt8]
  }

  // The key ends before the quotation mark that follows it, because a search is fast if its last byte is rare.
  private static let key = ByteSearch(#""file":"#)
  private let folders: [Folder]

  /// The folders of `served`; for a built pack the common names are used.
  init(_ served: ServedSystem) {
    guard let rules = served.rulesFolder else {
      folders = []
      return
    }
    let names = [(rules, "Rules/\(served.rules.id)/"), (served.place.pack, "ContentPacks/\(served.pack.id)/")]
    folders = names.compactMap { path, common in
      path + "/" == common ? nil : Folder(written: Self.json("\(path)/"), common: Self.json(common))
    }
  }

  /// `text` as JSON, without the quotation mark at its end.
  private static func json(_ text: String) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.string(text)
    return Array(writer.bytes.dropLast())
  }

  /// XXH64 of `result`, in which the folders have their common names.
  func hash(of result: UnsafeRawBufferPointer) -> UInt64 {
    var hash = StableHash.XXHash64()
    var next = 0
    if !folders.isEmpty {
      // The key cannot occur inside a text, where each quotation mark has a backslash before it.
      while let found = Self.key.first(in: result, from: next) {
        let path = found + Self.key.count
        hash.update(UnsafeRawBufferPointer(rebasing: result[next..<path]))
        next = path
        guard let folder = folders.first(where: { result[path...].starts(with: $0.written) }) else { continue }
        folder.common.withUnsafeBytes { hash.update($0) }
        next += folder.written.count
      }
    }
    hash.update(UnsafeRawBufferPointer(rebasing: result[next...]))
    return hash.value
  }
}
