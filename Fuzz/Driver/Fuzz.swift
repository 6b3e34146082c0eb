import Foundation
import TerrainFuzzing

/// The target of this process: `FUZZ_TARGET` in the environment.
private let target: FuzzTarget? = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  return FuzzTarget.all.first { $0.name == name }
}()

/// Called once by libFuzzer: lists targets (`FUZZ_LIST`), or writes the target's seeds and dictionary into a folder
/// (`FUZZ_SEEDS`), and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  let environment = ProcessInfo.processInfo.environment
  if environment["FUZZ_LIST"] != nil {
    for target in FuzzTarget.all { print(target.name) }
    exit(0)
  }
  guard let target else {
    FileHandle.standardError.write(Data("fuzz: FUZZ_TARGET names no target\n".utf8))
    exit(2)
  }
  if let folder = environment["FUZZ_SEEDS"] {
    write(target, to: URL(fileURLWithPath: folder))
    exit(0)
  }
  return 0
}

private func write(_ target: FuzzTarget, to folder: URL) {
  let seeds = folder.appending(path: "corpus/\(target.name)")
  do {
    try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
    for (number, seed) in target.seeds.enumerated() {
      try Data(seed).write(to: seeds.appending(path: "seed-\(number)"))
    }
    let words = target.dictionary.map { word in
      "\"" + word.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\"\n"
    }
    try Data(words.joined().utf8).write(to: folder.appending(path: "\(target.name).dict"))
  } catch {
    FileHandle.standardError.write(Data("fuzz: \(error)\n".utf8))
    exit(2)
  }
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func runOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do throws(FuzzFailure) {
    try target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    FileHandle.standardError.write(Data("fuzz: \(error)\n".utf8))
    abort()
  }
  return 0
}
