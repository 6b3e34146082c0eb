extension Command {
  /// `terrain completion`: prints a shell's completion script.
  static let completion: Command = Command(
    name: "completion", summary: "Print a script that completes commands in a shell",
    operands: [Operand(name: "SHELL", help: "bash, zsh or fish")],
    examples: [
      .init(line: "eval \"$(terrain completion bash)\"", purpose: "For this bash session"),
      .init(line: "terrain completion fish > ~/.config/fish/completions/terrain.fish", purpose: "For fish, for good"),
    ],
    run: { arguments, console in
      let name = arguments.operand(0) ?? ""
      guard let script = CompletionScript(rawValue: name) else {
        console.report("terrain: completions exist for bash, zsh and fish, and not for `\(name)`\n")
        return .couldNotRun
      }
      console.write(script.text(for: .terrain))
      return .success
    })
}
