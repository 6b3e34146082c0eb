import TerrainBase

// Members of objects: a key and a value at once.

extension JSONWriter {
  /// Writes the member `key`, a text.
  package mutating func member(_ key: String, _ text: Text) { member(key, text.string) }

  /// Writes the member `key`, a text.
  package mutating func member(_ key: String, _ text: String) {
    self.key(key)
    string(text)
  }

  /// Writes the member `key`, a whole number.
  @inlinable package mutating func member(_ key: String, _ number: some BinaryInteger) {
    self.key(key)
    int(number)
  }

  /// Writes the member `key`, true or false.
  package mutating func member(_ key: String, _ truth: Bool) {
    self.key(key)
    bool(truth)
  }

  /// Writes the member `key`, an object; `body` writes its members.
  @inlinable package mutating func object<E: Error>(
    _ key: String, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    self.key(key)
    try object(body)
  }

  /// Writes the member `key`, an array; `body` writes its elements.
  @inlinable package mutating func array<E: Error>(
    _ key: String, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    self.key(key)
    try array(body)
  }

  /// Writes the member `key`, a list of texts.
  package mutating func member(_ key: String, _ texts: some Sequence<Text>) {
    array(key) { writer in for text in texts { writer.string(text) } }
  }

  /// Writes the member `key`, a list of texts.
  package mutating func member(_ key: String, _ texts: some Sequence<String>) {
    array(key) { writer in for text in texts { writer.string(text) } }
  }

  /// Writes the member `key`, any value.
  package mutating func member(_ key: String, _ value: Value) throws(JSONWriterError) {
    self.key(key)
    try self.value(value)
  }

  /// Writes the member `key`, a text; nothing where there is none.
  package mutating func member(_ key: String, ifAny text: Text?) {
    if let text { member(key, text.string) }
  }

  /// Writes the member `key`, a text; nothing where there is none.
  package mutating func member(_ key: String, ifAny text: String?) {
    if let text { member(key, text) }
  }

  /// Writes the member `key`, a whole number; nothing where there is none.
  package mutating func member(_ key: String, ifAny number: (some BinaryInteger)?) {
    if let number { member(key, number) }
  }

  /// Writes where something begins, as the members `file` and `line`.
  package mutating func fileAndLine(of place: Place) {
    member("file", place.source.name)
    member("line", place.line)
  }
}
