import TerrainRules
import TerrainBase

/// The drawings that records of a pack have on their cards.
package struct Pictures {
  /// The name of the card's field with the path of the drawing.
  static let field: Text = "picture"

  private let pack: Pack
  private let files: ContentFiles

  /// The drawings of `pack`, which was loaded from `files`.
  package init(_ pack: Pack, files: ContentFiles) {
    self.pack = pack
    self.files = files
  }

  /// The drawing of the record of `kind` called `id`; nil where it has none.
  func picture(kind: Text, id: Text) -> Picture? {
    guard let record = pack.record(kind, id) else { return nil }
    let card = pack.card(of: record, kind: kind, for: pack.defaultLocale)
    guard case .string(let path)? = card.first(where: { $0.name == Self.field })?.value else { return nil }
    return files.media(path.string, ofPackIn: pack.path).flatMap { Picture(svg: $0) }
  }
}
