#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes files whole or not at all, whatever ends the program: new files have no names until all of them are complete, and then
/// replace their targets, each in one step. Folders on the way to them are created.
///
/// Where the system has no files without a name, a hidden one beside the target is used instead. What a killed program left
/// of that is removed when the same file is written the next time.
package enum AtomicFile {
  /// Writes `bytes` to `path`, keeping the permissions of a file that is there already. A link is followed; what is not a
  /// regular file (a terminal, a pipe, a device) is written to and stays what it is.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    do throws(FileFailure) { _ = try write([(path, bytes)], over: []) } catch { throw error.reason }
  }

  /// Writes all of `files`, as if each were alone, or none of them: a disk that is full is noticed before the first replaces
  /// its target, and where a later one cannot be replaced, those before it become what they were.
  ///
  /// - Parameter sources: Files and the bytes that were read from them, on which `files` depend.
  /// - Returns: the path of the first source that has other bytes by now, so that nothing was written; nil where all were.
  package static func write(
    _ files: [(path: String, bytes: [UInt8])], over sources: [(path: String, bytes: [UInt8])]
  ) throws(FileFailure) -> String? {
    var staging = Staging()
    do throws(FileFailure) {
      for file in files { try staging.add(file.bytes, for: file.path) }
      try staging.prepare()
      // As late as can be, so that hardly anybody writes in between.
      if let changed = sources.first(where: { !has($0.bytes, at: $0.path) }) {
        staging.discard()
        return changed.path
      }
      try staging.finish()
    } catch {
      staging.discard()
      throw error
    }
    for file in files where FileStatus(file.path).map({ $0.kind != .file }) ?? false {
      do throws(SystemError) { try append(file.bytes, to: file.path) } catch { throw FileFailure(file.path, error) }
    }
    return nil
  }

  /// Whether the file at `path` has exactly `bytes`.
  private static func has(_ bytes: [UInt8], at path: String) -> Bool {
    Descriptor.firstBytes(of: path, bytes.count + 1) == bytes
  }

  /// Creates the folders on the way to the file `path`, for a file that is written piece by piece.
  package static func makeFolders(for path: String) throws(SystemError) { _ = try makeFolder(FilePath.folder(path)) }

  /// Creates the folder `path` and those above it where they are missing; returns those that it created, the highest first.
  static func makeFolder(_ path: String) throws(SystemError) -> [String] {
    var missing: [String] = []
    var folder = path
    while Folder.kind(of: folder) == nil, folder != ".", folder != "/" {
      missing.append(folder)
      folder = FilePath.folder(folder)
    }
    var made: [String] = []
    for folder in missing.reversed() {
      if mkdir(folder, 0o755) == 0 {
        made.append(folder)
      } else if errno != EEXIST {
        let error = SystemError.last
        for folder in made.reversed() { rmdir(folder) }
        throw error
      }
    }
    return made
  }

  // MARK: Without replacing

  /// Writes `bytes` to something that cannot be replaced.
  private static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = try Descriptor.writing(path)
    defer { descriptor.close() }
    try descriptor.write(bytes)
  }
}
