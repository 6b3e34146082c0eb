import Foundation
import TestSupport
import Testing

/// The tutorials and the page of the rule language, followed file by file and command by command from an empty folder.
///
/// `TERRAIN_RECORD=1 bin/test --filter TutorialTests` writes the present output into the pages; review the difference.
@Suite struct TutorialTests {
  @Test(arguments: [("tutorial/tea-shop.md", 21), ("tutorial/hotel.md", 30), ("reference/rule-language.md", 30)])
  func outputIsCurrent(page: String, leastSteps: Int) throws {
    let url = TranscriptTests.checkout.appending(path: "Documentation/\(page)")
    try withTemporaryDirectory { folder in
      let packs = folder.appending(path: "ContentPacks")
      try FileManager.default.createDirectory(at: packs, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: TranscriptTests.checkout.appending(path: "ContentPacks/Schemas"), to: packs.appending(path: "Schemas"))
      try ExecutablePage(url: url, leastSteps: leastSteps).check(in: folder)
    }
  }

  /// This one begins with an empty folder.
  @Test func theQuizIsCurrent() throws {
    let url = TranscriptTests.checkout.appending(path: "Documentation/tutorial/quiz.md")
    try withTemporaryDirectory { folder in
      try ExecutablePage(url: url, leastSteps: 18, home: TranscriptTests.checkout).check(in: folder)
    }
  }
}
