/// The order of texts by the Unicode Collation Algorithm with its default table (root collation): letters first, then
/// diacritics, then case.
///
/// The table covers Latin, Greek, Cyrillic, punctuation, symbols and kana. Other code points follow these by number, ideographs
/// last. Nothing is ignored: a space and a hyphen come before letters.
package enum Collation {
  private static let data = CollationData.shared

  /// Where a text comes in order: keys compare as their texts.
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
      // What differs in nothing that is seen is ordered by its bytes, so that the order is always the same.
      a.weights == b.weights
        ? a.text.utf8.lexicographicallyPrecedes(b.text.utf8) : a.weights.lexicographicallyPrecedes(b.weights)
    }
  }

  /// `text` without what the first level of the order ignores: without case and diacritics, ligatures as letters.
  ///
  /// Texts that differ in these only are folded alike: `Crème` and `CREME` are `creme`, `Straße` is `strasse`.
  package static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      if scalar.isASCII {
        // Nearly always: only capital letters change.
        folded.append("A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar)
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
      let letters = elements.filter { $0.primary != 0 }.map { data.letter($0.primary) }
      if letters.contains(nil) { folded.append(scalar) } else { folded.append(contentsOf: letters.compactMap({ $0 })) }
    }
    return String(folded)
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

  /// Puts marks of one letter into their canonical order.
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
