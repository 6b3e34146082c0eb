import CLibYAML
import TerrainDocuments

// Lists, maps and aliases.

extension YAMLComposer {
  mutating func open(
    _ tag: UInt32, isFlow: Bool, anchor: UnsafeMutablePointer<yaml_char_t>?,
    tag written: UnsafeMutablePointer<yaml_char_t>?,
    _ eventStart: Int, _ end: Int
  ) {
    var start = eventStart
    if anchor != nil || written != nil { start = skipProperties(start) }
    comments.event(start, isFlow ? start + 1 : start)
    if expectsKey { return stop(.complexKey(source, start: start, end: max(end, start + 1))) }
    guard stack.count < limits.nesting else {
      return stop(.yamlNestedTooDeep(source, at: start, limit: limits.nesting))
    }
    if let written { checkCollectionTag(written, isMap: tag == RawNode.Tag.map, eventStart) }
    let before = builder.count + expanded
    let index = builder.open(tag, start: start)
    let name = anchor.map { String(cString: $0) }
    if let name { anchors[name] = Anchor(node: index, size: 1, height: 0, isComplete: false) }
    let isMap = tag == RawNode.Tag.map
    lastEnd = max(lastEnd, start)
    stack.append(Open(isMap: isMap, isFlow: isFlow, expectsKey: isMap, height: 0, anchor: name, before: before))
  }

  mutating func close(_ start: Int, _ end: Int) {
    guard let open = stack.popLast() else { return }
    if open.isFlow {
      comments.event(start, end)
      lastEnd = end
    }
    builder.close(end: lastEnd)
    let height = open.height + 1
    if let name = open.anchor, let anchor = anchors[name], !anchor.isComplete {
      anchors[name] = Anchor(
        node: anchor.node, size: builder.count + expanded - open.before, height: height, isComplete: true)
    }
    raiseHeight(height)
    advance()
  }

  private mutating func raiseHeight(_ height: Int) {
    let top = stack.count - 1
    if top >= 0 { stack[top].height = max(stack[top].height, height) }
  }

  // MARK: - Aliases

  mutating func alias(_ name: UnsafeMutablePointer<yaml_char_t>?, _ start: Int, _ end: Int) {
    let name = name.map { String(cString: $0) } ?? ""
    guard let anchor = anchors[name] else {
      return stop(.unknownAlias(source, name: name, known: anchors.keys.sorted(), start: start, end: end))
    }
    guard anchor.isComplete else { return stop(.recursiveAlias(source, name: name, start: start, end: end)) }
    expanded += anchor.size
    guard expanded <= limits.aliasExpansion else {
      return stop(.aliasExpansion(source, start: start, end: end, limit: limits.aliasExpansion))
    }
    guard stack.count + anchor.height <= limits.nesting else {
      return stop(.yamlNestedTooDeep(source, at: start, limit: limits.nesting))
    }
    lastEnd = end
    let target = builder.node(anchor.node)
    let link = UInt32(truncatingIfNeeded: anchor.node)
    if expectsKey {
      guard target.tag == RawNode.Tag.string else { return stop(.complexKey(source, start: start, end: end)) }
      let text = builder.bytes(of: anchor.node)
      builder.key(RawNode.Tag.alias, form: 0, start: start, end: end, link: link, text: text)
    } else {
      builder.value(RawNode.Tag.alias, start: start, end: end, link: link)
      raiseHeight(anchor.height)
    }
    advance()
  }
}

extension Diagnostic {
  static func yamlNestedTooDeep(_ source: SourceText, at offset: Int, limit: Int) -> Diagnostic {
    yaml(
      "nested-too-deep", "lists and maps are nested deeper than the limit `nesting` of \(limit)", source,
      offset..<offset + 1)
  }

  // MARK: Anchors, keys, tags

  static func unknownAlias(_ source: SourceText, name: String, known: [String], start: Int, end: Int) -> Diagnostic {
    yaml(
      "unknown-alias", "no anchor `&\(name)` comes before this alias", source, start..<end,
      fix: Suggestion.nearest(to: name, among: known).map { "did you mean `*\($0)`?" }
        ?? "if this is text, put it in quotes")
  }

  static func recursiveAlias(_ source: SourceText, name: String, start: Int, end: Int) -> Diagnostic {
    yaml("recursive-alias", "`*\(name)` is inside what it refers to, which would never end", source, start..<end)
  }

  static func aliasExpansion(_ source: SourceText, start: Int, end: Int, limit: Int) -> Diagnostic {
    yaml(
      "alias-expansion", "aliases expand to more values than the limit `aliasExpansion` of \(limit)", source,
      start..<end)
  }

  static func complexKey(_ source: SourceText, start: Int, end: Int) -> Diagnostic {
    yaml("complex-key", "a key is a text, not a list or a map", source, start..<end)
  }
}
