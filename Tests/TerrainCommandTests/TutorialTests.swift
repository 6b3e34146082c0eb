import Foundation
import TestSupport
import Testing

/// The tutorial, followed file by file and command by command from an empty folder.
///
/// `TERRAIN_RECORD=1 bin/test --filter TutorialTests` writes the present output into the page; review the difference.
@Suite struct TutorialTests {
  @Test func outputIsCurrent() throws {
    let url = TranscriptTests.checkout.appending(path: "Documentation/tutorial/tea-shop.md")
    try withTemporaryDirectory { folder in
      let packs = folder.appending(path: "ContentPacks")
      try FileManager.default.createDirectory(at: packs, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: TranscriptTests.checkout.appending(path: "ContentPacks/Schemas"), to: packs.appending(path: "Schemas"))
      try ExecutablePage(url: url, leastSteps: 21).check(in: folder)
    }
  }
}
