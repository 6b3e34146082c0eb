/// Finds a character's class quickly: a table for ASCII, pages for the rest of the basic plane, a search beyond.
struct ScalarClassifier: Sendable {
  /// The class of each ASCII character.
  let ascii: [UInt16]
  /// The class of everything else, when that is one class.
  let uniform: UInt16?
  /// Where the page of each 64 characters of the basic plane begins in `pages`.
  private let pageOf: [UInt32]
  private let pages: [UInt16]
  /// The intervals beyond the basic plane.
  private let starts: [UInt32]
  private let classOfInterval: [UInt16]

  private static let pageSize: UInt32 = 64

  init(_ classes: ScalarClasses) {
    ascii = (UInt32(0)...0x7F).map(classes.classOf)
    let firstBeyond = classes.starts.lastIndex { $0 <= 0x80 } ?? 0
    if firstBeyond == classes.starts.count - 1 {
      uniform = classes.classOfInterval[firstBeyond]
      (pageOf, pages, starts, classOfInterval) = ([], [], [], [])
      return
    }
    uniform = nil
    var pageOfClass: [UInt16: UInt32] = [:]
    var pageOf: [UInt32] = []
    var pages: [UInt16] = []
    var interval = 0
    for page in 0..<(0x10000 / ScalarClassifier.pageSize) {
      let first = page * ScalarClassifier.pageSize
      let next = first + ScalarClassifier.pageSize
      while interval + 1 < classes.starts.count, classes.starts[interval + 1] <= first { interval += 1 }
      let isUniform = interval + 1 == classes.starts.count || classes.starts[interval + 1] >= next
      if isUniform, let known = pageOfClass[classes.classOfInterval[interval]] {
        pageOf.append(known)
        continue
      }
      let place = UInt32(truncatingIfNeeded: pages.count)
      pageOf.append(place)
      if isUniform { pageOfClass[classes.classOfInterval[interval]] = place }
      for scalar in first..<next {
        while interval + 1 < classes.starts.count, classes.starts[interval + 1] <= scalar { interval += 1 }
        pages.append(classes.classOfInterval[interval])
      }
    }
    self.pageOf = pageOf
    self.pages = pages
    let firstAstral = classes.starts.lastIndex { $0 <= 0x10000 } ?? 0
    starts = Array(classes.starts[firstAstral...])
    classOfInterval = Array(classes.classOfInterval[firstAstral...])
  }

  /// The class of a character that is not ASCII.
  func classBeyondASCII(_ scalar: UInt32) -> UInt16 {
    if let uniform { return uniform }
    if scalar < 0x10000 {
      return pages[Int(pageOf[Int(scalar / ScalarClassifier.pageSize)] + scalar % ScalarClassifier.pageSize)]
    }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return classOfInterval[low]
  }
}
