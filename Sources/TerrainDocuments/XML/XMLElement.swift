/// An element of an XML document, with its place.
package struct XMLElement: Sendable {
  /// A part of an element, in the order of the source.
  package enum Content: Sendable {
    case element(XMLElement)
    /// Characters, references resolved and line ends as LF.
    case text(String)
  }

  /// An attribute.
  package struct Attribute: Sendable {
    /// The address of its namespace; empty where its name has no prefix.
    package let namespace: String
    /// Its name without a prefix.
    package let name: String
    /// Its value, references resolved.
    package let value: String
  }

  /// The address of its namespace; empty where there is none.
  package let namespace: String
  /// Its name without a prefix.
  package let name: String
  /// Its attributes in order, declarations of namespaces left out.
  package let attributes: [Attribute]
  /// Its start tag.
  package let place: Place
  /// What is between its tags; no two texts follow each other.
  package internal(set) var content: [Content] = []

  /// The elements in it.
  package var children: [XMLElement] {
    content.compactMap { part in if case .element(let element) = part { element } else { nil } }
  }

  /// All characters in it, those of its elements included.
  package var text: String {
    content.map { part in
      switch part {
      case .text(let text): text
      case .element(let element): element.text
      }
    }.joined()
  }

  /// The value of the attribute `name` that has no prefix.
  package func attribute(_ name: String) -> String? {
    attributes.first { $0.namespace.isEmpty && $0.name == name }?.value
  }

  /// The first element in it that is called `name`, in its own namespace.
  package func child(_ name: String) -> XMLElement? {
    children.first { $0.name == name && $0.namespace == namespace }
  }

  mutating func append(text: String) {
    guard case .text(var own)? = content.last else {
      if !text.isEmpty { content.append(.text(text)) }
      return
    }
    // Taken out, so that it is not copied for each reference in it.
    content.removeLast()
    own += text
    content.append(.text(own))
  }
}
