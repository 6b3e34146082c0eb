#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  /// Commands open each file of a pack and its rules once.
  @Suite struct OpenedFilesTests {
    /// Counts how often files in folders are opened, as the system reports it.
    private final class Watch {
      private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      private var folders: [Int32: String] = [:]

      init(_ root: URL) {
        let inside = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isDirectoryKey])
        let all = [root] + (inside?.compactMap { $0 as? URL } ?? []).filter(\.hasDirectoryPath)
        for folder in all {
          // The system puts equal events that follow each other together: closing a file keeps two openings apart.
          let watch = inotify_add_watch(descriptor, folder.path, UInt32(IN_OPEN | IN_CLOSE_NOWRITE))
          folders[watch] = folder.path
        }
      }

      deinit { close(descriptor) }

      /// How often each file was opened since this was last asked.
      func counts() -> [String: Int] {
        var counts: [String: Int] = [:]
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let head = MemoryLayout<inotify_event>.size
        while case let size = read(descriptor, &bytes, bytes.count), size > 0 {
          bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset + head <= size {
              let watch = buffer.loadUnaligned(fromByteOffset: offset, as: Int32.self)
              let mask = buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
              let length = Int(buffer.loadUnaligned(fromByteOffset: offset + head - 4, as: UInt32.self))
              let name = buffer[(offset + head)..<min(size, offset + head + length)].prefix { $0 != 0 }
              if mask & UInt32(IN_OPEN) != 0, mask & UInt32(IN_ISDIR) == 0, !name.isEmpty {
                counts["\(folders[watch] ?? "")/\(String(decoding: name, as: UTF8.self))", default: 0] += 1
              }
              offset += head + length
            }
          }
        }
        return counts
      }
    }

    /// Copies the pack `name`, its rules and the schemas.
    private func copy(_ name: String, of home: URL, to folder: URL) throws {
      for part in ["ContentPacks/Schemas", "ContentPacks/\(name)", "Rules/\(name)"] {
        let copy = folder.appending(path: part)
        try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: home.appending(path: part), to: copy)
      }
    }

    private func expectOnce(_ words: [String], in folder: URL, terminal: Bool = false) throws {
      let watch = Watch(folder)
      let result = try runCommand(
        words, environment: ["TERRAIN_HOME": nil, "COLUMNS": nil], directory: folder, terminal: terminal, timeout: 120)
      #expect(result.exitCode == 0, "\(words) \(result.standardError)")
      let counts = watch.counts()
      let content = counts.filter { $0.key.contains("/ContentPacks/") || $0.key.contains("/Rules/") }
      #expect(content.count > 2, "\(words)")
      let often = content.filter { $0.value > 1 }.map { "\($0.key) \($0.value)" }.sorted()
      #expect(often.isEmpty, "\(words): \(often)")
    }

    @Test func commandsAboutASmallPack() throws {
      try withTemporaryDirectory { folder in
        try copy("small", of: TranscriptTests.folder.appending(path: "Fixtures/small"), to: folder)
        for words in [
          ["build", "small"], ["diff", "ContentPacks/small", "ContentPacks/small"],
          ["validate", "ContentPacks", "Rules"],
          ["check", "Rules"], ["check", "--pack", "small"],
          ["impact", "Rules/small", "Rules/small", "--generate", "10"],
          ["schema", "page", "--pack", "small"],
        ] { try expectOnce(words, in: folder) }
      }
    }

    @Test func pagesAboutWeeks() throws {
      try withTemporaryDirectory { folder in
        try copy("terrain", of: TranscriptTests.checkout, to: folder)
        let request = folder.appending(path: "trend.json")
        try FileManager.default.moveItem(
          at: folder.appending(path: "ContentPacks/terrain/examples/requests/trend.json"), to: request)
        try expectOnce(["trend", "trend.json"], in: folder, terminal: true)
        try expectOnce(["run", "streak", "trend.json"], in: folder, terminal: true)
        try expectOnce(["report", "trend.json"], in: folder)
        try expectOnce(["report", "trend.json", "-o", "page.html"], in: folder)
      }
    }
  }
#endif
