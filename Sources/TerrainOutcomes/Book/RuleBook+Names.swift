import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainBase

// Texts, facts and enums, each with what uses it; and figures of quality.

extension RuleBook {
  func texts(to page: inout Markup) {
    guard !messages.isEmpty else { return }
    page.element("section", ["id": "texts"]) { page in
      page.element("h2", "Texts")
      page.element("p", ["class": "doc"], "Each text with the rows and decisions that choose it.")
      for message in messages {
        let id = BookPlaces.message(message.id)
        page.element("article", ["id": id, "class": "entry text"]) { page in
          page.element("h3") { page in
            page.element("code", message.id.string)
            page.words(" ")
            anchor(id, to: &page)
          }
          page.element("dl", message.parts.count > 1 ? [:] : ["class": "single"]) { page in
            for part in message.parts {
              guard let text = served(part.text) else { continue }
              page.element("dt", part.name.string)
              page.element("dd") { page in
                write(text, to: &page)
                if text.locale != locale { page.element("span", ["class": "chip care"], "only in \(text.locale.text)") }
              }
            }
          }
          let name = places.name(at: id)
          if name.map({ places.users(of: $0).anchors.isEmpty && places.users(of: $0).others.isEmpty }) ?? true {
            let isOfForms = message.id.string.hasPrefix(FormValidation.wordingPrefix)
            page.element(
              "p", ["class": "users small soft"],
              isOfForms ? "Shown for a field of a form that is wrong." : "No row names it.")
          } else {
            users(of: name, to: &page)
          }
        }
        page.lineEnd()
      }
    }
    page.lineEnd()
  }

  func facts(to page: inout Markup) {
    let facts = places.names.filter { $0.kind == .fact }.ordered { $0.name < $1.name }
    guard !facts.isEmpty else { return }
    let declarations = declaredFacts()
    page.element("section", ["id": "facts"]) { page in
      page.element("h2", "Facts")
      page.element("p", ["class": "doc"], "What rules know about a person, a day or what is ranked.")
      for fact in facts {
        let id = "fact:\(fact.name)"
        page.element("article", ["id": id, "class": "entry"]) { page in
          page.element("h3") { page in
            page.element("code", fact.name.string)
            if let type = fact.type { self.type(type.string, to: &page) }
            page.words(" ")
            anchor(id, to: &page)
          }
          let declaration = declarations[fact.name]
          let bounds = declaration.map { range($0) } ?? ""
          if fact.doc != nil || !bounds.isEmpty {
            page.element("p", ["class": "doc"]) { page in
              prose(
                [fact.doc?.string, bounds.isEmpty ? nil : bounds].compactMap { $0 }.joined(separator: "; "), to: &page)
            }
          }
          users(of: fact, to: &page)
        }
        page.lineEnd()
      }
    }
    page.lineEnd()
  }

  private func declaredFacts() -> [Text: Node] {
    var nodes: [Text: Node] = [:]
    for module in modules {
      guard let facts = module.document.root["facts"], facts.kind == .map else { continue }
      for (key, node) in facts.members where node.kind == .map {
        if let name = key.text, nodes[name] == nil { nodes[name] = node }
      }
    }
    return nodes
  }

  func enums(to page: inout Markup) {
    guard !pack.vocabularies.isEmpty else { return }
    page.element("section", ["id": "enums"]) { page in
      page.element("h2", "Enums")
      page.element("p", ["class": "doc"], "Closed lists of values that the pack declares.")
      for vocabulary in pack.vocabularies {
        let id = "enum:\(vocabulary.name)"
        page.element("article", ["id": id, "class": "entry"]) { page in
          page.element("h3") { page in
            page.element("code", vocabulary.name.string)
            if vocabulary.isOrdered { page.element("span", ["class": "type"], " ordered, the least first") }
            page.words(" ")
            anchor(id, to: &page)
          }
          page.element("ul", ["class": "values"]) { page in
            for value in vocabulary.values {
              page.element("li") { page in
                page.element("code", value.string)
                if let label = served(pack.label(vocabulary.name, value)) {
                  page.words(" ")
                  write(label, to: &page)
                }
              }
            }
          }
          users(of: places.name(at: id), to: &page)
        }
        page.lineEnd()
      }
    }
    page.lineEnd()
  }

  func quality(to page: inout Markup) {
    guard let quality = measures.quality else { return }
    page.element("section", ["id": "quality"]) { page in
      page.element("h2", "Quality")
      page.element("p", ["class": "doc"], "What people get, measured over \(quality.sample).")
      page.element("pre", ["class": "card", "tabindex": "0"], quality.text)
    }
    page.lineEnd()
  }
}
