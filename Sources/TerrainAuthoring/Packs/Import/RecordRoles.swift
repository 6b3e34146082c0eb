import TerrainDocuments
import TerrainForms
import TerrainValues

/// Gives values of records the form that their fields have in the pack: by what the schemas declare about fields, values of enums, ids
/// of other records, texts in locales and files are distinguished.
struct RecordRoles {
  /// A value of an enum that the pack does not have and the map does not replace.
  struct Unmapped: Hashable {
    let vocabulary: Text
    let value: Text
  }

  let map: ImportMap
  let pack: PackContents
  let ids: ImportedIDs
  /// The first use of each value that is not mapped, and how many more there are.
  private(set) var unmapped: [Unmapped: (first: Node, more: Int)] = [:]
  /// The files that records name, and where.
  private(set) var files: [(path: Text, node: Node)] = []
  private let locales: Set<Text>

  init(map: ImportMap, pack: PackContents, ids: ImportedIDs) {
    self.map = map
    self.pack = pack
    self.ids = ids
    locales = Set(pack.supportedLocales.map { Text("\($0)") })
  }

  /// `record` of `kind` as the pack has it.
  mutating func apply(to record: ImportedValue, of kind: Text, _ carried: inout CarriedNodes) -> ImportedValue {
    guard let (shapes, index) = pack.fields.record(of: kind) else { return record }
    return apply(to: record, shapes, index, &carried) ?? record
  }

  /// `value` as the pack has it; nil where it is left out. Readers and limits bound how deep values nest.
  private mutating func apply(
    to value: ImportedValue, _ shapes: FieldShapes, _ index: Int, _ carried: inout CarriedNodes
  ) -> ImportedValue? {
    let shape = shapes.shapes[index]
    var value = value
    switch value.content {
    case .map(let members) where shape.roles.isLocalized: return localized(value, members, &carried)
    case .map(let members):
      value.content = .map(
        members.compactMap { name, member in
          guard let next = shape.member(name) else { return (name, member) }
          return apply(to: member, shapes, next, &carried).map { (name, $0) }
        })
    case .list(let elements):
      guard let next = shape.elements else { break }
      value.content = .list(elements.compactMap { apply(to: $0, shapes, next, &carried) })
    case .scalar(.string(let text)):
      if shape.roles.isFile { files.append((text, value.origin)) }
      if let id = ids.id(of: text, kinds: shape.roles.references) { value.content = .scalar(.string(id)) }
      for name in shape.roles.vocabularies {
        guard let word = word(text, of: name, value, &carried) else { return nil }
        value.content = .scalar(.string(word))
      }
    case .scalar: break
    }
    return value
  }

  /// What `text`, a value of the enum `name`, is called in the pack; nil where it is left out.
  private mutating func word(
    _ text: Text, of name: Text, _ value: ImportedValue, _ carried: inout CarriedNodes
  ) -> Text? {
    switch map.values[name]?[text] {
    case .some(.some(let word)): return word
    case .some(nil):
      carried.drop(value.origin, because: "`values` of the map leaves it out")
      return nil
    case nil: break
    }
    if let vocabulary = pack.vocabulary(name), vocabulary.isKnown, vocabulary.node(of: text) == nil {
      let key = Unmapped(vocabulary: name, value: text)
      unmapped[key, default: (value.origin, -1)].more += 1
    }
    return text
  }

  /// A text in the locales of the pack: a plain one where only the pack's own locale is there.
  private func localized(
    _ value: ImportedValue, _ members: [(name: Text, value: ImportedValue)], _ carried: inout CarriedNodes
  ) -> ImportedValue {
    var texts: [(name: Text, value: ImportedValue)] = []
    for (name, text) in members {
      let locale: Text? =
        switch map.locales?[name] {
        case .some(let replacement): replacement
        case nil: name
        }
      if let locale, locales.contains(locale), !text.isNull {
        texts.append((locale, text))
      } else {
        let isMapped = map.locales?[name] != nil
        carried.drop(
          text.origin,
          because: isMapped && locale == nil
            ? "`locales` of the map leaves it out" : "`\(locale ?? name)` is not a locale of the pack")
      }
    }
    if texts.count == 1, let own = pack.defaultLocale, texts[0].name == Text("\(own)") { return texts[0].value }
    var value = value
    value.content = .map(texts)
    return value
  }
}
