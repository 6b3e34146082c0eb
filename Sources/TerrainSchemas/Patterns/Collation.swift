/// The order of texts by the Unicode Collation Algorithm with its default table (root collation): letters first, then
/// diacritics, then case.
///
/// The table covers Latin, Greek, Cyrillic, punctuation, symbols, and kana. Other code points come after these, by number, with ideographs
/// last. No character is ignored: spaces and hyphens come before letters.
package enum Collation {
  private static let data = CollationData.shared

  /// The sort key of a text: keys compare as their texts.
  package struct Key: Sendable, Comparable {
    private let weights: [UInt32]
    private let text: String

    /// The key of `text`.
    package init(_ text: String) {
      let elements = Collation.elements(of: text)
      var weights: [UInt32] = []
      weights.reserveCapacity(3 * elements.count + 2)
      for element in elements where element.primary != 0 { weights.append(element.primary) }
      weights.append(0)
      for element in elements where element.secondary != 0 { weights.append(element.secondary) }
      weights.append(0)
      for element in elements where element.tertiary != 0 { weights.append(element.tertiary) }
      self.weights = weights
      self.text = text
    }

    package static func == (a: Key, b: Key) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    package static func < (a: Key, b: Key) -> Bool {
      // Texts without visible difference are ordered by their bytes, so that the order is deterministic.
      a.weights == b.weights
        ? a.text.utf8.lexicographicallyPrecedes(b.text.utf8) : a.weights.lexicographicallyPrecedes(b.weights)
    }
  }

  /// `text` reduced to the first level of the order: without case and diacritics, ligatures as letters, in every script.
  ///
  /// Texts that differ only in these are folded alike: `Crème` and `CREME` become `creme`, `Straße` becomes `strasse`. `ı`, `đ`, and `ħ`
  /// are folded to the letters that people type for them, although they are separate letters in the order.
  package static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      if scalar.isASCII {
        // In most texts only capital letters change.
        folded.append("A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar)
        continue
      }
      if let letters = data.fold(scalar.value) {
        folded.append(contentsOf: letters.map(Self.typed))
        continue
      }
      var elements = data.elements(of: scalar.value)
      if let other = next, let pair = data.elements(of: scalar.value, and: other.value) {
        elements = pair
        next = scalars.next()
      }
      guard let elements else {
        folded.append(scalar)
        continue
      }
      let letters = elements.filter { $0.primary != 0 }.map { data.letter($0.primary).map(Self.typed) }
      if letters.contains(nil) { folded.append(scalar) } else { folded.append(contentsOf: letters.compactMap({ $0 })) }
    }
    return String(folded)
  }

  /// The letter that people type instead of `letter` if their keyboard lacks it.
  private static func typed(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    switch letter {
    case "ı": "i"
    case "đ": "d"
    case "ħ": "h"
    default: letter
    }
  }

  fileprivate static func elements(of text: String) -> [CollationData.Element] {
    var elements: [CollationData.Element] = []
    elements.reserveCapacity(text.utf8.count)
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      if let other = next, let pair = data.elements(of: scalar.value, and: other.value) {
        elements += pair
        next = scalars.next()
      } else if let own = data.elements(of: scalar.value) {
        elements += own
      } else {
        elements.append(
          CollationData.Element(primary: data.implicitPrimary(scalar.value), secondary: 0x20, tertiary: 2))
      }
    }
    order(&elements)
    return elements
  }

  /// Sorts the marks of one letter into their canonical order.
  private static func order(_ elements: inout [CollationData.Element]) {
    for index in elements.indices.dropFirst() where elements[index].primary == 0 {
      let own = data.combiningClass(elements[index])
      guard own != 0 else { continue }
      var place = index
      while place > 0, data.combiningClass(elements[place - 1]) > own {
        elements.swapAt(place, place - 1)
        place -= 1
      }
    }
  }
}

/// The collation elements of code points, decoded from the table.
struct CollationData: Sendable {
  /// An element: weights of three levels. An element with primary weight 0 belongs to the letter before it.
  struct Element: Sendable {
    let primary: UInt32
    let secondary: UInt32
    let tertiary: UInt32
  }

  /// The table, which is decoded once.
  static let shared = CollationData()

  /// The number of primary weights in the table. The weights of all other code points are greater.
  let primaries: UInt32
  private let all: [Element]
  /// The index of the first element of each code point of the table, in order, followed by the end.
  private var scalars: [UInt32] = []
  private var starts: [Int32] = []
  private var pairs: [UInt64: Range<Int>] = [:]
  /// The indices of the first code points.
  private var first: [Int32]
  /// The representative letter of each primary weight.
  private let letters: [UInt32]
  /// The combining class of the mark of each secondary weight.
  private let classes: [UInt32: UInt8]
  /// The folded form of code points whose elements do not lead to its letters, as a range of ``foldedLetters``.
  private var folds: [UInt32: Range<Int>] = [:]
  private var foldedLetters: [Unicode.Scalar] = []

