import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain run media`: a file that records name.
  static let media = OperationCommand(
    Operations.media,
    discussion: """
      Names its type and its size on a terminal; the JSON has its bytes in base 64. A built
      pack has the files that its records name.
      """,
    request: RequestArguments(
      parts: [
        .init(
          operand: Operand(
            name: "PATH", help: "The file, as a record names it; or a request as JSON or YAML, or `-`"),
          role: .requestOrText("path"))
      ], options: []), options: [],
    examples: [
      .init(
        line: "terrain run media media/nature-even.svg --json | jq -r .base64 | base64 -d > picture.svg",
        purpose: "Write a picture to a file")
    ]
  ) { result, _, _ in MediaPage(result) }
}
