/// Elements in an order that their owner keeps, in runs of a few dozen. Insertion and removal move few elements, and copies share the runs
/// that do not change.
struct SortedRuns<Element: Sendable>: Sendable {
  /// The runs, none of which is empty.
  private var runs: [[Element]] = []

  /// A run with more is cut in two.
  private static var most: Int { 64 }

  /// The position of an element, or the position at which to insert it.
  struct Place {
    fileprivate var run: Int
    fileprivate var offset: Int
  }

  /// The first one.
  var first: Element? { runs.first?.first }

  /// The last one.
  var last: Element? { runs.last?.last }

  /// All elements, in order.
  var all: [Element] { Array(runs.joined()) }

  /// The position after the elements for which `isBefore` is true. These must be the first elements.
  func place(after isBefore: (borrowing Element) -> Bool) -> Place {
    // Nearly always the end, or the beginning.
    if let last = runs.last?.last, isBefore(last) { return Place(run: runs.count, offset: 0) }
    let run = Self.count(runs.count) { isBefore(runs[$0][runs[$0].count - 1]) }
    guard run < runs.count else { return Place(run: run, offset: 0) }
    return Place(run: run, offset: Self.count(runs[run].count) { isBefore(runs[run][$0]) })
  }

  /// The number of leading numbers below `end` for which `isBefore` is true.
  private static func count(_ end: Int, where isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, end)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The element at `place`; nil at the end.
  subscript(place: Place) -> Element? {
    place.run < runs.count && place.offset < runs[place.run].count ? runs[place.run][place.offset] : nil
  }

  /// Changes the element at `place`, which keeps its place in the order.
  mutating func change(at place: Place, _ body: (inout Element) -> Void) {
    guard place.run < runs.count, place.offset < runs[place.run].count else { return }
    body(&runs[place.run][place.offset])
  }

  /// Adds `element` at the end.
  mutating func append(_ element: Element) { insert(element, at: Place(run: runs.count, offset: 0)) }

  /// Changes the last element, which keeps its place in the order.
  mutating func changeLast(_ body: (inout Element) -> Void) {
    guard let run = runs.indices.last, let offset = runs[run].indices.last else { return }
    body(&runs[run][offset])
  }

  /// Inserts `element` at `place`, before the current element there.
  mutating func insert(_ element: Element, at place: Place) {
    guard place.run < runs.count else {
      if let last = runs.indices.last, runs[last].count < Self.most {
        runs[last].append(element)
      } else {
        runs.append([element])
      }
      return
    }
    runs[place.run].insert(element, at: place.offset)
    guard runs[place.run].count > Self.most else { return }
    let second = Array(runs[place.run][(Self.most / 2)...])
    runs[place.run].removeSubrange((Self.most / 2)...)
    runs.insert(second, at: place.run + 1)
  }

  /// Removes the element at `place`, which then refers to the next element.
  @discardableResult
  mutating func remove(at place: inout Place) -> Element? {
    guard place.run < runs.count, place.offset < runs[place.run].count else { return nil }
    let element = runs[place.run].remove(at: place.offset)
    if runs[place.run].isEmpty { runs.remove(at: place.run) }
    settle(&place)
    return element
  }

  /// Removes the first one.
  @discardableResult
  mutating func removeFirst() -> Element? {
    var place = Place(run: 0, offset: 0)
    return remove(at: &place)
  }

  /// Advances to the next element.
  func advance(_ place: inout Place) {
    place.offset += 1
    settle(&place)
  }

  /// After the end of a run, moves to the beginning of the next run.
  private func settle(_ place: inout Place) {
    if place.run < runs.count, place.offset >= runs[place.run].count { place = Place(run: place.run + 1, offset: 0) }
  }
}