  private init() {
    var weights = TableReader(CollationTable.weights)
    var others: [(secondary: UInt32, tertiary: UInt32)] = []
    while !weights.isAtEnd { others.append((weights.number(), weights.number())) }
    var elements: [Element] = []
    var rank: UInt32 = 0
    func read(_ reader: inout TableReader) {
      for _ in 0..<reader.number() {
        let step = reader.number()
        rank = step & 1 == 0 ? rank &+ step / 2 : rank &- (step + 1) / 2
        let other = Int(reader.number())
        let (secondary, tertiary) = others.indices.contains(other) ? others[other] : (0, 0)
        elements.append(Element(primary: rank, secondary: secondary, tertiary: tertiary))
      }
    }
    var singles = TableReader(CollationTable.singles)
    var next: UInt32 = 0
    while !singles.isAtEnd {
      let scalar = next &+ singles.number()
      scalars.append(scalar)
      starts.append(Int32(elements.count))
      read(&singles)
      next = scalar &+ 1
    }
    starts.append(Int32(elements.count))
    var reader = TableReader(CollationTable.pairs)
    rank = 0
    while !reader.isAtEnd {
      let key = UInt64(reader.number()) << 32 | UInt64(reader.number())
      let start = elements.count
      read(&reader)
      pairs[key] = start..<elements.count
    }
    all = elements
    primaries = (elements.map { $0.primary }.max() ?? 0) + 1
    first = Array(repeating: -1, count: 0x250)
    for (place, scalar) in scalars.enumerated() where scalar < 0x250 { first[Int(scalar)] = Int32(place) }
    (letters, classes) = Self.letters(scalars, starts, elements, count: Int(primaries))
    readFolds()
  }

  private mutating func readFolds() {
    var reader = TableReader(CollationTable.folds)
    var (next, letter): (UInt32, UInt32) = (0, 0)
    while !reader.isAtEnd {
      let scalar = next &+ reader.number()
      let start = foldedLetters.count
      for _ in 0..<reader.number() {
        let step = reader.number()
        letter = step & 1 == 0 ? letter &+ step / 2 : letter &- (step + 1) / 2
        if let scalar = Unicode.Scalar(letter) { foldedLetters.append(scalar) }
      }
      folds[scalar] = start..<foldedLetters.count
      next = scalar &+ 1
    }
  }

  /// The folded form of `scalar`, or nil if its elements lead to that form or to `scalar` itself.
  func fold(_ scalar: UInt32) -> ArraySlice<Unicode.Scalar>? { folds[scalar].map { foldedLetters[$0] } }

  /// The representative of each primary weight: among the code points with that weight alone, the code point with the least other weights.
  private static func letters(
    _ scalars: [UInt32], _ starts: [Int32], _ elements: [Element], count: Int
  ) -> (letters: [UInt32], classes: [UInt32: UInt8]) {
    var letters: [UInt32] = Array(repeating: 0, count: count)
    var least: [(UInt32, UInt32)] = Array(repeating: (.max, .max), count: count)
    var classes: [UInt32: UInt8] = [:]
    for (place, scalar) in scalars.enumerated() where starts[place + 1] - starts[place] == 1 {
      let element = elements[Int(starts[place])]
      if element.primary == 0 {
        let mark = Unicode.Scalar(scalar)?.properties.canonicalCombiningClass.rawValue ?? 0
        if mark != 0, classes[element.secondary] == nil { classes[element.secondary] = mark }
      } else if (element.tertiary, element.secondary) < least[Int(element.primary)] {
        least[Int(element.primary)] = (element.tertiary, element.secondary)
        letters[Int(element.primary)] = scalar
      }
    }
    return (letters, classes)
  }

  /// The elements of `scalar`, or nil if the table does not have it.
  func elements(of scalar: UInt32) -> ArraySlice<Element>? {
    var place: Int
    if scalar < 0x250 {
      place = Int(first[Int(scalar)])
      if place < 0 { return nil }
    } else {
      (place, _) = (0, 0)
      var high = scalars.count
      while place < high {
        let middle = place + (high - place) / 2
        if scalars[middle] < scalar { place = middle + 1 } else { high = middle }
      }
      guard place < scalars.count, scalars[place] == scalar else { return nil }
    }
    return all[Int(starts[place])..<Int(starts[place + 1])]
  }

  /// The elements of two code points that form one letter, or nil if they do not.
  func elements(of scalar: UInt32, and next: UInt32) -> ArraySlice<Element>? {
    pairs[UInt64(scalar) << 32 | UInt64(next)].map { all[$0] }
  }

  /// The code point that represents the primary weight, or nil if no code point has that weight alone.
  func letter(_ primary: UInt32) -> Unicode.Scalar? {
    guard primary < letters.count, letters[Int(primary)] != 0 else { return nil }
    return Unicode.Scalar(letters[Int(primary)])
  }

  /// The combining class if `element` is a mark, else 0.
  func combiningClass(_ element: Element) -> UInt8 { element.primary == 0 ? classes[element.secondary] ?? 0 : 0 }

  /// The primary weight of a code point outside of the table: by number, with ideographs last, those of the main blocks before those of the
  /// extensions.
  func implicitPrimary(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x4E00...0x9FFF, 0xFA0E...0xFA29: primaries + 0x11_0000 + scalar
    case 0x3400...0x4DBF, 0x2_0000...0x3_FFFF: primaries + 0x22_0000 + scalar
    default: primaries + scalar
    }
  }
}
