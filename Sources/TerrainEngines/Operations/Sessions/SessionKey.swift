/// The name of something that a session keeps between requests, which no other key shares: declare each as one static constant.
package final class SessionKey<Kept>: Sendable {
  package init() {}

  /// What is kept, as an object that a session can hold beside those of other types.
  final class Box {
    let value: Kept

    init(_ value: Kept) { self.value = value }
  }

  /// What is in `box`, which was made under this key. Only one type has this key, so no cast is needed; Embedded Swift has none.
  static func value(in box: AnyObject) -> Kept { unsafeDowncast(box, to: Box.self).value }
}
