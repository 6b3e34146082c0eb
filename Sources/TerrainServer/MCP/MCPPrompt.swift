import TerrainDocuments
import TerrainValues

/// A task of an author, as a prompt.
struct MCPPrompt: Sendable {
  let name: String
  let description: String
  /// The arguments, all required, each with what it is.
  let arguments: [(name: String, description: String)]
  /// The text, with `{NAME}` for each argument.
  let text: String

  /// How a client should work with the tools.
  static let instructions =
    "Packs contain what can be said, rules when to say it. Read files as resources before you change them. A change is the "
    + "whole new text of files: validate it, run the tests, look at the difference and the impact, and report those figures "
    + "to the person before anything is written. Diagnostics have a code; its page is a resource."

  static let all = [
    MCPPrompt(
      name: "change_threshold", description: "Change a parameter, and see for whom results change",
      arguments: [("parameter", "The full name of the parameter"), ("value", "The new value")],
      text:
        "Change the parameter `{parameter}` to `{value}`. Find the module that declares it among the resources and read "
        + "it. Make the whole new text of the file. Call `propose` with it. Where tests fail, decide for each whether it "
        + "states the old threshold, and propose the tests along with it; never remove a case. Report which decisions differ, "
        + "for how many people, and with which example. Do not write before I agree."),
    MCPPrompt(
      name: "add_row", description: "Add a row to a decision table, with a test",
      arguments: [("decision", "The full name of the decision"), ("purpose", "What the row is for, in words")],
      text:
        "Add a row to the decision `{decision}`: {purpose}. Read its module and its tests. Give the row an id, and put it "
        + "where the order of rows lets it fire. Add a case to the tests that fires it. Call `propose` with both files. Where "
        + "a diagnostic is reported, read the page of its code. Report the difference and the impact. Do not write before I "
        + "agree."),
    MCPPrompt(
      name: "translate", description: "Translate the texts of a file of the pack",
      arguments: [("file", "The path of the file"), ("locale", "The language, as a BCP 47 tag")],
      text:
        "Translate the texts of `{file}` into `{locale}`. Read the file and the description of the pack. Keep ids, keys "
        + "and everything between braces as they are. Write as somebody who thinks in that language, calmly and briefly. Call "
        + "`validate` with the whole new text, correct what it reports, then call `propose`. Do not write before I agree."
    ),
    MCPPrompt(
      name: "explain_result", description: "Explain why an operation has its result for a request",
      arguments: [("operation", "The operation"), ("request", "Its request, as JSON")],
      text:
        "Call `explain` for the operation `{operation}` with this request:\n\n{request}\n\nThen explain the result to "
        + "somebody who does not read YAML: which rows decided, with which values, and which change of the request would "
        + "give another result. Name each row by its file and line."),
  ]
}

extension MCPSession {
  func listPrompts(_ request: MCPRequest, to writer: inout JSONWriter) throws(MCPError) {
    try request.checkPage()
    writer.array("prompts") { writer in
      for prompt in MCPPrompt.all {
        writer.object { writer in
          writer.member("name", prompt.name)
          writer.member("description", prompt.description)
          writer.array("arguments") { writer in
            for (name, description) in prompt.arguments {
              writer.object { writer in
                writer.member("name", name)
                writer.member("description", description)
                writer.member("required", true)
              }
            }
          }
        }
      }
    }
  }

  func getPrompt(_ request: MCPRequest, to writer: inout JSONWriter) throws(MCPError) {
    let name = try request.required("name")
    guard let prompt = MCPPrompt.all.first(where: { Text($0.name) == name }) else {
      throw MCPError(
        .invalidParameters, [.unknownPrompt(request["name"] ?? request.node, among: MCPPrompt.all.map(\.name))])
    }
    let given = request["arguments"]
    var parts = prompt.text.split(separator: "{", omittingEmptySubsequences: false).map(String.init)
    // An argument that contains braces is not filled in again.
    for index in parts.indices.dropFirst() {
      let name = String(parts[index].prefix { $0 != "}" })
      guard let value = given?.kind == .map ? given?[Text(name)]?.text : nil else {
        throw MCPError(.invalidParameters, [.noText(Text(name), at: given ?? request.node["params"] ?? request.node)])
      }
      parts[index] = value.string + parts[index].dropFirst(name.count + 1)
    }
    writer.member("description", prompt.description)
    writer.array("messages") { writer in
      writer.object { writer in
        writer.member("role", "user")
        writer.object("content") { writer in
          writer.member("type", "text")
          writer.member("text", parts.joined())
        }
      }
    }
  }
}
