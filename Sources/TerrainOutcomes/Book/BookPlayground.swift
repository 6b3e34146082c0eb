import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainPages

/// A page that `bin/playground` wrote, which a book contains: the engine at work on the pack and the rules of the book.
package struct BookPlayground {
  /// The page as it is.
  let page: String
  /// The text of its one script that runs.
  let script: String

  /// The playground in `source`.
  ///
  /// - Throws: `book/not-a-playground`, and `book/other-playground` where it runs other content than `system`.
  package init(_ source: SourceText, of system: LoadedSystem) throws(DiagnosticError) {
    let bytes = source.bytes
    guard
      let data = Self.between(#"<script type="application/json" id="data">"#, "</script>", bytes),
      let script = Self.between("\n<script>", "</script>", bytes),
      let versions = JSONReader.read(SourceText(name: source.name, bytes: Array(data))).document?.root["versions"],
      let pack = versions["pack"]?["hash"]?.text, let rules = versions["rules"]?["hash"]?.text
    else { throw DiagnosticError(.notAPlayground(source.name)) }
    guard pack.string == system.pack.hash, rules.string == system.rules.hash else {
      throw DiagnosticError(.otherPlayground(source.name, of: system.pack.id.string))
    }
    page = String(decoding: bytes, as: UTF8.self)
    self.script = String(decoding: script, as: UTF8.self)
  }

  /// The bytes between the first `start` and the next `end`.
  private static func between(_ start: String, _ end: String, _ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard let opening = bytes.firstRange(of: Array(start.utf8)) else { return nil }
    let rest = bytes[opening.upperBound...]
    guard let closing = rest.firstRange(of: Array(end.utf8)) else { return nil }
    return rest[..<closing.lowerBound]
  }
}

extension RuleBook {
  /// Writes where the rules can be tried; nothing in a book without a playground.
  func trial(to page: inout Markup) {
    guard let playground else { return }
    page.element("section", ["id": "try"]) { page in
      page.element("h2", "Try the rules")
      page.element(
        "p", ["class": "doc"],
        "The engine itself, in this file: answer, move a threshold, and see the result, the shares and the rows that decide. Nothing that you enter leaves it."
      )
      page.element("p") { page in
        page.element("button", ["type": "button", "id": "open-playground", "hidden": "hidden"], "Open")
      }
      page.json("playground", playground.page)
    }
    page.lineEnd()
  }
}

extension BookScript {
  /// Opens the playground in a frame, and keeps what it shows in the address of the book.
  static let playground: StaticString = """
    "use strict";
    (() => {
      const button = document.getElementById("open-playground");
      const frame = document.createElement("iframe");
      const open = (state) => {
        const page = JSON.parse(document.getElementById("playground").textContent);
        frame.title = "The rules at work";
        frame.className = "playground";
        frame.src = URL.createObjectURL(new Blob([page], { type: 'text/html' })) + state;
        button.parentNode.replaceWith(frame);
      };
      button.hidden = false;
      button.addEventListener("click", () => { open(""); frame.focus(); });
      addEventListener("message", ({ source, data }) => {
        if (source !== frame.contentWindow || typeof data?.playground !== "string") return;
        history.replaceState(null, "", `#try=${data.playground}`);
      });
      if (!location.hash.startsWith("#try=")) return;
      open(`#${location.hash.slice(5)}`);
      frame.scrollIntoView();
    })();

    """
}

extension Diagnostic {
  fileprivate static func notAPlayground(_ file: String) -> Diagnostic {
    Diagnostic(
      code: "book/not-a-playground", message: "`\(file)` is not a page that `bin/playground` wrote", place: nil,
      fix: "`bin/playground PACK -o FILE.html` writes one")
  }

  fileprivate static func otherPlayground(_ file: String, of pack: String) -> Diagnostic {
    Diagnostic(
      code: "book/other-playground",
      message: "the playground `\(file)` runs other content than that of the book, which is of `\(pack)`", place: nil,
      fix: "write it again: `bin/playground \(pack) -o \(file)`")
  }
}
